//! Sorts triangles for a GPU's vertex cache, exactly as XNA's pipeline does.
//!
//! XNA uses Direct3D, which follows H. Hoppe, "Optimization of Mesh Locality for Transparent Vertex Caching" (1999). A strip of
//! triangles follows the corners of the strip before it. A new strip begins when the vertices of the previous strip would
//! otherwise no longer be in the cache at the next corner. The choice among equally good triangles was derived from files that
//! XNA's pipeline wrote: this module reproduces the order of all their 6,225 triangles in 23 meshes. In these files, no edge
//! belongs to more than two triangles. It is not known what Direct3D does with such edges.

mod neighbours;
mod waiting;

use rigmill_format::MeshPart;

use super::weld::Weld;
use neighbours::{Corner, Neighbours};
use waiting::Waiting;

/// The number of vertices in the cache that Direct3D assumes.
const CACHE_SIZE: usize = 12;
/// The maximum number of vertices that the cache may load between the start of a strip and the start of the next strip.
const MAX_LOADED: usize = 5;

/// Rotates the corners of each triangle so that it begins with the same corner as in XNA's files. The triangles are given face
/// by face.
pub(super) fn turn_as_xna(triangles: &mut [(usize, [usize; 3])]) {
    for of_face in triangles.chunk_by_mut(|(a, _), (b, _)| a == b) {
        of_face.iter_mut().step_by(2).for_each(|(_, corners)| corners.rotate_right(1));
    }
}

/// Sorts the triangles of each part, and sorts the vertices in the order in which clockwise triangles use them.
pub(super) fn arrange(weld: &mut Weld, parts: &[MeshPart]) {
    let mut arranged = Vec::with_capacity(weld.indices.len());
    for part in parts {
        let first = part.first_index as usize;
        let indices = &weld.indices[first..first + part.index_count as usize];
        let clockwise: Vec<[u32; 3]> = indices.chunks_exact(3).map(|it| [it[0], it[2], it[1]]).collect();
        arranged.extend(order(&clockwise).into_iter().map(|triangle| clockwise[triangle as usize]));
    }
    renumber(&mut arranged, &mut weld.corners);
    weld.indices = arranged.into_iter().flat_map(|[a, c, b]| [a, b, c]).collect();
}

/// Renumbers vertices in the order of their first use. `corners` contains a corner for each vertex.
pub(super) fn renumber(triangles: &mut [[u32; 3]], corners: &mut Vec<usize>) {
    let mut numbers = vec![None; corners.len()];
    let mut used = Vec::with_capacity(corners.len());
    for vertex in triangles.as_flattened_mut() {
        let next = u32::try_from(used.len()).unwrap_or(u32::MAX);
        let number = *numbers[*vertex as usize].get_or_insert(next);
        if number == next {
            used.push(corners[*vertex as usize]);
        }
        *vertex = number;
    }
    *corners = used;
}

/// Returns the indices of the triangles in their new order. Each triangle is given by its vertices, clockwise.
fn order(triangles: &[[u32; 3]]) -> Vec<u32> {
    let neighbours = Neighbours::new(triangles);
    let waiting = Waiting::new((0..triangles.len()).map(|triangle| neighbours.count(triangle)));
    let order = Vec::with_capacity(triangles.len());
    let mut strips = Strips { triangles, neighbours, waiting, cache: VertexCache::new(), loaded: 0, order };
    while let Some(first) = strips.waiting.first() {
        strips.grow_from(strips.first_corner(first));
    }
    strips.order
}

/// Strips of triangles that grow beside each other.
struct Strips<'a> {
    triangles: &'a [[u32; 3]],
    neighbours: Neighbours,
    waiting: Waiting,
    cache: VertexCache,
    /// The number of vertices that the cache has loaded since the start of the next strip was determined.
    loaded: usize,
    order: Vec<u32>,
}

impl Strips<'_> {
    /// Returns the corner of a strip's first triangle around which the strip turns.
    fn first_corner(&self, triangle: u32) -> Corner {
        let is_open = |edge| self.open(self.neighbours.across(Corner { triangle, at: edge }.next())).is_some();
        let at = if is_open(0) {
            1
        } else if is_open(1) {
            2
        } else {
            0
        };
        Corner { triangle, at }
    }

    /// Grows strips until no adjacent triangles are left.
    fn grow_from(&mut self, mut corner: Corner) {
        let mut next_strip: Option<Corner> = None;
        loop {
            if let Some(next) = next_strip
                && self.loaded + self.left_around(corner) > MAX_LOADED
            {
                corner = self.open(Some(next)).unwrap_or(corner);
                next_strip = None;
            }
            match self.go_round(corner, &mut next_strip) {
                Some(outer) => corner = outer,
                None => return,
            }
        }
    }

    /// Adds the triangles around a corner. Returns the corner with which the strip continues, if it does.
    fn go_round(&mut self, mut corner: Corner, next_strip: &mut Option<Corner>) -> Option<Corner> {
        loop {
            self.take(corner.triangle);
            let inner = self.open(self.neighbours.across(corner));
            let outer = self.open(self.neighbours.across(corner.previous()));
            match (inner, outer) {
                (Some(inner), outer) => {
                    if next_strip.is_none() && outer.is_some() {
                        *next_strip = outer;
                        self.loaded = 0;
                    }
                    corner = inner;
                }
                (None, Some(outer)) => return Some(outer),
                (None, None) => corner = self.open(next_strip.take())?,
            }
        }
    }

    fn take(&mut self, triangle: u32) {
        self.waiting.take(triangle, self.neighbours.of_triangle(triangle));
        self.order.push(triangle);
        for vertex in self.triangles[triangle as usize] {
            self.loaded += usize::from(self.cache.load(vertex));
        }
    }

    /// Returns the number of triangles left around a corner, without the corner's own. Stops counting when a higher number
    /// makes no difference.
    fn left_around(&self, corner: Corner) -> usize {
        let around = std::iter::successors(Some(corner), |&corner| self.open(self.neighbours.across(corner)));
        around.skip(1).take(MAX_LOADED + 1).count()
    }

    /// Returns the corner, if its triangle is not in the order yet.
    fn open(&self, corner: Option<Corner>) -> Option<Corner> {
        corner.filter(|corner| self.waiting.contains(corner.triangle))
    }
}

/// A first-in, first-out cache of vertices.
struct VertexCache {
    vertices: [Option<u32>; CACHE_SIZE],
    oldest: usize,
}

impl VertexCache {
    const fn new() -> Self {
        Self { vertices: [None; CACHE_SIZE], oldest: 0 }
    }

    /// Loads a vertex. Returns whether it was not in the cache.
    fn load(&mut self, vertex: u32) -> bool {
        if self.vertices.contains(&Some(vertex)) {
            return false;
        }
        self.vertices[self.oldest] = Some(vertex);
        self.oldest = (self.oldest + 1) % CACHE_SIZE;
        true
    }
}
