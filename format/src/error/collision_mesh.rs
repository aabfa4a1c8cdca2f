//! [`CollisionProblem`]: errors in a collision mesh.

use thiserror::Error;

/// An error in a collision mesh.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum CollisionProblem {
    /// A bounding sphere that is not finite, or has a negative radius.
    #[error("the bounding sphere is not finite, or has a radius below 0")]
    Sphere,
    /// A vertex that is not finite.
    #[error("vertex {0} is not finite")]
    VertexNotFinite(usize),
    /// A vertex outside the bounding sphere.
    #[error("vertex {0} lies outside the bounding sphere")]
    OutsideSphere(usize),
    /// A triangle with a vertex that does not exist.
    #[error("triangle {index} refers to vertex {vertex}, but the mesh has {count} vertices")]
    NoSuchVertex {
        /// The index of the triangle.
        index: usize,
        /// The vertex to which it refers.
        vertex: u32,
        /// The number of vertices.
        count: usize,
    },
    /// A leaf without triangles. In a file, it would be an inner node.
    #[error("a leaf of the tree has no triangle")]
    EmptyLeaf,
    /// A node's box that is not finite, or inverted.
    #[error("the box of tree node {0} is not finite, or inverted")]
    Box(usize),
    /// A node's box that does not contain its children or triangles.
    #[error("the box of tree node {0} does not contain its children or triangles")]
    OutsideBox(usize),
    /// A node that is too far from the root.
    #[error("tree node {node} has {limit} nodes above it, but at most {} are allowed", .limit - 1)]
    TooDeep {
        /// The index of the node.
        node: usize,
        /// The maximum number of nodes from the root to a leaf.
        limit: usize,
    },
    /// An inner node whose second child does not directly follow the first child's subtree.
    #[error("the tree has a second child at node {found}, expected {expected}")]
    SecondChild {
        /// The second child of the inner node.
        found: u32,
        /// The expected child.
        expected: usize,
    },
    /// A node without a parent.
    #[error("the tree ends before node {0}")]
    AfterTheTree(usize),
    /// An inner node whose children are missing.
    #[error("the tree ends before its last children")]
    Unfinished,
}
