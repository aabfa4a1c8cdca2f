//! [`Basic`]: .NET's and XNA's value types, and values as they stand in a file.

use rigmill_format::DataValue;

use super::super::bytes::Bytes;

macro_rules! basics {
    ($($basic:ident = $namespace:literal, $keyword:literal;)*) => {
        /// A value type with a type reader of its own.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(super) enum Basic {
            $($basic,)*
        }

        impl Basic {
            /// The name without the namespace.
            pub(super) const fn name(self) -> &'static str {
                match self {
                    $(Self::$basic => stringify!($basic),)*
                }
            }

            /// The namespace, with a dot at its end.
            pub(super) const fn namespace(self) -> &'static str {
                match self {
                    $(Self::$basic => $namespace,)*
                }
            }

            /// The type of a name in C# or .NET, without its namespace.
            pub(super) fn of_name(name: &str) -> Option<Self> {
                let known = [$((Self::$basic, stringify!($basic), $keyword)),*];
                known.into_iter().find(|(_, dotnet, keyword)| [*dotnet, *keyword].contains(&name)).map(|(basic, ..)| basic)
            }
        }
    };
}

basics! {
    Boolean = "System.", "bool";
    Char = "System.", "char";
    SByte = "System.", "sbyte";
    Int16 = "System.", "short";
    Int32 = "System.", "int";
    Int64 = "System.", "long";
    Byte = "System.", "byte";
    UInt16 = "System.", "ushort";
    UInt32 = "System.", "uint";
    UInt64 = "System.", "ulong";
    Single = "System.", "float";
    Double = "System.", "double";
    Vector2 = "Microsoft.Xna.Framework.", "";
    Vector3 = "Microsoft.Xna.Framework.", "";
    Vector4 = "Microsoft.Xna.Framework.", "";
    Quaternion = "Microsoft.Xna.Framework.", "";
    Matrix = "Microsoft.Xna.Framework.", "";
    Color = "Microsoft.Xna.Framework.", "";
    BoundingSphere = "Microsoft.Xna.Framework.", "";
    BoundingBox = "Microsoft.Xna.Framework.", "";
    Plane = "Microsoft.Xna.Framework.", "";
    Ray = "Microsoft.Xna.Framework.", "";
    Point = "Microsoft.Xna.Framework.", "";
    Rectangle = "Microsoft.Xna.Framework.", "";
}

impl Basic {
    /// The type of a value; `None` for texts, for values of several, and for none.
    pub(super) const fn of_value(value: &DataValue) -> Option<Self> {
        Some(match value {
            DataValue::Bool(_) => Self::Boolean,
            DataValue::Char(_) => Self::Char,
            DataValue::I8(_) => Self::SByte,
            DataValue::I16(_) => Self::Int16,
            DataValue::I32(_) => Self::Int32,
            DataValue::I64(_) => Self::Int64,
            DataValue::U8(_) => Self::Byte,
            DataValue::U16(_) => Self::UInt16,
            DataValue::U32(_) => Self::UInt32,
            DataValue::U64(_) => Self::UInt64,
            DataValue::F32(_) => Self::Single,
            DataValue::F64(_) => Self::Double,
            DataValue::Vector2(_) => Self::Vector2,
            DataValue::Vector3(_) => Self::Vector3,
            DataValue::Vector4(_) => Self::Vector4,
            DataValue::Quaternion(_) => Self::Quaternion,
            DataValue::Matrix(_) => Self::Matrix,
            DataValue::Color(_) => Self::Color,
            DataValue::BoundingSphere(_) => Self::BoundingSphere,
            DataValue::BoundingBox(_) => Self::BoundingBox,
            DataValue::Plane(_) => Self::Plane,
            DataValue::Ray(_) => Self::Ray,
            DataValue::Point(_) => Self::Point,
            DataValue::Rectangle(_) => Self::Rectangle,
            DataValue::Null
            | DataValue::Text(_)
            | DataValue::Bytes(_)
            | DataValue::Enum(_)
            | DataValue::List(_)
            | DataValue::Map(_)
            | DataValue::Record(_)
            | DataValue::Reference(_) => return None,
        })
    }

