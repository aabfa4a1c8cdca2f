//! [`DataValue`]: an owned tree of values.

use super::kind::{DataKind, kinds, value_enum};

/// The maximum number of levels of a tree, including the root.
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
    /// A value and all values below it. Vectors and quaternions are x, y, z, w.
    #[derive(Clone, Debug, PartialEq)]
    #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
    DataValue, owned
});

/// A value of an enum.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct DataEnum {
    /// The name of the enum's type. Empty if unknown.
    pub type_name: String,
    /// The value: either its name as a [`DataValue::Text`], or its number as an integer of the enum's underlying type.
    pub value: Box<DataValue>,
}

/// A list of values.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct DataList {
    /// The name of the list's type. Empty if unknown.
    pub type_name: String,
    /// The values, in order.
    pub items: Vec<DataValue>,
}

/// Values with keys.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct DataMap {
    /// The name of the map's type. Empty if unknown.
    pub type_name: String,
    /// Keys and values, in order. Whoever creates a map must ensure that no key occurs twice.
    pub entries: Vec<(DataValue, DataValue)>,
}

/// Values with names.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct DataRecord {
    /// The name of the record's type. Empty if unknown.
    pub type_name: String,
    /// The fields, in order. No two fields have the same name.
    pub fields: Vec<DataField>,
}

/// A field of a record.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct DataField {
    /// The name.
    pub name: String,
    /// The value.
    pub value: DataValue,
}

impl DataField {
    /// The first field of a root whose records have all fields of their schema, in the schema's order.
    #[must_use]
    pub fn in_order() -> Self {
        Self { name: "$layout".to_owned(), value: DataValue::Text("fields".to_owned()) }
    }
}

impl DataValue {
    /// The name of the value's type. Empty if it is unknown or follows from the kind.
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
