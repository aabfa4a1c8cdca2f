//! [`VertexCache`]: simulates which vertices a GPU does not need to compute again.

/// The number of vertices in the simulated cache. The resulting orders are also good for larger caches.
pub(super) const CACHE_SIZE: usize = 16;

/// A first-in, first-out cache of vertices.
pub(super) struct VertexCache {
    /// For each vertex, the number of loads up to and including its own last load; 0 if it was never loaded.
    loaded_at: Vec<usize>,
    loads: usize,
    /// The value of `loads` when the cache was last emptied.
    emptied_at: usize,
}

impl VertexCache {
    pub(super) fn new(vertices: usize) -> Self {
        Self { loaded_at: vec![0; vertices], loads: 0, emptied_at: 0 }
    }

    /// Returns the number of vertices that were loaded after this vertex; `None` if the vertex is not in the cache.
    pub(super) fn age(&self, vertex: u32) -> Option<usize> {
        let at = self.loaded_at[vertex as usize];
        let age = self.loads - at;
        (at > self.emptied_at && age < CACHE_SIZE).then_some(age)
    }

    /// Uses a triangle. Returns the number of its vertices that had to be loaded.
    pub(super) fn use_triangle(&mut self, corners: &[u32; 3]) -> usize {
        corners.iter().filter(|vertex| self.load(**vertex)).count()
    }

    fn load(&mut self, vertex: u32) -> bool {
        let is_missing = self.age(vertex).is_none();
        if is_missing {
            self.loads += 1;
            self.loaded_at[vertex as usize] = self.loads;
        }
        is_missing
    }

    pub(super) fn empty(&mut self) {
        self.emptied_at = self.loads;
    }
}
