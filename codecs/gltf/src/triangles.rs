//! The triangles of a primitive.

use gltf_json::mesh::Mode;

/// The vertices of each triangle of a primitive, from its vertices in order. Counter-clockwise, as in the file. Triangles of strips
/// and fans without an area, because a vertex is there twice, only join parts and are left out; points and lines have none.
#[must_use]
pub fn triangles(mode: Mode, vertices: &[u32]) -> Vec<[u32; 3]> {
    match mode {
        Mode::Triangles => vertices.as_chunks().0.to_vec(),
        Mode::TriangleStrip => strip(vertices).filter(has_area).collect(),
        Mode::TriangleFan => {
            vertices.windows(2).skip(1).map(|it| [it[0], it[1], vertices[0]]).filter(has_area).collect()
        }
        Mode::Points | Mode::Lines | Mode::LineLoop | Mode::LineStrip => Vec::new(),
    }
}

/// Each second triangle of a strip has the opposite order.
fn strip(vertices: &[u32]) -> impl Iterator<Item = [u32; 3]> {
    let orders = [[0, 1, 2], [1, 0, 2]].into_iter().cycle();
    vertices.windows(3).zip(orders).map(|(corners, order)| order.map(|at| corners[at]))
}

fn has_area([a, b, c]: &[u32; 3]) -> bool {
    a != b && b != c && c != a
}
