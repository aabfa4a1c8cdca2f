//! [`IndexOrder`]: the order of triangles for GPUs.
//!
//! First the order for the cache of vertices, then groups of triangles for less overdraw, both after P. V. Sander, D. Nehab and J. Barczak,
//! "Fast Triangle Reordering for Vertex Locality and Reduced Overdraw" (SIGGRAPH 2007): triangles fan around one vertex after another, of
//! those that the cache has the oldest that will stay until its fan is drawn. The order is then cut where the cache is of no more use, or
//! has already been used as well as in the whole group; groups that face away from the middle of the mesh go first, since they are
//! likely to hide the others.

mod cache;
mod clusters;
mod fans;

use rigmill_format::MeshPart;
use serde::{Deserialize, Serialize};

use super::vertex_cache::renumber;
use super::weld::Weld;

/// In which order the triangles of a part are stored.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum IndexOrder {
    /// That of the source.
    #[default]
    AsIs,
    /// An order in which a GPU finds more vertices in its cache.
    Cache,
    /// The same, in groups, of which those that are likely to hide others come first: fewer pixels are shaded in vain.
    Gpu,
}

impl IndexOrder {
    /// The numbers of triangles in this order. Triangles are given as their vertices, which are numbers of `positions`; those of vertices that
    /// do not exist come in the order of the source.
    #[must_use]
    pub fn of(self, triangles: &[[u32; 3]], positions: &[[f32; 3]]) -> Vec<u32> {
        let is_known = triangles.as_flattened().iter().all(|vertex| (*vertex as usize) < positions.len());
        let count = u32::try_from(triangles.len()).unwrap_or(u32::MAX);
        if self == Self::AsIs || !is_known {
            return (0..count).collect();
        }
        let order = fans::order(triangles, positions.len());
        if self == Self::Cache { order } else { clusters::order(&order, triangles, positions) }
    }
}

/// Puts the triangles of each part in order, and vertices in the order of their first use. `positions` has that of each vertex.
pub(super) fn arrange(weld: &mut Weld, parts: &[MeshPart], positions: &[[f32; 3]], order: IndexOrder) {
    let mut arranged = Vec::with_capacity(weld.indices.len() / 3);
    let mut numbers = vec![None; positions.len()];
    for part in parts {
        let first = part.first_index as usize;
        let triangles = weld.indices[first..first + part.index_count as usize].as_chunks::<3>().0;
        // Only the part's own vertices: a mesh may have many parts.
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
        arranged.extend(order.of(&own, &own_positions).into_iter().map(|triangle| triangles[triangle as usize]));
    }
    renumber(&mut arranged, &mut weld.corners);
    weld.indices = arranged.into_flattened();
}
