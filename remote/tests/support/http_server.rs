//! [`HttpServer`]: a strict server of Bazel's HTTP cache.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread;

use bazel_remote_apis::build::bazel::remote::execution::v2::ActionResult;
use prost::Message;
use sha2::{Digest, Sha256};

type Shelf = Arc<Mutex<BTreeMap<String, Vec<u8>>>>;

/// A server that rejects malformed action results, and blobs whose SHA-256 differs from their name.
pub(crate) struct HttpServer {
    port: u16,
    files: Shelf,
    rejected: Arc<Mutex<Vec<String>>>,
}

impl HttpServer {
    /// Starts the server. With a token, only requests with that bearer token may write.
    pub(crate) fn start(token: Option<&'static str>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let (files, rejected) = (Shelf::default(), Arc::<Mutex<Vec<String>>>::default());
        let server =
            Self { port: listener.local_addr().unwrap().port(), files: files.clone(), rejected: rejected.clone() };
        thread::spawn(move || {
            for stream in listener.incoming() {
                let (files, rejected) = (files.clone(), rejected.clone());
                thread::spawn(move || {
                    let stream = stream.unwrap();
                    let mut reader = BufReader::new(&stream);
                    while answer(&mut reader, &files, &rejected, token).is_some() {}
                });
            }
        });
        server
    }

    pub(crate) fn url(&self) -> String {
        format!("http://127.0.0.1:{}/cache", self.port)
    }

    pub(crate) fn port(&self) -> u16 {
        self.port
    }

    /// Returns descriptions of the rejected requests.
    pub(crate) fn rejected(&self) -> Vec<String> {
        self.rejected.lock().unwrap().clone()
    }

    /// Changes the bytes of all files in a folder.
    pub(crate) fn damage(&self, folder: &str, change: impl Fn(&mut Vec<u8>)) {
        let mut files = self.files.lock().unwrap();
        files.iter_mut().filter(|(path, _)| path.starts_with(folder)).for_each(|(_, bytes)| change(bytes));
    }
}

/// Responds to one request; `None` closes the connection.
fn answer(
    reader: &mut BufReader<&TcpStream>,
    files: &Shelf,
    rejected: &Mutex<Vec<String>>,
    token: Option<&str>,
) -> Option<()> {
    let mut lines = Vec::new();
    loop {
        let mut line = String::new();
        reader.read_line(&mut line).ok().filter(|&read| read > 0)?;
        if line == "\r\n" {
            break;
        }
        lines.push(line.trim_end().to_ascii_lowercase());
    }
    let length = lines.iter().find_map(|line| line.strip_prefix("content-length: ")?.parse().ok()).unwrap_or(0);
    let mut body = vec![0; length];
    reader.read_exact(&mut body).ok()?;
    let (method, path) = lines[0].split_once(" /cache/")?;
    let path = path.split_once(' ')?.0.to_owned();
    let may_write = token.is_none_or(|token| lines.contains(&format!("authorization: bearer {token}")));
    let (status, found) = match method {
        "put" if !may_write => ("401 Unauthorized", Vec::new()),
        "put" if is_valid(&path, &body) => {
            files.lock().unwrap().insert(path, body);
            ("200 OK", Vec::new())
        }
        "put" => {
            rejected.lock().unwrap().push(path);
            ("400 Bad Request", Vec::new())
        }
        _ => match files.lock().unwrap().get(&path) {
            Some(bytes) => ("200 OK", bytes.clone()),
            None => ("404 Not Found", Vec::new()),
        },
    };
    let mut answer = format!("HTTP/1.1 {status}\r\nContent-Length: {}\r\n\r\n", found.len()).into_bytes();
    if method != "head" {
        answer.extend(found);
    }
    reader.get_mut().write_all(&answer).ok()
}

fn is_valid(path: &str, body: &[u8]) -> bool {
    match path.split_once('/') {
        Some(("ac", _)) => ActionResult::decode(body).is_ok_and(|result| result != ActionResult::default()),
        Some(("cas", name)) => {
            let sum: String = Sha256::digest(body).iter().map(|byte| format!("{byte:02x}")).collect();
            sum == name
        }
        _ => false,
    }
}
