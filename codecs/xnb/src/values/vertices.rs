//! XNA's vertex and index buffers.

use std::ops::Range;

use crate::bytes::Binary;
use crate::content::{ContentReader, ContentWriter};
use crate::error::Result;
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
        /// The meaning of the numbers.
        pub usage: VertexElementUsage,
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

/// The meaning of an element's numbers, by its number in XNA.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct VertexElementUsage(pub i32);

#[allow(missing_docs, reason = "XNA's names")]
impl VertexElementUsage {
    pub const POSITION: Self = Self(0);
    pub const COLOR: Self = Self(1);
    pub const TEXTURE_COORDINATE: Self = Self(2);
    pub const NORMAL: Self = Self(3);
    pub const BINORMAL: Self = Self(4);
    pub const TANGENT: Self = Self(5);
    pub const BLEND_INDICES: Self = Self(6);
    pub const BLEND_WEIGHT: Self = Self(7);
}

impl VertexElementUsage {
    /// XNA's name; `None` for a number that XNA does not have.
    #[must_use]
    pub fn name(self) -> Option<&'static str> {
        const NAMES: [&str; 13] = [
            "Position",
            "Color",
            "TextureCoordinate",
            "Normal",
            "Binormal",
            "Tangent",
            "BlendIndices",
            "BlendWeight",
            "Depth",
            "Fog",
            "PointSize",
            "Sample",
            "TessellateFactor",
        ];
        NAMES.get(usize::try_from(self.0).ok()?).copied()
    }
}

impl Field for VertexElementUsage {
    const SMALLEST: usize = 4;

    fn read(input: &mut ContentReader<'_>) -> Result<Self> {
        Field::read(input).map(Self)
    }

    fn write(&self, output: &mut ContentWriter) {
        self.0.write(output);
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
    pub fn len(&self) -> usize {
        self.bytes.len().checked_div(self.stride).unwrap_or(0)
    }

    /// Whether there are no vertices.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
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
        let fits = |it: &&VertexElement| u64::from(it.offset) + it.format.size() as u64 <= stride as u64;
        if let Some(VertexElement { offset, format, .. }) = elements.iter().find(|element| !fits(element)) {
            let message = format!("a vertex element of format {format:?} at {offset} does not fit {stride} bytes");
            return Err(input.bytes.invalid(message));
        }
        let count = input.bytes.count(stride.max(1), "vertices")?;
        Ok(Self { stride, elements, bytes: input.bytes.bytes(count * stride)?.to_vec() })
    }

    fn write(&self, output: &mut ContentWriter) {
        output.bytes.count(self.stride);
        self.elements.write(output);
        output.bytes.count(self.len());
        output.bytes.bytes(&self.bytes);
    }
}

/// The vertices of triangles, three each.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum IndexBuffer {
    /// Indices of 16 bits.
    U16(Vec<u16>),
    /// Indices of 32 bits.
    U32(Vec<u32>),
}

/// Of 16 bits if those are enough for all.
impl From<Vec<u32>> for IndexBuffer {
    fn from(indices: Vec<u32>) -> Self {
        let narrow: Option<Vec<u16>> = indices.iter().map(|&index| u16::try_from(index).ok()).collect();
        narrow.map_or_else(|| Self::U32(indices), Self::U16)
    }
}

impl IndexBuffer {
    /// The number of indices.
    #[must_use]
    pub fn len(&self) -> usize {
        match self {
            Self::U16(indices) => indices.len(),
            Self::U32(indices) => indices.len(),
        }
    }

    /// Whether there are no indices.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The indices of a range; `None` if the buffer does not have them all.
    #[must_use]
    pub fn get(&self, range: Range<usize>) -> Option<Vec<u32>> {
        match self {
            Self::U16(indices) => Some(indices.get(range)?.iter().map(|&index| index.into()).collect()),
            Self::U32(indices) => indices.get(range).map(<[u32]>::to_vec),
        }
    }
}

impl Field for IndexBuffer {
    const SMALLEST: usize = 5;

    fn read(input: &mut ContentReader<'_>) -> Result<Self> {
        let is_16_bit = bool::read(input)?;
        let size = input.bytes.count(1, "bytes of indices")?;
        let width = if is_16_bit { 2 } else { 4 };
        if size % width != 0 {
            return Err(input.bytes.invalid(format!("{size} bytes of indices of {width} bytes each")));
        }
        let bytes = input.bytes.bytes(size)?;
        Ok(if is_16_bit {
            Self::U16(bytes.chunks_exact(2).map(|it| u16::from_le_bytes([it[0], it[1]])).collect())
        } else {
            Self::U32(bytes.chunks_exact(4).map(|it| u32::from_le_bytes([it[0], it[1], it[2], it[3]])).collect())
        })
    }

    fn write(&self, output: &mut ContentWriter) {
        match self {
            Self::U16(indices) => {
                true.write(output);
                output.bytes.count(indices.len() * 2);
                indices.iter().for_each(|index| index.encode(&mut output.bytes));
            }
            Self::U32(indices) => {
                false.write(output);
                output.bytes.count(indices.len() * 4);
                indices.iter().for_each(|index| index.encode(&mut output.bytes));
            }
        }
    }
}
