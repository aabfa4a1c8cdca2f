//! [`Container`]: the parts of a `.glb`, or a `.gltf` as it is.

use super::problems::unreadable;
use crate::codes;
use crate::report::{Problem, Result};

const MAGIC: &[u8] = b"glTF";
const VERSION: u32 = 2;
const JSON: u32 = u32::from_le_bytes(*b"JSON");
const BINARY: u32 = u32::from_le_bytes(*b"BIN\0");

/// What a file consists of.
#[derive(Debug)]
pub(super) struct Container<'a> {
    pub(super) json: &'a [u8],
    /// The chunk that the first buffer without an address is in.
    pub(super) binary: Option<&'a [u8]>,
}

impl<'a> Container<'a> {
    /// A binary file by its first four bytes; anything else is taken for JSON.
    pub(super) fn of(bytes: &'a [u8]) -> Result<Self> {
        match bytes.strip_prefix(MAGIC) {
            Some(rest) => binary(rest, bytes.len()),
            None => Ok(Self { json: bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes), binary: None }),
        }
    }
}

/// A binary file: magic, version and length, then chunks, each of length, kind and bytes.
fn binary(rest: &[u8], size: usize) -> Result<Container<'_>> {
    let ends = || truncated("the file ends within its header");
    let (version, rest) = number(rest).ok_or_else(ends)?;
    if version != VERSION {
        let fact = format!("version {version} of binary glTF, version {VERSION} can be read");
        return Err(Problem::new(codes::GLTF_UNREADABLE, fact, "export the file as glTF 2.0"));
    }
    let (length, rest) = number(rest).ok_or_else(ends)?;
    if length as usize > size {
        return Err(truncated(&format!("the file says it has {length} bytes, it has {size}")));
    }
    let body = (length as usize).checked_sub(12).and_then(|body| rest.get(..body));
    let (kind, json, rest) = chunk(body.ok_or_else(ends)?)?;
    if kind != JSON {
        return Err(unreadable("the first chunk of a binary glTF file is not its JSON"));
    }
    let mut rest = rest;
    while !rest.is_empty() {
        let (kind, bytes, after) = chunk(rest)?;
        if kind == BINARY {
            return Ok(Container { json, binary: Some(bytes) });
        }
        rest = after;
    }
    Ok(Container { json, binary: None })
}

fn chunk(bytes: &[u8]) -> Result<(u32, &[u8], &[u8])> {
    let ends = || truncated("a chunk is longer than what is left of the file");
    let (length, rest) = number(bytes).ok_or_else(ends)?;
    let (kind, rest) = number(rest).ok_or_else(ends)?;
    let (chunk, rest) = rest.split_at_checked(length as usize).ok_or_else(ends)?;
    Ok((kind, chunk, rest))
}

fn number(bytes: &[u8]) -> Option<(u32, &[u8])> {
    let (number, rest) = bytes.split_first_chunk::<4>()?;
    Some((u32::from_le_bytes(*number), rest))
}

fn truncated(fact: &str) -> Problem {
    Problem::new(codes::GLTF_UNREADABLE, fact, "copy or export the file again")
}
