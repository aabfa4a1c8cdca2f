//! Reads values as the types that a game wants, regardless of their kinds in the source.
//!
//! In a source without a schema, all values are texts. So numbers can be read from texts, by the rules of XML Schema, and a
//! game's code is the same with and without a schema.

use super::view::{DataRecordView, DataValueView};

impl<'a> DataValueView<'a> {
    /// Whether the value is null.
    #[must_use]
    pub const fn is_null(&self) -> bool {
        matches!(self, Self::Null)
    }

    /// A text, the name of an enum value, or the name of a referenced asset.
    #[must_use]
    pub fn as_str(&self) -> Option<&'a str> {
        match self {
            Self::Text(text) | Self::Reference(text) => Some(text),
            Self::Enum(value) => value.value().as_str(),
            _ => None,
        }
    }

    /// A boolean, or one of the texts `true`, `false`, `1` and `0`.
    #[must_use]
    pub fn as_bool(&self) -> Option<bool> {
        match self {
            Self::Bool(value) => Some(*value),
            Self::Text(text) => match text.trim() {
                "true" | "True" | "1" => Some(true),
                "false" | "False" | "0" => Some(false),
                _ => None,
            },
            _ => None,
        }
    }

    /// An integer that fits into an `i64`. This includes the number of an enum value.
    #[must_use]
    pub fn as_i64(&self) -> Option<i64> {
        match self {
            Self::I8(value) => Some(i64::from(*value)),
            Self::I16(value) => Some(i64::from(*value)),
            Self::I32(value) => Some(i64::from(*value)),
            Self::I64(value) => Some(*value),
            Self::U8(value) => Some(i64::from(*value)),
            Self::U16(value) => Some(i64::from(*value)),
            Self::U32(value) => Some(i64::from(*value)),
            Self::U64(value) => i64::try_from(*value).ok(),
            Self::Text(text) => text.trim().parse().ok(),
            Self::Enum(value) => value.value().as_i64(),
            _ => None,
        }
    }

    /// A non-negative integer that fits into a `u64`.
    #[must_use]
    pub fn as_u64(&self) -> Option<u64> {
        match self {
            Self::U64(value) => Some(*value),
            Self::Text(text) => text.trim().parse().ok(),
            other => other.as_i64().and_then(|value| u64::try_from(value).ok()),
        }
    }

    /// An integer that fits into an `i32`.
    #[must_use]
    pub fn as_i32(&self) -> Option<i32> {
        self.as_i64().and_then(|value| i32::try_from(value).ok())
    }

    /// A non-negative integer that fits into a `u32`.
    #[must_use]
    pub fn as_u32(&self) -> Option<u32> {
        self.as_u64().and_then(|value| u32::try_from(value).ok())
    }

    /// A number as the nearest `f64`.
    #[must_use]
    pub fn as_f64(&self) -> Option<f64> {
        match self {
            Self::F32(value) => Some(f64::from(*value)),
            Self::F64(value) => Some(*value),
            Self::U64(value) => Some(*value as f64),
            Self::Text(text) => float(text),
            other if other.kind().is_whole() => other.as_i64().map(|value| value as f64),
            _ => None,
        }
    }

    /// A number as the nearest `f32`.
    #[must_use]
    #[expect(clippy::cast_possible_truncation, reason = "rounding is what is asked for")]
    pub fn as_f32(&self) -> Option<f32> {
        match self {
            Self::F32(value) => Some(*value),
            other => other.as_f64().map(|value| value as f32),
        }
    }

    /// A character, or a text that consists of one character.
    #[must_use]
    pub fn as_char(&self) -> Option<char> {
        match self {
            Self::Char(value) => Some(*value),
            Self::Text(text) => {
                let mut characters = text.chars();
                characters.next().filter(|_| characters.next().is_none())
            }
            _ => None,
        }
    }

    /// A byte array.
    #[must_use]
    pub const fn as_bytes(&self) -> Option<&'a [u8]> {
        match self {
            Self::Bytes(bytes) => Some(bytes),
            _ => None,
        }
    }

    /// The numbers of a vector, quaternion, matrix, colour (0 to 255), sphere, box, plane, ray, point or rectangle; of a list
    /// of numbers; of a record of numbers, in the order of its fields; or of a text of numbers. `None` if there are not exactly
    /// `N` numbers.
    #[must_use]
    pub fn as_floats<const N: usize>(&self) -> Option<[f32; N]> {
        let mut found = [0.0; N];
        let mut numbers = found.iter_mut();
        let mut add = |number: f32| numbers.next().map(|slot| *slot = number);
        match self {
            Self::Text(text) => {
                for number in text.split([' ', ',', '\t', '\n', '\r']).filter(|piece| !piece.is_empty()) {
                    add(Self::Text(number).as_f32()?)?;
                }
            }
            Self::List(list) => list.iter().try_for_each(|item| add(item.as_f32()?))?,
            Self::Record(record) => record.fields().try_for_each(|(_, value)| add(value.as_f32()?))?,
            other => other.components(&mut add)?,
        }
        numbers.next().is_none().then_some(found)
    }

    /// Passes the numbers of a value to `add`.
    fn components(&self, add: &mut impl FnMut(f32) -> Option<()>) -> Option<()> {
        match self {
            Self::Vector2(it) => it.iter().try_for_each(|number| add(*number)),
            Self::Vector3(it) => it.iter().try_for_each(|number| add(*number)),
            Self::Vector4(it) | Self::Quaternion(it) | Self::BoundingSphere(it) | Self::Plane(it) => {
                it.iter().try_for_each(|number| add(*number))
            }
            Self::BoundingBox(it) | Self::Ray(it) => it.iter().try_for_each(|number| add(*number)),
            Self::Matrix(it) => it.iter().try_for_each(|number| add(*number)),
            Self::Color(it) => it.iter().try_for_each(|number| add(f32::from(*number))),
            Self::Point(it) => it.iter().try_for_each(|number| add(*number as f32)),
            Self::Rectangle(it) => it.iter().try_for_each(|number| add(*number as f32)),
            _ => None,
        }
    }

    /// A record.
    #[must_use]
    pub const fn as_record(&self) -> Option<DataRecordView<'a>> {
        match self {
            Self::Record(record) => Some(*record),
            _ => None,
        }
    }

    /// The field of a record with this name, or the value of a map with this key.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<DataValueView<'a>> {
        match self {
            Self::Record(record) => record.get(name),
            Self::Map(map) => map.get(name),
            _ => None,
        }
    }

    /// The items of a list. In a source without a schema, a list of one item looks like a record of one field, and an empty
    /// list looks like an empty text. So these count as lists, too. All other values have no items.
    pub fn items(&self) -> impl Iterator<Item = DataValueView<'a>> + use<'a> {
        let (list, single) = match self {
            Self::List(list) => (Some(*list), None),
            Self::Record(record) if record.len() == 1 => (None, record.fields().next().map(|(_, value)| value)),
            _ => (None, None),
        };
        list.into_iter().flat_map(|list| list.iter()).chain(single)
    }
}

/// Parses a float as XML Schema and .NET write it.
fn float(text: &str) -> Option<f64> {
    match text.trim() {
        "INF" | "Infinity" => Some(f64::INFINITY),
        "-INF" | "-Infinity" => Some(f64::NEG_INFINITY),
        "NaN" => Some(f64::NAN),
        text if text.ends_with(|last: char| last.is_ascii_digit() || last == '.') => text.parse().ok(),
        _ => None,
    }
}
