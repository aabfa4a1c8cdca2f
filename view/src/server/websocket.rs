//! [`WebSocket`]: the server's side of a WebSocket connection (RFC 6455).

use std::io::{self, Read, Write};
use std::net::TcpStream;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

/// The maximum size of a message from a tab, in bytes.
const MAX_MESSAGE: usize = 16 * 1024;

/// The maximum length of a control frame's payload (section 5.5).
const MAX_CONTROL: usize = 125;

/// The text that the handshake appends to a key (section 1.3).
const HANDSHAKE: &str = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";

/// Kinds of frames (section 5.2).
const CONTINUATION: u8 = 0x0;
const TEXT: u8 = 0x1;
const BINARY: u8 = 0x2;
const CLOSE: u8 = 0x8;
const PING: u8 = 0x9;
const PONG: u8 = 0xA;

/// Reasons for closing a connection (section 7.4.1).
const GOING_AWAY: u16 = 1001;
const PROTOCOL_ERROR: u16 = 1002;
const UNSUPPORTED: u16 = 1003;
const NO_TEXT: u16 = 1007;
const TOO_LARGE: u16 = 1009;

/// A connection after the handshake.
#[derive(Debug)]
pub(crate) struct WebSocket {
    stream: TcpStream,
    /// Bytes that were received and not yet read as frames.
    received: Vec<u8>,
    /// The message so far, if its last frame is yet to come.
    partial: Option<Vec<u8>>,
}

/// Returns the value of `Sec-WebSocket-Accept` that proves that the server understood the handshake (section 4.2.2).
pub(crate) fn accept_key(key: &str) -> String {
    STANDARD.encode(sha1_smol::Sha1::from(format!("{key}{HANDSHAKE}")).digest().bytes())
}

/// What a tab sends.
struct Frame {
    is_last: bool,
    kind: u8,
    payload: Vec<u8>,
}

impl WebSocket {
    /// Continues on a stream after the handshake.
    pub(crate) fn new(stream: TcpStream) -> Self {
        Self { stream, received: Vec::new(), partial: None }
    }

    /// Waits for a text message, as long as the stream's timeout allows. `None` means that no message is complete yet.
    ///
    /// # Errors
    /// The stream's error; [`io::ErrorKind::ConnectionAborted`] if the tab closes the connection, and
    /// [`io::ErrorKind::InvalidData`] if it violates the protocol.
    pub(crate) fn read(&mut self) -> io::Result<Option<String>> {
        loop {
            while let Some(frame) = self.next_frame()? {
                if let Some(text) = self.take(frame)? {
                    return Ok(Some(text));
                }
            }
            let mut bytes = [0; 4096];
            match self.stream.read(&mut bytes) {
                Ok(0) => return Err(io::ErrorKind::ConnectionAborted.into()),
                Ok(count) => self.received.extend(&bytes[..count]),
                Err(error) if is_pause(error.kind()) => return Ok(None),
                Err(error) => return Err(error),
            }
        }
    }

    /// Sends a text message.
    pub(crate) fn send_text(&mut self, text: &str) -> io::Result<()> {
        self.send(TEXT, text.as_bytes())
    }

    /// Sends a binary message.
    pub(crate) fn send_binary(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.send(BINARY, bytes)
    }

    /// Tells the tab that the server stops.
    pub(crate) fn close(mut self) {
        // The tab may already be closed.
        let _ = self.send(CLOSE, &GOING_AWAY.to_be_bytes());
    }

    /// Sends a message as a single frame. A server does not mask its frames.
    fn send(&mut self, kind: u8, payload: &[u8]) -> io::Result<()> {
        let mut frame = Vec::with_capacity(10 + payload.len());
        frame.push(0x80 | kind);
        match (u8::try_from(payload.len()), u16::try_from(payload.len())) {
            (Ok(short @ ..126), _) => frame.push(short),
            (_, Ok(medium)) => {
                frame.push(126);
                frame.extend(medium.to_be_bytes());
            }
            _ => {
                frame.push(127);
                frame.extend((payload.len() as u64).to_be_bytes());
            }
        }
        frame.extend(payload);
        self.stream.write_all(&frame)
    }

