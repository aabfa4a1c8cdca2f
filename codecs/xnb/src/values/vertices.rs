//! XNA's vertex and index buffers.

use std::ops::Range;

use crate::content::{ContentReader, ContentWriter};
use crate::error::{ErrorKind, Result};
use crate::field::{Field, numbered, record};

/// Vertices of `stride` bytes each.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VertexBuffer {
    /// The bytes of a vertex.
    pub stride: usize,
    /// The elements of a vertex.
    pub elements: Vec<VertexElement>,
    /// The vertices, one after the other.
    pub bytes: Vec<u8>,
}

record! {
    /// An element of a vertex.
    #[derive(Copy, Eq)]
    pub struct VertexElement {
        /// In bytes from the start of the vertex.
        pub offset: u32,
        /// The type of the numbers.
        pub format: VertexElementFormat,
        /// The meaning of the numbers, by its number in XNA.
        pub usage: i32,
        /// Tells elements of the same usage apart.
        pub usage_index: u32,
    }
}

numbered! {
    /// The type of an element's numbers.
    pub enum VertexElementFormat {
        Single = 0,
        Vector2 = 1,
        Vector3 = 2,
        Vector4 = 3,
        Color = 4,
        Byte4 = 5,
        Short2 = 6,
        Short4 = 7,
        NormalizedShort2 = 8,
        NormalizedShort4 = 9,
        HalfVector2 = 10,
        HalfVector4 = 11,
    }
}

numbered! {
    /// The meaning of an element's numbers.
    pub enum VertexElementUsage {
        Position = 0,
        Color = 1,
        TextureCoordinate = 2,
        Normal = 3,
        Binormal = 4,
        Tangent = 5,
        BlendIndices = 6,
        BlendWeight = 7,
        Depth = 8,
        Fog = 9,
        PointSize = 10,
        Sample = 11,
        TessellateFactor = 12,
    }
}

impl VertexElement {
    /// The meaning of the numbers; `None` for one that XNA does not have.
    #[must_use]
    pub const fn usage(&self) -> Option<VertexElementUsage> {
        VertexElementUsage::of_number(self.usage)
    }
}

impl VertexElementFormat {
    /// The bytes of an element.
    #[must_use]
    pub const fn size(self) -> usize {
        match self {
            Self::Single | Self::Color | Self::Byte4 | Self::Short2 | Self::NormalizedShort2 | Self::HalfVector2 => 4,
            Self::Vector2 | Self::Short4 | Self::NormalizedShort4 | Self::HalfVector4 => 8,
            Self::Vector3 => 12,
            Self::Vector4 => 16,
        }
    }

    /// Whether [`decode`](Self::decode) knows the format.
    #[must_use]
    pub const fn is_decoded(self) -> bool {
        !matches!(self, Self::HalfVector2 | Self::HalfVector4)
    }

    /// The numbers of an element; those that the format lacks are 0, and the last 1. `None` for half floats, and for numbers
    /// that are not finite.
    #[must_use]
    pub fn decode(self, bytes: &[u8]) -> Option<[f32; 4]> {
        let (count, number): (usize, NumberAt) = match self {
            Self::Single => (1, float),
            Self::Vector2 => (2, float),
            Self::Vector3 => (3, float),
            Self::Vector4 => (4, float),
            Self::Color => (4, |bytes, at| Some(f32::from(*bytes.get(at)?) / 255.0)),
            Self::Byte4 => (4, |bytes, at| bytes.get(at).copied().map(f32::from)),
            Self::Short2 => (2, short),
            Self::Short4 => (4, short),
            Self::NormalizedShort2 => (2, |bytes, at| Some(short(bytes, at)? / 32767.0)),
            Self::NormalizedShort4 => (4, |bytes, at| Some(short(bytes, at)? / 32767.0)),
            Self::HalfVector2 | Self::HalfVector4 => return None,
        };
        let mut numbers = [0.0, 0.0, 0.0, 1.0];
        for (at, found) in numbers.iter_mut().enumerate().take(count) {
            *found = number(bytes, at)?;
        }
        Some(numbers)
    }

