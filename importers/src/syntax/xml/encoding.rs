//! Decodes a document's bytes to text.
//!
//! The byte order mark determines the encoding, or else the XML declaration. The default is UTF-8.

use encoding_rs::{DecoderResult, Encoding, UTF_8, UTF_16BE, UTF_16LE};
use rigmill_pipeline::{Location, SourceText};

use super::declaration::Declaration;
use crate::codes;
use crate::report::{Problem, Result};
use crate::syntax::{Undecodable, decode_utf8, refuse_other_kinds};

/// How to decode a document's bytes.
enum Charset {
    Latin1,
    Ascii,
    Other(&'static Encoding),
}

/// Decodes the document in the file `name`. The result does not include the byte order mark.
pub(crate) fn decode(bytes: Vec<u8>, name: &str) -> Result<SourceText> {
    refuse_other_kinds(&bytes, name, codes::TEXT_ENCODING)?;
    if let Some((encoding, length)) = Encoding::for_bom(&bytes) {
        return decode_as(encoding, bytes, length);
    }
    match charset(&bytes)? {
        Charset::Latin1 => Ok(SourceText::new(bytes.iter().map(|byte| char::from(*byte)).collect())),
        Charset::Ascii => decode_ascii(bytes),
        Charset::Other(encoding) => decode_as(encoding, bytes, 0),
    }
}

/// Determines the encoding of bytes without a byte order mark.
fn charset(bytes: &[u8]) -> Result<Charset> {
    if bytes.iter().take(2).any(|byte| *byte == 0) {
        return Err(unmarked_utf16("the bytes look like UTF-16 or UTF-32 without a byte order mark".to_owned()));
    }
    let Some(label) = Declaration::sniff(bytes).and_then(|declaration| declaration.encoding) else {
        return Ok(Charset::Other(UTF_8));
    };
    // On the web, these labels mean windows-1252. In XML, they do not.
    match label.to_ascii_lowercase().as_str() {
        "iso-8859-1" | "iso8859-1" | "iso_8859-1" | "latin1" | "latin-1" | "l1" => return Ok(Charset::Latin1),
        "us-ascii" | "ascii" => return Ok(Charset::Ascii),
        _ => {}
    }
    match Encoding::for_label_no_replacement(label.as_bytes()) {
        Some(encoding) if encoding == UTF_16LE || encoding == UTF_16BE => {
            Err(unmarked_utf16(format!("the XML declaration says {label:?}, but the file has no byte order mark")))
        }
        Some(encoding) => Ok(Charset::Other(encoding)),
        None => Err(refused(format!("the encoding {label:?} is unknown"), "save the file as UTF-8")),
    }
}

/// Creates a problem of the text as a whole, located at the start of the text.
fn refused(fact: String, help: &str) -> Problem {
    Problem::new(codes::TEXT_ENCODING, fact, help).at_location(Location::at(1, 1))
}

fn unmarked_utf16(fact: String) -> Problem {
    refused(fact, "save the file as UTF-8, or as UTF-16 with a byte order mark")
}

fn decode_as(encoding: &'static Encoding, bytes: Vec<u8>, start: usize) -> Result<SourceText> {
    if encoding == UTF_8 && start == 0 {
        return decode_utf8(bytes).map_err(|error| malformed(error, UTF_8.name()));
    }
    let mut decoder = encoding.new_decoder_without_bom_handling();
    let rest = &bytes[start..];
    let capacity = decoder.max_utf8_buffer_length_without_replacement(rest.len()).unwrap_or(usize::MAX);
    let mut text = String::with_capacity(capacity.min(rest.len().saturating_mul(3).saturating_add(16)));
    match decoder.decode_to_string_without_replacement(rest, &mut text, true) {
        (DecoderResult::InputEmpty, _) => Ok(SourceText::new(text)),
        (DecoderResult::Malformed(length, behind), read) => {
            let end = start + read - usize::from(behind);
            let wrong = bytes.get(end - usize::from(length)..end).unwrap_or_default();
            Err(malformed(Undecodable { before: text, bytes: wrong.to_vec() }, encoding.name()))
        }
        (DecoderResult::OutputFull, _) => Err(refused("the text does not fit in memory".to_owned(), "split the file")),
    }
}

fn decode_ascii(bytes: Vec<u8>) -> Result<SourceText> {
    let decoded = match bytes.iter().position(|byte| !byte.is_ascii()) {
        Some(at) => {
            let before = String::from_utf8_lossy(&bytes[..at]).into_owned();
            Err(Undecodable { before, bytes: bytes[at..=at].to_vec() })
        }
        None => decode_utf8(bytes),
    };
    decoded.map_err(|error| malformed(error, "US-ASCII"))
}

fn malformed(error: Undecodable, encoding: &str) -> Problem {
    let help = "save the file as UTF-8, or specify its encoding in the XML declaration";
    error.into_problem(codes::TEXT_ENCODING, encoding, help)
}

#[cfg(test)]
mod tests {
    use rigmill_pipeline::Diagnostic;

