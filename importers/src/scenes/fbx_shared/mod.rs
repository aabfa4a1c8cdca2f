//! What both importers of FBX files share: parameters, limits, the choice of clips and their frames.

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

/// How many bytes a file may have.
pub(crate) const MOST_BYTES: u64 = 512 << 20;
/// How many nodes a file may have.
pub(crate) const MOST_NODES: u64 = 65_535;
/// How many bytes the names of all nodes may have.
const MOST_NAME_BYTES: u64 = 4 << 20;
/// How many bones a skin may have.
const MOST_SKIN_BONES: u64 = 65_535;
/// How deep nodes may be nested.
pub(crate) const DEEPEST_NODE: u32 = 1024;
/// The takes of FBX files. Blender puts the object's name and a `|` before the action's.
pub(crate) const TAKES: Takes = Takes {
    noun: "take",
    short_name: |name| name.rsplit('|').next().unwrap_or(name),
    clip_code: codes::FBX_CLIP,
    missing_code: codes::FBX_NO_TAKE,
};
/// What old FBX files call the views of the program that wrote them, after `Producer `.
const PRODUCERS: [&str; 7] = ["Perspective", "Front", "Back", "Left", "Right", "Top", "Bottom"];

/// The properties of a node that are connected to the node that it looks at, and to the one that says where up is.
pub(crate) const TARGET_PROPERTIES: [&str; 2] = ["LookAtProperty", "UpVectorProperty"];

/// Whether a camera is a view of the program that wrote the file.
pub(crate) fn is_producer(name: &str) -> bool {
    name.strip_prefix("Producer ").is_some_and(|view| PRODUCERS.contains(&view))
}

/// Refuses nodes whose names have too many bytes: content holds each name several times.
pub(crate) fn check_names<'a>(names: impl Iterator<Item = &'a str>) -> Result<()> {
    let bytes = names.map(|name| name.len() as u64).sum();
    if bytes <= MOST_NAME_BYTES {
        return Ok(());
    }
    Err(over_limit(bytes, "bytes in the names of nodes", MOST_NAME_BYTES, "give the nodes shorter names"))
}

/// Refuses a skin of more bones than an index of a vertex can address.
pub(crate) fn check_skin(bones: usize, mesh: &Element) -> Result<()> {
    let bones = bones as u64;
    if bones <= MOST_SKIN_BONES {
        return Ok(());
    }
    let what = format!("bones in the skin of {mesh}");
    Err(over_limit(bones, &what, MOST_SKIN_BONES, "remove the bones that move nothing from the skin"))
}
