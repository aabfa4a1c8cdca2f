//! [`Accessors`]: typed lists in buffers.

use gltf::json::accessor::{ComponentType, GenericComponentType, IndexComponentType, Type, sparse};
use gltf::json::validation::Checked;
use gltf::json::{Accessor, Index, Root};

use super::buffers::{Buffers, part};
use super::problems::{EXPORT_AGAIN, unreadable};
use crate::codes;
use crate::report::{Problem, Result};

/// Reads accessors.
pub(super) struct Accessors<'a> {
    pub(super) root: &'a Root,
    pub(super) buffers: &'a Buffers<'a>,
}

/// What a component is read as.
pub(super) trait Component: Copy + Default {
    /// The component in `bytes`, which has as many as `kind` takes; `None` where it is of another kind.
    fn read(kind: ComponentType, bytes: &[u8], normalized: bool) -> Option<Self>;
}

impl Component for f32 {
    fn read(kind: ComponentType, bytes: &[u8], normalized: bool) -> Option<Self> {
        let number = match (kind, bytes) {
            (ComponentType::F32, &[a, b, c, d]) => return Some(Self::from_le_bytes([a, b, c, d])),
            (ComponentType::I8, &[a]) => Self::from(i8::from_le_bytes([a])),
            (ComponentType::U8, &[a]) => Self::from(a),
            (ComponentType::I16, &[a, b]) => Self::from(i16::from_le_bytes([a, b])),
            (ComponentType::U16, &[a, b]) => Self::from(u16::from_le_bytes([a, b])),
            _ => return None,
        };
        Some(if normalized { (number / largest(kind)).max(-1.0) } else { number })
    }
}

impl Component for u32 {
    fn read(kind: ComponentType, bytes: &[u8], _: bool) -> Option<Self> {
        match (kind, bytes) {
            (ComponentType::U8, &[a]) => Some(a.into()),
            (ComponentType::U16, &[a, b]) => Some(u16::from_le_bytes([a, b]).into()),
            (ComponentType::U32, &[a, b, c, d]) => Some(Self::from_le_bytes([a, b, c, d])),
            _ => None,
        }
    }
}

/// What a normalized integer of a kind is divided by.
const fn largest(kind: ComponentType) -> f32 {
    match kind {
        ComponentType::I8 => 127.0,
        ComponentType::U8 => 255.0,
        ComponentType::I16 => 32_767.0,
        _ => 65_535.0,
    }
}

/// How the elements of a list lie in its bytes.
struct Layout<'a> {
    index: usize,
    bytes: &'a [u8],
    kind: ComponentType,
    stride: usize,
    normalized: bool,
}

