//! [`Plain`]: .NET's and XNA's value types that game data has kinds for.

use rigmill_dom::DataValue;

use super::cursor::Cursor;
use super::fault::Read;
use crate::codes;

/// A value type whose values always take the same place, but for a character.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Plain {
    Boolean,
    Char,
    SByte,
    Int16,
    Int32,
    Int64,
    Byte,
    UInt16,
    UInt32,
    UInt64,
    Single,
    Double,
    Vector2,
    Vector3,
    Vector4,
    Quaternion,
    Matrix,
    Color,
    BoundingSphere,
    BoundingBox,
    Plane,
    Ray,
    Point,
    Rectangle,
}

/// Each type with its name, and the bytes of its smallest value.
const TYPES: [(Plain, &str, usize); 24] = [
    (Plain::Boolean, "Boolean", 1),
    (Plain::Char, "Char", 1),
    (Plain::SByte, "SByte", 1),
    (Plain::Int16, "Int16", 2),
    (Plain::Int32, "Int32", 4),
    (Plain::Int64, "Int64", 8),
    (Plain::Byte, "Byte", 1),
    (Plain::UInt16, "UInt16", 2),
    (Plain::UInt32, "UInt32", 4),
    (Plain::UInt64, "UInt64", 8),
    (Plain::Single, "Single", 4),
    (Plain::Double, "Double", 8),
    (Plain::Vector2, "Vector2", 8),
    (Plain::Vector3, "Vector3", 12),
    (Plain::Vector4, "Vector4", 16),
    (Plain::Quaternion, "Quaternion", 16),
    (Plain::Matrix, "Matrix", 64),
    (Plain::Color, "Color", 4),
    (Plain::BoundingSphere, "BoundingSphere", 16),
    (Plain::BoundingBox, "BoundingBox", 24),
    (Plain::Plane, "Plane", 16),
    (Plain::Ray, "Ray", 24),
    (Plain::Point, "Point", 8),
    (Plain::Rectangle, "Rectangle", 16),
];

impl Plain {
    /// The type of a name without its namespace.
    pub(crate) fn of_name(name: &str) -> Option<Self> {
        TYPES.iter().find(|(_, known, _)| *known == name).map(|(plain, ..)| *plain)
    }

    /// The type of a value; `None` for values that are of none of these.
    pub(crate) const fn of_value(value: &DataValue) -> Option<Self> {
        Some(match value {
            DataValue::Bool(_) => Self::Boolean,
            DataValue::Char(_) => Self::Char,
            DataValue::I8(_) => Self::SByte,
            DataValue::I16(_) => Self::Int16,
            DataValue::I32(_) => Self::Int32,
            DataValue::I64(_) => Self::Int64,
            DataValue::U8(_) => Self::Byte,
            DataValue::U16(_) => Self::UInt16,
            DataValue::U32(_) => Self::UInt32,
            DataValue::U64(_) => Self::UInt64,
            DataValue::F32(_) => Self::Single,
            DataValue::F64(_) => Self::Double,
            DataValue::Vector2(_) => Self::Vector2,
            DataValue::Vector3(_) => Self::Vector3,
            DataValue::Vector4(_) => Self::Vector4,
            DataValue::Quaternion(_) => Self::Quaternion,
            DataValue::Matrix(_) => Self::Matrix,
            DataValue::Color(_) => Self::Color,
            DataValue::BoundingSphere(_) => Self::BoundingSphere,
            DataValue::BoundingBox(_) => Self::BoundingBox,
            DataValue::Plane(_) => Self::Plane,
            DataValue::Ray(_) => Self::Ray,
            DataValue::Point(_) => Self::Point,
            DataValue::Rectangle(_) => Self::Rectangle,
            _ => return None,
        })
    }

    /// The name, without the namespace.
    pub(crate) fn name(self) -> &'static str {
        TYPES.iter().find(|(plain, ..)| *plain == self).map_or("", |(_, name, _)| *name)
    }

    /// The fewest bytes of a value.
    pub(crate) fn smallest(self) -> usize {
        TYPES.iter().find(|(plain, ..)| *plain == self).map_or(1, |(.., size)| *size)
    }

    /// Whether values are whole numbers, of which an enum may be made.
    pub(crate) const fn is_whole(self) -> bool {
        matches!(
            self,
            Self::SByte
                | Self::Int16
                | Self::Int32
                | Self::Int64
                | Self::Byte
                | Self::UInt16
                | Self::UInt32
                | Self::UInt64
        )
    }

    /// Reads a value. Floats are any, as .NET's own readers have it.
    pub(crate) fn read(self, cursor: &mut Cursor<'_>) -> Read<DataValue> {
        Ok(match self {
            Self::Boolean => DataValue::Bool(cursor.bool()?),
            Self::Char => DataValue::Char(character(cursor)?),
            Self::SByte => DataValue::I8(i8::from_le_bytes(cursor.array()?)),
            Self::Int16 => DataValue::I16(i16::from_le_bytes(cursor.array()?)),
            Self::Int32 => DataValue::I32(cursor.i32()?),
            Self::Int64 => DataValue::I64(i64::from_le_bytes(cursor.array()?)),
            Self::Byte => DataValue::U8(cursor.u8()?),
            Self::UInt16 => DataValue::U16(cursor.u16()?),
            Self::UInt32 => DataValue::U32(cursor.u32()?),
            Self::UInt64 => DataValue::U64(u64::from_le_bytes(cursor.array()?)),
            Self::Single => DataValue::F32(f32::from_le_bytes(cursor.array()?)),
            Self::Double => DataValue::F64(f64::from_le_bytes(cursor.array()?)),
            Self::Vector2 => DataValue::Vector2(floats(cursor)?),
            Self::Vector3 => DataValue::Vector3(floats(cursor)?),
            Self::Vector4 => DataValue::Vector4(floats(cursor)?),
            Self::Quaternion => DataValue::Quaternion(floats(cursor)?),
            Self::Matrix => DataValue::Matrix(floats(cursor)?.into()),
            Self::Color => DataValue::Color(cursor.array()?),
            Self::BoundingSphere => DataValue::BoundingSphere(floats(cursor)?),
            Self::BoundingBox => DataValue::BoundingBox(floats(cursor)?),
            Self::Plane => DataValue::Plane(floats(cursor)?),
            Self::Ray => DataValue::Ray(floats(cursor)?),
            Self::Point => DataValue::Point(integers(cursor)?),
            Self::Rectangle => DataValue::Rectangle(integers(cursor)?),
        })
    }
}

pub(super) fn floats<const N: usize>(cursor: &mut Cursor<'_>) -> Read<[f32; N]> {
    let mut floats = [0.0; N];
    for float in &mut floats {
        *float = f32::from_le_bytes(cursor.array()?);
    }
    Ok(floats)
}

fn integers<const N: usize>(cursor: &mut Cursor<'_>) -> Read<[i32; N]> {
    let mut integers = [0; N];
    for integer in &mut integers {
        *integer = cursor.i32()?;
    }
    Ok(integers)
}

fn character(cursor: &mut Cursor<'_>) -> Read<char> {
    let first = cursor.u8()?;
    let more = match first {
        0..0x80 => 0,
        0xc0..0xe0 => 1,
        0xe0..0xf0 => 2,
        _ => 3,
    };
    let mut bytes = vec![first];
    bytes.extend(cursor.bytes(more)?);
    let text = std::str::from_utf8(&bytes).ok().and_then(|text| text.chars().next());
    text.ok_or_else(|| cursor.fault(codes::XNB_VALUE, "a character is not UTF-8", "build the file again"))
}
