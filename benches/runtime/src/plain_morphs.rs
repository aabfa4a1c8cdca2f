//! A straightforward implementation of morph targets with glam: adds one target after the other to a copy of the mesh.

use glam::Vec3;
use rigmill_format::ModelMesh;

/// A target: the vertices that it changes, with the offsets of their positions and normals.
struct Target {
    vertices: Vec<u32>,
    positions: Vec<Vec3>,
    normals: Vec<Vec3>,
}

pub(crate) struct PlainMorphs {
    positions: Vec<Vec3>,
    normals: Vec<Vec3>,
    targets: Vec<Target>,
}

impl PlainMorphs {
    /// Creates the targets of a mesh. Each must have one shape, at weight 1.
    pub(crate) fn new(mesh: &ModelMesh) -> Self {
        let vectors = |list: &[[f32; 3]]| list.iter().copied().map(Vec3::from).collect::<Vec<_>>();
        let shapes = mesh.targets.iter().flat_map(|target| &target.shapes);
        Self {
            positions: vectors(&mesh.vertices.positions),
            normals: vectors(&mesh.vertices.normals),
            targets: shapes
                .map(|shape| Target {
                    vertices: shape.vertices.clone(),
                    positions: vectors(&shape.positions),
                    normals: vectors(&shape.normals),
                })
                .collect(),
        }
    }

    pub(crate) fn apply(&self, weights: &[f32], positions: &mut [Vec3], normals: &mut [Vec3]) {
        positions.copy_from_slice(&self.positions);
        normals.copy_from_slice(&self.normals);
        for (target, &weight) in self.targets.iter().zip(weights).filter(|(_, weight)| **weight != 0.0) {
            for ((&vertex, &position), &normal) in target.vertices.iter().zip(&target.positions).zip(&target.normals) {
                positions[vertex as usize] += position * weight;
                normals[vertex as usize] += normal * weight;
            }
        }
        for normal in normals {
            *normal = normal.normalize();
        }
    }
}
