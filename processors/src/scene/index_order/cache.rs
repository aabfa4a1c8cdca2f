//! [`VertexCache`]: which vertices a GPU need not compute again.

/// The number of vertices in the cache that orders are made for. Larger caches do no worse.
pub(super) const CACHE_SIZE: usize = 16;

/// A cache of vertices: first in, first out.
pub(super) struct VertexCache {
    /// For each vertex the number of vertices that were loaded when it was, and itself; 0 for never.
    loaded_at: Vec<usize>,
    loads: usize,
    /// The value of `loads` when it was last emptied.
    emptied_at: usize,
}

impl VertexCache {
    pub(super) fn new(vertices: usize) -> Self {
        Self { loaded_at: vec![0; vertices], loads: 0, emptied_at: 0 }
    }

    /// How many vertices were loaded after a vertex; none if the cache does not have it.
    pub(super) fn age(&self, vertex: u32) -> Option<usize> {
        let at = self.loaded_at[vertex as usize];
        let age = self.loads - at;
        (at > self.emptied_at && age < CACHE_SIZE).then_some(age)
    }

    /// Uses a triangle; returns how many of its vertices have to be loaded.
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
