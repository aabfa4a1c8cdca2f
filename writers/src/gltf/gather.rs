//! Selects the values of the vertices that a primitive uses.

/// Returns the values at these indices. Indices beyond the end are skipped.
pub(super) fn gather<T: Copy>(values: &[T], vertices: &[u32]) -> Vec<T> {
    vertices.iter().filter_map(|&vertex| values.get(vertex as usize).copied()).collect()
}
