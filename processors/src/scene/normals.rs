//! Normals for each corner of a mesh.

use rigmill_dom::SceneMesh;
use rigmill_math::to_f32;
use rigmill_math::vector::{add, dot, normalize};

use super::polygons::{for_each_face, newell};

/// The mesh's own normals; where it has none, or one without a direction, that of the surface around the vertex.
pub(super) fn of_corners(mesh: &SceneMesh) -> Vec<[f32; 3]> {
    let own = mesh.corner_normals.as_deref().unwrap_or_default();
    let own: Vec<_> = own.iter().map(|&normal| direction(normal, mesh)).collect();
    let complete = own.len() == mesh.corner_vertices.len() && own.iter().all(Option::is_some);
    let computed = if complete { Vec::new() } else { smooth(mesh) };
    let normal = |(corner, &vertex): (usize, &u32)| {
        let computed = || computed.get(vertex as usize).copied();
        let normal = own.get(corner).copied().flatten().or_else(computed);
        normal.unwrap_or(UP).map(to_f32)
    };
    mesh.corner_vertices.iter().enumerate().map(normal).collect()
}

/// The direction of a mesh's own vector; one that is stored stays as it is if its length is 1 as far as single precision tells.
pub(super) fn direction(vector: [f32; 3], mesh: &SceneMesh) -> Option<[f64; 3]> {
    let vector = vector.map(f64::from);
    let is_unit = mesh.stored.is_some() && (dot(vector, vector) - 1.0).abs() <= UNIT;
    if is_unit { Some(vector) } else { normalize(vector) }
}

/// By how much the square of a length in single precision may differ from 1.
const UNIT: f64 = 1e-5;
const UP: [f64; 3] = [0.0, 1.0, 0.0];

/// For each vertex the mean of the normals of the faces around it, the larger the more; up where that has no direction.
fn smooth(mesh: &SceneMesh) -> Vec<[f64; 3]> {
    let mut sums = vec![[0.0; 3]; mesh.positions.len()];
    for_each_face(mesh, |_, begin, corners| {
        let normal = newell(corners);
        for &vertex in &mesh.corner_vertices[begin..begin + corners.len()] {
            let sum = &mut sums[vertex as usize];
            *sum = add(*sum, normal);
        }
    });
    sums.into_iter().map(|sum| normalize(sum).unwrap_or(UP)).collect()
}
