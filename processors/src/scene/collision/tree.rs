//! The tree over a collision mesh's triangles, built by the crate `bvh`.

use std::iter;

use bvh::aabb::{Aabb, Bounded};
use bvh::bounding_hierarchy::BHShape;
use bvh::bvh::{Bvh, BvhNode};
use nalgebra::Point3;
use rigmill_format::{BoundingBox, CollisionNode, MAX_TREE_DEPTH, NodeBelow};

/// A triangle's corners in the model's space.
pub(super) type Triangle = [[f32; 3]; 3];

/// The most triangles of a leaf: testing a few triangles costs less than more nodes.
const LEAF: usize = 4;

/// The order of the triangles along the leaves of a tree, and its nodes, depth first.
pub(super) fn over(triangles: &[Triangle]) -> (Vec<usize>, Vec<CollisionNode>) {
    let mut shapes: Vec<Shape> = triangles.iter().map(Shape::of).collect();
    // In double precision, where sizes and areas of f32 coordinates do not overflow.
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

/// The tree in the form of a file. Its boxes are computed from the triangles again, so that they are exact.
struct Flat<'a> {
    triangles: &'a [Triangle],
    source: &'a [BvhNode<f64, 3>],
    order: Vec<usize>,
    nodes: Vec<CollisionNode>,
}

impl Flat<'_> {
    /// Adds a node of the source and all nodes below it, and returns its box. The root's `depth` is 1.
    fn push(&mut self, index: usize, depth: usize) -> BoundingBox {
        let own = self.nodes.len();
        let first = self.order.len();
        let below = match self.source[index] {
            BvhNode::Node { child_l_index, child_r_index, .. } if !self.is_leaf(index, depth) => {
                self.nodes.push(CollisionNode { bounds: BoundingBox::default(), below: leaf(0, 0) });
                let left = self.push(child_l_index, depth + 1);
                let below = NodeBelow::Nodes { second: number(self.nodes.len()) };
                let bounds = left.union(&self.push(child_r_index, depth + 1));
                self.nodes[own] = CollisionNode { bounds, below };
                return bounds;
            }
            _ => {
                let below: Vec<usize> = self.triangles_below(index).collect();
                self.order.extend(below);
                leaf(first, self.order.len() - first)
            }
        };
        let bounds = BoundingBox::of(self.order[first..].iter().flat_map(|&triangle| self.triangles[triangle]));
        self.nodes.push(CollisionNode { bounds, below });
        bounds
    }

    /// Whether all triangles below a node become one leaf: they are few, or the tree has its greatest depth.
    fn is_leaf(&self, index: usize, depth: usize) -> bool {
        depth == MAX_TREE_DEPTH || self.triangles_below(index).nth(LEAF).is_none()
    }

    /// The triangles below a node, in order.
    fn triangles_below(&self, index: usize) -> impl Iterator<Item = usize> + use<'_> {
        let mut waiting = vec![index];
        iter::from_fn(move || {
            loop {
                match self.source[waiting.pop()?] {
                    BvhNode::Leaf { shape_index, .. } => return Some(shape_index),
                    BvhNode::Node { child_l_index, child_r_index, .. } => {
                        waiting.extend([child_r_index, child_l_index]);
                    }
                }
            }
        })
    }
}

fn leaf(first: usize, count: usize) -> NodeBelow {
    NodeBelow::Triangles { first: number(first), count: number(count) }
}

fn number(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}
