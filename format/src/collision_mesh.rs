//! A collision mesh: triangles in model space, and the tree that finds them.
//!
//! Content type 6, version 1. The sections, in file order:
//!
//! | id     | element                  | elements                                               |
//! |--------|--------------------------|--------------------------------------------------------|
//! | `COLL` | mesh header, 16          | 1                                                      |
//! | `VERT` | 3 x f32                  | vertices, finite                                       |
//! | `TRIS` | 3 x u32                  | triangles: vertices, counter-clockwise from outside    |
//! | `NODE` | tree node, 32            | the tree, a node before what is below it               |
//!
//! Mesh header:
//!
//! | offset | type    | field         | value                                                        |
//! |-------:|---------|---------------|--------------------------------------------------------------|
//! |      0 | 3 x f32 | sphere center | finite                                                       |
//! |     12 | f32     | sphere radius | finite, >= 0; the sphere holds every vertex                  |
//!
//! Tree node:
//!
//! | offset | type    | field | value                                                                |
//! |-------:|---------|-------|----------------------------------------------------------------------|
//! |      0 | 3 x f32 | min   | smallest corner of the node's box, finite                            |
//! |     12 | u32     | link  | a leaf's first triangle; an inner node's second child                |
//! |     16 | 3 x f32 | max   | largest corner of the box, finite                                    |
//! |     28 | u32     | count | a leaf's triangles, at least 1; 0: an inner node                     |
//!
//! Rules: node 0 is the root. An inner node has two children: the node right after it, and the one that `link` names, which is
//! right after all that is below the first. A node's box holds the boxes of its children, a leaf's its triangles. The triangles of
//! the leaves follow each other in the order of the nodes, and are all there are. No node has more than 127 above it.
//! Without triangles there is no node.

use bytemuck::{Pod, Zeroable};

use crate::container::{Container, ContainerWriter, SectionKind, Spans};
use crate::finite::all_finite;
use crate::shares::{self, ShareCheck};
use crate::{AlignedBytes, Content, ContentType, DecodeError, EncodeError, InvalidContent};
use crate::{BoundingBox, BoundingSphere, CollisionProblem};

/// The most nodes from the root to a leaf, both counted.
pub const MAX_TREE_DEPTH: usize = 128;

/// Triangles for collision tests, in model space.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct CollisionMesh {
    /// x, y, z; finite. Several triangles may use one, or each may have its own.
    pub vertices: Vec<[f32; 3]>,
    /// Three vertices each, counter-clockwise seen from outside; in the order of the tree's leaves.
    pub triangles: Vec<[u32; 3]>,
    /// A sphere around all vertices.
    pub sphere: BoundingSphere,
    /// The tree over the triangles, depth first: a node, all that is below its first child, all that is below its second.
    pub nodes: Vec<CollisionNode>,
}

/// A node of a collision mesh's tree.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct CollisionNode {
    /// A box around everything below the node.
    pub bounds: BoundingBox,
    /// What is below it.
    pub below: NodeBelow,
}

/// What is below a node of a collision mesh's tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum NodeBelow {
    /// Two nodes: the one right after this, and another.
    Nodes {
        /// The number of the second node: right after all that is below the first.
        second: u32,
    },
    /// Triangles, at least one.
    Triangles {
        /// The first. It follows the last of the leaf before.
        first: u32,
        /// How many.
        count: u32,
    },
}

