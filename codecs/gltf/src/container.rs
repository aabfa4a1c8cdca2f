//! [`Container`]: the parts of a file (glTF 2.0, chapter 4).

use crate::binary::{Binary, pad};
use crate::document::Document;
use crate::error::{Error, ErrorKind, Result};

const MAGIC: &[u8; 4] = b"glTF";
const VERSION: u32 = 2;
const JSON: &[u8; 4] = b"JSON";
const BINARY: &[u8; 4] = b"BIN\0";

/// The parts of a file.
#[derive(Clone, Copy, Debug)]
pub struct Container<'a> {
    /// The JSON of the document.
    pub json: &'a [u8],
    /// The binary chunk, which contains the first buffer if that buffer has no URI.
    pub binary: Option<&'a [u8]>,
}

impl<'a> Container<'a> {
    /// Splits a file into its parts. A `.glb` begins with `glTF`; all other files are the JSON of a `.gltf`.
    ///
    /// # Errors
    /// If a `.glb` is damaged or its version is not 2.
    pub fn decode(bytes: &'a [u8]) -> Result<Self> {
        match bytes.strip_prefix(MAGIC) {
            Some(rest) => binary(rest, bytes.len()),
            None => Ok(Self { json: bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes), binary: None }),
        }
    }
}

/// Reads a `.glb` after its magic number: the version and length, then the chunks.
fn binary(rest: &[u8], size: usize) -> Result<Container<'_>> {
    let ends = || truncated("the file ends in its header");
    let (version, rest) = number(rest).ok_or_else(ends)?;
    if version != VERSION {
        let message = format!("the file uses binary glTF version {version}, but only version {VERSION} is supported");
        return Err(Error::new(ErrorKind::Version, message));
    }
    let (length, rest) = number(rest).ok_or_else(ends)?;
    if length as usize > size {
        return Err(truncated(format!("the file is only {size} bytes long, but its header says {length} bytes")));
    }
    let body = (length as usize).checked_sub(12).and_then(|body| rest.get(..body));
    let (kind, json, mut rest) = chunk(body.ok_or_else(ends)?)?;
    if kind != JSON {
        return Err(Error::invalid("the first chunk of a binary glTF file is not its JSON"));
    }
    while !rest.is_empty() {
        let (kind, bytes, after) = chunk(rest)?;
        if kind == BINARY {
            return Ok(Container { json, binary: Some(bytes) });
        }
        rest = after;
    }
    Ok(Container { json, binary: None })
}

/// Reads a chunk (length, type, bytes), and returns its type, its bytes, and the bytes that follow it.
fn chunk(bytes: &[u8]) -> Result<(&[u8; 4], &[u8], &[u8])> {
    let ends = || truncated("a chunk is longer than the rest of the file");
    let (length, rest) = number(bytes).ok_or_else(ends)?;
    let (kind, rest) = rest.split_first_chunk().ok_or_else(ends)?;
    let (chunk, rest) = rest.split_at_checked(length as usize).ok_or_else(ends)?;
    Ok((kind, chunk, rest))
}

fn number(bytes: &[u8]) -> Option<(u32, &[u8])> {
    let (number, rest) = bytes.split_first_chunk()?;
    Some((u32::from_le_bytes(*number), rest))
}

fn truncated(message: impl Into<String>) -> Error {
    Error::new(ErrorKind::Truncated, message)
}

/// Encodes a `.glb` from a document and the binary part that its accessors refer to. If there is no binary data, the file has
/// no binary chunk.
///
/// # Errors
/// If the file is too large for its header, or the document cannot be serialized.
pub fn encode(mut document: Document, binary: Binary) -> Result<Vec<u8>> {
    let mut binary = binary.finish(&mut document);
    let mut json = serde_json::to_vec(&document)
        .map_err(|error| Error::new(ErrorKind::Document, format!("the document cannot be written: {error}")))?;
    pad(&mut json, b' ');
    pad(&mut binary, 0);
    let mut file = [MAGIC.as_slice(), &VERSION.to_le_bytes(), &[0; 4]].concat();
    for (kind, bytes) in [(JSON, json), (BINARY, binary)] {
        if !bytes.is_empty() {
            file.extend(size(bytes.len())?);
            file.extend(kind);
            file.extend(bytes);
        }
    }
    let length = size(file.len())?;
    file[8..12].copy_from_slice(&length);
    Ok(file)
}

fn size(bytes: usize) -> Result<[u8; 4]> {
    let too_large = |_| Error::new(ErrorKind::Limit, "the file would have more than 4 GB");
    u32::try_from(bytes).map(u32::to_le_bytes).map_err(too_large)
}
