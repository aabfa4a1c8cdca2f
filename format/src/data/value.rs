//! [`DataValue`]: a tree of values that owns its parts.

use super::DataKind;

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
    /// What the value is.
    #[must_use]
    pub const fn kind(&self) -> DataKind {
        match self {
            Self::Null => DataKind::Null,
            Self::Bool(_) => DataKind::Bool,
            Self::I8(_) => DataKind::I8,
            Self::I16(_) => DataKind::I16,
            Self::I32(_) => DataKind::I32,
            Self::I64(_) => DataKind::I64,
            Self::U8(_) => DataKind::U8,
            Self::U16(_) => DataKind::U16,
            Self::U32(_) => DataKind::U32,
            Self::U64(_) => DataKind::U64,
            Self::F32(_) => DataKind::F32,
            Self::F64(_) => DataKind::F64,
            Self::Char(_) => DataKind::Char,
            Self::Text(_) => DataKind::Text,
            Self::Bytes(_) => DataKind::Bytes,
            Self::Vector2(_) => DataKind::Vector2,
            Self::Vector3(_) => DataKind::Vector3,
            Self::Vector4(_) => DataKind::Vector4,
            Self::Quaternion(_) => DataKind::Quaternion,
            Self::Matrix(_) => DataKind::Matrix,
            Self::Color(_) => DataKind::Color,
            Self::BoundingSphere(_) => DataKind::BoundingSphere,
            Self::BoundingBox(_) => DataKind::BoundingBox,
            Self::Plane(_) => DataKind::Plane,
            Self::Ray(_) => DataKind::Ray,
            Self::Point(_) => DataKind::Point,
            Self::Rectangle(_) => DataKind::Rectangle,
            Self::Enum(_) => DataKind::Enum,
            Self::List(_) => DataKind::List,
            Self::Map(_) => DataKind::Map,
            Self::Record(_) => DataKind::Record,
            Self::Reference(_) => DataKind::Reference,
        }
    }

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
