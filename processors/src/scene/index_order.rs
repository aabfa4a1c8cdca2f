//! [`IndexOrder`]: orders of triangles that GPUs draw efficiently.
//!
//! Source of both orders: P. V. Sander, D. Nehab and J. Barczak, "Fast Triangle Reordering for Vertex Locality and Reduced
//! Overdraw" (SIGGRAPH 2007).
//!
//! The order for the vertex cache draws triangles in fans around one vertex after another. The next vertex is the oldest vertex
//! in the cache that stays there until its fan is drawn. To reduce overdraw, this order is then cut into groups: where the
//! cache contains nothing useful, and where a group has already used the cache as well as the uncut group would. Groups that
//! face away from the centre of the mesh are drawn first, because they are likely to hide others.

mod cache;
mod clusters;
mod fans;

use rigmill_format::MeshPart;
use serde::{Deserialize, Serialize};

use super::vertex_cache::renumber;
use super::weld::Weld;

/// The order in which the triangles of a part are stored.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum IndexOrder {
    /// The order of the source.
    #[default]
    AsIs,
    /// An order in which a GPU finds more vertices in its cache.
    Cache,
    /// Like [`Cache`](Self::Cache), but in groups. Groups that are likely to hide others come first, so that a GPU shades fewer
    /// pixels that are later hidden.
    Gpu,
}

impl IndexOrder {
    /// Returns the indices of the triangles in this order. A triangle is given by its vertices, which are indices of
    /// `positions`. If any vertex does not exist, returns the order of the source.
    #[must_use]
    pub fn arrange(self, triangles: &[[u32; 3]], positions: &[[f32; 3]]) -> Vec<u32> {
        let is_known = triangles.as_flattened().iter().all(|vertex| (*vertex as usize) < positions.len());
        let count = u32::try_from(triangles.len()).unwrap_or(u32::MAX);
        if self == Self::AsIs || !is_known {
            return (0..count).collect();
        }
        let order = fans::order(triangles, positions.len());
        if self == Self::Cache { order } else { clusters::order(&order, triangles, positions) }
    }
}

/// Sorts the triangles of each part, and sorts the vertices by their first use. `positions` contains the position of each
/// vertex.
pub(super) fn arrange(weld: &mut Weld, parts: &[MeshPart], positions: &[[f32; 3]], order: IndexOrder) {
    let mut arranged = Vec::with_capacity(weld.indices.len() / 3);
    let mut numbers = vec![None; positions.len()];
    for part in parts {
        let first = part.first_index as usize;
        let triangles = weld.indices[first..first + part.index_count as usize].as_chunks::<3>().0;
        // Only the vertices of this part, because a mesh may have many parts.
        let mut used = Vec::new();
        let mut local = |vertex: u32| {
            *numbers[vertex as usize].get_or_insert_with(|| {
                used.push(vertex);
                u32::try_from(used.len() - 1).unwrap_or(u32::MAX)
            })
        };
        let own: Vec<[u32; 3]> = triangles.iter().map(|corners| corners.map(&mut local)).collect();
        let own_positions: Vec<[f32; 3]> = used.iter().map(|vertex| positions[*vertex as usize]).collect();
        used.iter().for_each(|vertex| numbers[*vertex as usize] = None);
        arranged.extend(order.arrange(&own, &own_positions).into_iter().map(|triangle| triangles[triangle as usize]));
    }
    renumber(&mut arranged, &mut weld.corners);
    weld.indices = arranged.into_flattened();
}
