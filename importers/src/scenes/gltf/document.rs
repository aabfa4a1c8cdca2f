//! The document of a file, with extensions that the importer understands.

use rigmill_codec_gltf::json::Root;
use rigmill_codec_gltf::{VISIBILITY_EXTENSION, decode_document, shortened};
use rigmill_pipeline::Diagnostic;

use super::problems::left_out;
use crate::codes;
use crate::report::{Problem, Result};

/// Extensions that files may require.
const KNOWN: [&str; 3] = ["KHR_mesh_quantization", "KHR_lights_punctual", VISIBILITY_EXTENSION];
/// The prefixes of extensions that only concern the look of surfaces, or metadata.
const HARMLESS: [&str; 2] = ["KHR_materials_", "KHR_xmp"];
/// The most extensions that are reported.
const MOST_REPORTED: usize = 8;

/// Decodes a document. Only its form is checked: indices are looked up with `get`.
pub(super) fn decode(json: &[u8], warnings: &mut Vec<Diagnostic>) -> Result<Root> {
    let root = decode_document(json)?;
    check_required(&root)?;
    let ignored = |name: &&String| !is_known(name) && !HARMLESS.iter().any(|start| name.starts_with(start));
    for name in root.extensions_used.iter().filter(ignored).take(MOST_REPORTED) {
        let fact = format!("the extension {:?} is ignored", shortened(name));
        warnings.push(left_out(fact, "look at the result, or export without the extension"));
    }
    Ok(root)
}

fn is_known(name: &str) -> bool {
    KNOWN.contains(&name)
}

fn check_required(root: &Root) -> Result<()> {
    let unknown: Vec<_> = root.extensions_required.iter().filter(|name| !is_known(name)).take(MOST_REPORTED).collect();
    if unknown.is_empty() {
        return Ok(());
    }
    let names = unknown.iter().map(|name| format!("{:?}", shortened(name))).collect::<Vec<_>>().join(", ");
    let help = "export the file without compression and without the extension";
    Err(Problem::new(codes::GLTF_EXTENSION, format!("the file requires {names}, which cannot be read"), help))
}
