//! Simulates the vertex cache of a GPU.

use std::collections::VecDeque;

/// Returns the number of vertices that are computed for triangles with a FIFO cache of this size, which is initially empty.
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
