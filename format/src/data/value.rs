//! [`DataValue`]: a tree of values that owns its parts.

use super::kind::{DataKind, kind_by_variant};

/// The largest number of levels of a tree, its root included.
pub const MAX_DATA_DEPTH: usize = 96;

/// Game data.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Data {
    /// The root of the tree.
    pub root: DataValue,
}

/// A value and all that is below it. Vectors are x, y, z, w.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum DataValue {
    /// Nothing.
    #[default]
    Null,
    /// True or false.
    Bool(bool),
    /// A whole number.
    I8(i8),
    /// A whole number.
    I16(i16),
    /// A whole number.
    I32(i32),
    /// A whole number.
    I64(i64),
    /// A whole number.
    U8(u8),
    /// A whole number.
    U16(u16),
    /// A whole number.
    U32(u32),
    /// A whole number.
    U64(u64),
    /// A float.
    F32(f32),
    /// A float.
    F64(f64),
    /// A character.
    Char(char),
    /// A text.
    Text(String),
    /// Some bytes.
    Bytes(Vec<u8>),
    /// x, y.
    Vector2([f32; 2]),
    /// x, y, z.
    Vector3([f32; 3]),
    /// x, y, z, w.
    Vector4([f32; 4]),
    /// x, y, z, w.
    Quaternion([f32; 4]),
    /// Four by four, row by row, for row vectors.
    Matrix([f32; 16]),
    /// Red, green, blue, alpha.
    Color([u8; 4]),
    /// Center, radius.
    BoundingSphere([f32; 4]),
    /// Least corner, greatest corner.
    BoundingBox([f32; 6]),
    /// Normal, distance.
    Plane([f32; 4]),
    /// Position, direction.
    Ray([f32; 6]),
    /// x, y.
    Point([i32; 2]),
    /// x, y, width, height.
    Rectangle([i32; 4]),
    /// One of a type's values.
    Enum(DataEnum),
    /// Values one after the other.
    List(DataList),
    /// Values by keys.
    Map(DataMap),
    /// Values by names.
    Record(DataRecord),
    /// The full name of another asset.
    Reference(String),
}

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
    /// Keys and values, in order. Whoever makes a map sees to it that no key occurs twice.
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

impl DataValue {
    kind_by_variant!();

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
