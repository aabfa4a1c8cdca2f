//! Decodes the document of a file: JSON of limited size, version 2.0.

use std::collections::BTreeMap;

use gltf_json::{Root, Value, deserialize};
use serde::Deserialize;

use crate::error::{Error, ErrorKind, Result};

/// The maximum number of objects, and of entries in lists and objects, in any document. A larger document may contain one more
/// for every [`BYTES_PER_ITEM`] bytes. The limits are needed because an object of two bytes takes hundreds of bytes of memory.
const FREE_OBJECTS: usize = 200_000;
const FREE_ENTRIES: usize = 2_000_000;
const BYTES_PER_ITEM: usize = 64;
/// The node index for a channel without a node. It is larger than the index of any node.
const NO_NODE: u32 = u32::MAX;

/// Decodes a document. Checks only its structure: look up indices with `get`. Time and memory are bounded by the size of
/// `json`.
///
/// # Errors
/// If `json` is not the JSON of a glTF 2.0 file, or is too large.
pub fn decode_document(json: &[u8]) -> Result<Root> {
    check_size(json)?;
    let root = Root::from_slice(json)
        .or_else(|error| completed(json).ok_or(error))
        .map_err(|error| refusal_of_version_1(json).unwrap_or_else(|| no_document(json, &error)))?;
    let needed = root.asset.min_version.as_ref().unwrap_or(&root.asset.version);
    if !root.asset.version.starts_with("2.") || root.asset.min_version.as_ref().is_some_and(|least| least != "2.0") {
        return Err(other_version(needed));
    }
    Ok(root)
}

fn no_document(json: &[u8], error: &gltf_json::Error) -> Error {
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
    let document: Value = deserialize::from_slice(json).ok()?;
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

/// Parses a document after adding what gltf-json requires but the specification does not: `nodes` of scenes, and the `node` of
/// a channel's target (an extension can say what the channel changes instead).
fn completed(json: &[u8]) -> Option<Root> {
    let mut document: Value = deserialize::from_slice(json).ok()?;
    for scene in list(&mut document, "scenes") {
        scene.as_object_mut()?.entry("nodes").or_insert_with(|| Value::Array(Vec::new()));
    }
    for channel in list(&mut document, "animations").flat_map(|animation| list(animation, "channels")) {
        channel.get_mut("target")?.as_object_mut()?.entry("node").or_insert_with(|| NO_NODE.into());
    }
    deserialize::from_value(document).ok()
}

fn list<'a>(object: &'a mut Value, name: &str) -> impl Iterator<Item = &'a mut Value> {
    object.get_mut(name).and_then(Value::as_array_mut).into_iter().flatten()
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

/// The extension that hides nodes, which the crate gltf-json does not support.
pub const VISIBILITY_EXTENSION: &str = "KHR_node_visibility";

#[derive(Deserialize)]
struct Visibilities {
    #[serde(default)]
    nodes: Vec<Node>,
}

#[derive(Deserialize)]
struct Node {
    extensions: Option<Extensions>,
}

#[derive(Deserialize)]
struct Extensions {
    #[serde(rename = "KHR_node_visibility")]
    visibility: Option<Visibility>,
}

#[derive(Deserialize)]
struct Visibility {
    visible: Option<bool>,
}

/// Returns whether each node is visible according to its own [`VISIBILITY_EXTENSION`]. The visibility of its parents is not
/// considered.
///
/// # Errors
/// If the extension does not follow its specification.
pub fn decode_visibility(json: &[u8]) -> Result<Vec<bool>> {
    let document: Visibilities = deserialize::from_slice(json).map_err(|error| {
        let message = shortened(&error.to_string());
        Error::invalid(format!("the extension {VISIBILITY_EXTENSION} cannot be read: {message}"))
    })?;
    let is_visible = |node: Node| node.extensions?.visibility?.visible;
    Ok(document.nodes.into_iter().map(|node| is_visible(node).unwrap_or(true)).collect())
}

#[derive(Deserialize)]
struct Animations {
    #[serde(default)]
    animations: Vec<Animation>,
}

#[derive(Deserialize)]
struct Animation {
    #[serde(default)]
    extras: Value,
}

/// Returns the extras of each animation; null for an animation without extras.
///
/// # Errors
/// If `json` is not a document that [`decode_document`] can read.
pub fn decode_animation_extras(json: &[u8]) -> Result<Vec<Value>> {
    let document: Animations = deserialize::from_slice(json).map_err(|error| {
        let message = shortened(&error.to_string());
        Error::invalid(format!("the extras of animations cannot be read: {message}"))
    })?;
    Ok(document.animations.into_iter().map(|animation| animation.extras).collect())
}

#[derive(Deserialize)]
struct Meshes {
    #[serde(default)]
    meshes: Vec<Mesh>,
}

#[derive(Deserialize)]
struct Mesh {
    #[serde(default)]
    extras: Value,
}

/// Returns the names of each mesh's morph targets. They are in `targetNames` in the extras of the mesh, which is not part of
/// the specification but a common convention. The list is empty for a mesh whose extras have no such list of strings.
///
/// # Errors
/// If `json` is not a document that [`decode_document`] can read.
pub fn decode_target_names(json: &[u8]) -> Result<Vec<Vec<String>>> {
    let document: Meshes = deserialize::from_slice(json).map_err(|error| {
        let message = shortened(&error.to_string());
        Error::invalid(format!("the extras of meshes cannot be read: {message}"))
    })?;
    let names = |mesh: Mesh| deserialize::from_value(mesh.extras.get("targetNames")?.clone()).ok();
    Ok(document.meshes.into_iter().map(|mesh| names(mesh).unwrap_or_default()).collect())
}

/// The attributes of a primitive, or the attributes that a morph target changes: accessor indices by attribute name.
pub type Attributes = BTreeMap<String, u32>;

/// All attributes of a primitive, including attributes that the specification does not define.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct PrimitiveAttributes {
    /// The attributes of the primitive itself.
    pub attributes: Attributes,
    /// The attributes that each of the primitive's morph targets changes.
    pub targets: Vec<Attributes>,
}

#[derive(Deserialize)]
struct Primitives {
    #[serde(default)]
    meshes: Vec<MeshPrimitives>,
}

#[derive(Deserialize)]
struct MeshPrimitives {
    #[serde(default)]
    primitives: Vec<PrimitiveAttributes>,
}

/// Returns the attributes of each primitive of each mesh, including attributes that the specification does not define, which
/// the crate gltf-json does not read.
///
/// # Errors
/// If `json` is not a document that [`decode_document`] can read.
pub fn decode_attributes(json: &[u8]) -> Result<Vec<Vec<PrimitiveAttributes>>> {
    let document: Primitives = deserialize::from_slice(json).map_err(|error| {
        let message = shortened(&error.to_string());
        Error::invalid(format!("the attributes of primitives cannot be read: {message}"))
    })?;
    Ok(document.meshes.into_iter().map(|mesh| mesh.primitives).collect())
}

/// Shortens a string from a file to its first 120 characters, for messages.
#[must_use]
pub fn shortened(text: &str) -> String {
    match text.char_indices().nth(120) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}
