//! [`Reader`]: a serde deserializer for game data.

use rigmill_format::{DataRecordView, DataValueView};
use serde::de::value::{BorrowedStrDeserializer, U32Deserializer};
use serde::de::{
    DeserializeSeed, Deserializer, EnumAccess, Error, IntoDeserializer, MapAccess, SeqAccess, VariantAccess, Visitor,
};
use serde::forward_to_deserialize_any;

use super::error::DataError;

/// A serde deserializer for one value.
#[derive(Clone, Copy)]
pub(super) struct Reader<'de>(pub(super) DataValueView<'de>);

/// Defines methods that read the value as one primitive type. If this is impossible, they visit the value as it is.
macro_rules! numbers {
    ($($method:ident, $as:ident, $visit:ident;)*) => {
        $(fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DataError> {
            match self.0.$as() {
                Some(value) => visitor.$visit(value),
                None => self.deserialize_any(visitor),
            }
        })*
    };
}

impl<'de> Deserializer<'de> for Reader<'de> {
    type Error = DataError;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DataError> {
        match self.0 {
            DataValueView::Null => visitor.visit_unit(),
            DataValueView::Bool(value) => visitor.visit_bool(value),
            DataValueView::I8(value) => visitor.visit_i8(value),
            DataValueView::I16(value) => visitor.visit_i16(value),
            DataValueView::I32(value) => visitor.visit_i32(value),
            DataValueView::I64(value) => visitor.visit_i64(value),
            DataValueView::U8(value) => visitor.visit_u8(value),
            DataValueView::U16(value) => visitor.visit_u16(value),
            DataValueView::U32(value) => visitor.visit_u32(value),
            DataValueView::U64(value) => visitor.visit_u64(value),
            DataValueView::F32(value) => visitor.visit_f32(value),
            DataValueView::F64(value) => visitor.visit_f64(value),
            DataValueView::Char(value) => visitor.visit_char(value),
            DataValueView::Text(text) | DataValueView::Reference(text) => visitor.visit_borrowed_str(text),
            DataValueView::Bytes(bytes) => visitor.visit_borrowed_bytes(bytes),
            DataValueView::Enum(value) => Self(value.value()).deserialize_any(visitor),
            DataValueView::Map(_) | DataValueView::Record(_) => self.deserialize_map(visitor),
            _ => self.deserialize_seq(visitor),
        }
    }

    numbers! {
        deserialize_bool, as_bool, visit_bool;
        deserialize_i8, as_i64, visit_i64;
        deserialize_i16, as_i64, visit_i64;
        deserialize_i32, as_i64, visit_i64;
        deserialize_i64, as_i64, visit_i64;
        deserialize_u8, as_u64, visit_u64;
        deserialize_u16, as_u64, visit_u64;
        deserialize_u32, as_u64, visit_u64;
        deserialize_u64, as_u64, visit_u64;
        deserialize_f32, as_f32, visit_f32;
        deserialize_f64, as_f64, visit_f64;
        deserialize_char, as_char, visit_char;
        deserialize_str, as_str, visit_borrowed_str;
        deserialize_string, as_str, visit_borrowed_str;
        deserialize_bytes, as_bytes, visit_borrowed_bytes;
        deserialize_byte_buf, as_bytes, visit_borrowed_bytes;
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DataError> {
        if self.0.is_null() { visitor.visit_none() } else { visitor.visit_some(self) }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        visitor: V,
    ) -> Result<V::Value, DataError> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DataError> {
        visitor.visit_seq(Items::read(self.0, None).ok_or_else(|| self.is_no("list"))?)
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, len: usize, visitor: V) -> Result<V::Value, DataError> {
        visitor.visit_seq(Items::read(self.0, Some(len)).ok_or_else(|| self.is_no("list"))?)
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        len: usize,
        visitor: V,
    ) -> Result<V::Value, DataError> {
        self.deserialize_tuple(len, visitor)
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DataError> {
        visitor.visit_map(Entries::read(self.0).ok_or_else(|| self.is_no("record"))?)
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, DataError> {
        match Entries::read(self.0) {
            Some(entries) => visitor.visit_map(entries),
            // A vector can be read as a struct of its components.
            None => self.deserialize_tuple(fields.len(), visitor),
        }
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _name: &'static str,
        _variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, DataError> {
        if let Some(name) = self.0.as_str() {
            return visitor.visit_enum(IntoDeserializer::<DataError>::into_deserializer(name.trim()));
        }
        if let Some(number) = self.0.as_u32() {
            return visitor.visit_enum(U32Deserializer::<DataError>::new(number));
        }
        visitor.visit_enum(Variant::read(self.0).ok_or_else(|| self.is_no("value of an enum"))?)
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DataError> {
        visitor.visit_unit()
    }

    forward_to_deserialize_any! { i128 u128 unit unit_struct identifier }
}

impl Reader<'_> {
    fn is_no(self, expected: &str) -> DataError {
        DataError::custom(format!("found a value of the type {}, expected a {expected}", self.0.kind()))
    }
}

impl<'de> IntoDeserializer<'de, DataError> for Reader<'de> {
    type Deserializer = Self;

    fn into_deserializer(self) -> Self {
        self
    }
}

/// The items of a list, or of a value that can be read as a list.
struct Items<'de>(Box<dyn Iterator<Item = DataValueView<'de>> + 'de>);

impl<'de> Items<'de> {
    /// The items of a value. `count` is the expected number, if it is known. `None` if the value is not a list.
    fn read(value: DataValueView<'de>, count: Option<usize>) -> Option<Self> {
        let floats = |floats: Vec<f32>| Self(Box::new(floats.into_iter().map(DataValueView::F32)));
        let wholes = |wholes: Vec<i32>| Self(Box::new(wholes.into_iter().map(DataValueView::I32)));
        Some(match value {
            DataValueView::Text(text) => {
                let pieces = text.split([' ', ',', '\t', '\n', '\r']).filter(|piece| !piece.is_empty());
                Self(Box::new(pieces.map(DataValueView::Text)))
            }
            DataValueView::Record(record) if count == Some(record.len()) => Self(Box::new(values(record))),
            DataValueView::List(_) => Self(Box::new(value.items())),
            DataValueView::Record(record) if record.len() == 1 => Self(Box::new(value.items())),
            DataValueView::Bytes(bytes) => Self(Box::new(bytes.iter().map(|byte| DataValueView::U8(*byte)))),
            DataValueView::Vector2(it) => floats(it.to_vec()),
            DataValueView::Vector3(it) => floats(it.to_vec()),
            DataValueView::Vector4(it)
            | DataValueView::Quaternion(it)
            | DataValueView::BoundingSphere(it)
            | DataValueView::Plane(it) => floats(it.to_vec()),
            DataValueView::BoundingBox(it) | DataValueView::Ray(it) => floats(it.to_vec()),
            DataValueView::Matrix(it) => floats(it.to_vec()),
            DataValueView::Color(it) => Self(Box::new(it.into_iter().map(DataValueView::U8))),
            DataValueView::Point(it) => wholes(it.to_vec()),
            DataValueView::Rectangle(it) => wholes(it.to_vec()),
            _ => return None,
        })
    }
}

fn values<'de>(record: DataRecordView<'de>) -> impl Iterator<Item = DataValueView<'de>> {
    record.fields().map(|(_, value)| value)
}

