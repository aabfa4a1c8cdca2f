//! Removes faces from a mesh that cannot be cut into triangles.

use rigmill_dom::SceneMesh;

use super::left_out::{Kind, LeftOut};

const NOT_FINITE: Kind = Kind {
    one: "face that uses a vertex whose position is not finite is",
    many: "faces that use vertices whose positions are not finite are",
    help: "delete the faces, or move their vertices, and export the file again",
};
const TOO_LARGE: Kind = Kind {
    one: "face with too many corners to cut into triangles is",
    many: "faces with too many corners to cut into triangles are",
    help: "cut polygons with thousands of corners into smaller polygons before you export",
};
const NO_AREA: Kind = Kind {
    one: "point or line among the faces is",
    many: "points and lines among the faces are",
    help: "delete the points and lines, or convert them to polygons",
};
/// The number of corners of the smallest face with an area.
const TRIANGLE: u32 = 3;

/// Removes faces with a vertex whose position is not finite, faces with one or two corners, and faces whose size `can_cut`
/// rejects. All vertices are kept, so that references to them stay valid. Vertices whose position is not finite are no longer
/// used by any face, and move to the origin.
pub(crate) fn leave_out(mesh: &mut SceneMesh, mut can_cut: impl FnMut(u32) -> bool, left_out: &mut LeftOut) {
    let mut begin = 0;
    let mut keep = Vec::with_capacity(mesh.face_sizes.len());
    for &size in &mesh.face_sizes {
        let corners = mesh.corner_vertices.get(begin..begin + size as usize).unwrap_or_default();
        begin += size as usize;
        let position = |&vertex: &u32| mesh.positions.get(vertex as usize);
        let is_finite = corners.iter().filter_map(position).flatten().all(|number| number.is_finite());
        let why = match is_finite {
            false => Some(NOT_FINITE),
            true if (1..TRIANGLE).contains(&size) => Some(NO_AREA),
            true => (!can_cut(size)).then_some(TOO_LARGE),
        };
        keep.push(why.is_none());
        why.into_iter().for_each(|why| left_out.add(why, &mesh.name));
    }
    if keep.contains(&false) {
        remove(mesh, &keep);
    }
    let lost = |position: &&mut [f32; 3]| !position.iter().all(|number| number.is_finite());
    mesh.positions.iter_mut().filter(lost).for_each(|position| *position = [0.0; 3]);
}

/// Removes all faces except those in `keep`, with all data of their corners.
fn remove(mesh: &mut SceneMesh, keep: &[bool]) {
    let sizes = mesh.face_sizes.iter().zip(keep);
    let corners: Vec<bool> = sizes.flat_map(|(&size, &kept)| std::iter::repeat_n(kept, size as usize)).collect();
    retain(&mut mesh.face_sizes, keep);
    if !mesh.face_materials.is_empty() {
        retain(&mut mesh.face_materials, keep);
    }
    retain(&mut mesh.corner_vertices, &corners);
    mesh.corner_normals.iter_mut().for_each(|all| retain(all, &corners));
    mesh.corner_tangents.iter_mut().for_each(|all| retain(all, &corners));
    mesh.corner_colors.iter_mut().for_each(|all| retain(all, &corners));
    mesh.more_colors.iter_mut().for_each(|set| retain(set, &corners));
    mesh.attributes.iter_mut().for_each(|it| retain(&mut it.corner_values, &corners));
    mesh.uv_sets.iter_mut().for_each(|set| retain(&mut set.corner_uvs, &corners));
}

fn retain<T>(values: &mut Vec<T>, keep: &[bool]) {
    let mut kept = keep.iter().copied();
    values.retain(|_| kept.next().unwrap_or(true));
}
