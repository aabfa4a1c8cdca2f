//! The tree over the triangles of a collision mesh, split with the surface area heuristic.

use rigmill_format::{BoundingBox, CollisionNode, MAX_TREE_DEPTH, NodeBelow};
use rigmill_math::vector::{dot, subtract};

/// The corners of a triangle in model space.
pub(super) type Triangle = [[f32; 3]; 3];

/// The maximum number of triangles in a leaf. Testing a few triangles costs less than visiting more nodes.
const LEAF: usize = 4;
/// The number of buckets along an axis. There is one possible split fewer than buckets.
const BUCKETS: usize = 6;

/// Builds a tree. Returns the order of the triangles along the leaves, and the nodes, depth first.
pub(super) fn over(triangles: &[Triangle]) -> (Vec<usize>, Vec<CollisionNode>) {
    let boxes: Vec<Bounds> = triangles.iter().map(Bounds::new).collect();
    let mut order: Vec<usize> = (0..triangles.len()).collect();
    let mut tree = Tree { triangles, boxes: &boxes, nodes: Vec::new() };
    if !order.is_empty() {
        let all = Group::new(&order, &boxes);
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
    /// Adds a node for these triangles, and all nodes below it. Returns the node's box, which is exact because it is computed
    /// in single precision. `first` is the position of the group in the order of all triangles. The root has a `depth` of 1.
    fn push(&mut self, order: &mut [usize], first: usize, group: &Group, depth: usize) -> BoundingBox {
        if depth == MAX_TREE_DEPTH || order.len() <= LEAF {
            sort(order, group, self.boxes);
            let bounds = BoundingBox::new(order.iter().flat_map(|&triangle| self.triangles[triangle]));
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

/// Sorts the triangles of a leaf in the order in which the leaves of a complete tree would contain them.
fn sort(order: &mut [usize], group: &Group, boxes: &[Bounds]) {
    if order.len() > 1 {
        let (middle, [left, right]) = split(order, group, boxes);
        let (before, after) = order.split_at_mut(middle);
        sort(before, &left, boxes);
        sort(after, &right, boxes);
    }
}

/// Splits two or more triangles into two groups along their longest axis. Chooses the split with the smallest sum of the areas
/// of the groups' boxes, each weighted by the number of triangles. Returns the size of the first group.
fn split(order: &mut [usize], group: &Group, boxes: &[Bounds]) -> (usize, [Group; 2]) {
    let axis = group.centers.longest_axis();
    let (start, length) = (group.centers.min[axis], group.centers.max[axis] - group.centers.min[axis]);
    if length < f64::EPSILON {
        let middle = order.len() / 2;
        return (middle, [&order[..middle], &order[middle..]].map(|half| Group::new(half, boxes)));
    }
    let mut buckets: [Vec<usize>; BUCKETS] = Default::default();
    for &triangle in &*order {
        let along = (boxes[triangle].center()[axis] - start) / length;
        #[expect(clippy::cast_possible_truncation, reason = "`along` is from 0 to 1")]
        let bucket = (along * (BUCKETS as f64 - 0.01)) as usize;
        buckets[bucket].push(triangle);
    }
    let groups = buckets.each_ref().map(|bucket| Group::new(bucket, boxes));
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

/// A group of triangles: their number, their bounding box, and the bounding box of their centres.
#[derive(Clone, Copy)]
struct Group {
    size: usize,
    bounds: Bounds,
    centers: Bounds,
}

impl Group {
    const EMPTY: Self = Self { size: 0, bounds: Bounds::EMPTY, centers: Bounds::EMPTY };

    fn new(triangles: &[usize], boxes: &[Bounds]) -> Self {
        triangles.iter().fold(Self::EMPTY, |group, &triangle| {
            let (bounds, center) = (boxes[triangle], boxes[triangle].center());
            group.join(&Self { size: 1, bounds, centers: Bounds { min: center, max: center } })
        })
    }

    fn join(self, other: &Self) -> Self {
        let (bounds, centers) = (self.bounds.join(&other.bounds), self.centers.join(&other.centers));
        Self { size: self.size + other.size, bounds, centers }
    }

    /// Returns the cost of the group. For an empty group, this is NaN, so that a cost that includes it is never the smallest.
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

    fn new(triangle: &Triangle) -> Self {
        let BoundingBox { min, max } = BoundingBox::new(*triangle);
        Self { min: min.map(f64::from), max: max.map(f64::from) }
    }

    fn join(&self, other: &Self) -> Self {
        let min = std::array::from_fn(|axis| self.min[axis].min(other.min[axis]));
        Self { min, max: std::array::from_fn(|axis| self.max[axis].max(other.max[axis])) }
    }

    fn center(&self) -> [f64; 3] {
        std::array::from_fn(|axis| self.min[axis] * 0.5 + self.max[axis] * 0.5)
    }

    /// Returns the square of the diagonal, doubled. The heuristic uses it in place of the surface area.
    fn area(&self) -> f64 {
        let size = subtract(self.max, self.min);
        2.0 * dot(size, size)
    }

    /// Returns the longest axis; the first of several equally long axes.
    fn longest_axis(&self) -> usize {
        let size = subtract(self.max, self.min);
        let longer = |best: usize, axis: usize| if size[axis] > size[best] { axis } else { best };
        (1..3).fold(0, longer)
    }
}

fn number(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}
