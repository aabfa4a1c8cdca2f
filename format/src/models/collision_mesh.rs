//! A collision mesh consists of triangles in model space, and a tree of bounding boxes for finding triangles quickly.
//!
//! A collision mesh file has these sections, in this order:
//!
//! | id     | element type          | contents                                                                      |
//! |--------|-----------------------|-------------------------------------------------------------------------------|
//! | `COLL` | mesh header, 16 bytes | the mesh header                                                               |
//! | `VERT` | 3 x f32               | the vertices x, y, z; finite                                                  |
//! | `TRIS` | 3 x u32               | the vertex indices of each triangle, counter-clockwise when seen from outside |
//! | `NODE` | tree node, 32 bytes   | the nodes of the tree, in depth-first order                                   |
//!
//! ### CollisionMesh: header
//!
//! | offset | type    | field         | value                                                               |
//! |-------:|---------|---------------|---------------------------------------------------------------------|
//! |      0 | 3 x f32 | sphere center | the center x, y, z of a sphere around all vertices; finite          |
//! |     12 | f32     | sphere radius | the radius of the sphere around all vertices; finite and at least 0 |
//!
//! ### CollisionMesh: tree node
//!
//! | offset | type    | field | value |
//! |-------:|---------|-------|------------|
//! |      0 | 3 x f32 | min   | the smallest x, y, z of the node's box; finite |
//! |     12 | u32     | link  | in a leaf: the index of its first triangle; in an inner node: the index of its second child |
//! |     16 | 3 x f32 | max   | the largest x, y, z of the node's box; finite |
//! |     28 | u32     | count | in a leaf: the number of its triangles, at least 1; in an inner node: 0 |
//!
//! ### CollisionMesh: rules
//!
//! - Node 0 is the root of the tree.
//! - An inner node has two children. In depth-first order, an inner node is followed by its first child, then all
//!   descendants of the first child, then its second child.
//! - The box of an inner node contains the boxes of its children. The box of a leaf contains all its triangles.
//! - The triangles are in the order of the leaves, and every triangle is in exactly one leaf.
//! - A node has at most 127 ancestors.
//! - A collision mesh without triangles has no nodes.

use bytemuck::{Pod, Zeroable};

use crate::error::{ensure, invalid};
use crate::layout::numbers::all_finite;
use crate::layout::{One, Rules, Span, SpanCheck, count, getters, sections};
use crate::{BoundingBox, BoundingSphere, EncodeError, InvalidContent};

/// The maximum number of nodes from the root to a leaf, including both.
pub const MAX_TREE_DEPTH: usize = 128;

/// Triangles for collision tests, in model space.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct CollisionMesh {
    /// The vertices x, y, z; finite. Triangles may share vertices, or each may have its own.
    pub vertices: Vec<[f32; 3]>,
    /// Three vertices per triangle, counter-clockwise when seen from outside. Triangles are in the order of the tree's leaves.
    pub triangles: Vec<[u32; 3]>,
    /// A bounding sphere of all vertices.
    pub sphere: BoundingSphere,
    /// The tree of the triangles in depth-first order: a node, then its first child with everything below it, then its second
    /// child with everything below it.
    pub nodes: Vec<CollisionNode>,
}

/// A node of a collision mesh's tree.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct CollisionNode {
    /// A bounding box of everything below the node.
    pub bounds: BoundingBox,
    /// The children or triangles of the node.
    pub below: NodeBelow,
}

/// The children or triangles of a node of a collision mesh's tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum NodeBelow {
    /// An inner node. Its first child is the next node.
    Nodes {
        /// The number of the second child, which comes right after everything below the first child.
        second: u32,
    },
    /// A leaf with at least one triangle.
    Triangles {
        /// The first triangle, which comes right after the last triangle of the previous leaf.
        first: u32,
        /// The number of triangles.
        count: u32,
    },
}

#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
struct NodeRecord {
    min: [f32; 3],
    link: u32,
    max: [f32; 3],
    count: u32,
}

impl NodeRecord {
    fn new(node: &CollisionNode) -> Result<Self, InvalidContent> {
        let BoundingBox { min, max } = node.bounds;
        let (link, count) = match node.below {
            NodeBelow::Nodes { second } => (second, 0),
            NodeBelow::Triangles { count: 0, .. } => return Err(invalid!("a leaf of the tree has no triangle")),
            NodeBelow::Triangles { first, count } => (first, count),
        };
        Ok(Self { min, link, max, count })
    }

    fn node(&self) -> CollisionNode {
        let below = match self.count {
            0 => NodeBelow::Nodes { second: self.link },
            count => NodeBelow::Triangles { first: self.link, count },
        };
        CollisionNode { bounds: BoundingBox { min: self.min, max: self.max }, below }
    }
}

sections! {
    /// A collision mesh read from the bytes of its file.
    #[derive(Debug)]
    CollisionMesh, version 1 => CollisionMeshView, CollisionMeshLayout, Tables;
    header b"COLL": BoundingSphere,
    b"VERT" vertices: [[f32; 3]],
    b"TRIS" triangles: [[u32; 3]],
    b"NODE" nodes: [NodeRecord],
}

impl Tables {
    fn new(mesh: &CollisionMesh) -> Result<Self, EncodeError> {
        count(mesh.vertices.len(), "vertices")?;
        count(mesh.triangles.len(), "triangles")?;
        count(mesh.nodes.len(), "tree nodes")?;
        Ok(Self {
            header: One(mesh.sphere),
            vertices: mesh.vertices.clone(),
            triangles: mesh.triangles.clone(),
            nodes: mesh.nodes.iter().map(NodeRecord::new).collect::<Result<_, _>>()?,
        })
    }
}

