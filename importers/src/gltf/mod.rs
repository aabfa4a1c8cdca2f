//! [`Gltf`]: models, skeletons and clips from glTF 2.0 files, by way of the crate gltf.
//!
//! The crate gives the document's types. Its own checks and readers are not used: they take a damaged document at its
//! word. Here every index is looked up, every accessor is held against the bytes there are before anything is allocated,
//! and every number is checked for being finite.

mod accessors;
mod budget;
mod buffers;
mod clip_ranges;
mod clips;
mod container;
mod document;
mod faces;
mod keys;
mod materials;
mod meshes;
mod nodes;
mod params;
mod primitives;
mod refusal;
mod skins;
mod tracks;
mod transforms;
mod uri;
mod vectors;
mod visible;

use rigmill_dom::Scene;
use rigmill_pipeline::{Diagnostic, ImportContext, Importer, StageError};

use crate::bounded::read_source;
use crate::codes;
use crate::hidden::{Hidden, leave_out};
use accessors::Accessors;
use budget::Budget;
use buffers::Buffers;
use clips::Animated;
use container::Container;
use nodes::Nodes;
use refusal::Refusal;

pub use params::{Axes, GltfParams};

/// How many bytes a file may have.
const MOST_BYTES: u64 = 512 << 20;

/// Imports `.glb` and `.gltf`, version 2.0. Buffers are read from the file, from the document or from files of the
/// project beside it, which are dependencies.
///
/// The default scene becomes the [`Scene`]. Clips are sampled by evaluating all channels at the time of each frame.
#[derive(Clone, Copy, Debug, Default)]
pub struct Gltf;

impl Importer for Gltf {
    type Output = Scene;
    type Params = GltfParams;
    const NAME: &'static str = "gltf";
    const VERSION: u32 = 3;
    const EXTENSIONS: &'static [&'static str] = &["glb", "gltf"];
    const DEFAULT_PROCESSOR: &'static str = "model";

    fn import(&self, ctx: &mut ImportContext<'_>, params: &GltfParams) -> Result<Scene, StageError> {
        let too_large = |fact| Diagnostic::error(codes::GLTF_LIMIT, fact).help("see whether it is the right file");
        let bytes = read_source(ctx, MOST_BYTES, too_large)?;
        let mut warnings = Vec::new();
        let scene = read_scene(&bytes, params, ctx, &mut warnings);
        warnings.into_iter().for_each(|warning| ctx.report(warning));
        scene.map_err(|refusal| refusal.into_error(ctx))
    }
}

fn read_scene(
    bytes: &[u8],
    params: &GltfParams,
    ctx: &mut ImportContext<'_>,
    warnings: &mut Vec<Diagnostic>,
) -> Result<Scene, Refusal> {
    let container = Container::of(bytes)?;
    let root = document::parse(container.json, warnings)?;
    let nodes = Nodes::of(&root, warnings)?;
    let mut scene = Scene { nodes: nodes.read(params.axes == Axes::ZUp)?, ..Scene::default() };
    let buffers = Buffers::read(&root, container.binary, ctx)?;
    let mut budget = Budget::for_file(bytes.len() as u64 + buffers.outside, params);
    let accessors = Accessors { root: &root, buffers: &buffers };
    scene.meshes = meshes::read(&nodes, &accessors, &mut budget, &mut scene.nodes, warnings)?;
    (scene.materials, scene.textures) = materials::read(&root, &scene.meshes, &buffers)?;
    let animated = Animated { accessors: &accessors, nodes: &nodes, placed: &scene.nodes };
    scene.clips = animated.read(params, &mut budget, warnings)?;
    if params.hidden == Hidden::Skip {
        let presences = visible::read(&root, container.json, &nodes)?;
        warnings.extend(leave_out(&mut scene, &presences));
    }
    Ok(scene)
}
