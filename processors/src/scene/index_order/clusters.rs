//! Groups triangles, and puts groups first that are likely to hide others.

use rigmill_math::vector::{add, cross, dot, length, scale, subtract};

use super::cache::VertexCache;

/// A group is cut as soon as its loads per triangle are at most this many times the average of the uncut group.
const MAX_LOADS: f64 = 1.05;

/// Returns the triangles in an order for less overdraw. `order` is an order for the vertex cache.
pub(super) fn order(order: &[u32], triangles: &[[u32; 3]], positions: &[[f32; 3]]) -> Vec<u32> {
    let facets: Vec<Facet> =
        order.iter().map(|triangle| Facet::new(&triangles[*triangle as usize], positions)).collect();
    let middle = Facet::sum(&facets).middle();
    let mut groups: Vec<(f64, &[u32])> = Vec::new();
    let mut first = 0;
    for end in ends(order, triangles, positions.len()) {
        groups.push((Facet::sum(&facets[first..end]).outwards_from(middle), &order[first..end]));
        first = end;
    }
    // The sort is stable: equally likely groups keep their order.
    groups.sort_by(|a, b| b.0.total_cmp(&a.0));
    groups.into_iter().flat_map(|(_, triangles)| triangles).copied().collect()
}

/// Returns the ends of the groups.
fn ends(order: &[u32], triangles: &[[u32; 3]], vertices: usize) -> Vec<usize> {
    let mut cache = VertexCache::new(vertices);
    let loads: Vec<usize> = order.iter().map(|triangle| cache.use_triangle(&triangles[*triangle as usize])).collect();
    // If all three vertices of a triangle are new, nothing in the cache is useful for it.
    let is_start = |at: &usize| *at > 0 && loads[*at] == 3;
    let whole: Vec<usize> = (0..order.len()).filter(is_start).chain([order.len()]).collect();
    let (mut ends, mut first) = (Vec::new(), 0);
    for end in whole {
        cut(&order[first..end], triangles, &mut cache, |at| ends.push(first + at));
        first = end;
    }
    ends
}

/// Cuts a group into smaller groups. The cache is empty at the start of each group.
fn cut(order: &[u32], triangles: &[[u32; 3]], cache: &mut VertexCache, mut end: impl FnMut(usize)) {
    let corners = |triangle: &u32| &triangles[*triangle as usize];
    cache.empty();
    let all: usize = order.iter().map(|triangle| cache.use_triangle(corners(triangle))).sum();
    let most = ratio(all, order.len()) * MAX_LOADS;
    cache.empty();
    let (mut first, mut loads) = (0, 0);
    for (at, triangle) in order.iter().enumerate() {
        loads += cache.use_triangle(corners(triangle));
        if at + 1 == order.len() || ratio(loads, at + 1 - first) <= most {
            end(at + 1);
            (first, loads) = (at + 1, 0);
            cache.empty();
        }
    }
}

#[expect(clippy::cast_precision_loss, reason = "counts far below 2^52")]
fn ratio(loads: usize, triangles: usize) -> f64 {
    loads as f64 / triangles as f64
}

/// The area of triangles as a vector along their normal, and the sum of their centres weighted by area.
#[derive(Clone, Copy, Default)]
struct Facet {
    normal: [f64; 3],
    area: f64,
    middles: [f64; 3],
}

impl Facet {
    fn new(corners: &[u32; 3], positions: &[[f32; 3]]) -> Self {
        let [a, b, c] = corners.map(|corner| positions[corner as usize].map(f64::from));
        let normal = cross(subtract(b, a), subtract(c, a));
        let area = length(normal);
        Self { normal, area, middles: scale(add(add(a, b), c), area / 3.0) }
    }

    fn sum(all: &[Self]) -> Self {
        all.iter().fold(Self::default(), |sum, it| Self {
            normal: add(sum.normal, it.normal),
            area: sum.area + it.area,
            middles: add(sum.middles, it.middles),
        })
    }

    fn middle(&self) -> [f64; 3] {
        if self.area > 0.0 { scale(self.middles, 1.0 / self.area) } else { [0.0; 3] }
    }

    /// Returns the distance of the facets from a point, in the direction that they face.
    fn outwards_from(&self, point: [f64; 3]) -> f64 {
        let size = length(self.normal);
        if size > 0.0 { dot(subtract(self.middle(), point), self.normal) / size } else { 0.0 }
    }
}
