//! The tree over a collision mesh's triangles, built by the crate `bvh`.

use bvh::aabb::{Aabb, Bounded};
use bvh::bounding_hierarchy::BHShape;
use bvh::bvh::{Bvh, BvhNode};
use nalgebra::Point3;
use rigmill_format::{BoundingBox, CollisionNode, MAX_TREE_DEPTH, NodeBelow};

/// A triangle's corners in the model's space.
pub(super) type Triangle = [[f32; 3]; 3];

/// A node with at most so many triangles below is a leaf: testing a few triangles costs less than more nodes.
const LEAF: usize = 4;

/// The order of the triangles along the leaves of a tree, and its nodes, depth first.
pub(super) fn over(triangles: &[Triangle]) -> (Vec<usize>, Vec<CollisionNode>) {
    let mut shapes: Vec<Shape> = triangles.iter().map(Shape::of).collect();
    // In double precision, where neither sizes nor areas of what f32 can hold overflow.
    let bvh = Bvh::build(&mut shapes);
    let mut flat =
        Flat { triangles, source: &bvh.nodes, order: Vec::with_capacity(triangles.len()), nodes: Vec::new() };
    if !bvh.nodes.is_empty() {
        flat.push(0, 1);
    }
    (flat.order, flat.nodes)
}

struct Shape {
    bounds: Aabb<f64, 3>,
    node: usize,
}

impl Shape {
    fn of(triangle: &Triangle) -> Self {
        let BoundingBox { min, max } = BoundingBox::of(*triangle);
        let point = |corner: [f32; 3]| Point3::from(corner.map(f64::from));
        Self { bounds: Aabb::with_bounds(point(min), point(max)), node: 0 }
    }
}

impl Bounded<f64, 3> for Shape {
    fn aabb(&self) -> Aabb<f64, 3> {
        self.bounds
    }
}

impl BHShape<f64, 3> for Shape {
    fn set_bh_node_index(&mut self, index: usize) {
        self.node = index;
    }

    fn bh_node_index(&self) -> usize {
        self.node
    }
}

/// The tree as a file has it. Its boxes are made anew from the triangles, so that they are exact.
struct Flat<'a> {
    triangles: &'a [Triangle],
    source: &'a [BvhNode<f64, 3>],
    order: Vec<usize>,
    nodes: Vec<CollisionNode>,
}

impl Flat<'_> {
    /// Adds a node of the source and all that is below; `depth` nodes lead to it, itself counted. Gives its box.
    fn push(&mut self, index: usize, depth: usize) -> BoundingBox {
        let place = self.nodes.len();
        let first = self.order.len();
        let below = match self.source[index] {
            BvhNode::Node { child_l_index, child_r_index, .. } if !self.is_leaf(index, depth) => {
                self.nodes.push(CollisionNode { bounds: BoundingBox::default(), below: leaf(0, 0) });
                let left = self.push(child_l_index, depth + 1);
                let below = NodeBelow::Nodes { second: number(self.nodes.len()) };
                let bounds = left.union(&self.push(child_r_index, depth + 1));
                self.nodes[place] = CollisionNode { bounds, below };
                return bounds;
            }
            _ => {
                self.gather(index);
                leaf(first, self.order.len() - first)
            }
        };
        let bounds = BoundingBox::of(self.order[first..].iter().flat_map(|&triangle| self.triangles[triangle]));
        self.nodes.push(CollisionNode { bounds, below });
        bounds
    }

    /// Whether all below a node becomes one leaf: it is little, or as deep as a tree may be.
    fn is_leaf(&self, index: usize, depth: usize) -> bool {
        depth == MAX_TREE_DEPTH || self.triangles_below(index) <= LEAF
    }

    /// How many triangles there are below a node, as far as it matters.
    fn triangles_below(&self, index: usize) -> usize {
        let (mut waiting, mut count) = (vec![index], 0);
        while let Some(index) = waiting.pop().filter(|_| count <= LEAF) {
            match self.source[index] {
                BvhNode::Leaf { .. } => count += 1,
                BvhNode::Node { child_l_index, child_r_index, .. } => waiting.extend([child_r_index, child_l_index]),
            }
        }
        count
    }

    /// Adds the triangles below a node, in their order.
    fn gather(&mut self, index: usize) {
        let mut waiting = vec![index];
        while let Some(index) = waiting.pop() {
            match self.source[index] {
                BvhNode::Leaf { shape_index, .. } => self.order.push(shape_index),
                BvhNode::Node { child_l_index, child_r_index, .. } => waiting.extend([child_r_index, child_l_index]),
            }
        }
    }
}

fn leaf(first: usize, count: usize) -> NodeBelow {
    NodeBelow::Triangles { first: number(first), count: number(count) }
}

fn number(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}
