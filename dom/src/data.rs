//! [`DataSource`]: game data, as a tree of values.

use serde::Serialize;

use crate::Located;

/// Game data.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct DataSource {
    /// The root of the tree.
    pub root: Located<DataValue>,
}

/// A value and all values below it, each with its position. Vectors are x, y, z, w.
///
/// Sources of some kB may hold a million values, so what is large is boxed.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub enum DataValue {
    /// Nothing.
    #[default]
    Null,
    /// True or false.
    Bool(bool),
    /// A whole number: .NET's SByte.
    I8(i8),
    /// A whole number.
    I16(i16),
    /// A whole number.
    I32(i32),
    /// A whole number.
    I64(i64),
    /// A whole number: .NET's Byte.
    U8(u8),
    /// A whole number.
    U16(u16),
    /// A whole number.
    U32(u32),
    /// A whole number.
    U64(u64),
    /// A float: .NET's Single.
    F32(f32),
    /// A float: .NET's Double.
    F64(f64),
    /// A character.
    Char(char),
    /// A text. A source without types gives texts, as they are written.
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
    Matrix(Box<[f32; 16]>),
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
    Enum(Box<DataEnum>),
    /// Values one after the other.
    List(Box<DataList>),
    /// Values by keys.
    Map(Box<DataMap>),
    /// Values by names.
    Record(Box<DataRecord>),
    /// Another asset.
    Reference(Box<DataReference>),
}

/// One of a type's values.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct DataEnum {
    /// The type's name; "" when it is not known.
    pub type_name: String,
    /// Its name, a [`DataValue::Text`], or its number, of the kind that the type is made of.
    pub value: Box<DataValue>,
}

/// Values one after the other.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct DataList {
    /// The name of the list's type; "" when it is not known.
    pub type_name: String,
    /// The values, in order.
    pub items: Vec<Located<DataValue>>,
}

/// Values by keys.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct DataMap {
    /// The name of the map's type; "" when it is not known.
    pub type_name: String,
    /// Keys and values, in order.
    pub entries: Vec<(Located<DataValue>, Located<DataValue>)>,
}

/// Values by names.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct DataRecord {
    /// The name of the record's type; "" when it is not known.
    pub type_name: String,
    /// The fields, in order; no two have the same name.
    pub fields: Vec<DataField>,
}

/// A field of a record.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct DataField {
    /// The name.
    pub name: Located<String>,
    /// The value.
    pub value: Located<DataValue>,
}

/// Another asset.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct DataReference {
    /// Its path in the project, with or without the extension of its source.
    pub path: String,
    /// The label of the product, which follows the asset's name, such as `.model`; "" for none.
    pub label: String,
    /// The name of the content type that it has to be, such as `Model`; "" for any.
    pub asset_type: String,
}

const _: () = assert!(size_of::<Located<DataValue>>() <= 40);

impl DataValue {
    /// What people call a value of this kind.
    #[must_use]
    pub const fn what(&self) -> &'static str {
        match self {
            Self::Null => "nothing",
            Self::Bool(_) => "true or false",
            Self::I8(_)
            | Self::I16(_)
            | Self::I32(_)
            | Self::I64(_)
            | Self::U8(_)
            | Self::U16(_)
            | Self::U32(_)
            | Self::U64(_) => "a whole number",
            Self::F32(_) | Self::F64(_) => "a number",
            Self::Char(_) => "a character",
            Self::Text(_) => "a string",
            Self::Bytes(_) => "bytes",
            Self::Vector2(_) | Self::Vector3(_) | Self::Vector4(_) => "a vector",
            Self::Quaternion(_) => "a quaternion",
            Self::Matrix(_) => "a matrix",
            Self::Color(_) => "a color",
            Self::BoundingSphere(_) => "a sphere",
            Self::BoundingBox(_) => "a box",
            Self::Plane(_) => "a plane",
            Self::Ray(_) => "a ray",
            Self::Point(_) => "a point",
            Self::Rectangle(_) => "a rectangle",
            Self::Enum(_) => "an enum's value",
            Self::List(_) => "a list",
            Self::Map(_) => "a map",
            Self::Record(_) => "a record",
            Self::Reference(_) => "a reference",
        }
    }
}
