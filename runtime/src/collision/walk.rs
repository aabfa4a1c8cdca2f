//! [`Walk`]: the nodes of a tree that are still to be visited.

use rigmill_format::collision_mesh::MAX_TREE_DEPTH;
use rigmill_format::{CollisionMeshView, CollisionNode};

/// A stack of nodes with their distances. For a tree that was checked when it was loaded, it cannot overflow or loop. For any
/// other tree, the walk may end early.
#[derive(Clone, Debug)]
pub(super) struct Walk {
    waiting: [(u32, f64); MAX_TREE_DEPTH],
    length: usize,
    steps_left: usize,
}

impl Walk {
    /// Starts at the root of the mesh's tree.
    pub(super) fn new(mesh: &CollisionMeshView<'_>) -> Self {
        let mut walk = Self { waiting: [(0, 0.0); MAX_TREE_DEPTH], length: 0, steps_left: mesh.node_count() };
        walk.push(0, 0.0);
        walk
    }

    pub(super) fn push(&mut self, node: u32, distance: f64) {
        if let Some(slot) = self.waiting.get_mut(self.length) {
            *slot = (node, distance);
            self.length += 1;
        }
    }

    /// Pushes both nodes so that the nearer node is popped first. Nodes without a distance are left out.
    pub(super) fn push_nearer_last(&mut self, first: (u32, Option<f64>), second: (u32, Option<f64>)) {
        let swapped = matches!((first.1, second.1), (Some(a), Some(b)) if b < a);
        let (near, far) = if swapped { (second, first) } else { (first, second) };
        for (node, distance) in [far, near] {
            if let Some(distance) = distance {
                self.push(node, distance);
            }
        }
    }

    /// Pops the next node with its distance.
    pub(super) fn pop(&mut self, mesh: &CollisionMeshView<'_>) -> Option<(u32, CollisionNode, f64)> {
        self.steps_left = self.steps_left.checked_sub(1)?;
        self.length = self.length.checked_sub(1)?;
        let (index, distance) = *self.waiting.get(self.length)?;
        Some((index, mesh.node(index)?, distance))
    }
}
