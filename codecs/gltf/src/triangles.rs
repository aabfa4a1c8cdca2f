//! The triangles of a primitive.

use crate::document::Mode;

/// Converts a primitive's vertices to triangles in counter-clockwise order, as in the file.
///
/// Leaves out triangles of strips and fans that contain a vertex twice: they have no area, and only connect other parts. Points
/// and lines have no triangles.
#[must_use]
pub fn triangles(mode: Mode, vertices: &[u32]) -> Vec<[u32; 3]> {
    match mode {
        Mode::Triangles => vertices.as_chunks().0.to_vec(),
        Mode::TriangleStrip => strip(vertices).filter(has_area).collect(),
        Mode::TriangleFan => {
            vertices.windows(2).skip(1).map(|it| [it[0], it[1], vertices[0]]).filter(has_area).collect()
        }
        Mode::Points | Mode::Lines | Mode::LineLoop | Mode::LineStrip | Mode::Unknown => Vec::new(),
    }
}

/// Every second triangle of a strip has the opposite winding order.
fn strip(vertices: &[u32]) -> impl Iterator<Item = [u32; 3]> {
    let orders = [[0, 1, 2], [1, 0, 2]].into_iter().cycle();
    vertices.windows(3).zip(orders).map(|(corners, order)| order.map(|at| corners[at]))
}

fn has_area([a, b, c]: &[u32; 3]) -> bool {
    a != b && b != c && c != a
}