#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
struct MeshHeader {
    sphere: BoundingSphere,
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
    fn of(node: &CollisionNode) -> Result<Self, InvalidContent> {
        let BoundingBox { min, max } = node.bounds;
        let (link, count) = match node.below {
            NodeBelow::Nodes { second } => (second, 0),
            NodeBelow::Triangles { count: 0, .. } => return Err(CollisionProblem::EmptyLeaf.into()),
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

const COLL: SectionKind = SectionKind::of::<MeshHeader>(b"COLL");
const VERT: SectionKind = SectionKind::of::<[f32; 3]>(b"VERT");
const TRIS: SectionKind = SectionKind::of::<[u32; 3]>(b"TRIS");
const NODE: SectionKind = SectionKind::of::<NodeRecord>(b"NODE");

const SECTIONS: [SectionKind; 4] = [COLL, VERT, TRIS, NODE];
const ALIGNMENT: usize = align_of::<NodeRecord>();

impl Content for CollisionMesh {
    const TYPE: ContentType = ContentType::CollisionMesh;
    const VERSION: u16 = 1;

    fn encode(&self) -> Result<Vec<u8>, EncodeError> {
        shares::count(self.vertices.len(), "vertices")?;
        shares::count(self.triangles.len(), "triangles")?;
        shares::count(self.nodes.len(), "tree nodes")?;
        let header = [MeshHeader { sphere: self.sphere }];
        let nodes = self.nodes.iter().map(NodeRecord::of).collect::<Result<Vec<_>, _>>()?;
        let view =
            CollisionMeshView { header: &header, vertices: &self.vertices, triangles: &self.triangles, nodes: &nodes };
        view.validate()?;
        let mut writer = ContainerWriter::new(Self::TYPE, Self::VERSION, SECTIONS.len());
        writer.section(COLL, &header);
        writer.section(VERT, &self.vertices);
        writer.section(TRIS, &self.triangles);
        writer.section(NODE, &nodes);
        Ok(writer.finish())
    }

    fn decode(bytes: &[u8]) -> Result<Self, DecodeError> {
        let bytes = AlignedBytes::from_slice(bytes);
        Ok(CollisionMeshView::parse(&bytes)?.to_owned())
    }
}

/// Where the parts of a checked collision mesh lie in its bytes. An owner of the bytes keeps it
/// beside them and has a view again without another check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CollisionMeshLayout(Spans<4>);

impl CollisionMeshLayout {
    /// Checks a whole file.
    ///
    /// # Errors
    /// The bytes are not an undamaged collision mesh of this version, or begin at an address that
    /// is no multiple of 4.
    pub fn parse(bytes: &[u8]) -> Result<Self, DecodeError> {
        let container = Container::parse(bytes)?;
        let spans = container.spans(CollisionMesh::TYPE, CollisionMesh::VERSION, &SECTIONS, ALIGNMENT)?;
        let layout = Self(spans);
        layout.view(bytes).validate()?;
        Ok(layout)
    }

    /// The mesh in `bytes`, which have to be those that were parsed. With other bytes the view
    /// shows some other mesh, whose tree may be no tree, or an empty one.
    #[must_use]
    pub fn view<'a>(&self, bytes: &'a [u8]) -> CollisionMeshView<'a> {
        CollisionMeshView {
            header: self.0.elements(bytes, 0),
            vertices: self.0.elements(bytes, 1),
            triangles: self.0.elements(bytes, 2),
            nodes: self.0.elements(bytes, 3),
        }
    }
}

/// A collision mesh read where its bytes lie.
#[derive(Clone, Copy, Debug)]
pub struct CollisionMeshView<'a> {
    header: &'a [MeshHeader],
    vertices: &'a [[f32; 3]],
    triangles: &'a [[u32; 3]],
    nodes: &'a [NodeRecord],
}

impl<'a> CollisionMeshView<'a> {
    /// Checks a whole file and views its content.
    ///
    /// # Errors
    /// As [`CollisionMeshLayout::parse`].
    pub fn parse(bytes: &'a [u8]) -> Result<Self, DecodeError> {
        Ok(CollisionMeshLayout::parse(bytes)?.view(bytes))
    }

    /// A sphere around all vertices.
    #[must_use]
    pub fn sphere(&self) -> BoundingSphere {
        self.header.first().map(|header| header.sphere).unwrap_or_default()
    }

