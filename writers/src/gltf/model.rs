//! Models.

use rigmill_format::{Model, Transform};
use rigmill_pipeline::{Diagnostic, StageError, WriteContext, Writer};

use super::binary::Binary;
use super::document::{Document, push};
use super::materials::Materials;
use super::nodes::{self, BoneNode};
use super::params::{Axes, GlbParams};
use super::{check, glb, meshes, skins, transforms};
use crate::codes;

/// Writes a [`Model`] as `.glb`: a node for each bone, a mesh on the node that places it, skins, materials. Textures are files of
/// their own, which it refers to.
#[derive(Clone, Copy, Debug, Default)]
pub struct GlbModelWriter;

impl Writer for GlbModelWriter {
    type Input = Model;
    type Params = GlbParams;
    const NAME: &'static str = "glb";
    const VERSION: u32 = 1;
    const TARGET: &'static str = "gltf";
    const EXTENSION: &'static str = "glb";
    const NAMED: bool = true;

    fn label(label: &str) -> &str {
        // The file that the model's source would be called, too.
        if label == ".model" { "" } else { label }
    }

    fn write(&self, value: &Model, params: &GlbParams, ctx: &mut WriteContext) -> Result<Vec<u8>, StageError> {
        check(value, ctx)?;
        let locals = locals(value, ctx);
        let (mut document, mut binary) = (super::document(), Binary::default());
        write(value, &locals, params.axes, &mut document, &mut binary, ctx);
        glb::write(document, binary, ctx)
    }
}

/// The bones' matrices taken apart; tells of what is lost.
fn locals(model: &Model, ctx: &mut WriteContext) -> Vec<Transform> {
    let parts: Vec<(Transform, bool)> = model.bones.iter().map(|bone| transforms::parts(&bone.local)).collect();
    if let Some(at) = parts.iter().position(|(_, sheared)| *sheared) {
        let message = format!("bone {:?}: its matrix shears, which no node of glTF does", model.bones[at].name);
        let help = "apply the transform in the modelling program";
        ctx.report(Diagnostic::warning(codes::LOST, message).help(help));
    }
    parts.into_iter().map(|(local, _)| local).collect()
}

/// Writes a model, with its bones' local transforms, into a document without nodes.
pub(super) fn write(
    model: &Model,
    locals: &[Transform],
    axes: Axes,
    document: &mut Document,
    binary: &mut Binary,
    ctx: &mut WriteContext,
) {
    let node = |(bone, local): (&'_ rigmill_format::ModelBone, &Transform)| {
        let turned = if bone.parent.is_none() { axes } else { Axes::YUp };
        (bone.parent, transforms::upright(local, turned))
    };
    let placed: Vec<_> = model.bones.iter().zip(locals).map(node).collect();
    let bones = model.bones.iter().zip(placed);
    nodes::write(bones.map(|(bone, (parent, local))| BoneNode { name: &bone.name, parent, local }), document);
    write_meshes(model, document, binary, ctx);
    if !document.skins.is_empty() {
        nodes::join_roots(document);
    }
}

/// Puts each mesh on the node that places it; of several, the others on nodes of their own that hang on it.
fn write_meshes(model: &Model, document: &mut Document, binary: &mut Binary, ctx: &mut WriteContext) {
    let asset = ctx.asset().to_owned();
    let mut materials = Materials::of(&model.materials, &asset, ctx);
    for source in &model.meshes {
        let mesh = meshes::mesh(source, &mut materials, binary);
        let mesh = push(&mut document.meshes, mesh);
        let skin = source.skin.as_ref().map(|skin| skins::write(skin, model, document, binary));
        let taken = document.nodes.get(source.bone as usize).is_none_or(|node| node.mesh.is_some());
        let place = if taken { nodes::hang(source.bone, &source.name, document) } else { source.bone };
        if let Some(node) = document.nodes.get_mut(place as usize) {
            (node.mesh, node.skin) = (Some(mesh), skin);
        }
    }
    (document.materials, document.textures, document.images) = (materials.list, materials.textures, materials.images);
}
