//! [`DataSource`]: game data, as a tree of values.

use serde::Serialize;

use crate::Located;

/// Game data.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct DataSource {
    /// The root of the tree.
    pub root: Located<DataValue>,
}

/// A value and all values below it, each with its position in the source. Vectors and quaternions are x, y, z, w.
///
/// Large variants are boxed, because a source of a few kilobytes may contain a million values.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub enum DataValue {
    /// No value.
    #[default]
    Null,
    /// A boolean.
    Bool(bool),
    /// A signed 8-bit integer, which is .NET's SByte.
    I8(i8),
    /// A signed 16-bit integer.
    I16(i16),
    /// A signed 32-bit integer.
    I32(i32),
    /// A signed 64-bit integer.
    I64(i64),
    /// An unsigned 8-bit integer, which is .NET's Byte.
    U8(u8),
    /// An unsigned 16-bit integer.
    U16(u16),
    /// An unsigned 32-bit integer.
    U32(u32),
    /// An unsigned 64-bit integer.
    U64(u64),
    /// A 32-bit float, which is .NET's Single.
    F32(f32),
    /// A 64-bit float, which is .NET's Double.
    F64(f64),
    /// A character.
    Char(char),
    /// A text. In a source without types, every value is a text, exactly as in the source.
    Text(String),
    /// A byte array.
    Bytes(Vec<u8>),
    /// A vector x, y.
    Vector2([f32; 2]),
    /// A vector x, y, z.
    Vector3([f32; 3]),
    /// A vector x, y, z, w.
    Vector4([f32; 4]),
    /// A quaternion x, y, z, w.
    Quaternion([f32; 4]),
    /// A 4 x 4 matrix for row vectors, row by row.
    Matrix(Box<[f32; 16]>),
    /// A colour: red, green, blue, alpha.
    Color([u8; 4]),
    /// A sphere: center and radius.
    BoundingSphere([f32; 4]),
    /// An axis-aligned box: minimum and maximum corner.
    BoundingBox([f32; 6]),
    /// A plane: normal and distance.
    Plane([f32; 4]),
    /// A ray: position and direction.
    Ray([f32; 6]),
    /// A point x, y.
    Point([i32; 2]),
    /// A rectangle x, y, width, height.
    Rectangle([i32; 4]),
    /// A value of an enum.
    Enum(Box<DataEnum>),
    /// A list of values.
    List(Box<DataList>),
    /// Values with keys.
    Map(Box<DataMap>),
    /// Values with names.
    Record(Box<DataRecord>),
    /// A reference to another asset.
    Reference(Box<DataReference>),
}

/// A value of an enum.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct DataEnum {
    /// The name of the enum's type. Empty if unknown.
    pub type_name: String,
    /// The value: either its name as a [`DataValue::Text`], or its number as an integer of the enum's underlying type.
    pub value: Box<DataValue>,
}

/// A list of values.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct DataList {
    /// The name of the list's type. Empty if unknown.
    pub type_name: String,
    /// The values, in order.
    pub items: Vec<Located<DataValue>>,
}

/// Values with keys.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct DataMap {
    /// The name of the map's type. Empty if unknown.
    pub type_name: String,
    /// Keys and values, in order.
    pub entries: Vec<(Located<DataValue>, Located<DataValue>)>,
}

/// Values with names.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct DataRecord {
    /// The name of the record's type. Empty if unknown.
    pub type_name: String,
    /// The fields, in order. No two fields have the same name.
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

/// A reference to another asset.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct DataReference {
    /// The path of the asset in the project, with or without the extension of its source.
    pub path: String,
    /// The label of the product that follows the asset's name, such as `.model`. Empty if there is none.
    pub label: String,
    /// The name of the required content type, such as `Model`. Empty if any type is allowed.
    pub asset_type: String,
}

const _: () = assert!(size_of::<Located<DataValue>>() <= 40);

impl DataValue {
    /// A word for values of this kind, for messages.
    #[must_use]
    pub const fn what(&self) -> &'static str {
        match self {
            Self::Null => "null",
            Self::Bool(_) => "a boolean",
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

impl DataReference {
    /// The content types that a reference can require, in the order of their numbers.
    pub const ASSET_TYPES: [&str; 19] = [
        "AnimationSequence",
        "CompressedClip",
        "CurveClip",
        "Skeleton",
        "Model",
        "CollisionMesh",
        "Motion",
        "ActionSet",
        "Data",
        "Texture",
        "SampledClip",
        "Breath",
        "SpringBones",
        "UniformClip",
        "Font",
        "TextureCube",
        "Sound",
        "ClipEvents",
        "ClipWeights",
    ];
}
