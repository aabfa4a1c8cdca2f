//! The tree over a collision mesh's triangles, split by the surface area heuristic.

use rigmill_format::{BoundingBox, CollisionNode, MAX_TREE_DEPTH, NodeBelow};
use rigmill_math::vector::{dot, subtract};

/// A triangle's corners in the model's space.
pub(super) type Triangle = [[f32; 3]; 3];

/// The most triangles of a leaf: testing a few triangles costs less than more nodes.
const LEAF: usize = 4;
/// The number of candidates for a split is one less.
const BUCKETS: usize = 6;

/// The order of the triangles along the leaves of a tree, and its nodes, depth first.
pub(super) fn over(triangles: &[Triangle]) -> (Vec<usize>, Vec<CollisionNode>) {
    let boxes: Vec<Bounds> = triangles.iter().map(Bounds::of).collect();
    let mut order: Vec<usize> = (0..triangles.len()).collect();
    let mut tree = Tree { triangles, boxes: &boxes, nodes: Vec::new() };
    if !order.is_empty() {
        let all = Group::of(&order, &boxes);
        tree.push(&mut order, 0, &all, 1);
    }
    (order, tree.nodes)
}

struct Tree<'a> {
    triangles: &'a [Triangle],
    boxes: &'a [Bounds],
    nodes: Vec<CollisionNode>,
}

impl Tree<'_> {
    /// Adds a node for these triangles and all nodes below it, and returns its box, computed in single precision so that it is exact.
    /// `first` is the position of the triangles in the order of all; the root's `depth` is 1.
    fn push(&mut self, order: &mut [usize], first: usize, group: &Group, depth: usize) -> BoundingBox {
        if depth == MAX_TREE_DEPTH || order.len() <= LEAF {
            sort(order, group, self.boxes);
            let bounds = BoundingBox::of(order.iter().flat_map(|&triangle| self.triangles[triangle]));
            let below = NodeBelow::Triangles { first: number(first), count: number(order.len()) };
            self.nodes.push(CollisionNode { bounds, below });
            return bounds;
        }
        let own = self.nodes.len();
        self.nodes.push(CollisionNode { bounds: BoundingBox::default(), below: NodeBelow::Nodes { second: 0 } });
        let (middle, [left, right]) = split(order, group, self.boxes);
        let (before, after) = order.split_at_mut(middle);
        let bounds = self.push(before, first, &left, depth + 1);
        let below = NodeBelow::Nodes { second: number(self.nodes.len()) };
        let bounds = bounds.union(&self.push(after, first + middle, &right, depth + 1));
        self.nodes[own] = CollisionNode { bounds, below };
        bounds
    }
}

/// Sorts the triangles of a leaf as the leaves of a complete tree would be.
fn sort(order: &mut [usize], group: &Group, boxes: &[Bounds]) {
    if order.len() > 1 {
        let (middle, [left, right]) = split(order, group, boxes);
        let (before, after) = order.split_at_mut(middle);
        sort(before, &left, boxes);
        sort(after, &right, boxes);
    }
}

/// Splits two triangles or more in two groups along their longest axis, where the areas of the groups' boxes, weighted by their
/// numbers of triangles, are smallest. Returns the size of the first group.
fn split(order: &mut [usize], group: &Group, boxes: &[Bounds]) -> (usize, [Group; 2]) {
    let axis = group.centers.longest_axis();
    let (start, length) = (group.centers.min[axis], group.centers.max[axis] - group.centers.min[axis]);
    if length < f64::EPSILON {
        let middle = order.len() / 2;
        return (middle, [&order[..middle], &order[middle..]].map(|half| Group::of(half, boxes)));
    }
    let mut buckets: [Vec<usize>; BUCKETS] = Default::default();
    for &triangle in &*order {
        let along = (boxes[triangle].center()[axis] - start) / length;
        #[expect(clippy::cast_possible_truncation, reason = "`along` is from 0 to 1")]
        let bucket = (along * (BUCKETS as f64 - 0.01)) as usize;
        buckets[bucket].push(triangle);
    }
    let groups = buckets.each_ref().map(|bucket| Group::of(bucket, boxes));
    let mut best = (0, f64::INFINITY, [Group::EMPTY; 2]);
    for last in 0..BUCKETS - 1 {
        let (before, after) = groups.split_at(last + 1);
        let sides = [before, after].map(|side| side.iter().fold(Group::EMPTY, Group::join));
        let cost = (sides[0].weight() + sides[1].weight()) / group.bounds.area();
        if cost < best.1 {
            best = (last, cost, sides);
        }
    }
    let middle = buckets[..=best.0].iter().map(Vec::len).sum();
    order.iter_mut().zip(buckets.into_iter().flatten()).for_each(|(slot, triangle)| *slot = triangle);
    (middle, best.2)
}

/// Some triangles: their number, the box around them, and the box around their centers.
#[derive(Clone, Copy)]
struct Group {
    size: usize,
    bounds: Bounds,
    centers: Bounds,
}

impl Group {
    const EMPTY: Self = Self { size: 0, bounds: Bounds::EMPTY, centers: Bounds::EMPTY };

    fn of(triangles: &[usize], boxes: &[Bounds]) -> Self {
        triangles.iter().fold(Self::EMPTY, |group, &triangle| {
            let (bounds, center) = (boxes[triangle], boxes[triangle].center());
            group.join(&Self { size: 1, bounds, centers: Bounds { min: center, max: center } })
        })
    }

    fn join(self, other: &Self) -> Self {
        let (bounds, centers) = (self.bounds.join(&other.bounds), self.centers.join(&other.centers));
        Self { size: self.size + other.size, bounds, centers }
    }

    /// Not a number for an empty group, so that no cost with it is smallest.
    fn weight(&self) -> f64 {
        self.size as f64 * self.bounds.area()
    }
}

/// A box in double precision, where sizes and areas of f32 coordinates do not overflow.
#[derive(Clone, Copy)]
struct Bounds {
    min: [f64; 3],
    max: [f64; 3],
}

impl Bounds {
    const EMPTY: Self = Self { min: [f64::INFINITY; 3], max: [f64::NEG_INFINITY; 3] };

    fn of(triangle: &Triangle) -> Self {
        let BoundingBox { min, max } = BoundingBox::of(*triangle);
        Self { min: min.map(f64::from), max: max.map(f64::from) }
    }

    fn join(&self, other: &Self) -> Self {
        let min = std::array::from_fn(|axis| self.min[axis].min(other.min[axis]));
        Self { min, max: std::array::from_fn(|axis| self.max[axis].max(other.max[axis])) }
    }

    fn center(&self) -> [f64; 3] {
        std::array::from_fn(|axis| self.min[axis] * 0.5 + self.max[axis] * 0.5)
    }

    /// A measure that grows with the surface area: twice the square of the diagonal.
    fn area(&self) -> f64 {
        let size = subtract(self.max, self.min);
        2.0 * dot(size, size)
    }

    /// The first axis of the greatest length.
    fn longest_axis(&self) -> usize {
        let size = subtract(self.max, self.min);
        let longer = |best: usize, axis: usize| if size[axis] > size[best] { axis } else { best };
        (1..3).fold(0, longer)
    }
}

fn number(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}
