//! XNA's vertex and index buffers.

use std::ops::Range;

use crate::content::{ContentReader, ContentWriter};
use crate::error::{ErrorKind, Result};
use crate::field::{Field, numbered, record};

/// A list of vertices with `stride` bytes each.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VertexBuffer {
    /// The size of a vertex in bytes.
    pub stride: usize,
    /// The elements of a vertex.
    pub elements: Vec<VertexElement>,
    /// The vertices, one after another.
    pub bytes: Vec<u8>,
}

record! {
    /// An element of a vertex, such as its position or its colour.
    #[derive(Copy, Eq)]
    pub struct VertexElement {
        /// The offset from the start of the vertex, in bytes.
        pub offset: u32,
        /// The type of the element's numbers.
        pub format: VertexElementFormat,
        /// The meaning of the element, as its number in XNA.
        pub usage: i32,
        /// Distinguishes elements with the same usage.
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
    /// The meaning of an element.
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
    /// Returns the meaning of the element; `None` if XNA has no meaning with this number.
    #[must_use]
    pub const fn usage(&self) -> Option<VertexElementUsage> {
        VertexElementUsage::of_number(self.usage)
    }
}

/// The type of a component of an element.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Component {
    Float,
    Byte,
    /// An unsigned byte that represents a number from 0 to 1.
    UnitByte,
    Short,
    /// A signed short that represents a number from -1 to 1.
    UnitShort,
    Half,
}

impl Component {
    const fn size(self) -> usize {
        match self {
            Self::Float => 4,
            Self::Short | Self::UnitShort | Self::Half => 2,
            Self::Byte | Self::UnitByte => 1,
        }
    }

    fn decode(self, bytes: &[u8]) -> Option<f32> {
        let short = || bytes.first_chunk().map(|&bytes| f32::from(i16::from_le_bytes(bytes)));
        match self {
            Self::Float => bytes.first_chunk().map(|&bytes| f32::from_le_bytes(bytes)).filter(|it| it.is_finite()),
            Self::Byte => bytes.first().map(|&byte| f32::from(byte)),
            Self::UnitByte => bytes.first().map(|&byte| f32::from(byte) / 255.0),
            Self::Short => short(),
            Self::UnitShort => short().map(|it| it / 32767.0),
            Self::Half => None,
        }
    }

    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "rounded, and kept within the type")]
    fn encode(self, number: f32, bytes: &mut Vec<u8>) {
        match self {
            Self::Float => bytes.extend(number.to_le_bytes()),
            Self::Byte => bytes.push(number as u8),
            Self::UnitByte => bytes.push((number.clamp(0.0, 1.0) * 255.0 + 0.5) as u8),
            Self::Short => bytes.extend((number as i16).to_le_bytes()),
            Self::UnitShort => bytes.extend(((number.clamp(-1.0, 1.0) * 32767.0).round() as i16).to_le_bytes()),
            Self::Half => bytes.extend([0; 2]),
        }
    }
}

impl VertexElementFormat {
    const fn components(self) -> (usize, Component) {
        match self {
            Self::Single => (1, Component::Float),
            Self::Vector2 => (2, Component::Float),
            Self::Vector3 => (3, Component::Float),
            Self::Vector4 => (4, Component::Float),
            Self::Color => (4, Component::UnitByte),
            Self::Byte4 => (4, Component::Byte),
            Self::Short2 => (2, Component::Short),
            Self::Short4 => (4, Component::Short),
            Self::NormalizedShort2 => (2, Component::UnitShort),
            Self::NormalizedShort4 => (4, Component::UnitShort),
            Self::HalfVector2 => (2, Component::Half),
            Self::HalfVector4 => (4, Component::Half),
        }
    }

    /// Returns the size of an element in bytes.
    #[must_use]
    pub const fn size(self) -> usize {
        let (count, component) = self.components();
        count * component.size()
    }

    /// Returns whether [`decode`](Self::decode) supports the format. It supports all formats except half floats.
    #[must_use]
    pub const fn is_decoded(self) -> bool {
        !matches!(self.components().1, Component::Half)
    }

    /// Decodes the numbers of an element. Numbers that the format does not store are 0, except the fourth, which is 1. Returns
    /// `None` for half floats and for numbers that are not finite.
    #[must_use]
    pub fn decode(self, bytes: &[u8]) -> Option<[f32; 4]> {
        let (count, component) = self.components();
        let mut numbers = [0.0, 0.0, 0.0, 1.0];
        for (at, number) in numbers.iter_mut().enumerate().take(count) {
            *number = component.decode(bytes.get(at * component.size()..)?)?;
        }
        Some(numbers)
    }

    /// Appends the bytes of an element. Numbers that the format does not store are left out. Half floats become 0.
    pub fn encode(self, numbers: [f32; 4], bytes: &mut Vec<u8>) {
        let (count, component) = self.components();
        numbers.iter().take(count).for_each(|&number| component.encode(number, bytes));
    }
}

impl VertexBuffer {
    /// Returns the number of vertices.
    #[must_use]
    pub fn vertex_count(&self) -> usize {
        self.bytes.len().checked_div(self.stride).unwrap_or(0)
    }

    /// Decodes an element for a range of vertices; `None` if [`VertexElementFormat::decode`] returns `None` for one of them.
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
        let message = || format!("a vertex element does not fit into vertices of {stride} bytes");
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

/// The vertex indices of triangles, three for each triangle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IndexBuffer {
    /// Whether each index takes 16 bits in the file, instead of 32 bits.
    pub is_16_bit: bool,
    /// The indices.
    pub indices: Vec<u32>,
}

/// Uses 16 bits per index if every index fits.
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
        let message = || format!("the indices are {size} bytes long, expected a multiple of {width}");
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elements_come_back_as_they_were() {
        for format in (0..12).filter_map(VertexElementFormat::of_number) {
            let expected: Vec<u8> = match format.components().1 {
                Component::Float => [0.5, -2.0, 1e9, 0.0].into_iter().flat_map(f32::to_le_bytes).collect(),
                Component::Byte | Component::UnitByte => vec![0, 1, 127, 255],
                Component::Short | Component::UnitShort => vec![0, 0, 0xff, 0x7f, 0x01, 0x80, 0x34, 0x12],
                Component::Half => continue,
            };
            let mut found = Vec::new();
            format.encode(format.decode(&expected).unwrap(), &mut found);
            assert_eq!(found, expected[..format.size()], "{format:?}");
        }
    }
}
