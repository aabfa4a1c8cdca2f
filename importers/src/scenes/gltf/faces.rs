//! Faces of a primitive: triangles, whatever it lists.

use gltf::json::mesh::Mode;

/// The vertices of each triangle, from the vertices in the order of the primitive. Counter-clockwise, as in the file;
/// triangles of a strip that have no area because a vertex is there twice only join its parts.
pub(super) fn triangles(mode: Mode, list: &[u32]) -> Vec<[u32; 3]> {
    match mode {
        Mode::Triangles => list.chunks_exact(3).map(|it| [it[0], it[1], it[2]]).collect(),
        Mode::TriangleStrip => strip(list).filter(has_area).collect(),
        Mode::TriangleFan => list.windows(2).skip(1).map(|it| [it[0], it[1], list[0]]).filter(has_area).collect(),
        Mode::Points | Mode::Lines | Mode::LineLoop | Mode::LineStrip => Vec::new(),
    }
}

/// Each second triangle of a strip goes the other way round.
fn strip(list: &[u32]) -> impl Iterator<Item = [u32; 3]> {
    let ways = [[0, 1, 2], [1, 0, 2]].into_iter().cycle();
    list.windows(3).zip(ways).map(|(corners, way)| way.map(|at| corners[at]))
}

fn has_area([a, b, c]: &[u32; 3]) -> bool {
    a != b && b != c && c != a
}
