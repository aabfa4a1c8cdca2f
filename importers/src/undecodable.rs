//! [`Undecodable`]: bytes that are no text.

use rigmill_pipeline::{Diagnostic, SourceText};

/// Bytes that are no text in the encoding that they should be in.
pub(crate) struct Undecodable {
    /// The text up to them.
    pub(crate) before: String,
    /// The bytes.
    pub(crate) bytes: Vec<u8>,
}

impl Undecodable {
    /// The problem in words, at its place.
    pub(crate) fn diagnostic(self, code: &'static str, encoding: &str, help: &str) -> Box<Diagnostic> {
        let end = self.before.len();
        let place = SourceText::new(self.before).place(end, end);
        let message = format!("the bytes {:02x?} are no {encoding} text", self.bytes);
        Diagnostic::error(code, message).at(place).help(help).into()
    }
}

/// The text of bytes in UTF-8, without another copy.
pub(crate) fn decode_utf8(bytes: Vec<u8>) -> Result<SourceText, Undecodable> {
    String::from_utf8(bytes).map(SourceText::new).map_err(|error| {
        let valid = error.utf8_error().valid_up_to();
        let bytes = error.as_bytes();
        let before = String::from_utf8_lossy(&bytes[..valid]).into_owned();
        Undecodable { before, bytes: bytes[valid..=valid].to_vec() }
    })
}
