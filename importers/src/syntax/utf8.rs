//! Decodes bytes to text.

use rigmill_pipeline::{Code, SourceText};

use super::refuse_other_kinds;
use crate::report::{Problem, Result};

/// Bytes that are not valid in the expected encoding.
pub(crate) struct Undecodable {
    /// The text before these bytes.
    pub(crate) before: String,
    /// The bytes.
    pub(crate) bytes: Vec<u8>,
}

impl Undecodable {
    pub(crate) fn into_problem(self, code: Code, encoding: &str, help: &str) -> Problem {
        let end = self.before.len();
        let location = SourceText::new(self.before).location(end, end);
        let bytes: Vec<_> = self.bytes.iter().map(|byte| format!("0x{byte:02x}")).collect();
        let (byte, is) = if bytes.len() == 1 { ("byte", "is") } else { ("bytes", "are") };
        let fact = format!("the {byte} {} {is} not valid {encoding}", bytes.join(" "));
        Problem::new(code, fact, help).at_location(location)
    }
}

/// Decodes UTF-8 without copying the bytes.
pub(crate) fn decode_utf8(bytes: Vec<u8>) -> Result<SourceText, Undecodable> {
    String::from_utf8(bytes).map(SourceText::new).map_err(|error| {
        let valid = error.utf8_error().valid_up_to();
        let bytes = error.as_bytes();
        let before = String::from_utf8_lossy(&bytes[..valid]).into_owned();
        Undecodable { before, bytes: bytes[valid..=valid].to_vec() }
    })
}

/// Decodes the UTF-8 file `name`, and removes its byte order mark.
pub(crate) fn decode_utf8_file(mut bytes: Vec<u8>, name: &str, code: Code) -> Result<SourceText> {
    refuse_other_kinds(&bytes, name, code)?;
    if bytes.starts_with(b"\xEF\xBB\xBF") {
        bytes.drain(..3);
    }
    decode_utf8(bytes).map_err(|error| error.into_problem(code, "UTF-8", "save the file as UTF-8"))
}
