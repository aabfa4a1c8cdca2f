//! The common parts of both FBX importers: parameters, limits, the choice of clips, and their frames.

pub(crate) mod basis;
pub(crate) mod carried;
pub(crate) mod channels;
pub(crate) mod clips;
pub(crate) mod euler;
pub(crate) mod events;
pub(crate) mod geometric;
pub(crate) mod keeper;
pub(crate) mod keys;
pub(crate) mod left_out;
pub(crate) mod levels;
pub(crate) mod morphs;
pub(crate) mod params;
pub(crate) mod problems;
pub(crate) mod samples;
pub(crate) mod skinning;
pub(crate) mod time_line;
pub(crate) mod transfer;
pub(crate) mod user_properties;
pub(crate) mod uv_sets;
pub(crate) mod uv_transform;
pub(crate) mod vector_curves;
pub(crate) mod visibility;

use rigmill_dom::Element;

use crate::codes;
use crate::report::Result;
use crate::scenes::clip_ranges::Takes;
use crate::scenes::fbx_shared::problems::over_limit;

/// The maximum size of a file, in bytes.
pub(crate) const MAX_BYTES: u64 = 512 << 20;
/// The maximum number of nodes in a file.
pub(crate) const MAX_NODES: u64 = 65_535;
/// The maximum total length of the names of all nodes, in bytes.
const MAX_NAME_BYTES: u64 = 4 << 20;
/// The maximum number of bones in a skin.
const MAX_SKIN_BONES: u64 = 65_535;
/// The maximum nesting depth of nodes.
pub(crate) const DEEPEST_NODE: u32 = 1024;
/// The takes of FBX files. Blender prepends the object's name and a `|` to the name of the action.
pub(crate) const TAKES: Takes = Takes {
    noun: "take",
    short_name: |name| name.rsplit('|').next().unwrap_or(name),
    clip_code: codes::FBX_CLIP,
    missing_code: codes::FBX_NO_TAKE,
};
/// The names of the exporting program's own views in old FBX files, after `Producer `.
const PRODUCERS: [&str; 7] = ["Perspective", "Front", "Back", "Left", "Right", "Top", "Bottom"];

/// The properties of a node that are connected to the node that it looks at, and to the node that determines its up direction.
pub(crate) const TARGET_PROPERTIES: [&str; 2] = ["LookAtProperty", "UpVectorProperty"];

/// Returns whether a camera is one of the exporting program's own views.
pub(crate) fn is_producer(name: &str) -> bool {
    name.strip_prefix("Producer ").is_some_and(|view| PRODUCERS.contains(&view))
}

/// Rejects nodes whose names are too long in total, because content contains each name several times.
pub(crate) fn check_names<'a>(names: impl Iterator<Item = &'a str>) -> Result<()> {
    let bytes = names.map(|name| name.len() as u64).sum();
    if bytes <= MAX_NAME_BYTES {
        return Ok(());
    }
    Err(over_limit(bytes, "bytes in the names of nodes", MAX_NAME_BYTES, "give the nodes shorter names"))
}

/// Rejects a skin with more bones than a vertex can refer to.
pub(crate) fn check_skin(bones: usize, mesh: &Element) -> Result<()> {
    let bones = bones as u64;
    if bones <= MAX_SKIN_BONES {
        return Ok(());
    }
    let what = format!("bones in the skin of {mesh}");
    Err(over_limit(bones, &what, MAX_SKIN_BONES, "remove the bones that move nothing from the skin"))
}
