//! [`DataValue`]: a tree of values that owns its parts.

use super::kind::{DataKind, kinds, value_enum};

/// The largest number of levels of a tree, its root included.
pub const MAX_DATA_DEPTH: usize = 96;

/// Game data.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Data {
    /// The root of the tree.
    pub root: DataValue,
}

macro_rules! owned {
    (Text) => { String };
    (Bytes) => { Vec<u8> };
    (Enum) => { DataEnum };
    (List) => { DataList };
    (Map) => { DataMap };
    (Record) => { DataRecord };
}

kinds!(value_enum! {
    /// A value and all values below it. Vectors are x, y, z, w.
    #[derive(Clone, Debug, PartialEq)]
    #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
    DataValue, owned
});

/// One of a type's values.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct DataEnum {
    /// The type's name; "" when it is not known.
    pub type_name: String,
    /// Its name, a [`DataValue::Text`], or its number, of the kind that the type is made of.
    pub value: Box<DataValue>,
}

/// Values one after the other.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct DataList {
    /// The name of the list's type; "" when it is not known.
    pub type_name: String,
    /// The values, in order.
    pub items: Vec<DataValue>,
}

/// Values by keys.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct DataMap {
    /// The name of the map's type; "" when it is not known.
    pub type_name: String,
    /// Keys and values, in order. The maker of a map ensures that no key occurs twice.
    pub entries: Vec<(DataValue, DataValue)>,
}

/// Values by names.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct DataRecord {
    /// The name of the record's type; "" when it is not known.
    pub type_name: String,
    /// The fields, in order; no two of one name.
    pub fields: Vec<DataField>,
}

/// A field of a record.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct DataField {
    /// Its name.
    pub name: String,
    /// Its value.
    pub value: DataValue,
}

impl DataField {
    /// The first field of a root whose records have every field of their schema, in the schema's order.
    #[must_use]
    pub fn in_order() -> Self {
        Self { name: "$layout".to_owned(), value: DataValue::Text("fields".to_owned()) }
    }
}

impl DataValue {
    /// The name of the value's type; "" when it is not known, or given by the kind.
    #[must_use]
    pub fn type_name(&self) -> &str {
        match self {
            Self::Enum(value) => &value.type_name,
            Self::List(list) => &list.type_name,
            Self::Map(map) => &map.type_name,
            Self::Record(record) => &record.type_name,
            _ => "",
        }
    }
}
