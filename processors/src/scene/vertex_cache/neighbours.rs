//! [`Neighbours`]: the triangles that share an edge.

use std::collections::HashMap;

/// A corner of a triangle.
#[derive(Clone, Copy)]
pub(super) struct Corner {
    pub(super) triangle: u32,
    /// The number of the corner in the triangle: 0, 1 or 2.
    pub(super) at: usize,
}

impl Corner {
    pub(super) const fn next(self) -> Self {
        Self { at: (self.at + 1) % 3, ..self }
    }

    pub(super) const fn previous(self) -> Self {
        Self { at: (self.at + 2) % 3, ..self }
    }
}

/// For each edge of each triangle, the neighbour: the triangle that has the same edge in the opposite direction. Edge 0 goes
/// from corner 0 to corner 1.
///
/// An edge that several triangles have in the same direction has no neighbour. No triangle is the neighbour at two edges of a
/// triangle, and a triangle that contains a vertex twice has no neighbours. Therefore, the relation is symmetric: each triangle
/// is a neighbour of its neighbours.
pub(super) struct Neighbours(Vec<[Option<u32>; 3]>);

impl Neighbours {
    /// Finds the neighbours of triangles, which are given by their vertices.
    pub(super) fn new(triangles: &[[u32; 3]]) -> Self {
        let owners = owners(triangles);
        let behind = |corners: &[u32; 3], edge: usize| {
            let [from, to] = edge_of(corners, edge);
            owners.get(&[from, to])?.as_ref()?;
            *owners.get(&[to, from])?
        };
        let neighbours = |corners: &[u32; 3]| {
            let all = if is_flat(corners) { [None; 3] } else { [0, 1, 2].map(|edge| behind(corners, edge)) };
            all.map(|neighbour| neighbour.filter(|_| all.iter().filter(|other| **other == neighbour).count() == 1))
        };
        Self(triangles.iter().map(neighbours).collect())
    }

    pub(super) fn of_triangle(&self, triangle: u32) -> [Option<u32>; 3] {
        self.0[triangle as usize]
    }

    /// Returns the number of neighbours of a triangle.
    pub(super) fn count(&self, triangle: usize) -> usize {
        self.0[triangle].iter().flatten().count()
    }

    /// Returns the corner at the same vertex in the triangle across the edge that leads to this corner.
    pub(super) fn across(&self, corner: Corner) -> Option<Corner> {
        let triangle = self.of_triangle(corner.triangle)[corner.previous().at]?;
        let at = self.of_triangle(triangle).iter().position(|back| *back == Some(corner.triangle))?;
        Some(Corner { triangle, at })
    }
}

/// Returns the triangle of each edge; `None` if several triangles have the edge.
fn owners(triangles: &[[u32; 3]]) -> HashMap<[u32; 2], Option<u32>> {
    let mut owners = HashMap::with_capacity(triangles.len() * 3);
    for (triangle, corners) in (0_u32..).zip(triangles).filter(|(_, corners)| !is_flat(corners)) {
        for edge in 0..3 {
            owners.entry(edge_of(corners, edge)).and_modify(|owner| *owner = None).or_insert(Some(triangle));
        }
    }
    owners
}

const fn edge_of(corners: &[u32; 3], edge: usize) -> [u32; 2] {
    [corners[edge], corners[(edge + 1) % 3]]
}

/// Returns whether a triangle contains a vertex twice.
const fn is_flat([a, b, c]: &[u32; 3]) -> bool {
    *a == *b || *b == *c || *c == *a
}
