//! [`FbxDom`]: imports models, skeletons and clips from binary FBX files of versions 7.4 to 7.7, without C code.
//!
//! The crate fbxcel reads the records. It trusts the lengths in a file, so [`scan`] first checks every length. Features that
//! this importer does not support are rejected with a message that names them.

mod carried;
mod clips;
mod curves;
mod document;
mod kept;
mod left_out;
mod materials;
mod matrices;
mod meshes;
mod morphs;
mod motion;
mod nodes;
mod placements;
mod properties;
mod records;
mod scan;
mod settings;
mod skins;
mod transforms;
mod unsupported;
mod visible;

use rigmill_dom::Scene;
use rigmill_pipeline::{Diagnostic, ImportContext, Importer, StageError};

use crate::codes;
use crate::report::Result;
use crate::scenes::budget::Budget;
use crate::scenes::carried::make_bones;
use crate::scenes::empty;
use crate::scenes::fbx_shared::params::{FbxParams, GeometricTransforms};
use crate::scenes::fbx_shared::{MAX_BYTES, events, geometric, transfer, uv_sets, visibility};
use crate::scenes::left_out::LeftOut;
use crate::syntax::{read_source, refuse_kinds_except};

/// Imports `.fbx`: binary, little-endian, versions 7.4 to 7.7. Since version 7.5, the record headers have a different format,
/// but the records are the same.
///
/// For files with these features only, the importer creates the same scenes as the importer `fbx`: plain nodes, meshes, skins,
/// blend shapes, takes of one layer, and Lambert and Phong materials. What is unknown but not needed is left out, with a
/// warning. Features without which the scene would be wrong (text files, other versions, left-handed axes, scale that is not
/// inherited, several animation layers and others) are errors with a message that names them.
#[derive(Clone, Copy, Debug, Default)]
pub struct FbxDom;

impl Importer for FbxDom {
    type Output = Scene;
    type Params = FbxParams;
    const NAME: &'static str = "fbx-dom";
    const VERSION: u32 = 16;
    // If both importers are available, files go to the one that supports more of them.
    const EXTENSIONS: &'static [&'static str] = if cfg!(feature = "fbx") { &[] } else { &["fbx"] };
    const DEFAULT_PROCESSOR: &'static str = "model";

    fn import(&self, ctx: &mut ImportContext<'_>, params: &FbxParams) -> Result<Scene, StageError> {
        let help = "check that this is the right file, or split it";
        let bytes = read_source(ctx, MAX_BYTES, codes::FBX_LIMIT, help)?;
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
    let mut budget = Budget::for_file(bytes.len() as u64, params.max_samples, codes::FBX_LIMIT);
    let tree = records::read(bytes)?;
    let document = document::Document::new(&tree)?;
    let settings = settings::Settings::new(&document, params)?;
    let nodes = nodes::Nodes::list(&document, &settings)?;
    let mut materials = materials::Materials::new(&document)?;
    let mut scene = Scene { nodes: nodes.read()?, ..Scene::default() };
    let mut left_out = LeftOut::new(codes::FBX_LEFT_OUT);
    scene.meshes =
        meshes::read(&document, &nodes, params, &mut materials, &mut budget, &mut scene.nodes, &mut left_out)?;
    materials.add_left_out(&mut left_out);
    left_out::add(&document, &mut budget, &mut left_out)?;
    let uv_sets = materials.take_uv_sets();
    (scene.materials, scene.textures) = materials.into_lists();
    uv_sets::number(&mut scene, &uv_sets);
    let carried = carried::Carried { document: &document, nodes: &nodes, scale: settings.scale };
    scene.cameras = carried.cameras(&mut left_out);
    scene.lights = carried.lights(&mut left_out);
    scene.levels = carried.levels(&mut left_out);
    let targets = morphs::Targets::new(&document, &nodes, &scene.nodes, &scene.meshes)?;
    scene.clips = clips::read(&document, &nodes, &targets, settings.frame_rate, params, &mut budget, warnings)?;
    warnings.extend(events::apply(&mut scene, clips::properties(&document)));
    if params.geometric_transforms == GeometricTransforms::Node {
        warnings.extend(geometric::move_into_nodes(&mut scene, &nodes.geometric_transforms())?);
    }
    if params.camera_bones {
        make_bones(&mut scene);
    }
    let visibilities = visible::read(&document, &nodes, &mut budget)?;
    let hidden = visibility::apply(&mut scene, &visibilities, params, &mut left_out);
    warnings.extend(left_out.into_warnings().chain(hidden));
    warnings.extend(empty::warning(&scene, warnings));
    Ok(scene)
}
