//! The model of a scene.

use rigmill_dom::{Scene, SceneMesh};
use rigmill_format::{BoundingBox, Model, ModelMaterial, ModelMesh};
use rigmill_math::affine::{self, Affine};
use rigmill_math::to_f32;
use rigmill_math::vector::add;

use super::bones::Bones;
use super::mesh::{MeshOptions, model_mesh};
use super::sphere;

/// All of a scene but its clips.
pub(super) fn model(scene: &Scene, bones: &Bones, materials: Vec<ModelMaterial>, options: &MeshOptions) -> Model {
    let mut places: Vec<Placed<'_>> = placed(scene, bones).collect();
    places.sort_by_key(|placed| placed.number);
    let made = |placed: Placed<'_>| model_mesh(placed.mesh, placed.name, placed.bone, bones, options);
    let meshes: Vec<ModelMesh> = places.into_iter().filter_map(made).collect();
    let worlds = bones.worlds();
    let points: Vec<[f64; 3]> = meshes.iter().flat_map(|mesh| at_bind(mesh, &worlds)).collect();
    Model {
        bones: bones.to_model_bones(),
        meshes,
        materials,
        sphere: sphere::around(points.iter().copied()),
        bounding_box: BoundingBox::of(points.into_iter().map(|point| point.map(to_f32))),
        tag: None,
    }
}

/// A mesh of a scene where a node places it.
pub(super) struct Placed<'a> {
    /// The node's; of a stored mesh, its own.
    name: &'a str,
    pub(super) bone: u32,
    /// Which of the scene's meshes it is.
    number: u32,
    pub(super) mesh: &'a SceneMesh,
}

/// The meshes of a scene in the order of the nodes that place them.
pub(super) fn placed<'a>(scene: &'a Scene, bones: &'a Bones) -> impl Iterator<Item = Placed<'a>> {
    (0..).zip(&scene.nodes).filter_map(|(index, node)| {
        let number = node.mesh?;
        let mesh = scene.meshes.get(number as usize)?;
        let name = if mesh.stored.is_some() { &mesh.name } else { &node.name };
        Some(Placed { name, bone: bones.of_node(index)?, number, mesh })
    })
}

/// Where a mesh's vertices are in the model's space at bind.
fn at_bind(mesh: &ModelMesh, worlds: &[Affine]) -> Vec<[f64; 3]> {
    let positions = mesh.vertices.positions.iter().map(|position| position.map(f64::from));
    let Some(skin) = &mesh.skin else {
        return positions.map(|position| affine::transform_point(&worlds[mesh.bone as usize], position)).collect();
    };
    let pairs = skin.bones.iter().zip(&skin.inverse_binds);
    let matrices: Vec<Affine> =
        pairs.map(|(&bone, inverse)| affine::multiply(&worlds[bone as usize], &affine::from_matrix(inverse))).collect();
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