    /// Takes the next frame from the received bytes, if it is complete.
    fn next_frame(&mut self) -> io::Result<Option<Frame>> {
        let &[first, second, ref rest @ ..] = self.received.as_slice() else { return Ok(None) };
        // Bits of extensions; none was agreed on. A tab masks its frames.
        if first & 0x70 != 0 || second & 0x80 == 0 {
            return Err(self.refuse(PROTOCOL_ERROR));
        }
        let kind = first & 0x0F;
        let is_last = first & 0x80 != 0;
        let (length, size) = match (second & 0x7F, rest) {
            (126, &[a, b, ..]) => (u64::from(u16::from_be_bytes([a, b])), 2),
            (127, &[a, b, c, d, e, f, g, h, ..]) => (u64::from_be_bytes([a, b, c, d, e, f, g, h]), 8),
            (126 | 127, _) => return Ok(None),
            (length, _) => (u64::from(length), 0),
        };
        if kind >= CLOSE && (length > MAX_CONTROL as u64 || !is_last) {
            return Err(self.refuse(PROTOCOL_ERROR));
        }
        let Some(length) = usize::try_from(length).ok().filter(|&length| length <= MAX_MESSAGE) else {
            return Err(self.refuse(TOO_LARGE));
        };
        let end = 2 + size + 4 + length;
        let Some(frame) = self.received.get(2 + size..end) else { return Ok(None) };
        let (mask, masked) = frame.split_at(4);
        let payload = masked.iter().zip(mask.iter().cycle()).map(|(byte, mask)| byte ^ mask).collect();
        self.received.drain(..end);
        Ok(Some(Frame { is_last, kind, payload }))
    }

    /// Handles a frame. Returns the message that it completes.
    fn take(&mut self, frame: Frame) -> io::Result<Option<String>> {
        match (frame.kind, self.partial.take()) {
            (TEXT, None) => self.join(Vec::new(), frame),
            (CONTINUATION, Some(partial)) => self.join(partial, frame),
            (PING, partial) => {
                self.partial = partial;
                self.send(PONG, &frame.payload).map(|()| None)
            }
            (PONG, partial) => {
                self.partial = partial;
                Ok(None)
            }
            (CLOSE, _) => {
                // The answer repeats the tab's reason. The tab may already be gone.
                let _ = self.send(CLOSE, frame.payload.get(..2).unwrap_or_default());
                Err(io::ErrorKind::ConnectionAborted.into())
            }
            (BINARY, None) => Err(self.refuse(UNSUPPORTED)),
            _ => Err(self.refuse(PROTOCOL_ERROR)),
        }
    }

    fn join(&mut self, mut partial: Vec<u8>, frame: Frame) -> io::Result<Option<String>> {
        if partial.len() + frame.payload.len() > MAX_MESSAGE {
            return Err(self.refuse(TOO_LARGE));
        }
        partial.extend(frame.payload);
        if !frame.is_last {
            self.partial = Some(partial);
            return Ok(None);
        }
        String::from_utf8(partial).map(Some).map_err(|_| self.refuse(NO_TEXT))
    }

    /// Tells the tab why the connection ends.
    fn refuse(&mut self, reason: u16) -> io::Error {
        let _ = self.send(CLOSE, &reason.to_be_bytes());
        io::Error::new(io::ErrorKind::InvalidData, "a tab violates the WebSocket protocol")
    }
}

fn is_pause(kind: io::ErrorKind) -> bool {
    matches!(kind, io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut | io::ErrorKind::Interrupted)
}

#[cfg(test)]
mod tests {
    use std::net::TcpListener;
    use std::time::Duration;

    use super::*;

    /// A connected server, and the tab's end of the connection.
    fn pair() -> (WebSocket, TcpStream) {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let tab = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
        let stream = listener.accept().unwrap().0;
        stream.set_read_timeout(Some(Duration::from_millis(200))).unwrap();
        (WebSocket::new(stream), tab)
    }

