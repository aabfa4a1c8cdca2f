//! [`Fbx`]: imports models, skeletons and clips from FBX files of any version, with the library ufbx.
//!
//! ufbx is written in C. Its input is limited beforehand (size of the file) and while it works (memory, depth of the
//! hierarchy). It opens no files and calls nothing back. This module checks its output: counts against limits, numbers for
//! being finite, and indices for being in range. Only the safe interface of ufbx is used.

mod baked;
mod blended;
mod carried;
mod clips;
mod curves;
mod direct;
mod elements;
mod extensions;
mod fault;
mod kept;
mod left_out;
mod links;
mod load;
mod maps;
mod materials;
mod meshes;
mod morphs;
mod nodes;
mod numbers;
mod outline;
mod properties;
mod records;
mod refusal;
mod skins;
mod textures;
mod tracks;
mod typed_uvs;
mod visible;

use rigmill_dom::Scene;
use rigmill_pipeline::{Diagnostic, ImportContext, Importer, StageError};

use self::outline::Outline;
use crate::codes;
use crate::report::Result;
use crate::scenes::budget::Budget;
use crate::scenes::carried::make_bones;
use crate::scenes::empty;
use crate::scenes::fbx_shared::params::{FbxParams, GeometricTransforms};
use crate::scenes::fbx_shared::{events, geometric, transfer, uv_sets, visibility};
use crate::scenes::left_out::LeftOut;
use crate::syntax::{read_source, refuse_kinds_except};

/// Imports `.fbx`: versions 3000 to 7700, binary in either byte order, and text.
///
/// Geometric transforms are applied to the vertices, unless `geometric_transforms = "node"`.
///
/// If a chain of translation, rotation and scale cannot express a hierarchy (a scale that is not inherited, or a mesh used
/// twice with different geometric transforms), nodes are added. They have the name of their parent followed by ` scale` or
/// ` geometry`, and are [`Empty`](rigmill_dom::NodeKind::Empty) or [`Mesh`](rigmill_dom::NodeKind::Mesh).
///
/// Clips are sampled by evaluating all curves at the time of each frame. With `curves = "keep"`, curves that are cubic in time
/// are also kept unchanged.
#[derive(Clone, Copy, Debug, Default)]
pub struct Fbx;

impl Importer for Fbx {
    type Output = Scene;
    type Params = FbxParams;
    const NAME: &'static str = "fbx";
    const VERSION: u32 = 17;
    const EXTENSIONS: &'static [&'static str] = &["fbx"];
    const DEFAULT_PROCESSOR: &'static str = "model";

    fn import(&self, ctx: &mut ImportContext<'_>, params: &FbxParams) -> Result<Scene, StageError> {
        let bytes = read_source(
            ctx,
            crate::scenes::fbx_shared::MAX_BYTES,
            codes::FBX_LIMIT,
            "check that this is the right file, or split it",
        )?;
        let mut warnings = Vec::new();
        let file = (ctx.source().file_name(), &bytes[..]);
        let scene = refuse_kinds_except("fbx", "an FBX file", file, codes::FBX_UNREADABLE)
            .and_then(|()| transfer::check_head(&bytes))
            .and_then(|()| read_scene(&bytes, params, &mut warnings).map_err(|it| transfer::explained(it, &bytes)));
        warnings.into_iter().for_each(|warning| ctx.report(warning));
        scene.map_err(|problem| ctx.fail(problem.into()))
    }
}

fn read_scene(bytes: &[u8], params: &FbxParams, warnings: &mut Vec<Diagnostic>) -> Result<Scene> {
    let bytes = &*typed_uvs::with_plain_names(bytes);
    let mut budget = Budget::for_file(bytes.len() as u64, params.max_samples, codes::FBX_LIMIT);
    let outline = Outline::new(bytes);
    let source = load::load(bytes, &outline, params)?;
    warnings.extend(load::warnings(&source, bytes));
    let nodes = nodes::Nodes::list(&source)?;
    let geometric = load::moved_shapes(bytes, &outline, &source, params)?;
    let mut materials = materials::Materials::new(&source)?;
    let mut scene = Scene { nodes: nodes.read()?, ..Scene::default() };
    let mut left_out = LeftOut::new(codes::FBX_LEFT_OUT);
    scene.meshes = meshes::read(&nodes, &geometric, &mut materials, &mut budget, &mut scene.nodes, &mut left_out)?;
    materials.add_left_out(&mut left_out);
    let links = links::Links::new(&source);
    left_out::add(&source, &outline, &links, &mut left_out);
    let uv_sets = materials.take_uv_sets();
    (scene.materials, scene.textures) = materials.into_lists();
    uv_sets::number(&mut scene, &uv_sets);
    let carried = carried::Carried { source: &source, nodes: &nodes };
    scene.cameras = carried.cameras(&mut left_out);
    scene.lights = carried.lights(&mut left_out);
    scene.levels = carried.levels(&mut left_out);
    let targets = morphs::Targets::new(&nodes, &scene.nodes, &scene.meshes);
    scene.clips = clips::read(&source, &nodes, &targets, &links, params, &mut budget, warnings)?;
    warnings.extend(events::apply(&mut scene, clips::properties(&source)));
    if params.geometric_transforms == GeometricTransforms::Node {
        warnings.extend(geometric::move_into_nodes(&mut scene, &nodes.geometric_transforms())?);
    }
    if params.camera_bones {
        make_bones(&mut scene);
    }
    let visibilities = visible::read(&source, &nodes);
    let hidden = visibility::apply(&mut scene, &visibilities, params, &mut left_out);
    warnings.extend(left_out.into_warnings().chain(hidden));
    warnings.extend(empty::warning(&scene, warnings));
    Ok(scene)
}