    /// The value as one of this type, where it can be one: a number of a type that holds it. A Double becomes the nearest Single.
    pub(super) fn converted(self, value: &DataValue) -> Option<DataValue> {
        if Self::of_value(value) == Some(self) {
            return Some(value.clone());
        }
        let whole = whole(value);
        Some(match self {
            Self::SByte => DataValue::I8(whole?.try_into().ok()?),
            Self::Int16 => DataValue::I16(whole?.try_into().ok()?),
            Self::Int32 => DataValue::I32(whole?.try_into().ok()?),
            Self::Int64 => DataValue::I64(whole?.try_into().ok()?),
            Self::Byte => DataValue::U8(whole?.try_into().ok()?),
            Self::UInt16 => DataValue::U16(whole?.try_into().ok()?),
            Self::UInt32 => DataValue::U32(whole?.try_into().ok()?),
            Self::UInt64 => DataValue::U64(whole?.try_into().ok()?),
            Self::Single => DataValue::F32(single(value, whole)?),
            Self::Double => DataValue::F64(double(value, whole)?),
            _ => return None,
        })
    }

    /// Writes a value that is of this type; `false` for a character that .NET has no Char for.
    pub(super) fn write(value: &DataValue, bytes: &mut Bytes) -> bool {
        match value {
            DataValue::Bool(value) => bytes.bool(*value),
            DataValue::Char(value) => {
                bytes.raw(value.encode_utf8(&mut [0; 4]).as_bytes());
                return value.len_utf16() == 1;
            }
            DataValue::I8(value) => bytes.raw(&value.to_le_bytes()),
            DataValue::I16(value) => bytes.raw(&value.to_le_bytes()),
            DataValue::I32(value) => bytes.raw(&value.to_le_bytes()),
            DataValue::I64(value) => bytes.raw(&value.to_le_bytes()),
            DataValue::U8(value) => bytes.u8(*value),
            DataValue::U16(value) => bytes.raw(&value.to_le_bytes()),
            DataValue::U32(value) => bytes.u32(*value),
            DataValue::U64(value) => bytes.raw(&value.to_le_bytes()),
            DataValue::F32(value) => bytes.f32(*value),
            DataValue::F64(value) => bytes.raw(&value.to_le_bytes()),
            DataValue::Vector2(floats) => bytes.floats(floats),
            DataValue::Vector3(floats) => bytes.floats(floats),
            DataValue::Vector4(floats)
            | DataValue::Quaternion(floats)
            | DataValue::BoundingSphere(floats)
            | DataValue::Plane(floats) => bytes.floats(floats),
            DataValue::Matrix(floats) => bytes.floats(floats),
            DataValue::Color(color) => bytes.raw(color),
            DataValue::BoundingBox(floats) | DataValue::Ray(floats) => bytes.floats(floats),
            DataValue::Point(integers) => integers.iter().for_each(|&integer| bytes.i32(integer)),
            DataValue::Rectangle(integers) => integers.iter().for_each(|&integer| bytes.i32(integer)),
            _ => {}
        }
        true
    }
}

fn whole(value: &DataValue) -> Option<i128> {
    Some(match value {
        DataValue::I8(value) => (*value).into(),
        DataValue::I16(value) => (*value).into(),
        DataValue::I32(value) => (*value).into(),
        DataValue::I64(value) => (*value).into(),
        DataValue::U8(value) => (*value).into(),
        DataValue::U16(value) => (*value).into(),
        DataValue::U32(value) => (*value).into(),
        DataValue::U64(value) => (*value).into(),
        _ => return None,
    })
}

#[allow(clippy::cast_possible_truncation, clippy::cast_precision_loss, reason = "what does not come back is refused")]
fn single(value: &DataValue, whole: Option<i128>) -> Option<f32> {
    match (value, whole) {
        (DataValue::F64(value), _) => {
            let single = *value as f32;
            (single.is_finite() || !value.is_finite()).then_some(single)
        }
        (_, Some(whole)) => Some(whole as f32).filter(|single| *single as i128 == whole),
        _ => None,
    }
}

#[allow(clippy::cast_possible_truncation, clippy::cast_precision_loss, reason = "what does not come back is refused")]
fn double(value: &DataValue, whole: Option<i128>) -> Option<f64> {
    match (value, whole) {
        (DataValue::F32(value), _) => Some((*value).into()),
        (_, Some(whole)) => Some(whole as f64).filter(|double| *double as i128 == whole),
        _ => None,
    }
}
