//! Faces that no triangles can be made of are left out of a mesh.

use rigmill_dom::{Element, SceneMesh};

/// The faces that were left out of a mesh.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct LeftOut {
    /// Those with a vertex whose position is not finite.
    pub(crate) not_finite: usize,
    /// Those with too many corners to cut into triangles.
    pub(crate) too_large: usize,
}

impl LeftOut {
    /// What is left out, and what helps; `None` if nothing is.
    pub(crate) fn message(self, mesh: &Element) -> Option<(String, &'static str)> {
        let count = |faces: usize| format!("{faces} {}", if faces == 1 { "face" } else { "faces" });
        let not_finite = || format!("{} with vertices that are not finite", count(self.not_finite));
        let too_large = || format!("{} with too many corners to cut into triangles", count(self.too_large));
        let help = match self {
            Self { not_finite: 0, too_large: 0 } => return None,
            Self { too_large: 0, .. } => "delete the faces, or move their vertices, and export again",
            _ => "cut polygons of thousands of corners before exporting",
        };
        let facts = [(self.not_finite > 0).then(not_finite), (self.too_large > 0).then(too_large)];
        let facts: Vec<_> = facts.into_iter().flatten().collect();
        Some((format!("{mesh}: left out {}", facts.join(" and ")), help))
    }
}

/// Removes the faces with a vertex whose position is not finite, and those whose size `can_cut` refuses. Vertices stay, so
/// whatever refers to them still does; those that are not finite, which no face has any more, move to the origin.
pub(crate) fn leave_out(mesh: &mut SceneMesh, mut can_cut: impl FnMut(u32) -> bool) -> LeftOut {
    let mut left_out = LeftOut::default();
    let mut begin = 0;
    let mut keep = Vec::with_capacity(mesh.face_sizes.len());
    for &size in &mesh.face_sizes {
        let corners = mesh.corner_vertices.get(begin..begin + size as usize).unwrap_or_default();
        begin += size as usize;
        let position = |&vertex: &u32| mesh.positions.get(vertex as usize);
        let is_finite = corners.iter().filter_map(position).flatten().all(|number| number.is_finite());
        let is_kept = is_finite && can_cut(size);
        left_out.not_finite += usize::from(!is_finite);
        left_out.too_large += usize::from(is_finite && !is_kept);
        keep.push(is_kept);
    }
    if left_out != LeftOut::default() {
        remove(mesh, &keep);
    }
    let lost = |position: &&mut [f32; 3]| !position.iter().all(|number| number.is_finite());
    mesh.positions.iter_mut().filter(lost).for_each(|position| *position = [0.0; 3]);
    left_out
}

/// Removes the faces that are not to be kept, with all that belongs to their corners.
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
