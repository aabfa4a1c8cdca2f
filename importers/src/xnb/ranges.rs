//! [`Ranges`]: the vertices that the parts of a mesh use, each once.

use rigmill_codec_xnb::{ModelMeshPart, ResourceId, Value};

/// A part of a mesh, whose Tag may contain any value.
pub(super) type Part = ModelMeshPart<Value>;

/// The vertices that a mesh's parts use: buffer by buffer, in the order of the buffer, each once even if several parts use it.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Ranges(Vec<Range>);

/// Consecutive vertices of a buffer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Range {
    pub(super) buffer: Option<ResourceId>,
    pub(super) first: u32,
    pub(super) end: u32,
    /// The index of the first vertex in the mesh.
    base: u32,
}

impl Ranges {
    /// Returns the ranges of parts whose vertices are within their buffers; `None` if `u32` cannot count the vertices.
    pub(super) fn new(parts: &[Part]) -> Option<Self> {
        let mut buffers: Vec<Option<ResourceId>> = Vec::new();
        for part in parts {
            if !buffers.contains(&part.vertex_buffer) {
                buffers.push(part.vertex_buffer);
            }
        }
        let mut ranges: Vec<Range> = Vec::new();
        for buffer in buffers {
            for (first, end) in merged(parts.iter().filter(|part| part.vertex_buffer == buffer)) {
                let base = ranges.last().map_or(Some(0), |last| last.base.checked_add(last.end - last.first))?;
                ranges.push(Range { buffer, first, end, base });
            }
        }
        Some(Self(ranges))
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = Range> + '_ {
        self.0.iter().copied()
    }

    /// Returns the difference, modulo 2^32, between the index of a vertex in the mesh and in its buffer, for vertices from
    /// `first` on.
    pub(super) fn offset(&self, buffer: Option<ResourceId>, first: u32) -> u32 {
        let range = self.0.iter().find(|it| it.buffer == buffer && (it.first..it.end).contains(&first));
        range.map_or(0, |range| range.base.wrapping_sub(range.first))
    }
}

/// Returns the vertices of the parts of a buffer as disjoint ranges.
fn merged<'a>(parts: impl Iterator<Item = &'a Part>) -> Vec<(u32, u32)> {
    let range = |part: &Part| (part.first_vertex, part.first_vertex.saturating_add(part.vertex_count));
    let mut all: Vec<(u32, u32)> = parts.map(range).filter(|(first, end)| first < end).collect();
    all.sort_unstable();
    all.dedup_by(|next, last| {
        let touches = next.0 <= last.1;
        last.1 = if touches { last.1.max(next.1) } else { last.1 };
        touches
    });
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    fn part(buffer: usize, first_vertex: u32, vertex_count: u32) -> Part {
        Part {
            first_vertex,
            vertex_count,
            first_index: 0,
            triangle_count: 0,
            tag: Value::Null,
            vertex_buffer: ResourceId::of_index(buffer),
            index_buffer: None,
            effect: None,
        }
    }

    #[test]
    fn vertices_of_several_parts_are_there_once() {
        let parts = [part(1, 20, 10), part(4, 0, 3), part(1, 50, 5), part(1, 25, 10), part(1, 35, 0)];
        let ranges = Ranges::new(&parts).unwrap();
        let found: Vec<_> = ranges.iter().map(|it| (it.buffer.unwrap().index(), it.first, it.end, it.base)).collect();
        assert_eq!(found, [(1, 20, 35, 0), (1, 50, 55, 15), (4, 0, 3, 20)]);
        let number = |buffer, vertex: u32| vertex.wrapping_add(ranges.offset(ResourceId::of_index(buffer), vertex));
        assert_eq!([number(1, 20), number(1, 34), number(1, 50), number(4, 2)], [0, 14, 15, 22]);
        assert_eq!(Ranges::new(&[part(1, 0, u32::MAX), part(2, 0, 9), part(3, 0, 1)]), None);
    }
}
