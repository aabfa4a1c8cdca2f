//! Decodes the document of a file: JSON of limited size, version 2.0.

use serde_json::Value;

use crate::document::Document;
use crate::error::{Error, ErrorKind, Result, shortened};

/// The maximum number of objects, and of entries in lists and objects, in any document. A larger document may contain one more
/// for every [`BYTES_PER_ITEM`] bytes. The limits are needed because an object of two bytes takes hundreds of bytes of memory.
const FREE_OBJECTS: usize = 200_000;
const FREE_ENTRIES: usize = 2_000_000;
const BYTES_PER_ITEM: usize = 64;

/// Decodes a document. Checks only its structure: indices may refer to nothing. Time and memory are bounded by the size of
/// `json`.
///
/// # Errors
/// If `json` is not the JSON of a glTF 2.0 file, or is too large.
pub fn decode_document(json: &[u8]) -> Result<Document> {
    check_size(json)?;
    let document: Document = serde_json::from_slice(json)
        .map_err(|error| refusal_of_version_1(json).unwrap_or_else(|| no_document(json, &error)))?;
    let needed = document.asset.min_version.as_ref().unwrap_or(&document.asset.version);
    if !document.asset.version.starts_with("2.")
        || document.asset.min_version.as_ref().is_some_and(|least| least != "2.0")
    {
        return Err(other_version(needed));
    }
    Ok(document)
}

fn no_document(json: &[u8], error: &serde_json::Error) -> Error {
    let (line, column) = (error.line(), error.column());
    let (reason, place) = match json.trim_ascii_start().first() {
        None => ("it is empty".to_owned(), None),
        Some(b'{') => {
            let reason = error.to_string();
            let suffix = format!(" at line {line} column {column}");
            let place = reason.ends_with(&suffix).then_some((line, column));
            (shortened(reason.strip_suffix(&suffix).unwrap_or(&reason)), place)
        }
        Some(_) => ("it is neither a GLB file nor JSON".to_owned(), None),
    };
    Error::new(ErrorKind::Document, format!("the glTF file cannot be read: {reason}")).at(place)
}

fn other_version(version: &str) -> Error {
    let message = format!("the file uses glTF version {:?}, but only version 2.0 is supported", shortened(version));
    Error::new(ErrorKind::Version, message)
}

/// Returns the error for a glTF 1 document. glTF 1 has objects where glTF 2.0 has lists, and `asset`, which contains the
/// version, is optional.
fn refusal_of_version_1(json: &[u8]) -> Option<Error> {
    let document: Value = serde_json::from_slice(json).ok()?;
    let version = document.get("asset").and_then(|asset| asset.get("version"));
    let number =
        version.and_then(|version| version.as_str().map(str::to_owned).or_else(|| Some(version.as_f64()?.to_string())));
    let keyed =
        ["nodes", "meshes", "accessors", "scenes"].iter().any(|list| document.get(list).is_some_and(Value::is_object));
    match number {
        Some(number) if !number.starts_with('2') => Some(other_version(&number)),
        None if keyed => Some(other_version("1.0")),
        _ => None,
    }
}

/// Counts objects and entries before decoding allocates memory for them.
fn check_size(json: &[u8]) -> Result<()> {
    let (mut objects, mut entries) = (0_usize, 0_usize);
    let (mut in_string, mut escaped) = (false, false);
    for byte in json {
        match (in_string, byte) {
            (true, _) if escaped => escaped = false,
            (true, b'\\') => escaped = true,
            (_, b'"') => in_string = !in_string,
            (false, b'{') => objects += 1,
            (false, b',') => entries += 1,
            _ => {}
        }
    }
    let more = json.len() / BYTES_PER_ITEM;
    for (found, free, what) in [(objects, FREE_OBJECTS, "objects"), (entries, FREE_ENTRIES, "entries")] {
        let most = free + more;
        if found > most {
            let message =
                format!("the file contains {found} {what}, but only {most} are allowed in a file of this size");
            return Err(Error::new(ErrorKind::Limit, message));
        }
    }
    Ok(())
}
