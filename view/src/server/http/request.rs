//! [`Request`]: the header of a request, read with limits.

use std::io::{ErrorKind, Read};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use super::Refusal;

/// The maximum size of a header, in bytes.
const MAX_HEAD: usize = 8 * 1024;

/// The maximum number of header fields.
const MAX_FIELDS: usize = 64;

/// The time limit for a client to send its header.
const PATIENCE: Duration = Duration::from_secs(5);

/// A GET request, with the header fields that the server uses.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Request {
    /// The path, without a query string.
    pub(crate) path: String,
    pub(crate) host: String,
    pub(crate) origin: Option<String>,
    /// The value of `Sec-Fetch-Site`.
    pub(crate) fetch_site: Option<String>,
    /// Whether a browser opens the page at top level rather than inside another page, according to `Sec-Fetch-Mode` and
    /// `Sec-Fetch-Dest`.
    pub(crate) opens_page: bool,
    /// The key of a request to upgrade to a WebSocket of version 13.
    pub(crate) websocket_key: Option<String>,
}

impl Request {
    /// Reads the header from a connection.
    pub(crate) fn read(stream: &mut TcpStream) -> Result<Self, Refusal> {
        let until = Instant::now() + PATIENCE;
        let mut head = [0; MAX_HEAD];
        let mut length = 0;
        while length < MAX_HEAD {
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() || stream.set_read_timeout(Some(left)).is_err() {
                return Err(Refusal::TooSlow);
            }
            match stream.read(&mut head[length..]) {
                Ok(0) => return Err(Refusal::Malformed),
                Ok(read) => length += read,
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(_) => return Err(Refusal::TooSlow),
            }
            if let Some(request) = Self::parse(&head[..length])? {
                return Ok(request);
            }
        }
        Err(Refusal::TooLong)
    }

    /// Parses the request, if the bytes are a complete header. Nothing may follow the header, because there is no body and no
    /// further request.
    fn parse(bytes: &[u8]) -> Result<Option<Self>, Refusal> {
        let mut fields = [httparse::EMPTY_HEADER; MAX_FIELDS];
        let mut head = httparse::Request::new(&mut fields);
        let length = match head.parse(bytes) {
            Ok(httparse::Status::Complete(length)) => length,
            Ok(httparse::Status::Partial) => return Ok(None),
            Err(httparse::Error::TooManyHeaders) => return Err(Refusal::TooLong),
            Err(_) => return Err(Refusal::Malformed),
        };
        if head.method != Some("GET") {
            return Err(Refusal::Method);
        }
        if length != bytes.len() || head.version != Some(1) {
            return Err(Refusal::Malformed);
        }
        let path = head.path.unwrap_or_default();
        let path = path.split_once('?').map_or(path, |(path, _)| path).to_owned();
        let fields = Fields(head.headers);
        if fields.one("transfer-encoding")?.is_some() || fields.one("content-length")?.is_some_and(|it| it != "0") {
            return Err(Refusal::Malformed);
        }
        let upgrade = fields.one("upgrade")?.is_some_and(|it| it.eq_ignore_ascii_case("websocket"));
        let version = fields.one("sec-websocket-version")?.is_some_and(|it| it == "13");
        let opens_page = fields.one("sec-fetch-mode")?.is_some_and(|it| it == "navigate")
            && fields.one("sec-fetch-dest")?.is_some_and(|it| it == "document");
        Ok(Some(Self {
            path,
            opens_page,
            host: fields.one("host")?.ok_or(Refusal::Malformed)?,
            origin: fields.one("origin")?,
            fetch_site: fields.one("sec-fetch-site")?,
            websocket_key: fields.one("sec-websocket-key")?.filter(|_| upgrade && version),
        }))
    }
}

struct Fields<'a>(&'a [httparse::Header<'a>]);

impl Fields<'_> {
    /// Returns the value of a field that may occur at most once.
    fn one(&self, name: &str) -> Result<Option<String>, Refusal> {
        let mut values = self.0.iter().filter(|field| field.name.eq_ignore_ascii_case(name));
        let Some(first) = values.next() else { return Ok(None) };
        let text = std::str::from_utf8(first.value).map_err(|_| Refusal::Malformed)?;
        if values.next().is_some() { Err(Refusal::Malformed) } else { Ok(Some(text.to_owned())) }
    }
}
