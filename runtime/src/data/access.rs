//! The parts of values as serde asks for them.

use rigmill_format::{DataRecordView, DataValueView};
use serde::de::value::BorrowedStrDeserializer;
use serde::de::{DeserializeSeed, Deserializer, EnumAccess, Error, MapAccess, SeqAccess, VariantAccess, Visitor};

use super::DataError;
use super::deserialize::Reader;

/// The items of a list, or of what is read as one.
pub(super) struct Items<'de>(Box<dyn Iterator<Item = DataValueView<'de>> + 'de>);

impl<'de> Items<'de> {
    /// The items; `count` is how many are asked for, where that is known. `None` for what is no list.
    pub(super) fn of(value: DataValueView<'de>, count: Option<usize>) -> Option<Self> {
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

/// A key, or the name of a field, with its value.
type Entry<'de> = (DataValueView<'de>, DataValueView<'de>);

/// The entries of a map, or the fields of a record.
pub(super) struct Entries<'de> {
    rest: Box<dyn Iterator<Item = Entry<'de>> + 'de>,
    value: Option<DataValueView<'de>>,
}

impl<'de> Entries<'de> {
    /// The entries; `None` for what has none. An empty text is a record without fields.
    pub(super) fn of(value: DataValueView<'de>) -> Option<Self> {
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

/// An enum's variant that holds something: a record of one field.
pub(super) struct Variant<'de> {
    name: &'de str,
    value: DataValueView<'de>,
}

impl<'de> Variant<'de> {
    pub(super) fn of(value: DataValueView<'de>) -> Option<Self> {
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
