//! The document: the JSON of a file, of a version and with extensions that can be read.

use gltf::json::Root;
use rigmill_pipeline::Diagnostic;

use super::problems::{EXPORT_AGAIN, left_out, over_limit};
use crate::codes;
use crate::report::{Problem, Result};

/// How many objects, and how many entries of lists and objects, any document may have, and after how many bytes one
/// more. An object of two bytes takes some hundreds of memory.
const FREE_OBJECTS: usize = 200_000;
const FREE_ENTRIES: usize = 2_000_000;
const BYTES_AN_ITEM: usize = 64;

/// Whether nodes are shown, which the crate gltf does not know.
pub(super) const VISIBILITY: &str = "KHR_node_visibility";
/// Extensions that files may require.
const KNOWN: [&str; 3] = ["KHR_mesh_quantization", "KHR_lights_punctual", VISIBILITY];
/// The beginnings of the names of extensions that only concern how surfaces look, or what is known of the file.
const HARMLESS: [&str; 2] = ["KHR_materials_", "KHR_xmp"];
/// How many extensions are reported.
const MOST_REPORTED: usize = 8;

/// Nothing of the document has been checked but its form: indices are looked up with `get`.
pub(super) fn parse(json: &[u8], warnings: &mut Vec<Diagnostic>) -> Result<Root> {
    check_size(json)?;
    let root = Root::from_slice(json).map_err(|error| {
        let fact = format!("no glTF file that can be read: {}", shortened(&error.to_string()));
        Problem::new(codes::GLTF_UNREADABLE, fact, "see whether it is the right file, or export it again")
    })?;
    check_version(&root)?;
    check_required(&root)?;
    let ignored = |name: &&String| !is_known(name) && !HARMLESS.iter().any(|start| name.starts_with(start));
    for name in root.extensions_used.iter().filter(ignored).take(MOST_REPORTED) {
        let fact = format!("the extension {:?} is passed over", shortened(name));
        warnings.push(left_out(fact, "look at the result, or export without the extension"));
    }
    Ok(root)
}

fn is_known(name: &str) -> bool {
    KNOWN.contains(&name)
}

fn check_version(root: &Root) -> Result<()> {
    let asset = &root.asset;
    let needed = asset.min_version.as_ref().unwrap_or(&asset.version);
    if asset.version.starts_with("2.") && (asset.min_version.is_none() || needed == "2.0") {
        return Ok(());
    }
    let fact = format!("version {:?} of glTF, version 2.0 can be read", shortened(needed));
    Err(Problem::new(codes::GLTF_UNREADABLE, fact, "export the file as glTF 2.0"))
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

/// Counts what would take memory, before it does.
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
    let more = json.len() / BYTES_AN_ITEM;
    for (found, free, what) in [(objects, FREE_OBJECTS, "objects"), (entries, FREE_ENTRIES, "entries")] {
        if found > free + more {
            let what = format!("{what} in a document of this size");
            return Err(over_limit(found as u64, &what, (free + more) as u64, EXPORT_AGAIN));
        }
    }
    Ok(())
}

/// A text of the file as a message shows it.
pub(super) fn shortened(text: &str) -> String {
    match text.char_indices().nth(120) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}
