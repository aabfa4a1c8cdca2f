//! The cache of vertices of a GPU.

use std::collections::VecDeque;

/// How many vertices are computed for triangles by a cache of this size: first in, first out, empty at first.
pub(crate) fn loads(triangles: &[[u32; 3]], size: usize) -> usize {
    let (mut cache, mut loads) = (VecDeque::with_capacity(size + 1), 0);
    for vertex in triangles.as_flattened() {
        if cache.contains(vertex) {
            continue;
        }
        loads += 1;
        cache.push_back(*vertex);
        if cache.len() > size {
            cache.pop_front();
        }
    }
    loads
}
