//! Tests the server through sockets, like its clients.

mod clips;
mod editions;
mod hostile;
mod page;
mod playing;
mod sessions;
mod shown;

use std::fs;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::Duration;

use rigmill_format::{AnimationSequence, Bone, ClipEvent, ClipEvents, Content, KeyFrameSequence, Skeleton, Transform};
use tempfile::TempDir;
use tungstenite::client::IntoClientRequest;
use tungstenite::stream::MaybeTlsStream;
use tungstenite::{Message, WebSocket};

use crate::Server;

/// Much longer than any response takes.
const PATIENCE: Duration = Duration::from_secs(60);

/// A server for a folder with a skeleton of two bones, a clip that moves the second bone, and its events.
struct Shown {
    folder: TempDir,
    server: Server,
}

/// The tab's end of its WebSocket.
type Tab = WebSocket<MaybeTlsStream<TcpStream>>;

/// A response.
struct Answer {
    status: u16,
    head: String,
    body: Vec<u8>,
}

impl Shown {
    fn new() -> Self {
        let folder = TempDir::new().unwrap();
        let server = Server::start(&folder.path().join("content"), 0, None).unwrap();
        let shown = Self { folder, server };
        shown.write("Arm.skeleton", &skeleton().encode().unwrap());
        shown.write("Moves/Reach", &clip().encode().unwrap());
        shown.write("Moves/Reach.events", &events().encode().unwrap());
        fs::write(shown.folder.path().join("secret.rmb"), skeleton().encode().unwrap()).unwrap();
        shown
    }

    fn write(&self, name: &str, bytes: &[u8]) {
        let path = self.folder.path().join("content").join(format!("{name}.rmb"));
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    }

    /// Returns `127.0.0.1:PORT`.
    fn host(&self) -> String {
        self.server.address().split('/').nth(2).unwrap().to_owned()
    }

    /// Returns the path of the page: `/TOKEN/`.
    fn root(&self) -> String {
        format!("/{}/", self.server.address().split('/').nth(3).unwrap())
    }

    /// Sends bytes and reads the whole response.
    fn send(&self, bytes: &[u8]) -> Answer {
        let mut stream = TcpStream::connect(self.host()).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        // The server may respond and close the connection before it has read everything.
        let _ = stream.write_all(bytes);
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        Answer::new(&answer)
    }

    /// Sends a GET request with additional header fields.
    fn get_with(&self, path: &str, fields: &str) -> Answer {
        self.send(format!("GET {path} HTTP/1.1\r\nHost: {}\r\n{fields}\r\n", self.host()).as_bytes())
    }

    /// Requests a path below the token.
    fn get(&self, path: &str) -> Answer {
        self.get_with(&format!("{}{path}", self.root()), "")
    }

    /// Opens a tab's WebSocket.
    fn tab(&self) -> Tab {
        let mut request = format!("ws://{}{}live", self.host(), self.root()).into_client_request().unwrap();
        request.headers_mut().insert("Origin", format!("http://{}", self.host()).parse().unwrap());
        let stream = TcpStream::connect(self.host()).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        tungstenite::client(request, MaybeTlsStream::Plain(stream)).unwrap().0
    }
}

impl Answer {
    fn new(bytes: &[u8]) -> Self {
        let end = bytes.windows(4).position(|it| it == b"\r\n\r\n").unwrap_or(bytes.len());
        let head = String::from_utf8_lossy(&bytes[..end]).into_owned();
        let status = head.split(' ').nth(1).and_then(|it| it.parse().ok()).unwrap_or(0);
        Self { status, head, body: bytes.get(end + 4..).unwrap_or_default().to_vec() }
    }
}

/// Returns the next message to a tab, as JSON.
fn heard(tab: &mut Tab) -> serde_json::Value {
    match tab.read().unwrap() {
        Message::Text(text) => serde_json::from_str(&text).unwrap(),
        other => panic!("{other:?}"),
    }
}

fn ask(tab: &mut Tab, question: &serde_json::Value) {
    tab.send(Message::text(question.to_string())).unwrap();
}

/// `Root` 1 m above the origin, and `Arm` 1 m beside it.
fn skeleton() -> Skeleton {
    let at = |translation| Transform { translation, rotation: [0.0, 0.0, 0.0, 1.0], scale: [1.0; 3] };
    let root = Bone { name: "Root".to_owned(), parent: None, bind: at([0.0, 1.0, 0.0]) };
    let arm = Bone { name: "Arm".to_owned(), parent: Some(0), bind: at([1.0, 0.0, 0.0]) };
    Skeleton { bones: vec![root, arm], root_axis: [0.0, 0.0, 0.0, 1.0] }
}

/// `Arm` goes from 1 m to 3 m in two seconds.
fn clip() -> AnimationSequence {
    let arm = KeyFrameSequence {
        bone_name: "Arm".to_owned(),
        key_count: 2,
        duration: 2.0,
        key_interval: 2.0,
        has_translation: true,
        translation: vec![[1.0, 0.0, 0.0], [3.0, 0.0, 0.0]],
        ..KeyFrameSequence::default()
    };
    AnimationSequence { duration: 2.0, close_loop: false, sequences: vec![arm] }
}

fn events() -> ClipEvents {
    let grip = ClipEvent { time: 1.5, name: "grip".to_owned(), value: 0.0, text: String::new() };
    ClipEvents { events: vec![grip] }
}
