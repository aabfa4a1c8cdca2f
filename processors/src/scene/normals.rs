//! Computes a normal for each corner of a mesh.

use rigmill_dom::SceneMesh;
use rigmill_math::to_f32;
use rigmill_math::vector::{add, dot, normalize};

use super::polygons::{for_each_face, newell};

/// Returns the mesh's own normals. A normal that is missing or has no direction becomes the normal of the surface around the
/// vertex.
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

/// Returns the direction of one of the mesh's own vectors. A vector of a stored mesh stays the same if its length is 1 in
/// single precision.
pub(super) fn direction(vector: [f32; 3], mesh: &SceneMesh) -> Option<[f64; 3]> {
    let vector = vector.map(f64::from);
    let is_unit = mesh.stored.is_some() && (dot(vector, vector) - 1.0).abs() <= UNIT;
    if is_unit { Some(vector) } else { normalize(vector) }
}

/// The largest difference between 1 and the squared length of a unit vector in single precision.
const UNIT: f64 = 1e-5;
const UP: [f64; 3] = [0.0, 1.0, 0.0];

/// Returns, for each vertex, the mean of the normals of the faces around it, weighted by area. If the mean has no direction,
/// returns up.
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
