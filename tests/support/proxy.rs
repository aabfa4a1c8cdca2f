//! A proxy between a build and its server, which modifies the server's responses as a test requires.

use std::io::{ErrorKind, Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

/// What a proxy does to the bytes that the server sends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    /// Nothing is changed.
    None,
    /// Connections are closed immediately.
    Refuse,
    /// Connections are accepted, but nothing is ever sent.
    Silence,
    /// The connection is closed after this number of bytes.
    Cut(u64),
    /// Beginning at this byte, one bit per this number of bytes is flipped.
    Flip(u64),
    /// Some bytes at this position are lost.
    Skip(u64),
    /// Beginning at this byte, zeros are sent without end.
    Endless(u64),
    /// Beginning at this byte, only a byte is sent now and then.
    Trickle(u64),
}

/// A proxy on its own port, which stops when dropped.
pub(crate) struct Proxy {
    port: u16,
    state: Arc<State>,
    listener: Option<JoinHandle<()>>,
}

struct State {
    server: String,
    fault: Mutex<Fault>,
    /// The additional delay in each direction, in milliseconds.
    delay: AtomicU64,
    ended: AtomicBool,
}

impl Proxy {
    /// Starts a proxy for the server at `HOST:PORT`.
    pub(crate) fn new(server: &str) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        listener.set_nonblocking(true).unwrap();
        let state = Arc::new(State {
            server: server.to_owned(),
            fault: Mutex::new(Fault::None),
            delay: AtomicU64::new(0),
            ended: AtomicBool::new(false),
        });
        let shared = Arc::clone(&state);
        Self { port, state, listener: Some(thread::spawn(move || listen(&listener, &shared))) }
    }

    pub(crate) fn url(&self) -> String {
        format!("grpc://127.0.0.1:{}", self.port)
    }

    /// Sets the fault for all following bytes.
    pub(crate) fn set(&self, fault: Fault) {
        *self.state.fault.lock().unwrap_or_else(PoisonError::into_inner) = fault;
    }
}

impl Drop for Proxy {
    fn drop(&mut self) {
        self.state.ended.store(true, Ordering::Relaxed);
        self.listener.take().map(JoinHandle::join);
    }
}

fn listen(listener: &TcpListener, state: &Arc<State>) {
    while !state.ended.load(Ordering::Relaxed) {
        match listener.accept() {
            Ok((client, _)) => {
                let state = Arc::clone(state);
                thread::spawn(move || state.serve(&client));
            }
            Err(_) => thread::sleep(Duration::from_millis(2)),
        }
    }
}

impl State {
    fn fault(&self) -> Fault {
        *self.fault.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn serve(&self, client: &TcpStream) {
        if self.fault() == Fault::Refuse {
            return;
        }
        let Ok(server) = TcpStream::connect(&self.server) else { return };
        for stream in [client, &server] {
            let _ = stream.set_nonblocking(false);
            let _ = stream.set_nodelay(true);
            let _ = stream.set_read_timeout(Some(Duration::from_millis(20)));
            let _ = stream.set_write_timeout(Some(Duration::from_millis(200)));
        }
        thread::scope(|scope| {
            scope.spawn(|| self.forward(client, &server, false));
            self.forward(&server, client, true);
        });
    }

    fn forward(&self, mut from: &TcpStream, mut to: &TcpStream, faulty: bool) {
        let (mut bytes, mut sent) = (vec![0; 1 << 14], 0);
        while !self.ended.load(Ordering::Relaxed) {
            let count = match from.read(&mut bytes) {
                Ok(0) => break,
                Ok(count) => count,
                Err(error)
                    if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut | ErrorKind::Interrupted) =>
                {
                    if let (true, Fault::Endless(start)) = (faulty, self.fault())
                        && sent >= start
                        && to.write_all(&[0; 1 << 12]).is_err()
                    {
                        break;
                    }
                    continue;
                }
                Err(_) => break,
            };
            thread::sleep(Duration::from_millis(self.delay.load(Ordering::Relaxed)));
            let fault = if faulty { self.fault() } else { Fault::None };
            if !pass(&mut bytes[..count], &mut sent, fault, &mut to) {
                break;
            }
        }
        let _ = from.shutdown(Shutdown::Both);
        let _ = to.shutdown(Shutdown::Both);
    }
}

/// Applies a fault to some bytes and writes the rest. Returns whether the connection stays open.
fn pass(bytes: &mut [u8], sent: &mut u64, fault: Fault, to: &mut &TcpStream) -> bool {
    let before = *sent;
    *sent += bytes.len() as u64;
    match fault {
        Fault::None => to.write_all(bytes).is_ok(),
        Fault::Refuse => false,
        Fault::Silence => true,
        Fault::Cut(end) if *sent < end => to.write_all(bytes).is_ok(),
        Fault::Cut(_) => {
            let _ = to.write_all(&bytes[..bytes.len() / 2]);
            false
        }
        Fault::Flip(every) => {
            let hit = bytes.iter_mut().enumerate().filter(|(at, _)| (before + *at as u64) % every == every - 1);
            hit.for_each(|(at, byte)| *byte ^= 1 << (at % 8));
            to.write_all(bytes).is_ok()
        }
        Fault::Skip(at) if (before..*sent).contains(&at) => to.write_all(&bytes[bytes.len() / 3..]).is_ok(),
        Fault::Skip(_) => to.write_all(bytes).is_ok(),
        Fault::Endless(start) if *sent < start => to.write_all(bytes).is_ok(),
        Fault::Endless(_) => to.write_all(&[0; 1 << 14]).is_ok(),
        Fault::Trickle(start) if *sent < start => to.write_all(bytes).is_ok(),
        Fault::Trickle(_) => {
            thread::sleep(Duration::from_millis(100));
            to.write_all(&bytes[..1]).is_ok()
        }
    }
}
