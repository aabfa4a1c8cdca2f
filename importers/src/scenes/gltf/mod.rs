//! [`Gltf`]: imports models, skeletons and clips from glTF 2.0 files.
//!
//! The crate `rigmill_codec_gltf` decodes the files. These modules look up every index of the document, and check that every
//! number is finite.

mod animated;
mod attributes;
mod buffers;
mod cameras;
mod clips;
mod document;
mod events;
mod extensions;
mod extras;
mod frames;
mod instances;
mod keys;
pub(crate) mod known_extensions;
mod ktx2_image;
mod left_out;
mod levels;
mod lights;
mod materials;
mod meshes;
mod morphs;
mod nodes;
mod params;
mod primitives;
mod problems;
mod skins;
mod targets;
mod textures;
mod tracks;
mod transforms;
mod visible;
mod weights;

use rigmill_codec_gltf::Container;
use rigmill_dom::Scene;
use rigmill_pipeline::{Diagnostic, ImportContext, Importer, StageError};

use crate::codes;
use crate::scenes::budget::Budget;
use crate::scenes::carried::make_bones;
use crate::scenes::empty;
use crate::scenes::hidden::{Hidden, leave_out};
use crate::scenes::left_out::LeftOut;
use crate::syntax::{read_source, refuse_kinds_except};
use animated::Animated;
use nodes::Nodes;
use problems::Failure;

pub use attributes::AttributeChoice;
pub use params::{Axes, GltfParams};

/// The maximum size of a file, in bytes.
const MAX_BYTES: u64 = 512 << 20;

/// Imports `.glb` and `.gltf`, version 2.0.
///
/// Buffers are read from the file, from the document, or from other files in the project, which become dependencies. The
/// default scene becomes the [`Scene`]. Clips are sampled by evaluating all channels at the time of each frame.
#[derive(Clone, Copy, Debug, Default)]
pub struct Gltf;

impl Importer for Gltf {
    type Output = Scene;
    type Params = GltfParams;
    const NAME: &'static str = "gltf";
    const VERSION: u32 = 15;
    const EXTENSIONS: &'static [&'static str] = &["glb", "gltf"];
    const DEFAULT_PROCESSOR: &'static str = "model";

    fn import(&self, ctx: &mut ImportContext<'_>, params: &GltfParams) -> Result<Scene, StageError> {
        let help = "check that this is the right file, or split it";
        let bytes = read_source(ctx, MAX_BYTES, codes::GLTF_LIMIT, help)?;
        let mut warnings = Vec::new();
        let scene = read_scene(&bytes, params, ctx, &mut warnings);
        warnings.into_iter().for_each(|warning| ctx.report(warning));
        scene.map_err(|failure| failure.report(ctx))
    }
}

fn read_scene(
    bytes: &[u8],
    params: &GltfParams,
    ctx: &mut ImportContext<'_>,
    warnings: &mut Vec<Diagnostic>,
) -> Result<Scene, Failure> {
    refuse_kinds_except("gltf", "a glTF file", (ctx.source().file_name(), bytes), codes::GLTF_UNREADABLE)?;
    let container = Container::decode(bytes)?;
    let root = document::decode(container.json, !bytes.starts_with(b"glTF"))?;
    let mut left_out = LeftOut::new(codes::GLTF_LEFT_OUT);
    document::add_left_out(&root, container.json, &mut left_out);
    left_out::add_extras(container.json, &mut left_out)?;
    let nodes = Nodes::list(&root, &mut left_out)?;
    left_out::add(&root, &mut left_out);
    let mut scene = Scene { nodes: nodes.read(params.axes == Axes::ZUp)?, ..Scene::default() };
    let (accessors, outside) = buffers::open(&root, container.binary, ctx)?;
    let mut budget = Budget::for_file(bytes.len() as u64 + outside, params.max_samples, codes::GLTF_LIMIT);
    attributes::add_left_out(&root, params.attributes, &mut left_out);
    scene.meshes = meshes::read(&nodes, params.attributes, &accessors, &mut budget, &mut scene.nodes, &mut left_out)?;
    let instances = instances::read(&nodes, &scene, &accessors, &mut budget, &mut left_out)?;
    let buffer_bytes = outside + accessors.chunk_bytes();
    (scene.materials, scene.textures) = materials::read(&scene.meshes, &accessors, buffer_bytes, &mut left_out)?;
    scene.cameras = cameras::read(&nodes, &scene.nodes, &mut left_out);
    scene.lights = lights::read(&nodes, &scene.nodes, &mut left_out);
    scene.levels = levels::read(&nodes, &scene.nodes, &mut left_out);
    let animated = Animated { accessors: &accessors, nodes: &nodes, placed: &scene.nodes, meshes: &scene.meshes };
    scene.clips = animated.read(params, &mut budget, &mut left_out, warnings)?;
    warnings.extend(left_out.into_warnings());
    let events = events::read(&root, warnings);
    warnings.extend(crate::scenes::events::add(&mut scene.clips, events));
    if params.camera_bones {
        make_bones(&mut scene);
    }
    if params.hidden == Hidden::Skip {
        let presences = visible::read(&root, &nodes);
        warnings.extend(leave_out(&mut scene, &presences));
    }
    instances::add(&mut scene, instances);
    warnings.extend(empty::warning(&scene, warnings));
    Ok(scene)
}
