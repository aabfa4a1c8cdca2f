//! Computes a tangent for each corner of a mesh, with Mikkelsen's method.

use bevy_mikktspace::{Geometry, Ops, TangentSpace, generate_tangents};
use rigmill_dom::SceneMesh;
use rigmill_math::to_f32;
use rigmill_math::vector::{cross, dot, normalize, subtract};

use super::normals::direction;

/// Returns the mesh's own tangents, or else the tangents of its first set of texture coordinates; `None` if it has neither.
///
/// The tangents belong to coordinates whose v points up, as normal maps require, although v points down in a model.
pub(super) fn of_corners(
    mesh: &SceneMesh,
    normals: &[[f32; 3]],
    triangles: &[(usize, [usize; 3])],
) -> Option<Vec<[f32; 4]>> {
    let mut tangents = match (&mesh.corner_tangents, mesh.uv_sets.first()) {
        (Some(tangents), _) => tangents.clone(),
        (None, Some(set)) => computed(mesh, normals, &set.corner_uvs, triangles),
        (None, None) => return None,
    };
    for (tangent, &normal) in tangents.iter_mut().zip(normals) {
        *tangent = repaired(*tangent, normal.map(f64::from), mesh);
    }
    Some(tangents)
}

fn computed(
    mesh: &SceneMesh,
    normals: &[[f32; 3]],
    uvs: &[[f32; 2]],
    triangles: &[(usize, [usize; 3])],
) -> Vec<[f32; 4]> {
    let tangents = vec![[0.0; 4]; mesh.corner_vertices.len()];
    let mut work = Work { mesh, normals, uvs, triangles, tangents };
    // This cannot fail. Missing tangents are repaired.
    let _ = generate_tangents::<_, Libm>(&mut work);
    work.tangents
}

struct Work<'a> {
    mesh: &'a SceneMesh,
    normals: &'a [[f32; 3]],
    uvs: &'a [[f32; 2]],
    triangles: &'a [(usize, [usize; 3])],
    tangents: Vec<[f32; 4]>,
}

impl Work<'_> {
    fn corner(&self, face: usize, vert: usize) -> usize {
        self.triangles[face].1[vert]
    }
}

impl Geometry<Libm> for Work<'_> {
    fn num_faces(&self) -> usize {
        self.triangles.len()
    }

    fn num_vertices_of_face(&self, _face: usize) -> usize {
        3
    }

    fn position(&self, face: usize, vert: usize) -> [f32; 3] {
        self.mesh.positions[self.mesh.corner_vertices[self.corner(face, vert)] as usize]
    }

    fn normal(&self, face: usize, vert: usize) -> [f32; 3] {
        self.normals[self.corner(face, vert)]
    }

    fn tex_coord(&self, face: usize, vert: usize) -> [f32; 2] {
        let [u, v] = self.uvs[self.corner(face, vert)];
        [u, if self.mesh.has_v_down() { 1.0 - v } else { v }]
    }

    fn set_tangent(&mut self, tangent_space: Option<TangentSpace>, face: usize, vert: usize) {
        let corner = self.corner(face, vert);
        self.tangents[corner] = tangent_space.map_or([0.0; 4], |space| space.tangent_encoded());
    }
}

/// Arithmetic that gives the same results on every machine.
struct Libm;

impl Ops for Libm {
    fn sqrt(x: f32) -> f32 {
        x.sqrt()
    }

    fn acos(x: f32) -> f32 {
        to_f32(libm::acos(f64::from(x)))
    }
}

/// Returns a tangent with unit length. A tangent without a direction becomes any direction perpendicular to the normal.
fn repaired(tangent: [f32; 4], normal: [f64; 3], mesh: &SceneMesh) -> [f32; 4] {
    let [x, y, z, w] = tangent;
    let [x, y, z] = direction([x, y, z], mesh).unwrap_or_else(|| perpendicular(normal)).map(to_f32);
    [x, y, z, if w < 0.0 { -1.0 } else { 1.0 }]
}

fn perpendicular(normal: [f64; 3]) -> [f64; 3] {
    let axis = if normal[0].abs() < 0.9 { [1.0, 0.0, 0.0] } else { [0.0, 1.0, 0.0] };
    let along = normal.map(|part| part * dot(axis, normal));
    normalize(subtract(axis, along)).unwrap_or_else(|| cross(normal, axis))
}
