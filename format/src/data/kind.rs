//! [`DataKind`]: what a value is.

use std::fmt;

macro_rules! kinds {
    ($($kind:ident = $number:literal, $name:literal, $doc:literal;)*) => {
        /// What a value of a tree is. The number is what a file stores.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[repr(u16)]
        pub enum DataKind {
            $(#[doc = $doc] $kind = $number,)*
        }

        impl DataKind {
            /// Every kind, by number.
            pub const ALL: &[Self] = &[$(Self::$kind),*];

            /// The kind's name, such as `vector3`.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$kind => $name,)*
                }
            }
        }
    };
}

kinds! {
    Null = 0, "null", "Nothing.";
    Bool = 1, "bool", "True or false.";
    I8 = 2, "i8", "A whole number of 8 bits: .NET's SByte.";
    I16 = 3, "i16", "A whole number of 16 bits.";
    I32 = 4, "i32", "A whole number of 32 bits.";
    I64 = 5, "i64", "A whole number of 64 bits.";
    U8 = 6, "u8", "A whole number of 8 bits without a sign: .NET's Byte.";
    U16 = 7, "u16", "A whole number of 16 bits without a sign.";
    U32 = 8, "u32", "A whole number of 32 bits without a sign.";
    U64 = 9, "u64", "A whole number of 64 bits without a sign.";
    F32 = 10, "f32", "A float of 32 bits: .NET's Single.";
    F64 = 11, "f64", "A float of 64 bits: .NET's Double.";
    Char = 12, "char", "A character.";
    Text = 13, "text", "A text.";
    Bytes = 14, "bytes", "Some bytes.";
    Vector2 = 15, "vector2", "x, y.";
    Vector3 = 16, "vector3", "x, y, z.";
    Vector4 = 17, "vector4", "x, y, z, w.";
    Quaternion = 18, "quaternion", "x, y, z, w.";
    Matrix = 19, "matrix", "Four by four, row by row.";
    Color = 20, "color", "Red, green, blue, alpha, a byte each.";
    BoundingSphere = 21, "bounding-sphere", "Center and radius.";
    BoundingBox = 22, "bounding-box", "Least and greatest corner.";
    Plane = 23, "plane", "Normal and distance.";
    Ray = 24, "ray", "Position and direction.";
    Point = 25, "point", "x, y, whole numbers.";
    Rectangle = 26, "rectangle", "x, y, width, height, whole numbers.";
    Enum = 27, "enum", "One of a type's values, by name or number.";
    List = 28, "list", "Values one after the other.";
    Map = 29, "map", "Values by keys.";
    Record = 30, "record", "Values by names.";
    Reference = 31, "reference", "The name of another asset.";
}

impl DataKind {
    /// The number that a file stores.
    #[must_use]
    pub const fn number(self) -> u16 {
        self as u16
    }

    /// The kind with this number, if there is one.
    #[must_use]
    pub fn from_number(number: u16) -> Option<Self> {
        Self::ALL.get(usize::from(number)).copied()
    }

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
