//! Picks the values of the vertices that a primitive uses.

/// The values at these indices; an index beyond the end gives none.
pub(super) fn gather<T: Copy>(values: &[T], vertices: &[u32]) -> Vec<T> {
    vertices.iter().filter_map(|&vertex| values.get(vertex as usize).copied()).collect()
}
