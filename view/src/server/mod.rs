//! [`Server`]: accepts connections from this machine.

mod admission;
mod connection;
mod http;
mod moving;
mod page;
mod picture_folder;
mod thumbnails;
mod websocket;

pub(crate) use websocket::WebSocket;

use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use self::admission::Admission;
use self::connection::{Shared, serve};
use self::http::{Refusal, refuse};
use self::picture_folder::PictureFolder;
use self::thumbnails::Thumbnails;
use crate::content::Shelf;
use crate::edition::Edition;
use crate::error::ViewError;
use crate::news::News;
use crate::tab::ClipIndex;
use crate::toolchain::Toolchain;

/// The maximum number of open connections: a few for each of ten tabs, plus one for each of their sessions.
const MAX_CONNECTIONS: usize = 64;

/// The pause after a connection could not be accepted, for example because there are no more file handles.
const PAUSE: Duration = Duration::from_millis(50);

/// Shows the content of a folder until it is dropped.
///
/// The server listens only on 127.0.0.1, and responds only to clients that know its [`address`](Self::address).
#[derive(Debug)]
pub struct Server {
    shared: Arc<Shared>,
    local: SocketAddr,
    running: Arc<AtomicBool>,
}

impl Server {
    /// Starts to show the content below `folder`, which may not exist yet. If `port` is 0, any free port is used. Without a
    /// toolchain, the viewer has no information about the project.
    ///
    /// # Errors
    /// Returns an error if the port cannot be used, or if the system provides no random numbers for the secret.
    /// The port cannot be used, or the system has no randomness for a secret.
    pub fn start(folder: &Path, port: u16, toolchain: Option<Arc<dyn Toolchain>>) -> Result<Self, ViewError> {
        let failed = |error| ViewError::Listen { port, error };
        let admission = Admission::new()?;
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port)).map_err(failed)?;
        let local = listener.local_addr().map_err(failed)?;
        let pictures = toolchain.as_ref().and_then(|it| it.picture_folder());
        let pictures = pictures.map(|(folder, program)| PictureFolder::new(folder, program));
        let shared = Arc::new(Shared {
            admission,
            shelf: Shelf::new(folder),
            news: News::default(),
            clips: ClipIndex::default(),
            toolchain,
            thumbnails: Thumbnails::new(pictures),
        });
        let running = Arc::new(AtomicBool::new(true));
        let accepting = Accepting { shared: shared.clone(), running: running.clone(), open: Arc::default() };
        thread::Builder::new()
            .name("rigmill-view".to_owned())
            .spawn(move || accepting.run(&listener))
            .map_err(failed)?;
        Ok(Self { shared, local, running })
    }

    /// Returns the address to open in a browser: `http://127.0.0.1:PORT/TOKEN/`. Anyone who knows this address can see the
    /// content.
    #[must_use]
    pub fn address(&self) -> String {
        format!("http://{}/{}/", self.local, self.shared.admission.token())
    }

    /// Shows the results of a build. Every tab lists the problems and reloads changed content. If nothing changed, tabs are not
    /// notified.
    pub fn show(&self, edition: Edition) {
        self.shared.news.add(&self.shared.shelf, edition);
    }

    /// Looks for files that changed without a build by the caller, and shows them.
    pub fn show_changed_files(&self) {
        self.shared.news.add_changed_files(&self.shared.shelf);
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.running.store(false, Ordering::Release);
        // Wakes up the thread that accepts connections.
        drop(TcpStream::connect(self.local));
    }
}

/// The thread that accepts connections.
struct Accepting {
    shared: Arc<Shared>,
    running: Arc<AtomicBool>,
    open: Arc<AtomicUsize>,
}

impl Accepting {
    fn run(&self, listener: &TcpListener) {
        while self.running.load(Ordering::Acquire) {
            match listener.accept() {
                Ok((stream, _)) => self.take(stream),
                Err(_) => thread::sleep(PAUSE),
            }
        }
    }

    /// Handles a connection on its own thread. If a connection fails, only its client is affected.
    fn take(&self, mut stream: TcpStream) {
        let place = Place::take(&self.open);
        if place.number > MAX_CONNECTIONS {
            let _ = stream.set_nonblocking(true).and_then(|()| refuse(&mut stream, &Refusal::Crowded));
            return;
        }
        let (shared, running) = (Arc::clone(&self.shared), Arc::clone(&self.running));
        let answer = move || {
            let _place = place;
            let _ = serve(&shared, stream, || running.load(Ordering::Acquire));
        };
        // If the thread cannot be started, the connection is closed.
        let _ = thread::Builder::new().name("rigmill-view-tab".to_owned()).spawn(answer);
    }
}

/// A slot for an open connection. Dropping it frees the slot.
struct Place {
    open: Arc<AtomicUsize>,
    number: usize,
}

impl Place {
    fn take(open: &Arc<AtomicUsize>) -> Self {
        Self { open: Arc::clone(open), number: open.fetch_add(1, Ordering::AcqRel) + 1 }
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.open.fetch_sub(1, Ordering::AcqRel);
    }
}
