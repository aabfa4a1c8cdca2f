//! [`Accessors`]: the buffers of a document, and the typed lists that they contain.

use std::rc::Rc;

use crate::component::ReadComponent;
use crate::document::{Accessor, ComponentType, Document, Sparse, Type};
use crate::error::{Error, ErrorKind, Result};

/// The buffers of a document, and the typed lists that they contain.
#[derive(Debug)]
pub struct Accessors<'a> {
    /// The document.
    pub root: &'a Document,
    /// The bytes of each buffer that has a URI. Buffers in the same file share its bytes.
    loaded: Vec<Option<Rc<[u8]>>>,
    /// The bytes of the first buffer, if it has no URI.
    chunk: Option<&'a [u8]>,
}

/// The position and type of a list's elements in its bytes.
struct Layout<'a> {
    /// The index of the accessor, for messages.
    accessor: u32,
    bytes: &'a [u8],
    kind: ComponentType,
    /// The number of bytes of a component.
    size: usize,
    stride: usize,
    normalized: bool,
}

impl<'a> Accessors<'a> {
    /// Opens the buffers of a document. `chunk` is the binary chunk of its file, and `load` returns the bytes of a buffer by
    /// its index and URI.
    ///
    /// # Errors
    /// The errors of `load`, and an error if a buffer has fewer bytes than the document says.
    pub fn open<E: From<Error>>(
        root: &'a Document,
        chunk: Option<&'a [u8]>,
        mut load: impl FnMut(usize, &str) -> std::result::Result<Rc<[u8]>, E>,
    ) -> std::result::Result<Self, E> {
        let mut accessors = Self { root, loaded: Vec::new(), chunk };
        for (index, buffer) in root.buffers.iter().enumerate() {
            accessors.loaded.push(buffer.uri.as_ref().map(|uri| load(index, uri)).transpose()?);
            let (found, expected) = (accessors.buffer(index).map(<[u8]>::len), buffer.byte_length);
            if let Some(found) = found.filter(|&found| (found as u64) < expected) {
                return Err(wrong_buffer(index, &format!("it is {found} bytes long, expected {expected}")).into());
            }
        }
        Ok(accessors)
    }

    fn buffer(&self, index: usize) -> Option<&[u8]> {
        let chunk = self.chunk.filter(|_| index == 0);
        self.loaded.get(index)?.as_deref().or(chunk)
    }

    /// Returns the number of bytes in the binary chunk that a buffer uses.
    #[must_use]
    pub fn chunk_bytes(&self) -> u64 {
        let is_used = self.loaded.first().is_some_and(Option::is_none);
        self.chunk.filter(|_| is_used).map_or(0, |chunk| chunk.len() as u64)
    }

    /// Returns the buffer, offset and length of a buffer view. Views of the same bytes have equal ranges.
    #[must_use]
    pub fn view_range(&self, index: u32) -> Option<[u64; 3]> {
        let view = self.root.buffer_views.get(index as usize)?;
        Some([view.buffer.into(), view.byte_offset, view.byte_length])
    }

    /// Returns the bytes of a buffer view.
    ///
    /// # Errors
    /// If the view or its buffer does not exist, or the buffer ends before the view does.
    pub fn view(&self, index: u32) -> Result<&[u8]> {
        let views = &self.root.buffer_views;
        let missing = || Error::invalid(format!("there is no buffer view {index}"));
        let view = views.get(index as usize).ok_or_else(missing)?;
        let buffer = view.buffer as usize;
        if buffer >= self.loaded.len() {
            return Err(Error::invalid(format!("buffer view {index}: there is no buffer {buffer}")));
        }
        let missing = || wrong_buffer(buffer, "it has neither a URI nor a chunk in the file");
        let bytes = self.buffer(buffer).ok_or_else(missing)?;
        let start = view.byte_offset;
        part(bytes, start, view.byte_length).ok_or_else(|| {
            let length = view.byte_length;
            let message = format!(
                "buffer view {index}: {length} bytes from byte {start} extend beyond the end of buffer {buffer}"
            );
            Error::new(ErrorKind::Accessor, message)
        })
    }

