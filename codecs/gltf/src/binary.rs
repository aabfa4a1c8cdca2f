//! [`Binary`]: the binary part of a file, and its accessors.

use std::collections::BTreeMap;

use crate::component::WriteComponent;
use crate::document::{
    ARRAY_BUFFER, Accessor, Buffer, BufferView, Document, ELEMENT_ARRAY_BUFFER, Sparse, SparseIndices, SparseValues,
    Type, push, to_index,
};

/// The use of a part of the binary data. Each combination of use and stride has its own buffer view. Matrices and keys have
/// separate views because the Khronos validator requires it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Use {
    /// A vertex attribute, with its stride in bytes.
    Vertices(usize),
    Indices,
    Matrices,
    Keys,
    /// Indices and values of sparse accessors, which must not share a buffer view with vertices.
    SparseIndices,
    SparseValues,
}

impl Use {
    const fn target(self) -> Option<u32> {
        match self {
            Self::Vertices(_) => Some(ARRAY_BUFFER),
            Self::Indices => Some(ELEMENT_ARRAY_BUFFER),
            Self::Matrices | Self::Keys | Self::SparseIndices | Self::SparseValues => None,
        }
    }

    const fn stride(self) -> Option<u64> {
        if let Self::Vertices(stride) = self { Some(stride as u64) } else { None }
    }
}

/// The binary part of a file that is being written.
#[derive(Debug, Default)]
pub struct Binary {
    views: Vec<(Use, Vec<u8>)>,
    accessors: Vec<Accessor>,
    /// The accessor of each list of key times. The bones of a clip usually share one list.
    times: BTreeMap<Vec<u32>, u32>,
}

impl Binary {
    /// Adds a vertex attribute for at least one vertex. Like all methods that add data, returns the index of the accessor.
    pub fn attribute<T: WriteComponent, const N: usize>(&mut self, values: &[[T; N]]) -> u32 {
        self.push(Use::Vertices(size_of::<[T; N]>()), values)
    }

    /// Adds vertex positions. The accessor contains their bounds.
    pub fn positions(&mut self, values: &[[f32; 3]]) -> u32 {
        let accessor = self.attribute(values);
        self.bound(accessor, values)
    }

    /// Adds the changes that a morph target makes to `count` vertices. `values` are the changes at `indices`, which must be
    /// ascending; all other changes are zero. The changes are stored as a sparse accessor if this takes fewer bytes. If
    /// `bounded` is true, which positions require, the accessor contains the bounds of the changes.
    pub fn changes(&mut self, count: usize, indices: &[u32], values: &[[f32; 3]], bounded: bool) -> u32 {
        let is_small = count <= usize::from(u16::MAX) + 1;
        let index_size = if is_small { 2 } else { 4 };
        let sparse_size = indices.len().saturating_mul(index_size + size_of::<[f32; 3]>());
        let mut all = vec![[0.0; 3]; count];
        for (&index, value) in indices.iter().zip(values) {
            all.get_mut(index as usize).into_iter().for_each(|slot| *slot = *value);
        }
        let accessor = if sparse_size < count.saturating_mul(size_of::<[f32; 3]>()) {
            self.sparse(count, indices, values, is_small)
        } else {
            self.attribute(&all)
        };
        if bounded { self.bound(accessor, &all) } else { accessor }
    }

    fn sparse(&mut self, count: usize, indices: &[u32], values: &[[f32; 3]], is_small: bool) -> u32 {
        let sparse = (!indices.is_empty()).then(|| {
            let small = || indices.iter().map(|&index| [u16::try_from(index).unwrap_or(u16::MAX)]).collect::<Vec<_>>();
            let large = || indices.iter().map(|&index| [index]).collect::<Vec<_>>();
            let (view, byte_offset) = match is_small {
                true => self.append(Use::SparseIndices, &small()),
                false => self.append(Use::SparseIndices, &large()),
            };
            let component_type = if is_small { u16::TYPE } else { u32::TYPE };
            let (value_view, value_offset) = self.append(Use::SparseValues, values);
            Sparse {
                count: indices.len() as u64,
                indices: SparseIndices { buffer_view: view, byte_offset, component_type },
                values: SparseValues { buffer_view: value_view, byte_offset: value_offset },
            }
        });
        let accessor = Accessor {
            component_type: f32::TYPE,
            count: count as u64,
            type_: Type::Vec3,
            sparse,
            ..Accessor::default()
        };
        push(&mut self.accessors, accessor)
    }