    /// Vertices x, y, z.
    #[must_use]
    pub fn vertices(&self) -> &'a [[f32; 3]] {
        self.vertices
    }

    /// The vertices of each triangle, counter-clockwise seen from outside.
    #[must_use]
    pub fn triangles(&self) -> &'a [[u32; 3]] {
        self.triangles
    }

    /// The corners of triangle number `triangle`.
    #[must_use]
    pub fn corners(&self, triangle: u32) -> Option<[[f32; 3]; 3]> {
        let [a, b, c] = *self.triangles.get(usize::try_from(triangle).ok()?)?;
        let vertex = |number: u32| self.vertices.get(usize::try_from(number).ok()?).copied();
        Some([vertex(a)?, vertex(b)?, vertex(c)?])
    }

    /// The number of nodes of the tree.
    #[must_use]
    pub fn node_count(&self) -> usize {
        self.nodes.len()
    }

    /// Node number `index` of the tree; 0 is the root.
    #[must_use]
    pub fn node(&self, index: u32) -> Option<CollisionNode> {
        self.nodes.get(usize::try_from(index).ok()?).map(NodeRecord::node)
    }

    /// A copy that owns its vertices.
    #[must_use]
    pub fn to_owned(&self) -> CollisionMesh {
        CollisionMesh {
            vertices: self.vertices.to_vec(),
            triangles: self.triangles.to_vec(),
            sphere: self.sphere(),
            nodes: self.nodes.iter().map(NodeRecord::node).collect(),
        }
    }

    /// All rules of the type, both before encoding and after reading.
    fn validate(&self) -> Result<(), InvalidContent> {
        if self.header.len() != 1 {
            let found = self.header.len();
            return Err(InvalidContent::HeaderCount { found });
        }
        self.check_vertices()?;
        self.check_triangles()?;
        self.check_leaves()?;
        self.check_tree()
    }

    fn check_vertices(&self) -> Result<(), InvalidContent> {
        let sphere = self.sphere();
        if !sphere.is_valid() {
            return Err(CollisionProblem::Sphere.into());
        }
        for (index, vertex) in self.vertices.iter().enumerate() {
            if !all_finite(vertex) {
                return Err(CollisionProblem::VertexNotFinite { index }.into());
            }
            if !sphere.contains(*vertex) {
                return Err(CollisionProblem::OutsideSphere { index }.into());
            }
        }
        Ok(())
    }

    fn check_triangles(&self) -> Result<(), InvalidContent> {
        let count = self.vertices.len();
        for (index, triangle) in self.triangles.iter().enumerate() {
            let missing = triangle.iter().find(|vertex| **vertex as usize >= count);
            if let Some(&vertex) = missing {
                return Err(CollisionProblem::NoSuchVertex { index, vertex, count }.into());
            }
        }
        Ok(())
    }

    fn check_leaves(&self) -> Result<(), InvalidContent> {
        let mut shares = ShareCheck::new("TRIS");
        for (index, node) in self.nodes.iter().enumerate() {
            if node.count > 0 {
                shares.part(index, node.link, node.count)?;
            }
        }
        shares.finish(self.triangles.len())
    }

    /// Goes through the nodes in the one order that the format allows, so each is reached exactly once. Comes after the check
    /// of the leaves, which keeps the triangles in range.
    fn check_tree(&self) -> Result<(), InvalidContent> {
        // The second children still to come of the inner nodes above the current one, and how deep each is.
        let mut open = [(0_u32, 0_usize); MAX_TREE_DEPTH];
        let (mut opened, mut depth) = (0, 1);
        let mut unfinished = !self.nodes.is_empty();
        for (index, node) in self.nodes.iter().enumerate() {
            if !unfinished {
                return Err(CollisionProblem::AfterTheTree { node: index }.into());
            }
            if depth > MAX_TREE_DEPTH {
                return Err(CollisionProblem::TooDeep { node: index, limit: MAX_TREE_DEPTH }.into());
            }
            self.check_box(index, node)?;
            if node.count == 0 {
                depth += 1;
                // There is room: what is open belongs to nodes above each other.
                open[opened] = (node.link, depth);
                opened += 1;
            } else if let Some(top) = opened.checked_sub(1) {
                check_second_child(open[top].0, index + 1)?;
                (opened, depth) = (top, open[top].1);
            } else {
                unfinished = false;
            }
        }
        if unfinished { Err(CollisionProblem::Unfinished.into()) } else { Ok(()) }
    }

    /// The node's box against what is right below it. A child that is not there is found by [`Self::check_tree`].
    fn check_box(&self, index: usize, record: &NodeRecord) -> Result<(), InvalidContent> {
        let CollisionNode { bounds, below } = record.node();
        if !bounds.is_valid() {
            return Err(CollisionProblem::Box { node: index }.into());
        }
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
        if holds { Ok(()) } else { Err(CollisionProblem::OutsideBox { node: index }.into()) }
    }
}

fn check_second_child(found: u32, expected: usize) -> Result<(), InvalidContent> {
    if found as usize == expected {
        return Ok(());
    }
    Err(CollisionProblem::SecondChild { found, expected }.into())
}
