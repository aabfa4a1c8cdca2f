//! The document of a file, with extensions that the importer understands.

use rigmill_codec_gltf::json::Root;
use rigmill_codec_gltf::material::{Materials, TEXTURE_TRANSFORM_EXTENSION};
use rigmill_codec_gltf::{LOD_EXTENSION, VISIBILITY_EXTENSION, decode_document, shortened};
use rigmill_pipeline::Diagnostic;

use super::problems::left_out;
use crate::codes;
use crate::report::{Problem, Result};

/// Extensions that files may require.
const KNOWN: [&str; 5] =
    ["KHR_mesh_quantization", "KHR_lights_punctual", VISIBILITY_EXTENSION, TEXTURE_TRANSFORM_EXTENSION, LOD_EXTENSION];
/// The prefix of extensions of materials, which are kept.
const OF_MATERIALS: &str = "KHR_materials_";
/// The one of that prefix that is not of materials: meshes choose among them.
const VARIANTS: &str = "KHR_materials_variants";
/// The prefix of extensions that are metadata.
const HARMLESS: &str = "KHR_xmp";
/// The most extensions that are reported.
const MOST_REPORTED: usize = 8;

/// Decodes a document. Only its form is checked: indices are looked up with `get`.
pub(super) fn decode(json: &[u8]) -> Result<Root> {
    let root = decode_document(json)?;
    check_required(&root)?;
    Ok(root)
}

/// Warns of extensions that are ignored. Those of materials are kept, whatever they are.
pub(super) fn warn_of_ignored(root: &Root, materials: &Materials, warnings: &mut Vec<Diagnostic>) {
    let is_kept = |name: &str| materials.materials.iter().any(|material| material.extensions.contains_key(name));
    let ignored = |name: &&String| !is_known(name) && !name.starts_with(HARMLESS) && !is_kept(name);
    for name in root.extensions_used.iter().filter(ignored).take(MOST_REPORTED) {
        let fact = format!("the extension {:?} is ignored", shortened(name));
        warnings.push(left_out(fact, help(name)));
    }
}

/// What to do about an extension that is ignored.
fn help(name: &str) -> &'static str {
    match name {
        VARIANTS => {
            "each mesh has the material that it has without variants: export a file for each variant that the game needs"
        }
        "EXT_mesh_gpu_instancing" => "each such mesh is there once, at its node: export its instances as nodes",
        _ => "look at the result, or export without the extension",
    }
}

fn is_known(name: &str) -> bool {
    KNOWN.contains(&name) || (name.starts_with(OF_MATERIALS) && name != VARIANTS)
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