    /// Adds vertex indices.
    pub fn indices<T: WriteComponent>(&mut self, values: &[[T; 1]]) -> u32 {
        self.push(Use::Indices, values)
    }

    /// Adds the values of keys.
    pub fn values<const N: usize>(&mut self, values: &[[f32; N]]) -> u32 {
        self.push(Use::Keys, values)
    }

    /// Adds matrices. Each matrix is stored column by column for column vectors, which is the same as row by row for row
    /// vectors.
    pub fn matrices(&mut self, matrices: &[[f32; 16]]) -> u32 {
        self.push(Use::Matrices, matrices)
    }

    /// Adds key times in seconds. The accessor contains the first and last time. Equal lists share one accessor.
    pub fn times(&mut self, times: &[f32]) -> u32 {
        let key: Vec<u32> = times.iter().map(|time| time.to_bits()).collect();
        if let Some(&known) = self.times.get(&key) {
            return known;
        }
        let values: Vec<[f32; 1]> = times.iter().map(|&time| [time]).collect();
        let accessor = self.values(&values);
        self.times.insert(key, accessor);
        self.bound(accessor, &values)
    }

    /// Appends values, and adds an accessor for them.
    fn push<T: WriteComponent, const N: usize>(&mut self, usage: Use, values: &[[T; N]]) -> u32 {
        let (view, byte_offset) = self.append(usage, values);
        let accessor = Accessor {
            buffer_view: Some(view),
            byte_offset: Some(byte_offset),
            component_type: T::TYPE,
            count: values.len() as u64,
            type_: element_type(N),
            ..Accessor::default()
        };
        push(&mut self.accessors, accessor)
    }

    /// Appends values at an offset that is a multiple of 4, which is correct for every type and stride here. Returns the
    /// values' view and offset.
    fn append<T: WriteComponent, const N: usize>(&mut self, usage: Use, values: &[[T; N]]) -> (u32, u64) {
        let view = self.views.iter().position(|(other, _)| *other == usage).unwrap_or_else(|| {
            self.views.push((usage, Vec::new()));
            self.views.len() - 1
        });
        let bytes = &mut self.views[view].1;
        pad(bytes, 0);
        let byte_offset = bytes.len() as u64;
        values.iter().flatten().for_each(|component| component.write(bytes));
        (to_index(view), byte_offset)
    }

    fn bound<const N: usize>(&mut self, accessor: u32, values: &[[f32; N]]) -> u32 {
        let bound = |of: fn(f32, f32) -> f32, from: f32| -> Vec<f64> {
            (0..N).map(|at| values.iter().fold(from, |bound, value| of(bound, value[at])).into()).collect()
        };
        if let Some(accessor) = self.accessors.get_mut(accessor as usize) {
            (accessor.min, accessor.max) = (bound(f32::min, f32::INFINITY), bound(f32::max, f32::NEG_INFINITY));
        }
        accessor
    }

    /// Adds the accessors, views and buffer to the document, and returns the bytes.
    pub(crate) fn finish(self, document: &mut Document) -> Vec<u8> {
        let mut bytes = Vec::new();
        for (usage, part) in self.views {
            pad(&mut bytes, 0);
            document.buffer_views.push(BufferView {
                buffer: 0,
                byte_offset: bytes.len() as u64,
                byte_length: part.len() as u64,
                byte_stride: usage.stride(),
                target: usage.target(),
                ..BufferView::default()
            });
            bytes.extend(part);
        }
        document.accessors = self.accessors;
        if !bytes.is_empty() {
            document.buffers.push(Buffer { byte_length: bytes.len() as u64, uri: None });
        }
        bytes
    }
}

/// Returns the accessor type for elements with this number of components.
const fn element_type(components: usize) -> Type {
    match components {
        1 => Type::Scalar,
        2 => Type::Vec2,
        3 => Type::Vec3,
        4 => Type::Vec4,
        _ => Type::Mat4,
    }
}

/// Appends copies of a byte until the length is a multiple of 4.
pub(crate) fn pad(bytes: &mut Vec<u8>, with: u8) {
    bytes.resize(bytes.len().next_multiple_of(4), with);
}
