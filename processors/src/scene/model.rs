//! The model of a scene.

use std::cmp::Reverse;

use rigmill_dom::{Scene, SceneMesh, SceneNode};
use rigmill_format::{BoundingBox, MeshSkin, Model, ModelMaterial, ModelMesh, SkinningMethod};
use rigmill_math::affine::{self, Affine};
use rigmill_math::skin::{DualQuaternion, Joints};
use rigmill_math::vector::add;
use rigmill_math::{Matrix, matrix, to_f32};
use rigmill_pipeline::ProcessContext;

use super::bones::Bones;
use super::carried;
use super::levels::level_groups;
use super::mesh::{MeshOptions, model_mesh};
use super::properties::properties;
use super::sphere;

/// Converts a scene without its clips.
pub(super) fn model(
    scene: &Scene,
    bones: &Bones,
    materials: Vec<ModelMaterial>,
    options: &MeshOptions,
    ctx: &mut ProcessContext<'_>,
) -> Model {
    let mut instances: Vec<Instance<'_>> = instances(scene, bones).collect();
    let ends = subtree_ends(&scene.nodes);
    instances.sort_by_key(|it| match it.mesh.stored.is_none() && options.vertex_cache {
        // XNA's order: the meshes of a node's children come before the node's own mesh.
        true => (ends[it.node as usize], Reverse(it.node)),
        false => (it.number, Reverse(0)),
    });
    let (mut meshes, mut nodes, mut sources) = (Vec::new(), Vec::new(), Vec::new());
    for it in instances {
        if let Some(mesh) = model_mesh(it.mesh, it.name, it.bone, bones, options) {
            meshes.push(mesh);
            nodes.push(it.node);
            sources.push(it.mesh);
        }
    }
    let worlds = bones.worlds();
    let points: Vec<[f64; 3]> = meshes.iter().flat_map(|mesh| at_bind(mesh, &worlds)).collect();
    Model {
        bones: bones.to_model_bones(),
        meshes,
        materials,
        sphere: sphere::around(points.iter().copied()),
        bounding_box: BoundingBox::new(points.into_iter().map(|point| point.map(to_f32))),
        tag: None,
        cameras: carried::cameras(scene, bones),
        lights: carried::lights(scene, bones),
        level_groups: level_groups(scene, &nodes),
        properties: properties(scene, bones, &sources, ctx),
    }
}

/// Returns, for each node, the number after that of its last descendant. Each node follows its parent.
fn subtree_ends(nodes: &[SceneNode]) -> Vec<u32> {
    let mut ends: Vec<u32> = (1..).take(nodes.len()).collect();
    for (index, node) in nodes.iter().enumerate().rev() {
        let end = ends[index];
        if let Some(of_parent) = node.parent.and_then(|parent| ends.get_mut(parent as usize)) {
            *of_parent = end.max(*of_parent);
        }
    }
    ends
}

/// A mesh that a node of the scene places.
pub(super) struct Instance<'a> {
    /// The name of the node, or of the mesh if it is a stored mesh.
    name: &'a str,
    pub(super) bone: u32,
    /// The node that places the mesh.
    node: u32,
    /// The index of the mesh in the scene.
    number: u32,
    pub(super) mesh: &'a SceneMesh,
}

/// Returns the meshes of a scene, in the order of their nodes.
pub(super) fn instances<'a>(scene: &'a Scene, bones: &'a Bones) -> impl Iterator<Item = Instance<'a>> {
    (0..).zip(&scene.nodes).filter_map(|(index, node)| {
        let number = node.mesh?;
        let mesh = scene.meshes.get(number as usize)?;
        Some(Instance { name: mesh_name(node, mesh), bone: bones.of_node(index)?, node: index, number, mesh })
    })
}

/// Returns the name of a mesh that a node places: the name of the node, or of the mesh if it is a stored mesh.
pub(super) fn mesh_name<'a>(node: &'a SceneNode, mesh: &'a SceneMesh) -> &'a str {
    if mesh.stored.is_some() { &mesh.name } else { &node.name }
}

/// Returns the positions of a mesh's vertices in model space, in the bind pose.
fn at_bind(mesh: &ModelMesh, worlds: &[Affine]) -> Vec<[f64; 3]> {
    let positions = mesh.vertices.positions.iter().map(|position| position.map(f64::from));
    let Some(skin) = &mesh.skin else {
        return positions.map(|position| affine::transform_point(&worlds[mesh.bone as usize], position)).collect();
    };
    let pairs = skin.bones.iter().zip(&skin.inverse_binds);
    let matrices: Vec<Affine> =
        pairs.map(|(&bone, inverse)| affine::multiply(&worlds[bone as usize], &affine::from_matrix(inverse))).collect();
    if skin.method != SkinningMethod::Linear {
        return by_dual_quaternions(mesh, skin, &matrices);
    }
    let moved = |(vertex, position): (usize, [f64; 3])| {
        let sets = mesh.vertices.joint_sets.iter();
        let influences = sets.flat_map(|set| set.joints[vertex].into_iter().zip(set.weights[vertex]));
        let share = |(joint, weight): (u16, f32)| {
            affine::transform_point(&matrices[usize::from(joint)], position).map(|along| along * f64::from(weight))
        };
        influences.filter(|(_, weight)| *weight > 0.0).map(share).fold([0.0; 3], add)
    };
    positions.enumerate().map(moved).collect()
}

/// Returns the positions of the vertices of a mesh whose skin is not linear. `joints` contains a transform for each bone of the
/// skin.
fn by_dual_quaternions(mesh: &ModelMesh, skin: &MeshSkin, joints: &[Affine]) -> Vec<[f64; 3]> {
    let matrices: Vec<Matrix> = joints.iter().map(affine::to_matrix).collect();
    let dual_quaternions: Vec<DualQuaternion> = joints.iter().map(DualQuaternion::of_affine).collect();
    let joints = Joints { matrices: &matrices, dual_quaternions: &dual_quaternions };
    let moved = |(vertex, position): (usize, &[f32; 3])| {
        let sets = mesh.vertices.joint_sets.iter();
        let influences = sets.flat_map(|set| set.joints[vertex].into_iter().zip(set.weights[vertex]));
        let influences = influences.map(|(joint, weight)| (usize::from(joint), weight));
        let share = skin.blend_weights.get(vertex).copied().unwrap_or(1.0);
        matrix::transform_point(*position, &joints.vertex_matrix(influences, share)).map(f64::from)
    };
    mesh.vertices.positions.iter().enumerate().map(moved).collect()
}
