//! XNA's vertex and index buffers.

use super::cursor::Cursor;
use super::fault::Read;
use crate::codes;

const HELP: &str = "build the file again";

/// Vertices, each of them `stride` bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct VertexBuffer {
    pub(crate) stride: usize,
    pub(crate) elements: Vec<VertexElement>,
    pub(crate) bytes: Vec<u8>,
}

/// What a part of a vertex means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct VertexElement {
    /// In bytes from the vertex' beginning.
    pub(crate) offset: usize,
    /// XNA's VertexElementFormat.
    pub(crate) format: i32,
    /// XNA's VertexElementUsage.
    pub(crate) usage: i32,
    /// Tells elements of one usage apart.
    pub(crate) usage_index: u32,
}

/// Which vertices make triangles, three each.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct IndexBuffer {
    pub(crate) indices: Vec<u32>,
}

/// The bytes of each VertexElementFormat.
const SIZES: [usize; 12] = [4, 8, 12, 16, 4, 4, 4, 8, 4, 8, 4, 8];

pub(crate) fn vertex_buffer(cursor: &mut Cursor<'_>) -> Read<VertexBuffer> {
    let stride = cursor.u32()? as usize;
    let count = cursor.count(16, "vertex elements")?;
    let elements = (0..count).map(|_| element(cursor, stride)).collect::<Read<_>>()?;
    let vertices = cursor.count(stride.max(1), "vertices")?;
    let bytes = cursor.bytes(vertices * stride)?.to_vec();
    Ok(VertexBuffer { stride, elements, bytes })
}

fn element(cursor: &mut Cursor<'_>, stride: usize) -> Read<VertexElement> {
    let element = VertexElement {
        offset: cursor.u32()? as usize,
        format: cursor.i32()?,
        usage: cursor.i32()?,
        usage_index: cursor.u32()?,
    };
    let size = usize::try_from(element.format).ok().and_then(|format| SIZES.get(format));
    match size.and_then(|size| element.offset.checked_add(*size)) {
        Some(end) if end <= stride => Ok(element),
        _ => {
            let VertexElement { offset, format, .. } = element;
            let message = format!("a vertex element of format {format} at {offset} does not fit {stride} bytes");
            Err(cursor.fault(codes::XNB_VALUE, message, HELP))
        }
    }
}

pub(crate) fn index_buffer(cursor: &mut Cursor<'_>) -> Read<IndexBuffer> {
    let is_16_bit = cursor.bool()?;
    let size = cursor.count(1, "bytes of indices")?;
    let bytes = cursor.bytes(size)?;
    let width = if is_16_bit { 2 } else { 4 };
    if size % width != 0 {
        let message = format!("{size} bytes of indices of {width} bytes each");
        return Err(cursor.fault(codes::XNB_VALUE, message, HELP));
    }
    let index = |bytes: &[u8]| bytes.iter().rev().fold(0, |index, &byte| index << 8 | u32::from(byte));
    Ok(IndexBuffer { indices: bytes.chunks_exact(width).map(index).collect() })
}