impl<'a> Accessors<'a> {
    fn get(&self, index: Index<Accessor>) -> Result<&'a Accessor> {
        let at = index.value();
        self.root.get(index).ok_or_else(|| unreadable(format!("there is no accessor {at}")))
    }

    /// How many elements an accessor says it has, for a budget.
    pub(super) fn count(&self, index: Index<Accessor>) -> Result<u64> {
        Ok(self.get(index)?.count.0)
    }

    /// How many components its elements have.
    pub(super) fn width(&self, index: Index<Accessor>) -> Result<usize> {
        match self.get(index)?.type_ {
            Checked::Valid(kind) => Ok(kind.multiplicity()),
            Checked::Invalid => Err(wrong(index.value(), "its type is not known")),
        }
    }

    /// The elements of an accessor. Who calls this has taken their number from a budget.
    pub(super) fn read<T: Component, const N: usize>(&self, index: Index<Accessor>) -> Result<Vec<[T; N]>> {
        let accessor = self.get(index)?;
        let at = index.value();
        let width = self.width(index)?;
        if width != N || accessor.type_ == Checked::Valid(Type::Mat2) {
            return Err(wrong(at, &format!("its elements have {width} components, {N} are wanted")));
        }
        let Checked::Valid(GenericComponentType(kind)) = accessor.component_type else {
            return Err(wrong(at, "the type of its components is not known"));
        };
        let count = usize::try_from(accessor.count.0).map_err(|_| wrong(at, "it has too many elements"))?;
        let mut elements = match accessor.buffer_view {
            None => vec![[T::default(); N]; count],
            Some(view) => {
                let bytes = self.buffers.view(view)?;
                let stride = self.root.get(view).and_then(|view| view.byte_stride).map_or(0, |stride| stride.0);
                let stride = if stride == 0 { kind.size() * N } else { stride };
                let bytes = after(bytes, accessor.byte_offset.unwrap_or_default().0).ok_or_else(|| beyond(at))?;
                elements(&Layout { index: at, bytes, kind, stride, normalized: accessor.normalized }, count)?
            }
        };
        if let Some(sparse) = &accessor.sparse {
            self.substitute(sparse, at, (kind, accessor.normalized), &mut elements)?;
        }
        Ok(elements)
    }

    /// Puts the values of a sparse accessor in their places.
    fn substitute<T: Component, const N: usize>(
        &self,
        sparse: &sparse::Sparse,
        index: usize,
        (kind, normalized): (ComponentType, bool),
        into: &mut [[T; N]],
    ) -> Result<()> {
        let count = usize::try_from(sparse.count.0).ok().filter(|&count| count <= into.len());
        let count = count.ok_or_else(|| wrong(index, "it is sparse and has more values than elements"))?;
        let Checked::Valid(IndexComponentType(place_kind)) = sparse.indices.component_type else {
            return Err(wrong(index, "the type of its sparse indices is not known"));
        };
        let bytes = after(self.buffers.view(sparse.indices.buffer_view)?, sparse.indices.byte_offset.0);
        let bytes = bytes.ok_or_else(|| beyond(index))?;
        let layout = Layout { index, bytes, kind: place_kind, stride: place_kind.size(), normalized: false };
        let places: Vec<[u32; 1]> = elements(&layout, count)?;
        let bytes = after(self.buffers.view(sparse.values.buffer_view)?, sparse.values.byte_offset.0);
        let bytes = bytes.ok_or_else(|| beyond(index))?;
        let values: Vec<[T; N]> = elements(&Layout { index, bytes, kind, stride: kind.size() * N, normalized }, count)?;
        for ([place], value) in places.into_iter().zip(values) {
            let slot = into.get_mut(place as usize);
            *slot.ok_or_else(|| wrong(index, &format!("its sparse value {place} has no place")))? = value;
        }
        Ok(())
    }
}

fn after(bytes: &[u8], offset: u64) -> Option<&[u8]> {
    bytes.get(usize::try_from(offset).ok()?..)
}

/// So many elements; refused before anything is allocated where the bytes do not hold them.
fn elements<T: Component, const N: usize>(layout: &Layout<'_>, count: usize) -> Result<Vec<[T; N]>> {
    let Layout { index, bytes, kind, stride, normalized } = *layout;
    let size = kind.size();
    let needed = (count as u64).saturating_sub(1).saturating_mul(stride as u64).saturating_add((size * N) as u64);
    if count > 0 && part(bytes, 0, needed).is_none() {
        return Err(beyond(index));
    }
    let element = |at: usize| -> Option<[T; N]> {
        let mut element = [T::default(); N];
        for (component, slot) in element.iter_mut().enumerate() {
            let start = at * stride + component * size;
            *slot = T::read(kind, bytes.get(start..start + size)?, normalized)?;
        }
        Some(element)
    };
    let read: Option<Vec<_>> = (0..count).map(element).collect();
    read.ok_or_else(|| wrong(index, &format!("its components are {kind:?}, which has no place there")))
}

fn beyond(index: usize) -> Problem {
    wrong(index, "its elements are beyond its buffer view")
}

fn wrong(index: usize, fact: &str) -> Problem {
    Problem::new(codes::GLTF_ACCESSOR, format!("accessor {index}: {fact}"), EXPORT_AGAIN)
}
