//! [`Binary`]: the binary part of a glTF file, and the accessors that say what is where.

use std::collections::BTreeMap;

use super::document::{Accessor, Buffer, BufferView, Document, number, push};

/// Numbers as a glTF file stores them.
pub(super) trait Component: Copy + PartialOrd + Into<f64> {
    /// The specification's number of the type.
    const TYPE: u32;

    fn write(self, bytes: &mut Vec<u8>);
}

macro_rules! components {
    ($($type:ty: $number:literal),*) => {
        $(impl Component for $type {
            const TYPE: u32 = $number;

            fn write(self, bytes: &mut Vec<u8>) {
                bytes.extend_from_slice(&self.to_le_bytes());
            }
        })*
    };
}

components!(u8: 5121, u16: 5123, u32: 5125, f32: 5126);

/// What a part of the binary is for. Parts of one use and stride lie in one buffer view, and no others: Khronos' validator wants
/// matrices apart from keys, too.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Use {
    /// An attribute of vertices, with the bytes from one vertex to the next.
    Vertices(usize),
    Indices,
    Matrices,
    Keys,
}

impl Use {
    const fn target(self) -> Option<u32> {
        match self {
            Self::Vertices(_) => Some(34962),
            Self::Indices => Some(34963),
            Self::Matrices | Self::Keys => None,
        }
    }

    const fn stride(self) -> Option<usize> {
        if let Self::Vertices(stride) = self { Some(stride) } else { None }
    }
}

/// The binary part while it is being written.
#[derive(Debug, Default)]
pub(super) struct Binary {
    views: Vec<(Use, Vec<u8>)>,
    accessors: Vec<Accessor>,
    /// The accessor of each list of key times: the bones of a clip mostly share one.
    times: BTreeMap<Vec<u32>, u32>,
}

impl Binary {
    /// An attribute of vertices, one at least; the number of its accessor.
    pub(super) fn attribute<T: Component, const N: usize>(&mut self, values: &[[T; N]]) -> u32 {
        self.push(Use::Vertices(size_of::<[T; N]>()), values)
    }

    /// Positions of vertices, of which the accessor tells the bounds.
    pub(super) fn positions(&mut self, values: &[[f32; 3]]) -> u32 {
        let accessor = self.attribute(values);
        self.bound(accessor, values)
    }

    /// Indices of vertices.
    pub(super) fn indices<T: Component>(&mut self, values: &[[T; 1]]) -> u32 {
        self.push(Use::Indices, values)
    }

    /// Values of keys.
    pub(super) fn values<const N: usize>(&mut self, values: &[[f32; N]]) -> u32 {
        self.push(Use::Keys, values)
    }

    /// Inverse bind matrices: row by row for row vectors is column by column for column vectors.
    pub(super) fn matrices(&mut self, matrices: &[[f32; 16]]) -> u32 {
        self.push(Use::Matrices, matrices)
    }

    /// Times of keys in seconds, of which the accessor tells the first and the last; equal lists are there once.
    pub(super) fn times(&mut self, times: &[f32]) -> u32 {
        let key: Vec<u32> = times.iter().map(|time| time.to_bits()).collect();
        if let Some(&known) = self.times.get(&key) {
            return known;
        }
        let values: Vec<[f32; 1]> = times.iter().map(|&time| [time]).collect();
        let accessor = self.values(&values);
        self.times.insert(key, accessor);
        self.bound(accessor, &values)
    }

    /// Appends values at an offset that is a multiple of 4, which suits every type and stride here.
    fn push<T: Component, const N: usize>(&mut self, usage: Use, values: &[[T; N]]) -> u32 {
        let view = self.views.iter().position(|(other, _)| *other == usage).unwrap_or_else(|| {
            self.views.push((usage, Vec::new()));
            self.views.len() - 1
        });
        let bytes = &mut self.views[view].1;
        pad(bytes, 0);
        let byte_offset = bytes.len();
        values.iter().flatten().for_each(|component| component.write(bytes));
        let accessor = Accessor {
            buffer_view: number(view),
            byte_offset,
            component_type: T::TYPE,
            count: values.len(),
            shape: shape(N),
            min: Vec::new(),
            max: Vec::new(),
        };
        push(&mut self.accessors, accessor)
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

    /// The bytes, of which the document is told.
    pub(super) fn finish(self, document: &mut Document) -> Vec<u8> {
        let mut bytes = Vec::new();
        for (usage, part) in self.views {
            pad(&mut bytes, 0);
            document.buffer_views.push(BufferView {
                buffer: 0,
                byte_offset: bytes.len(),
                byte_length: part.len(),
                byte_stride: usage.stride(),
                target: usage.target(),
            });
            bytes.extend(part);
        }
        document.accessors = self.accessors;
        if !bytes.is_empty() {
            document.buffers.push(Buffer { byte_length: bytes.len() });
        }
        bytes
    }
}

/// Appends a byte until the length is a multiple of 4.
pub(super) fn pad(bytes: &mut Vec<u8>, with: u8) {
    bytes.resize(bytes.len().next_multiple_of(4), with);
}

/// The specification's name for values of so many components.
const fn shape(components: usize) -> &'static str {
    match components {
        1 => "SCALAR",
        2 => "VEC2",
        3 => "VEC3",
        4 => "VEC4",
        _ => "MAT4",
    }
}