    use super::*;

    fn read(bytes: &[u8]) -> Result<SourceText, Box<Diagnostic>> {
        decode(bytes.to_vec(), "Walk.Animation").map_err(|problem| Box::new(problem.into()))
    }

    fn check(bytes: &[u8], expected: Result<&str, &str>) {
        let found = read(bytes);
        let found = found.as_ref().map(SourceText::as_str).map_err(|diagnostic| diagnostic.message.as_str());
        assert_eq!(found, expected, "{bytes:02x?}");
    }

    #[test]
    fn the_mark_says_more_than_the_declaration_and_both_more_than_the_default() {
        check(b"\xEF\xBB\xBF<a/>", Ok("<a/>"));
        check(b"\xFF\xFEh\x00\xE9\x00", Ok("hé"));
        check(b"\xFE\xFF\x00h\x9A\xA8", Ok("h骨"));
        check("<é/>".as_bytes(), Ok("<é/>"));
        let latin1 = b"<?xml version='1.0' encoding='ISO-8859-1'?>\xE9\x80";
        check(latin1, Ok("<?xml version='1.0' encoding='ISO-8859-1'?>é\u{80}"));
        let windows = b"<?xml version='1.0' encoding='windows-1252'?>\x80";
        check(windows, Ok("<?xml version='1.0' encoding='windows-1252'?>€"));
    }

    #[test]
    fn what_cannot_be_decoded_is_reported() {
        check(b"a\xE9b", Err("the byte 0xe9 is not valid UTF-8"));
        check(b"\xEF\xBB\xBFa\xE9b", Err("the byte 0xe9 is not valid UTF-8"));
        check(b"\xFF\xFEh\x00\x00\xD8x\x00", Err("the bytes 0x00 0xd8 are not valid UTF-16LE"));
        check(b"\xFF\xFEh", Err("the byte 0x68 is not valid UTF-16LE"));
        check(b"<\x00?\x00", Err("the bytes look like UTF-16 or UTF-32 without a byte order mark"));
        let declared = |label: &str| format!("<?xml version='1.0' encoding='{label}'?>").into_bytes();
        let no_mark = "the XML declaration says \"utf-16\", but the file has no byte order mark";
        check(&declared("utf-16"), Err(no_mark));
        check(&declared("klingon"), Err("the encoding \"klingon\" is unknown"));
        check(b"Kaydara FBX Binary  \0\x1a\0\xe8\x1c\0\0", Err("this is a binary FBX file, not text"));
        check(b"\x89PNG\r\n\x1a\n", Err("this is a PNG image, not text"));
        check(b"glTF\x02\0\0\0", Err("this is a binary glTF file, not text"));
        check(b"RIFF and raff", Ok("RIFF and raff"));
        check(&[declared("us-ascii"), vec![0xE9]].concat(), Err("the byte 0xe9 is not valid US-ASCII"));
    }

    #[test]
    fn what_cannot_be_decoded_has_a_place() {
        let location = read(b"one\ntw\xFFo").unwrap_err().location.unwrap();
        assert_eq!((location.line, location.column, location.excerpt.as_deref()), (2, 3, Some("tw")));
        let location = read(b"<\x00?\x00").unwrap_err().location.unwrap();
        assert_eq!((location.line, location.column), (1, 1));
    }
}
