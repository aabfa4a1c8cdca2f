//! Converts a model to a scene.

use rigmill_codec_xnb::{BoneId, Model, ModelBone, Value};
use rigmill_dom::{Element, NodeKind, Scene, SceneMesh, SceneNode, SceneTransform};
use rigmill_pipeline::Diagnostic;

use super::materials::add_materials;
use super::matrix::{decomposed, is_affine, is_sheared};
use super::mesh::{self, Budget};
use super::problems::invalid;
use crate::codes;
use crate::report::Result;

/// Converts a model. The nodes of bones place the meshes. If a bone has several meshes, each mesh except the first gets its own
/// node.
pub(super) fn scene(model: &Model<Value>, resources: &[Value]) -> Result<Scene> {
    let mut scene = Scene::default();
    for (index, bone) in model.bones.iter().enumerate() {
        scene.nodes.push(node(bone, index)?);
    }
    let materials = add_materials(resources, &mut scene);
    let mut budget = Budget::for_resources(resources);
    for (index, source) in model.meshes.iter().enumerate() {
        let name = source.name.as_deref().unwrap_or_default();
        let mesh = mesh::mesh(source, resources, &materials, model.bones.len(), &mut budget);
        let mut mesh = mesh.map_err(|problem| problem.in_part(format!("mesh {name:?}")))?;
        mesh.element = element("mesh", name, index);
        add_mesh(&mut scene, mesh, source.bone);
    }
    Ok(scene)
}

fn element(kind: &'static str, name: &str, index: usize) -> Element {
    Element { kind, name: name.to_owned(), id: index as u64 }
}

fn node(bone: &ModelBone, index: usize) -> Result<SceneNode> {
    let name = bone.name.clone().unwrap_or_default();
    if bone.parent.is_some_and(|parent| parent.0 as usize >= index) {
        return Err(invalid(format!("bone {name:?}: its parent comes after this bone")));
    }
    Ok(SceneNode {
        element: element("bone", &name, index),
        name,
        parent: bone.parent.map(|parent| parent.0),
        kind: NodeKind::Bone,
        local: decomposed(&bone.transform),
        matrix: is_affine(&bone.transform).then_some(bone.transform),
        mesh: None,
        properties: Vec::new(),
    })
}

/// Returns a warning about bones whose matrices cannot be split into translation, rotation and scale.
pub(super) fn sheared(model: &Model<Value>) -> Option<Diagnostic> {
    let mut sheared = model.bones.iter().filter(|bone| is_sheared(&bone.transform));
    let first = sheared.next()?;
    let more = match sheared.count() {
        0 => String::new(),
        1 => " (1 more bone has this problem)".to_owned(),
        more => format!(" ({more} more bones have this problem)"),
    };
    let what = if is_affine(&first.transform) {
        "its matrix contains shear; the model keeps the matrix, but skeletons, clips and skins use the nearest translation, rotation and scale"
    } else {
        "the last column of its matrix is not 0, 0, 0, 1, so the bone uses the nearest translation, rotation and scale"
    };
    let message = format!("bone {:?}: {what}{more}", first.name.as_deref().unwrap_or_default());
    let help = "check the model in the game; to remove shear, apply non-uniform scales in the modelling program";
    Some(Diagnostic::warning(codes::XNB_SHEAR, message).help(help))
}

fn add_mesh(scene: &mut Scene, mesh: SceneMesh, bone: Option<BoneId>) {
    let number = u32::try_from(scene.meshes.len()).ok();
    let on_bone = bone.and_then(|bone| scene.nodes.get_mut(bone.0 as usize)).filter(|node| node.mesh.is_none());
    match on_bone {
        Some(node) => {
            node.mesh = number;
            node.kind = NodeKind::Mesh;
        }
        None => scene.nodes.push(SceneNode {
            element: mesh.element.clone(),
            name: mesh.name.clone(),
            parent: bone.map(|bone| bone.0),
            kind: NodeKind::Mesh,
            local: SceneTransform::IDENTITY,
            matrix: None,
            mesh: number,
            properties: Vec::new(),
        }),
    }
    scene.meshes.push(mesh);
}