impl<'de> SeqAccess<'de> for Items<'de> {
    type Error = DataError;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, DataError> {
        self.0.next().map(|value| seed.deserialize(Reader(value))).transpose()
    }
}

/// A key or field name, with its value.
type Entry<'de> = (DataValueView<'de>, DataValueView<'de>);

/// The entries of a map, or the fields of a record.
struct Entries<'de> {
    rest: Box<dyn Iterator<Item = Entry<'de>> + 'de>,
    value: Option<DataValueView<'de>>,
}

impl<'de> Entries<'de> {
    /// The entries of a value. `None` if it has no entries. An empty text counts as a record without fields.
    fn read(value: DataValueView<'de>) -> Option<Self> {
        let rest: Box<dyn Iterator<Item = Entry<'de>> + 'de> = match value {
            DataValueView::Record(record) => {
                Box::new(record.fields().map(|(name, value)| (DataValueView::Text(name), value)))
            }
            DataValueView::Map(map) => Box::new(map.iter()),
            DataValueView::Text("") => Box::new(std::iter::empty()),
            _ => return None,
        };
        Some(Self { rest, value: None })
    }
}

impl<'de> MapAccess<'de> for Entries<'de> {
    type Error = DataError;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, DataError> {
        let Some((key, value)) = self.rest.next() else { return Ok(None) };
        self.value = Some(value);
        seed.deserialize(Reader(key)).map(Some)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, DataError> {
        let value = self.value.take().ok_or_else(|| DataError::custom("a value without a key"))?;
        seed.deserialize(Reader(value))
    }
}

/// An enum variant with a value, stored as a record with one field.
struct Variant<'de> {
    name: &'de str,
    value: DataValueView<'de>,
}

impl<'de> Variant<'de> {
    fn read(value: DataValueView<'de>) -> Option<Self> {
        let record = value.as_record().filter(|record| record.len() == 1)?;
        record.fields().next().map(|(name, value)| Self { name, value })
    }
}

impl<'de> EnumAccess<'de> for Variant<'de> {
    type Error = DataError;
    type Variant = Self;

    fn variant_seed<V: DeserializeSeed<'de>>(self, seed: V) -> Result<(V::Value, Self), DataError> {
        let name = seed.deserialize(BorrowedStrDeserializer::<DataError>::new(self.name))?;
        Ok((name, self))
    }
}

impl<'de> VariantAccess<'de> for Variant<'de> {
    type Error = DataError;

    fn unit_variant(self) -> Result<(), DataError> {
        Ok(())
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value, DataError> {
        seed.deserialize(Reader(self.value))
    }

    fn tuple_variant<V: Visitor<'de>>(self, len: usize, visitor: V) -> Result<V::Value, DataError> {
        Reader(self.value).deserialize_tuple(len, visitor)
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, DataError> {
        Reader(self.value).deserialize_struct("", fields, visitor)
    }
}