    fn get(&self, index: u32) -> Result<&'a Accessor> {
        let accessor = self.root.accessors.get(index as usize);
        accessor.ok_or_else(|| Error::invalid(format!("there is no accessor {index}")))
    }

    /// Returns the number of elements, as the accessor declares it.
    ///
    /// # Errors
    /// If the accessor does not exist.
    pub fn count(&self, index: u32) -> Result<u64> {
        Ok(self.get(index)?.count)
    }

    /// Returns the number of elements that take bytes in a buffer, including the elements that a sparse accessor replaces. A
    /// sparse accessor without a buffer view stores only the elements that it lists.
    ///
    /// # Errors
    /// If the accessor does not exist.
    pub fn stored(&self, index: u32) -> Result<u64> {
        let accessor = self.get(index)?;
        let listed = accessor.sparse.as_ref().map_or(0, |sparse| sparse.count);
        Ok(if accessor.buffer_view.is_some() { accessor.count.saturating_add(listed) } else { listed })
    }

    /// Returns the number of components of each element.
    ///
    /// # Errors
    /// If the accessor does not exist, or its type is unknown.
    pub fn width(&self, index: u32) -> Result<usize> {
        self.get(index)?.type_.components().ok_or_else(|| wrong(index, "its type is unknown"))
    }

    /// Reads the elements of an accessor.
    ///
    /// The elements of an accessor without a buffer view are zeros, which take memory but no bytes of the file. Check
    /// [`count`](Self::count) first to limit the memory.
    ///
    /// # Errors
    /// If the accessor does not exist, its elements have a different type, or its bytes contain fewer elements than it
    /// declares.
    pub fn read<T: ReadComponent, const N: usize>(&self, index: u32) -> Result<Vec<[T; N]>> {
        let accessor = self.get(index)?;
        let width = self.width(index)?;
        if width != N || accessor.type_ == Type::Mat2 {
            return Err(wrong(index, &format!("its elements have {width} components, expected {N}")));
        }
        let (kind, normalized) = (accessor.component_type, accessor.normalized);
        let Some(size) = kind.size() else {
            if kind == ComponentType::F64 {
                let message = format!(
                    "accessor {index}: the file contains this data only in the form of the extension \"KHR_accessor_float64\""
                );
                return Err(Error::new(ErrorKind::Extension, message));
            }
            return Err(wrong(index, "the type of its components is unknown"));
        };
        let count = usize::try_from(accessor.count).map_err(|_| wrong(index, "it has too many elements"))?;
        let mut values = match accessor.buffer_view {
            None => vec![[T::default(); N]; count],
            Some(view) => {
                let bytes = self.view_from(view, accessor.byte_offset.unwrap_or_default(), index)?;
                let stride = self.root.buffer_views.get(view as usize).and_then(|view| view.byte_stride);
                let stride = stride.and_then(|stride| usize::try_from(stride).ok()).filter(|&stride| stride > 0);
                let stride = stride.unwrap_or(size * N);
                elements(&Layout { accessor: index, bytes, kind, size, stride, normalized }, count)?
            }
        };
        if let Some(sparse) = &accessor.sparse {
            self.substitute(sparse, index, (kind, normalized), &mut values)?;
        }
        Ok(values)
    }

    /// Replaces the elements that a sparse accessor lists.
    fn substitute<T: ReadComponent, const N: usize>(
        &self,
        sparse: &Sparse,
        accessor: u32,
        (kind, normalized): (ComponentType, bool),
        into: &mut [[T; N]],
    ) -> Result<()> {
        let count = usize::try_from(sparse.count).ok().filter(|&count| count <= into.len());
        let count = count.ok_or_else(|| wrong(accessor, "it is sparse and has more values than elements"))?;
        let packed = |bytes, kind: ComponentType, width, normalized| {
            let size = kind.size().ok_or_else(|| wrong(accessor, "the type of its sparse indices is unknown"))?;
            Ok(Layout { accessor, bytes, kind, size, stride: size * width, normalized })
        };
        let bytes = self.view_from(sparse.indices.buffer_view, sparse.indices.byte_offset, accessor)?;
        let indices: Vec<[u32; 1]> = elements(&packed(bytes, sparse.indices.component_type, 1, false)?, count)?;
        let bytes = self.view_from(sparse.values.buffer_view, sparse.values.byte_offset, accessor)?;
        let values: Vec<[T; N]> = elements(&packed(bytes, kind, N, normalized)?, count)?;
        for ([index], value) in indices.into_iter().zip(values) {
            let element = into.get_mut(index as usize);
            *element.ok_or_else(|| wrong(accessor, &format!("its sparse value {index} replaces no element")))? = value;
        }
        Ok(())
    }

    /// Returns the bytes of a view, starting at an offset.
    fn view_from(&self, view: u32, offset: u64, accessor: u32) -> Result<&[u8]> {
        let bytes = self.view(view)?;
        usize::try_from(offset).ok().and_then(|offset| bytes.get(offset..)).ok_or_else(|| beyond(accessor))
    }
}

/// Reads the elements of a list. If the bytes contain too few elements, fails before it allocates memory.
fn elements<T: ReadComponent, const N: usize>(layout: &Layout<'_>, count: usize) -> Result<Vec<[T; N]>> {
    let Layout { accessor, bytes, kind, size, stride, normalized } = *layout;
    let needed = (count as u64).saturating_sub(1).saturating_mul(stride as u64).saturating_add((size * N) as u64);
    if count > 0 && part(bytes, 0, needed).is_none() {
        return Err(beyond(accessor));
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
    read.ok_or_else(|| {
        wrong(accessor, &format!("its components have the type {kind:?}, which is not allowed for this use"))
    })
}

fn part(bytes: &[u8], start: u64, length: u64) -> Option<&[u8]> {
    let end = usize::try_from(start.checked_add(length)?).ok()?;
    bytes.get(usize::try_from(start).ok()?..end)
}

fn beyond(accessor: u32) -> Error {
    let message = format!("accessor {accessor} extends beyond the end of its buffer view");
    Error::new(ErrorKind::Accessor, message)
}

fn wrong(accessor: u32, fact: &str) -> Error {
    Error::new(ErrorKind::Accessor, format!("accessor {accessor}: {fact}"))
}

fn wrong_buffer(buffer: usize, fact: &str) -> Error {
    Error::new(ErrorKind::Buffer, format!("buffer {buffer}: {fact}"))
}
