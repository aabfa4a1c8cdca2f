//! Decodes the document of a file, and checks its extensions.

use rigmill_codec_gltf::document::{Buffer, Document, Primitive};
use rigmill_codec_gltf::{decode_document, names_of_extensions, shortened};
use rigmill_pipeline::{Location, SourceText};

use super::known_extensions::{Outcome, known, may_be_required};
use super::left_out::{EXTENSION, UNKNOWN_EXTENSION, VARIANT_SETS};
use super::problems::{EXPORT_AGAIN, element};
use crate::codes;
use crate::report::{Problem, Result};
use crate::scenes::left_out::LeftOut;

/// The extensions that compress meshes, and buffers.
const DRACO: &str = "KHR_draco_mesh_compression";
const SPLATS: &str = "KHR_gaussian_splatting";
const SPZ: &str = "KHR_gaussian_splatting_compression_spz_2";
const MESHOPT: [&str; 2] = ["EXT_meshopt_compression", "KHR_meshopt_compression"];

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
    check_compressed(&root, is_text)?;
    Ok(root)
}

fn location(json: &[u8], (line, column): (usize, usize)) -> Location {
    let lines_before = json.split_inclusive(|byte| *byte == b'\n').take(line.saturating_sub(1));
    let at = lines_before.map(<[u8]>::len).sum::<usize>() + column.saturating_sub(1);
    SourceText::new(String::from_utf8_lossy(json).into_owned()).location(at, at + 1)
}

/// Adds the extensions that are left out. Extensions of materials that a material has are always kept.
pub(super) fn add_left_out(root: &Document, json: &[u8], left_out: &mut LeftOut) {
    let is_kept = |name: &str| root.materials.iter().any(|material| material.extensions.contains_key(name));
    // Some exporters do not list all extensions.
    let unlisted = names_of_extensions(json).into_iter().filter(|name| !root.extensions_used.contains(name));
    for name in root.extensions_used.iter().cloned().chain(unlisted).filter(|name| !is_kept(name)) {
        let name = name.as_str();
        let Some(known) = known(name) else {
            left_out.add(UNKNOWN_EXTENSION, name);
            continue;
        };
        match known.outcome {
            Outcome::LeftOut => left_out.add_shown(EXTENSION, 1, &format!("{} ({})", known.name, known.what)),
            Outcome::Fallback => left_out.add(VARIANT_SETS, name),
            Outcome::Kept | Outcome::Ignored | Outcome::Refused => {}
        }
    }
}

fn check_required(root: &Document) -> Result<()> {
    let unknown: Vec<_> =
        root.extensions_required.iter().filter(|name| !may_be_required(name)).take(MAX_REPORTED).collect();
    if unknown.is_empty() {
        return Ok(());
    }
    let names = unknown.iter().map(|name| format!("{:?}", shortened(name))).collect::<Vec<_>>().join(", ");
    let extensions = if unknown.len() == 1 { "extension" } else { "extensions" };
    let fact = format!("the file requires the {extensions} {names}, which Rigmill does not support");
    let help = format!("turn off the {extensions} in the exporter, and export the file again");
    Err(Problem::new(codes::GLTF_EXTENSION, fact, help))
}

/// Rejects data that is only in a compressed form. Accessors without other data would be zeros, and buffers missing. A `.gltf`
/// (`is_text`) has no binary chunk, so its first buffer can be missing, too.
fn check_compressed(root: &Document, is_text: bool) -> Result<()> {
    for (index, mesh) in root.meshes.iter().enumerate() {
        let element = element("mesh", mesh.name.as_ref(), index).to_string();
        mesh.primitives.iter().try_for_each(|primitive| check_data(primitive, &element, root))?;
    }
    for (index, view) in root.buffer_views.iter().enumerate() {
        let compression = MESHOPT.into_iter().find(|name| view.extensions.contains_key(*name));
        let is_empty = |buffer: &Buffer| buffer.uri.is_none() && (is_text || view.buffer > 0);
        let is_missing = || root.buffers.get(view.buffer as usize).is_some_and(is_empty);
        if let Some(compression) = compression.filter(|_| is_missing()) {
            return Err(only_in_extension(&format!("buffer view {index}"), compression));
        }
    }
    Ok(())
}

/// Rejects a primitive whose data is only in the form of an extension, known or unknown.
fn check_data(primitive: &Primitive, element: &str, root: &Document) -> Result<()> {
    let splats = primitive.extensions.get(SPLATS).and_then(|splats| splats.get("extensions")?.get(SPZ));
    let compression =
        if primitive.extensions.contains_key(DRACO) { Some(DRACO) } else { splats.is_some().then_some(SPZ) };
    if let Some(compression) = compression.filter(|_| has_no_data(primitive, root)) {
        return Err(only_in_extension(element, compression));
    }
    let Some(&positions) = primitive.attributes.get("POSITION").filter(|it| is_missing(**it, root)) else {
        return Ok(());
    };
    if let Some(unknown) = primitive.extensions.keys().find(|name| known(name).is_none()) {
        return Err(only_in_extension(element, &shortened(unknown)));
    }
    let fact = format!("{element}: accessor {positions} has no data, but its bounds are not 0");
    Err(Problem::new(codes::GLTF_ACCESSOR, fact, EXPORT_AGAIN))
}

/// Returns whether an accessor has no data, so that its elements are zeros, although its bounds contradict this.
fn is_missing(accessor: u32, root: &Document) -> bool {
    root.accessors.get(accessor as usize).is_some_and(|it| {
        let mut bounds = it.min.iter().chain(&it.max);
        it.buffer_view.is_none() && it.sparse.is_none() && bounds.any(|bound| *bound != 0.0)
    })
}

fn has_no_data(primitive: &Primitive, root: &Document) -> bool {
    let is_empty = |accessor: &u32| {
        let accessor = root.accessors.get(*accessor as usize);
        accessor.is_some_and(|it| it.buffer_view.is_none() && it.sparse.is_none())
    };
    primitive.attributes.values().chain(&primitive.indices).any(is_empty)
}

/// Creates the problem of data that only an extension contains.
pub(super) fn only_in_extension(what: &str, extension: &str) -> Problem {
    let fact = format!("{what}: the file contains this data only in the form of the extension {extension:?}");
    Problem::new(codes::GLTF_EXTENSION, fact, "turn off the extension in the exporter, and export the file again")
}
