//! [`DataKind`]: the kind of a value.

use std::fmt;

use crate::layout::numbered;

numbered! {
    /// What a value of a tree is.
    pub enum DataKind: u16 {
        /// Nothing.
        Null = 0, "null";
        /// True or false.
        Bool = 1, "bool";
        /// A whole number of 8 bits: .NET's SByte.
        I8 = 2, "i8";
        /// A whole number of 16 bits.
        I16 = 3, "i16";
        /// A whole number of 32 bits.
        I32 = 4, "i32";
        /// A whole number of 64 bits.
        I64 = 5, "i64";
        /// A whole number of 8 bits without a sign: .NET's Byte.
        U8 = 6, "u8";
        /// A whole number of 16 bits without a sign.
        U16 = 7, "u16";
        /// A whole number of 32 bits without a sign.
        U32 = 8, "u32";
        /// A whole number of 64 bits without a sign.
        U64 = 9, "u64";
        /// A float of 32 bits: .NET's Single.
        F32 = 10, "f32";
        /// A float of 64 bits: .NET's Double.
        F64 = 11, "f64";
        /// A character.
        Char = 12, "char";
        /// A text.
        Text = 13, "text";
        /// Some bytes.
        Bytes = 14, "bytes";
        /// x, y.
        Vector2 = 15, "vector2";
        /// x, y, z.
        Vector3 = 16, "vector3";
        /// x, y, z, w.
        Vector4 = 17, "vector4";
        /// x, y, z, w.
        Quaternion = 18, "quaternion";
        /// Four by four, row by row.
        Matrix = 19, "matrix";
        /// Red, green, blue, alpha, a byte each.
        Color = 20, "color";
        /// Center and radius.
        BoundingSphere = 21, "bounding-sphere";
        /// Least and greatest corner.
        BoundingBox = 22, "bounding-box";
        /// Normal and distance.
        Plane = 23, "plane";
        /// Position and direction.
        Ray = 24, "ray";
        /// x, y, whole numbers.
        Point = 25, "point";
        /// x, y, width, height, whole numbers.
        Rectangle = 26, "rectangle";
        /// One of a type's values, by name or number.
        Enum = 27, "enum";
        /// Values one after the other.
        List = 28, "list";
        /// Values by keys.
        Map = 29, "map";
        /// Values by names.
        Record = 30, "record";
        /// The name of another asset.
        Reference = 31, "reference";
    }
}

impl DataKind {
    /// How many elements of `WORD` a value has; `None` for kinds that have none there.
    pub(super) const fn words(self) -> Option<u32> {
        match self {
            Self::Vector3 => Some(3),
            Self::Vector4 | Self::Quaternion | Self::BoundingSphere | Self::Plane | Self::Rectangle => Some(4),
            Self::BoundingBox | Self::Ray => Some(6),
            Self::Matrix => Some(16),
            _ => None,
        }
    }

    /// Whether values of this kind have children.
    pub(super) const fn has_children(self) -> bool {
        matches!(self, Self::Enum | Self::List | Self::Map | Self::Record)
    }

    /// Whether a value is a whole number.
    #[must_use]
    pub const fn is_whole(self) -> bool {
        matches!(self, Self::I8 | Self::I16 | Self::I32 | Self::I64 | Self::U8 | Self::U16 | Self::U32 | Self::U64)
    }
}

impl fmt::Display for DataKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The enum of values of all kinds: values that own their parts, and values read from the bytes of a file. Its types are
/// those of texts, bytes, enums, lists, maps and records.
macro_rules! value_enum {
    (
        $(#[$doc:meta])*
        $name:ident $(<$a:lifetime>)?: $text:ty, $bytes:ty, $enum:ty, $list:ty, $map:ty, $record:ty
    ) => {
        $(#[$doc])*
        pub enum $name $(<$a>)? {
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
            Text($text),
            /// Some bytes.
            Bytes($bytes),
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
            Enum($enum),
            /// Values one after the other.
            List($list),
            /// Values by keys.
            Map($map),
            /// Values by names.
            Record($record),
            /// The full name of another asset.
            Reference($text),
        }

        impl $(<$a>)? $name $(<$a>)? {
            /// The kind of the value.
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
        }
    };
}
pub(super) use value_enum;
