//! Sorts triangles for the vertex cache, in fans around vertices.

use super::cache::{CACHE_SIZE, VertexCache};

/// Returns the indices of the triangles. A triangle is given by its vertices, which are below `vertices`.
pub(super) fn order(triangles: &[[u32; 3]], vertices: usize) -> Vec<u32> {
    let around = Around::new(triangles, vertices);
    let mut fans = Fans {
        left: (0..vertices).map(|vertex| around.of_vertex(vertex).len()).collect(),
        around,
        is_drawn: vec![false; triangles.len()],
        cache: VertexCache::new(vertices),
        recent: Vec::new(),
        untried: 0,
        order: Vec::with_capacity(triangles.len()),
    };
    let mut next = fans.untried();
    while let Some(vertex) = next {
        next = fans.draw(vertex, triangles);
    }
    fans.order
}

/// The triangles around each vertex.
struct Around {
    starts: Vec<usize>,
    triangles: Vec<u32>,
}

impl Around {
    fn new(triangles: &[[u32; 3]], vertices: usize) -> Self {
        let mut starts = vec![0; vertices + 1];
        for vertex in triangles.as_flattened() {
            starts[*vertex as usize + 1] += 1;
        }
        for vertex in 0..vertices {
            starts[vertex + 1] += starts[vertex];
        }
        let mut next = starts.clone();
        let mut all = vec![0; triangles.len() * 3];
        for (triangle, corners) in (0..).zip(triangles) {
            for corner in corners {
                all[next[*corner as usize]] = triangle;
                next[*corner as usize] += 1;
            }
        }
        Self { starts, triangles: all }
    }

    fn of_vertex(&self, vertex: usize) -> &[u32] {
        &self.triangles[self.starts[vertex]..self.starts[vertex + 1]]
    }
}

/// Draws triangles fan by fan.
struct Fans {
    around: Around,
    /// For each vertex, the number of triangles around it that are not drawn yet.
    left: Vec<usize>,
    is_drawn: Vec<bool>,
    cache: VertexCache,
    /// The vertices of all triangles that were drawn, most recent last.
    recent: Vec<u32>,
    /// All vertices before this one have no triangles left.
    untried: usize,
    order: Vec<u32>,
}

impl Fans {
    /// Draws the remaining triangles around a vertex. Returns the vertex of the next fan.
    fn draw(&mut self, vertex: usize, triangles: &[[u32; 3]]) -> Option<usize> {
        let first = self.recent.len();
        for at in self.around.starts[vertex]..self.around.starts[vertex + 1] {
            let triangle = self.around.triangles[at];
            if std::mem::replace(&mut self.is_drawn[triangle as usize], true) {
                continue;
            }
            let corners = &triangles[triangle as usize];
            self.cache.use_triangle(corners);
            self.order.push(triangle);
            self.recent.extend(corners);
            corners.iter().for_each(|corner| self.left[*corner as usize] -= 1);
        }
        self.best_since(first).or_else(|| self.last_recent()).or_else(|| self.untried())
    }

    /// Returns, of the vertices used since `first`, the oldest vertex that will still be in the cache after its fan is drawn.
    /// If there is none, returns any vertex with triangles left.
    fn best_since(&self, first: usize) -> Option<usize> {
        let open = self.recent[first..].iter().filter(|vertex| self.left[**vertex as usize] > 0);
        let priority = |vertex: &&u32| {
            let age = self.cache.age(**vertex);
            // Each triangle of a fan loads at most two vertices.
            age.filter(|age| age + 2 * self.left[**vertex as usize] < CACHE_SIZE).map_or(0, |age| age + 1)
        };
        // Prefers the first of several equal vertices.
        let best = open.rev().max_by_key(priority);
        best.map(|vertex| *vertex as usize)
    }

    /// Returns the most recently used vertex that has triangles left.
    fn last_recent(&mut self) -> Option<usize> {
        while let Some(vertex) = self.recent.pop() {
            if self.left[vertex as usize] > 0 {
                return Some(vertex as usize);
            }
        }
        None
    }

    /// Returns the first vertex that has triangles left.
    fn untried(&mut self) -> Option<usize> {
        let found = self.left[self.untried..].iter().position(|left| *left > 0)?;
        self.untried += found;
        Some(self.untried)
    }
}
