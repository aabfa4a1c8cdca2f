//! Decodes the document of a file, and checks its extensions.

use rigmill_codec_gltf::document::{
    Document, IMAGE_EXTENSIONS, LOD_EXTENSION, TEXTURE_TRANSFORM_EXTENSION, VISIBILITY_EXTENSION,
};
use rigmill_codec_gltf::{decode_document, shortened};
use rigmill_pipeline::{Location, SourceText};

use super::left_out::{EXTENSION, INSTANCES, VARIANT_SETS};
use crate::codes;
use crate::report::{Problem, Result};
use crate::scenes::left_out::LeftOut;

/// The extensions that files may require.
const KNOWN: [&str; 5] =
    ["KHR_mesh_quantization", "KHR_lights_punctual", VISIBILITY_EXTENSION, TEXTURE_TRANSFORM_EXTENSION, LOD_EXTENSION];
/// The prefix of material extensions, which are kept.
const OF_MATERIALS: &str = "KHR_materials_";
/// The extension with this prefix that does not belong to materials: it lets meshes choose among materials.
const VARIANTS: &str = "KHR_materials_variants";
/// The prefix of extensions that contain only metadata.
const HARMLESS: &str = "KHR_xmp";
/// The maximum number of extensions that an error message names.
const MAX_REPORTED: usize = 8;

/// Decodes a document, which is the text of a `.gltf` if `is_text`. Checks only its structure: look up every index.
pub(super) fn decode(json: &[u8], is_text: bool) -> Result<Document> {
    let root = decode_document(json).map_err(|mut error| {
        // Users do not see the lines of JSON that is inside a binary file.
        let place = if is_text { error.place.take() } else { None };
        let problem = Problem::from(error);
        match place {
            Some(place) => problem.at_location(location(json, place)),
            None => problem,
        }
    })?;
    check_required(&root)?;
    Ok(root)
}

fn location(json: &[u8], (line, column): (usize, usize)) -> Location {
    let lines_before = json.split_inclusive(|byte| *byte == b'\n').take(line.saturating_sub(1));
    let at = lines_before.map(<[u8]>::len).sum::<usize>() + column.saturating_sub(1);
    SourceText::new(String::from_utf8_lossy(json).into_owned()).location(at, at + 1)
}

/// Adds the extensions that are left out. Material extensions are always kept.
pub(super) fn add_left_out(root: &Document, left_out: &mut LeftOut) {
    let is_kept = |name: &str| root.materials.iter().any(|material| material.extensions.contains_key(name));
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

fn check_required(root: &Document) -> Result<()> {
    let unknown: Vec<_> = root
        .extensions_required
        .iter()
        .filter(|name| !is_known(name) && !name.starts_with(HARMLESS))
        .take(MAX_REPORTED)
        .collect();
    if unknown.is_empty() {
        return Ok(());
    }
    let names = unknown.iter().map(|name| format!("{:?}", shortened(name))).collect::<Vec<_>>().join(", ");
    let extensions = if unknown.len() == 1 { "extension" } else { "extensions" };
    let fact = format!("the file requires the {extensions} {names}, which Rigmill does not support");
    let help = format!("turn off the {extensions} in the exporter, and export the file again");
    Err(Problem::new(codes::GLTF_EXTENSION, fact, help))
}
