//! [`Proxy`]: a network with faults, between a client and a server.

use std::io::{Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

/// What the proxy does to the bytes that a server sends.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Fault {
    None,
    /// Connections are accepted, and nothing more happens.
    Silence,
    /// Connections end after this number of bytes.
    Cut(u64),
    /// One bit of the byte at this position is flipped.
    Flip(u64),
    /// After this number of bytes, an endless stream of random bytes follows.
    Endless(u64),
    /// Passes on this number of bytes at a time, with pauses of this number of milliseconds.
    Slow(usize, u64),
    /// The server receives this number of bytes per second.
    SlowUpload(u64),
}

/// A proxy on its own thread.
pub(crate) struct Proxy {
    port: u16,
    connections: Arc<AtomicU64>,
    clients: Arc<Mutex<Vec<TcpStream>>>,
    is_open: Arc<AtomicBool>,
}

impl Proxy {
    pub(crate) fn start(server: u16, fault: Fault) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let clients = Arc::<Mutex<Vec<TcpStream>>>::default();
        let (connections, is_open) = (Arc::new(AtomicU64::new(0)), Arc::new(AtomicBool::new(true)));
        let proxy = Self {
            port: listener.local_addr().unwrap().port(),
            connections: connections.clone(),
            clients: clients.clone(),
            is_open: is_open.clone(),
        };
        thread::spawn(move || {
            for client in listener.incoming() {
                if !is_open.load(Ordering::Relaxed) {
                    return;
                }
                connections.fetch_add(1, Ordering::Relaxed);
                let client = client.unwrap();
                clients.lock().unwrap().push(client.try_clone().unwrap());
                thread::spawn(move || connect(client, server, fault));
            }
        });
        proxy
    }

    pub(crate) fn port(&self) -> u16 {
        self.port
    }

    /// Closes all open connections.
    pub(crate) fn cut(&self) {
        self.clients.lock().unwrap().drain(..).for_each(|client| drop(client.shutdown(Shutdown::Both)));
    }

    /// Returns the number of connections so far.
    pub(crate) fn connections(&self) -> u64 {
        self.connections.load(Ordering::Relaxed)
    }
}

impl Drop for Proxy {
    fn drop(&mut self) {
        self.is_open.store(false, Ordering::Relaxed);
        let _ = TcpStream::connect(("127.0.0.1", self.port));
    }
}

fn connect(mut client: TcpStream, server: u16, fault: Fault) {
    if matches!(fault, Fault::Silence) {
        // Blocks until the client gives up.
        let _ = std::io::copy(&mut client, &mut std::io::sink());
        return;
    }
    let Ok(server) = TcpStream::connect(("127.0.0.1", server)) else { return };
    [&client, &server].iter().for_each(|stream| stream.set_nodelay(true).unwrap());
    let (mut from, mut to) = (client.try_clone().unwrap(), server.try_clone().unwrap());
    thread::spawn(move || {
        let _ = match fault {
            Fault::SlowUpload(rate) => throttle(&mut from, &mut to, rate),
            _ => std::io::copy(&mut from, &mut to).map(drop),
        };
        let _ = to.shutdown(Shutdown::Both);
    });
    let _ = pass(server, &mut client, fault);
    let _ = client.shutdown(Shutdown::Both);
}

fn throttle(from: &mut TcpStream, to: &mut TcpStream, rate: u64) -> std::io::Result<()> {
    let mut block = vec![0; usize::try_from(rate / 20).unwrap()];
    loop {
        let read = from.read(&mut block)?;
        if read == 0 {
            return Ok(());
        }
        to.write_all(&block[..read])?;
        thread::sleep(Duration::from_millis(read as u64 * 1000 / rate));
    }
}

/// Passes bytes from the server to the client.
fn pass(mut server: TcpStream, client: &mut TcpStream, fault: Fault) -> std::io::Result<()> {
    let mut block = vec![0; if let Fault::Slow(size, _) = fault { size } else { 1 << 16 }];
    let mut passed = 0;
    loop {
        let read = server.read(&mut block)?;
        if read == 0 {
            return Ok(());
        }
        let bytes = &mut block[..read];
        let at = |byte: u64| usize::try_from(byte - passed).unwrap();
        match fault {
            Fault::Cut(end) if end < passed + bytes.len() as u64 => return client.write_all(&bytes[..at(end)]),
            Fault::Flip(byte) if (passed..passed + bytes.len() as u64).contains(&byte) => {
                bytes[at(byte)] ^= 1 << (byte % 8);
            }
            Fault::Endless(start) if start < passed + bytes.len() as u64 => {
                client.write_all(&bytes[..at(start)])?;
                return send_rubbish(client, start);
            }
            Fault::Slow(_, pause) => thread::sleep(Duration::from_millis(pause)),
            _ => {}
        }
        client.write_all(bytes)?;
        passed += bytes.len() as u64;
    }
}

fn send_rubbish(client: &mut TcpStream, seed: u64) -> std::io::Result<()> {
    let mut random = rigmill_test_random::Random::new(seed);
    let block: Vec<u8> = (0..1 << 16).map(|_| random.byte()).collect();
    loop {
        client.write_all(&block)?;
    }
}
