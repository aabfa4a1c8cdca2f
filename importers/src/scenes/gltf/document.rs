//! The document of a file, with extensions that the importer understands.

use rigmill_codec_gltf::json::Root;
use rigmill_codec_gltf::material::{IMAGE_EXTENSIONS, Materials, TEXTURE_TRANSFORM_EXTENSION};
use rigmill_codec_gltf::{LOD_EXTENSION, VISIBILITY_EXTENSION, decode_document, shortened};

use super::left_out::{EXTENSION, INSTANCES, VARIANT_SETS};
use crate::codes;
use crate::report::{Problem, Result};
use crate::scenes::left_out::LeftOut;

/// Extensions that files may require.
const KNOWN: [&str; 5] =
    ["KHR_mesh_quantization", "KHR_lights_punctual", VISIBILITY_EXTENSION, TEXTURE_TRANSFORM_EXTENSION, LOD_EXTENSION];
/// The prefix of extensions of materials, which are kept.
const OF_MATERIALS: &str = "KHR_materials_";
/// The one of that prefix that is not of materials: meshes choose among them.
const VARIANTS: &str = "KHR_materials_variants";
/// The prefix of extensions that are metadata.
const HARMLESS: &str = "KHR_xmp";
/// The most extensions that a refusal names.
const MOST_REPORTED: usize = 8;

/// Decodes a document. Only its form is checked: indices are looked up with `get`.
pub(super) fn decode(json: &[u8]) -> Result<Root> {
    let root = decode_document(json)?;
    check_required(&root)?;
    Ok(root)
}

/// Adds the extensions that are left out. Those of materials are kept, whatever they are.
pub(super) fn add_left_out(root: &Root, materials: &Materials, left_out: &mut LeftOut) {
    let is_kept = |name: &str| materials.materials.iter().any(|material| material.extensions.contains_key(name));
    let ignored = |name: &&String| !is_known(name) && !name.starts_with(HARMLESS) && !is_kept(name);
    for name in root.extensions_used.iter().filter(ignored) {
        let kind = match name.as_str() {
            VARIANTS => VARIANT_SETS,
            "EXT_mesh_gpu_instancing" => INSTANCES,
            _ => EXTENSION,
        };
        left_out.add(kind, name);
    }
}

fn is_known(name: &str) -> bool {
    KNOWN.contains(&name) || IMAGE_EXTENSIONS.contains(&name) || (name.starts_with(OF_MATERIALS) && name != VARIANTS)
}

fn check_required(root: &Root) -> Result<()> {
    let unknown: Vec<_> = root
        .extensions_required
        .iter()
        .filter(|name| !is_known(name) && !name.starts_with(HARMLESS))
        .take(MOST_REPORTED)
        .collect();
    if unknown.is_empty() {
        return Ok(());
    }
    let names = unknown.iter().map(|name| format!("{:?}", shortened(name))).collect::<Vec<_>>().join(", ");
    let help = "export the file without compression and without the extension";
    Err(Problem::new(codes::GLTF_EXTENSION, format!("the file requires {names}, which cannot be read"), help))
}