    /// Appends the bytes of an element of floats, a Color or a Byte4. Numbers that the format lacks are left out.
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "from 0 to 255, rounded")]
    pub fn encode(self, numbers: [f32; 4], bytes: &mut Vec<u8>) {
        match self {
            Self::Color => bytes.extend(numbers.map(|number| (number.clamp(0.0, 1.0) * 255.0 + 0.5) as u8)),
            Self::Byte4 => bytes.extend(numbers.map(|number| number as u8)),
            floats => bytes.extend(numbers.iter().take(floats.size() / 4).flat_map(|number| number.to_le_bytes())),
        }
    }
}

/// The number at an index of an element.
type NumberAt = fn(&[u8], usize) -> Option<f32>;

fn float(bytes: &[u8], at: usize) -> Option<f32> {
    let bytes = bytes.get(at * 4..at * 4 + 4)?;
    Some(f32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]])).filter(|number| number.is_finite())
}

fn short(bytes: &[u8], at: usize) -> Option<f32> {
    let bytes = bytes.get(at * 2..at * 2 + 2)?;
    Some(i16::from_le_bytes([bytes[0], bytes[1]]).into())
}

impl VertexBuffer {
    /// The number of vertices.
    #[must_use]
    pub fn vertex_count(&self) -> usize {
        self.bytes.len().checked_div(self.stride).unwrap_or(0)
    }

    /// The numbers of an element, for the vertices of a range; `None` if [`VertexElementFormat::decode`] gives none for one of
    /// them.
    #[must_use]
    pub fn numbers(&self, element: &VertexElement, vertices: Range<usize>) -> Option<Vec<[f32; 4]>> {
        let all = self.bytes.chunks_exact(self.stride.max(1));
        let vertices = all.skip(vertices.start).take(vertices.len());
        vertices.map(|vertex| element.format.decode(vertex.get(element.offset as usize..)?)).collect()
    }
}

impl Field for VertexBuffer {
    const SMALLEST: usize = 12;

    fn read(input: &mut ContentReader<'_>) -> Result<Self> {
        let stride = u32::read(input)? as usize;
        let elements: Vec<VertexElement> = Field::read(input)?;
        let fits = |it: &VertexElement| u64::from(it.offset) + it.format.size() as u64 <= stride as u64;
        let message = || format!("an element does not fit into vertices of {stride} bytes");
        input.bytes.ensure(elements.iter().all(fits), ErrorKind::Value, message)?;
        let count = input.bytes.count(stride.max(1), "vertices")?;
        Ok(Self { stride, elements, bytes: input.bytes.bytes(count * stride)?.to_vec() })
    }

    fn write(&self, output: &mut ContentWriter) {
        output.bytes.count(self.stride);
        self.elements.write(output);
        output.bytes.count(self.vertex_count());
        output.bytes.bytes(&self.bytes);
    }
}

/// The vertices of triangles, three each.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IndexBuffer {
    /// Whether each index takes 16 bits in the file, instead of 32.
    pub is_16_bit: bool,
    /// The indices.
    pub indices: Vec<u32>,
}

/// Of 16 bits if those are enough for all.
impl From<Vec<u32>> for IndexBuffer {
    fn from(indices: Vec<u32>) -> Self {
        Self { is_16_bit: indices.iter().all(|&index| u16::try_from(index).is_ok()), indices }
    }
}

impl IndexBuffer {
    const fn width(&self) -> usize {
        if self.is_16_bit { 2 } else { 4 }
    }
}

impl Field for IndexBuffer {
    const SMALLEST: usize = 5;

    fn read(input: &mut ContentReader<'_>) -> Result<Self> {
        let mut buffer = Self { is_16_bit: Field::read(input)?, indices: Vec::new() };
        let (size, width) = (input.bytes.count(1, "bytes of indices")?, buffer.width());
        let message = || format!("{size} bytes of indices of {width} bytes each");
        input.bytes.ensure(size % width == 0, ErrorKind::Value, message)?;
        let index = |bytes: &[u8]| bytes.iter().rev().fold(0, |index, &byte| index << 8 | u32::from(byte));
        buffer.indices = input.bytes.bytes(size)?.chunks_exact(width).map(index).collect();
        Ok(buffer)
    }

    fn write(&self, output: &mut ContentWriter) {
        self.is_16_bit.write(output);
        output.bytes.count(self.indices.len() * self.width());
        if self.is_16_bit && self.indices.iter().any(|&index| u16::try_from(index).is_err()) {
            output.fail(ErrorKind::Value, "an index needs more than 16 bits");
        }
        self.indices.iter().for_each(|index| output.bytes.bytes(&index.to_le_bytes()[..self.width()]));
    }
}
