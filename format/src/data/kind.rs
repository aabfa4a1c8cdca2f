//! [`DataKind`]: what a value is.

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

    /// Whether a value has others below it.
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

/// The method `kind` of a type whose variants are called as the kinds are: of an owned value, and of its view.
macro_rules! kind_by_variant {
    () => {
        kind_by_variant!(
            Bool, I8, I16, I32, I64, U8, U16, U32, U64, F32, F64, Char, Text, Bytes, Vector2, Vector3, Vector4, Quaternion, Matrix, Color, BoundingSphere, BoundingBox, Plane, Ray, Point, Rectangle, Enum, List, Map, Record, Reference
        );
    };
    ($($kind:ident),*) => {
        /// What the value is.
        #[must_use]
        pub const fn kind(&self) -> DataKind {
            match self {
                Self::Null => DataKind::Null,
                $(Self::$kind(_) => DataKind::$kind,)*
            }
        }
    };
}
pub(super) use kind_by_variant;