    /// A masked frame, whose length is shorter than 126 bytes.
    fn frame(first: u8, payload: &[u8]) -> Vec<u8> {
        let mask = [1, 2, 3, 4];
        let masked = payload.iter().zip(mask.iter().cycle()).map(|(byte, mask)| byte ^ mask);
        [first, 0x80 | u8::try_from(payload.len()).unwrap()].into_iter().chain(mask).chain(masked).collect()
    }

    /// What the server makes of these bytes, and what it sends.
    fn exchange(bytes: &[u8]) -> (io::Result<Option<String>>, Vec<u8>) {
        let (mut server, mut tab) = pair();
        tab.write_all(bytes).unwrap();
        let read = server.read();
        drop(server);
        let mut sent = Vec::new();
        // Unread bytes reset the connection.
        let _ = tab.read_to_end(&mut sent);
        (read, sent)
    }

    #[test]
    fn the_key_of_the_specification_is_accepted() {
        assert_eq!(accept_key("dGhlIHNhbXBsZSBub25jZQ=="), "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=");
    }

    #[test]
    fn the_examples_of_the_specification_are_read() {
        let hello = [0x81, 0x85, 0x37, 0xfa, 0x21, 0x3d, 0x7f, 0x9f, 0x4d, 0x51, 0x58];
        assert_eq!(exchange(&hello).0.unwrap().unwrap(), "Hello");
        let parts = [frame(0x01, b"Hel"), frame(0x89, b"ping"), frame(0x80, b"lo")].concat();
        let (read, sent) = exchange(&parts);
        assert_eq!((read.unwrap().unwrap(), sent), ("Hello".to_owned(), b"\x8a\x04ping".to_vec()));
    }

    #[test]
    fn an_incomplete_frame_is_waited_for() {
        let (mut server, mut tab) = pair();
        for byte in frame(0x81, b"abc") {
            assert_eq!(server.read().unwrap(), None);
            tab.write_all(&[byte]).unwrap();
        }
        assert_eq!(server.read().unwrap().unwrap(), "abc");
    }

    #[test]
    fn violations_close_the_connection_with_the_reason() {
        let large = [&[0x81, 0xFF], u64::MAX.to_be_bytes().as_slice(), &[0; 4]].concat();
        let many = [frame(0x01, &[b'a'; 125]), frame(0x00, &[b'a'; 125]).repeat(140)].concat();
        let cases = [
            (vec![0x81, 0x01, b'a'], PROTOCOL_ERROR, "not masked"),
            (frame(0xC1, b"a"), PROTOCOL_ERROR, "an extension"),
            (frame(0x80, b"a"), PROTOCOL_ERROR, "the end of nothing"),
            ([frame(0x01, b"a"), frame(0x81, b"a")].concat(), PROTOCOL_ERROR, "two messages at once"),
            (frame(0x09, b"a"), PROTOCOL_ERROR, "half a ping"),
            (vec![0x89, 0xFE, 0, 126, 0, 0, 0, 0], PROTOCOL_ERROR, "a long ping"),
            (frame(0x83, b"a"), PROTOCOL_ERROR, "an unknown kind"),
            (frame(0x81, &[0xFF]), NO_TEXT, "not UTF-8"),
            (frame(0x82, b"a"), UNSUPPORTED, "not text"),
            (large, TOO_LARGE, "a large frame"),
            (many, TOO_LARGE, "a large message"),
        ];
        for (bytes, reason, what) in cases {
            let (read, sent) = exchange(&bytes);
            assert_eq!(read.unwrap_err().kind(), io::ErrorKind::InvalidData, "{what}");
            assert!(
                sent.is_empty() || sent == [&[0x88, 2], reason.to_be_bytes().as_slice()].concat(),
                "{what}: {sent:?}"
            );
        }
    }

    #[test]
    fn a_close_is_answered() {
        let (read, sent) = exchange(&frame(0x88, &1000_u16.to_be_bytes()));
        assert_eq!(read.unwrap_err().kind(), io::ErrorKind::ConnectionAborted);
        assert_eq!(sent, [0x88, 2, 0x03, 0xE8]);
    }
}
