//! The model of a scene.

use rigmill_dom::Scene;
use rigmill_format::{BoundingBox, Model, ModelMaterial, ModelMesh};

use super::bones::Bones;
use super::matrix::{self, Matrix};
use super::mesh::{MeshOptions, model_mesh};
use super::sphere;
use super::vector::{add, narrow, wide};

/// All of a scene but its clips.
pub(super) fn model(scene: &Scene, bones: &Bones, materials: Vec<ModelMaterial>, options: &MeshOptions) -> Model {
    let meshes: Vec<ModelMesh> =
        placed(scene, bones).filter_map(|(name, bone, mesh)| model_mesh(mesh, name, bone, bones, options)).collect();
    let worlds = bones.worlds();
    let points: Vec<[f64; 3]> = meshes.iter().flat_map(|mesh| at_bind(mesh, &worlds)).collect();
    Model {
        bones: bones.to_model_bones(),
        meshes,
        materials,
        sphere: sphere::around(points.iter().copied()),
        bounding_box: BoundingBox::of(points.into_iter().map(narrow)),
    }
}

/// The meshes of a scene, each with its name and the bone that places it.
pub(super) fn placed<'a>(
    scene: &'a Scene,
    bones: &'a Bones,
) -> impl Iterator<Item = (&'a str, u32, &'a rigmill_dom::SceneMesh)> {
    (0..).zip(&scene.nodes).filter_map(|(index, node)| {
        let mesh = scene.meshes.get(node.mesh? as usize)?;
        Some((node.name.as_str(), bones.of_node(index)?, mesh))
    })
}

/// Where a mesh's vertices are in the model's space at bind.
fn at_bind(mesh: &ModelMesh, worlds: &[Matrix]) -> Vec<[f64; 3]> {
    let positions = mesh.vertices.positions.iter().map(|&position| wide(position));
    let Some(skin) = &mesh.skin else {
        return positions.map(|position| matrix::point(&worlds[mesh.bone as usize], position)).collect();
    };
    let pairs = skin.bones.iter().zip(&skin.inverse_binds);
    let matrices: Vec<Matrix> =
        pairs.map(|(&bone, inverse)| matrix::product(&worlds[bone as usize], &matrix::from_file(inverse))).collect();
    let moved = |(vertex, position): (usize, [f64; 3])| {
        let sets = mesh.vertices.joint_sets.iter();
        let influences = sets.flat_map(|set| set.joints[vertex].into_iter().zip(set.weights[vertex]));
        let share = |(joint, weight): (u16, f32)| {
            matrix::point(&matrices[usize::from(joint)], position).map(|along| along * f64::from(weight))
        };
        influences.filter(|(_, weight)| *weight > 0.0).map(share).fold([0.0; 3], add)
    };
    positions.enumerate().map(moved).collect()
}
