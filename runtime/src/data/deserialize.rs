//! [`Reader`]: a value as serde asks for it.

use rigmill_format::DataValueView;
use serde::de::value::U32Deserializer;
use serde::de::{Deserializer, Error, IntoDeserializer, Visitor};
use serde::forward_to_deserialize_any;

use super::DataError;
use super::access::{Entries, Items, Variant};

/// A value as serde asks for it.
#[derive(Clone, Copy)]
pub(super) struct Reader<'de>(pub(super) DataValueView<'de>);

/// Methods that ask for one kind of number, or whatever it is.
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
        visitor.visit_seq(Items::of(self.0, None).ok_or_else(|| self.is_no("list"))?)
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, len: usize, visitor: V) -> Result<V::Value, DataError> {
        visitor.visit_seq(Items::of(self.0, Some(len)).ok_or_else(|| self.is_no("list"))?)
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
        visitor.visit_map(Entries::of(self.0).ok_or_else(|| self.is_no("record"))?)
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, DataError> {
        match Entries::of(self.0) {
            Some(entries) => visitor.visit_map(entries),
            // A vector as a struct of its components.
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
        visitor.visit_enum(Variant::of(self.0).ok_or_else(|| self.is_no("enum's value"))?)
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DataError> {
        visitor.visit_unit()
    }

    forward_to_deserialize_any! { i128 u128 unit unit_struct identifier }
}

impl Reader<'_> {
    fn is_no(self, expected: &str) -> DataError {
        DataError::custom(format!("a {} is no {expected}", self.0.kind()))
    }
}

impl<'de> IntoDeserializer<'de, DataError> for Reader<'de> {
    type Deserializer = Self;

    fn into_deserializer(self) -> Self {
        self
    }
}
