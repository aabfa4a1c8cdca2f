//! The container: glTF 2.0, chapter 4.

use rigmill_pipeline::{Diagnostic, StageError, WriteContext};

use super::binary::{Binary, pad};
use super::document::Document;
use crate::codes;

const MAGIC: &[u8; 4] = b"glTF";
const VERSION: u32 = 2;
const JSON: &[u8; 4] = b"JSON";
const BIN: &[u8; 4] = b"BIN\0";

/// The bytes of a file: its JSON, and the binary where there is any.
///
/// # Errors
/// The file would be too large for its header.
pub(super) fn write(mut document: Document, binary: Binary, ctx: &mut WriteContext) -> Result<Vec<u8>, StageError> {
    let mut binary = binary.finish(&mut document);
    let json = serde_json::to_vec(&document).map_err(|error| {
        let message = format!("the document cannot be written: {error}");
        ctx.fail(Diagnostic::error(codes::INVALID_CONTENT, message))
    });
    let mut json = json?;
    pad(&mut json, b' ');
    pad(&mut binary, 0);
    let bytes = contained(&json, &binary);
    bytes.ok_or_else(|| {
        ctx.fail(Diagnostic::error(codes::TOO_LARGE, "the file would have more than 4 GB").help("split the asset"))
    })
}

fn contained(json: &[u8], binary: &[u8]) -> Option<Vec<u8>> {
    let chunks: Vec<(&[u8; 4], &[u8])> =
        [(JSON, json), (BIN, binary)].into_iter().filter(|(_, bytes)| !bytes.is_empty()).collect();
    let length = 12 + chunks.iter().map(|(_, bytes)| 8 + bytes.len() as u64).sum::<u64>();
    let mut file = Vec::new();
    file.extend_from_slice(MAGIC);
    file.extend_from_slice(&VERSION.to_le_bytes());
    file.extend_from_slice(&u32::try_from(length).ok()?.to_le_bytes());
    for (kind, bytes) in chunks {
        file.extend_from_slice(&u32::try_from(bytes.len()).ok()?.to_le_bytes());
        file.extend_from_slice(kind);
        file.extend_from_slice(bytes);
    }
    Some(file)
}