impl<'a> CollisionMeshView<'a> {
    getters! { self:
        /// A bounding sphere of all vertices.
        sphere: BoundingSphere = *self.header;
        /// The vertices x, y, z.
        vertices: &'a [[f32; 3]] = self.vertices;
        /// The vertices of each triangle, counter-clockwise when seen from outside.
        triangles: &'a [[u32; 3]] = self.triangles;
        /// The number of nodes of the tree.
        node_count: usize = self.nodes.len();
        /// A copy that owns its vertices.
        to_owned: CollisionMesh = CollisionMesh {
            vertices: self.vertices.to_vec(),
            triangles: self.triangles.to_vec(),
            sphere: self.sphere(),
            nodes: self.nodes.iter().map(NodeRecord::node).collect(),
        };
    }

    /// The corners of a triangle, by its number.
    #[must_use]
    pub fn corners(&self, triangle: u32) -> Option<[[f32; 3]; 3]> {
        let [a, b, c] = *self.triangles.get(usize::try_from(triangle).ok()?)?;
        let vertex = |number: u32| self.vertices.get(usize::try_from(number).ok()?).copied();
        Some([vertex(a)?, vertex(b)?, vertex(c)?])
    }

    /// The node with number `index`. The root is number 0.
    #[must_use]
    pub fn node(&self, index: u32) -> Option<CollisionNode> {
        self.nodes.get(usize::try_from(index).ok()?).map(NodeRecord::node)
    }
}

impl Rules for CollisionMeshView<'_> {
    const PREFIX: Option<&'static str> = Some("the collision mesh is not valid");

    fn check(&self) -> Result<(), InvalidContent> {
        self.check_vertices()?;
        self.check_triangles()?;
        self.check_leaves()?;
        self.check_tree()
    }
}

impl CollisionMeshView<'_> {
    fn check_vertices(&self) -> Result<(), InvalidContent> {
        let sphere = self.sphere();
        ensure!(sphere.is_valid(), "the bounding sphere is not finite, or has a radius below 0");
        for (index, vertex) in self.vertices.iter().enumerate() {
            ensure!(all_finite(vertex), "vertex {index} is not finite");
            ensure!(sphere.contains(*vertex), "vertex {index} lies outside the bounding sphere");
        }
        Ok(())
    }

    fn check_triangles(&self) -> Result<(), InvalidContent> {
        let count = self.vertices.len();
        for (index, triangle) in self.triangles.iter().enumerate() {
            let missing = triangle.iter().find(|vertex| **vertex as usize >= count);
            if let Some(&vertex) = missing {
                return Err(invalid!("triangle {index} refers to vertex {vertex}, but the mesh has {count} vertices"));
            }
        }
        Ok(())
    }

    fn check_leaves(&self) -> Result<(), InvalidContent> {
        let mut spans = SpanCheck::new("TRIS");
        for (index, node) in self.nodes.iter().enumerate() {
            if node.count > 0 {
                spans.next(index, Span { first: node.link, count: node.count })?;
            }
        }
        spans.finish(self.triangles.len())
    }

    /// Visits the nodes in the only order that the format allows, so that each is reached exactly once. Must come after the
    /// check of the leaves, which ensures that triangle numbers are in range.
    fn check_tree(&self) -> Result<(), InvalidContent> {
        // For each inner node above the current node whose second child has not been visited: the second child and its depth.
        let mut open = [(0_u32, 0_usize); MAX_TREE_DEPTH];
        let (mut opened, mut depth) = (0, 1);
        let mut unfinished = !self.nodes.is_empty();
        for (index, node) in self.nodes.iter().enumerate() {
            ensure!(unfinished, "the tree ends before node {index}");
            ensure!(
                depth <= MAX_TREE_DEPTH,
                "tree node {index} has {MAX_TREE_DEPTH} nodes above it, but at most {} are allowed",
                MAX_TREE_DEPTH - 1
            );
            self.check_box(index, node)?;
            if node.count == 0 {
                depth += 1;
                // There is always space, because the open nodes are ancestors of each other.
                open[opened] = (node.link, depth);
                opened += 1;
            } else if let Some(top) = opened.checked_sub(1) {
                let (found, expected) = (open[top].0, index + 1);
                ensure!(found as usize == expected, "the tree has a second child at node {found}, expected {expected}");
                (opened, depth) = (top, open[top].1);
            } else {
                unfinished = false;
            }
        }
        ensure!(!unfinished, "the tree ends before its last children");
        Ok(())
    }

    /// Checks that the node's box contains its children or triangles. [`Self::check_tree`] finds missing children.
    fn check_box(&self, index: usize, record: &NodeRecord) -> Result<(), InvalidContent> {
        let CollisionNode { bounds, below } = record.node();
        ensure!(bounds.is_valid(), "the box of tree node {index} is not finite, or inverted");
        let holds = match below {
            NodeBelow::Nodes { second } => {
                let children = [self.nodes.get(index + 1), self.nodes.get(second as usize)];
                children.into_iter().flatten().all(|child| bounds.contains(&child.node().bounds))
            }
            NodeBelow::Triangles { first, count } => {
                let corners = (first..first.saturating_add(count)).filter_map(|triangle| self.corners(triangle));
                corners.flatten().all(|corner| bounds.contains_point(corner))
            }
        };
        ensure!(holds, "the box of tree node {index} does not contain its children or triangles");
        Ok(())
    }
}
