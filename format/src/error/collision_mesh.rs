//! [`CollisionProblem`]: what is wrong with a collision mesh.

use thiserror::Error;

/// What is wrong with a collision mesh.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum CollisionProblem {
    /// A bounding sphere that is no number, or of negative radius.
    #[error("the bounding sphere is not finite, or its radius below 0")]
    Sphere,
    /// A vertex that is no number.
    #[error("vertex {index} is not finite")]
    VertexNotFinite {
        /// Which vertex.
        index: usize,
    },
    /// A vertex that the bounding sphere does not hold.
    #[error("vertex {index} lies outside the bounding sphere")]
    OutsideSphere {
        /// Which vertex.
        index: usize,
    },
    /// A triangle of vertices that there are not.
    #[error("triangle {index} has vertex {vertex}, and there are {count}")]
    NoSuchVertex {
        /// Which triangle.
        index: usize,
        /// The vertex that it names.
        vertex: u32,
        /// Vertices there are.
        count: usize,
    },
    /// A leaf without triangles, which in a file is an inner node.
    #[error("a leaf of the tree has no triangle")]
    EmptyLeaf,
    /// A node's box that is no number, or turned inside out.
    #[error("the box of tree node {node} is not finite, or turned inside out")]
    Box {
        /// Which node.
        node: usize,
    },
    /// A node's box that does not hold what is below the node.
    #[error("the box of tree node {node} does not hold what is below the node")]
    OutsideBox {
        /// Which node.
        node: usize,
    },
    /// A node that is too far from the root.
    #[error("tree node {node} has {limit} nodes above it, at most {} are allowed", .limit - 1)]
    TooDeep {
        /// Which node.
        node: usize,
        /// The most nodes from the root to a leaf.
        limit: usize,
    },
    /// An inner node whose second child is not where the first one's part of the tree ends.
    #[error("the tree has a second child at node {found}, expected {expected}")]
    SecondChild {
        /// The child that the inner node names.
        found: u32,
        /// Where it has to be.
        expected: usize,
    },
    /// A node that hangs on none.
    #[error("the tree ends before node {node}")]
    AfterTheTree {
        /// The first such node.
        node: usize,
    },
    /// An inner node whose children are not there.
    #[error("the last node of the tree still has children to come")]
    Unfinished,
}
