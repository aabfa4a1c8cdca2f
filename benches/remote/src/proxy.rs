//! [`Proxy`]: adds latency between a build and its server.

use std::io::{Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use crate::failure::Failure;

/// A proxy that forwards bytes after half of the round-trip time, in both directions. Later bytes do not wait longer, so this
/// adds latency without reducing the bandwidth.
pub(crate) struct Proxy {
    port: u16,
    ended: Arc<AtomicBool>,
}

impl Proxy {
    /// Starts a proxy for the server at a port of this machine.
    pub(crate) fn start(server: u16, round_trip: Duration) -> Result<Self, Failure> {
        let listener = TcpListener::bind("127.0.0.1:0").map_err(Failure::at("a port"))?;
        let port = listener.local_addr().map_err(Failure::at("a port"))?.port();
        let ended = Arc::new(AtomicBool::new(false));
        let is_ended = Arc::clone(&ended);
        thread::spawn(move || {
            for client in listener.incoming().flatten() {
                if is_ended.load(Ordering::Relaxed) {
                    return;
                }
                if let Ok(server) = TcpStream::connect(("127.0.0.1", server)) {
                    connect(&client, &server, round_trip / 2);
                }
            }
        });
        Ok(Self { port, ended })
    }

    pub(crate) fn url(&self) -> String {
        format!("grpc://127.0.0.1:{}", self.port)
    }
}

impl Drop for Proxy {
    fn drop(&mut self) {
        self.ended.store(true, Ordering::Relaxed);
        // Wakes up the thread.
        let _ = TcpStream::connect(("127.0.0.1", self.port));
    }
}

fn connect(client: &TcpStream, server: &TcpStream, delay: Duration) {
    for (from, to) in [(client, server), (server, client)] {
        let _ = from.set_nodelay(true);
        let (Ok(from), Ok(to)) = (from.try_clone(), to.try_clone()) else { return };
        let (sender, receiver) = channel();
        thread::spawn(move || receive(from, &sender));
        thread::spawn(move || send(to, &receiver, delay));
    }
}

fn receive(mut from: TcpStream, to: &Sender<(Instant, Vec<u8>)>) {
    let mut bytes = vec![0; 1 << 16];
    while let Ok(count @ 1..) = from.read(&mut bytes) {
        if to.send((Instant::now(), bytes[..count].to_vec())).is_err() {
            return;
        }
    }
}

fn send(mut to: TcpStream, from: &Receiver<(Instant, Vec<u8>)>, delay: Duration) {
    for (received, bytes) in from {
        thread::sleep((received + delay).saturating_duration_since(Instant::now()));
        if to.write_all(&bytes).is_err() {
            break;
        }
    }
    let _ = to.shutdown(Shutdown::Both);
}
