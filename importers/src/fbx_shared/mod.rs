//! What both importers of FBX files share: parameters, limits, the choice of clips and their frames.

pub(crate) mod budget;
pub(crate) mod channels;
pub(crate) mod clip_ranges;
pub(crate) mod params;
pub(crate) mod refusal;
pub(crate) mod samples;
pub(crate) mod time_line;
pub(crate) mod vectors;

use rigmill_dom::Element;
use rigmill_pipeline::Diagnostic;

use crate::codes;

/// How many bytes a file may have.
pub(crate) const MOST_BYTES: u64 = 512 << 20;
/// How many nodes a file may have.
pub(crate) const MOST_NODES: u64 = 65_535;
/// How many bytes the name of a node may have.
pub(crate) const LONGEST_NAME: usize = 4096;
/// How many bones a skin may have.
pub(crate) const MOST_SKIN_BONES: u64 = 65_535;
/// How deep nodes may hang on each other.
pub(crate) const DEEPEST_NODE: u32 = 1024;
/// What FBX files of old call the views of the program that wrote them, behind `Producer `.
const PRODUCERS: [&str; 7] = ["Perspective", "Front", "Back", "Left", "Right", "Top", "Bottom"];

/// Whether a camera is a view of the program that wrote the file.
pub(crate) fn is_producer(name: &str) -> bool {
    name.strip_prefix("Producer ").is_some_and(|view| PRODUCERS.contains(&view))
}

/// That the blend shapes of a mesh are left out.
pub(crate) fn blend_shapes_left_out(mesh: &Element) -> Diagnostic {
    let fact = format!("{mesh}: its blend shapes are left out");
    Diagnostic::warning(codes::FBX_LEFT_OUT, fact).help("delete them before exporting, or move bones in their place")
}
