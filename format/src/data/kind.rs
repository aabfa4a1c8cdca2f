//! [`DataKind`]: the kind of a value.

use std::fmt;

use crate::layout::numbered;

/// Passes the table of kinds to a macro: the kind, the type of its values, its number and its name.
///
/// A type in parentheses is that of owned values and of views. What stands in braces has a type of its own in each.
/// `$head` comes before the table.
macro_rules! kinds {
    ($macro:ident! { $($head:tt)* }) => {
        $macro! {
            $($head)*;
            /// Nothing.
            Null = 0, "null";
            /// True or false.
            Bool(bool) = 1, "bool";
            /// A whole number of 8 bits: .NET's SByte.
            I8(i8) = 2, "i8";
            /// A whole number of 16 bits.
            I16(i16) = 3, "i16";
            /// A whole number of 32 bits.
            I32(i32) = 4, "i32";
            /// A whole number of 64 bits.
            I64(i64) = 5, "i64";
            /// A whole number of 8 bits without a sign: .NET's Byte.
            U8(u8) = 6, "u8";
            /// A whole number of 16 bits without a sign.
            U16(u16) = 7, "u16";
            /// A whole number of 32 bits without a sign.
            U32(u32) = 8, "u32";
            /// A whole number of 64 bits without a sign.
            U64(u64) = 9, "u64";
            /// A float of 32 bits: .NET's Single.
            F32(f32) = 10, "f32";
            /// A float of 64 bits: .NET's Double.
            F64(f64) = 11, "f64";
            /// A character.
            Char(char) = 12, "char";
            /// A text.
            Text{Text} = 13, "text";
            /// Some bytes.
            Bytes{Bytes} = 14, "bytes";
            /// x, y.
            Vector2([f32; 2]) = 15, "vector2";
            /// x, y, z.
            Vector3([f32; 3]) = 16, "vector3";
            /// x, y, z, w.
            Vector4([f32; 4]) = 17, "vector4";
            /// x, y, z, w.
            Quaternion([f32; 4]) = 18, "quaternion";
            /// Four by four, row by row.
            Matrix([f32; 16]) = 19, "matrix";
            /// Red, green, blue, alpha, a byte each.
            Color([u8; 4]) = 20, "color";
            /// Center and radius.
            BoundingSphere([f32; 4]) = 21, "bounding-sphere";
            /// Least and greatest corner.
            BoundingBox([f32; 6]) = 22, "bounding-box";
            /// Normal and distance.
            Plane([f32; 4]) = 23, "plane";
            /// Position and direction.
            Ray([f32; 6]) = 24, "ray";
            /// x, y, whole numbers.
            Point([i32; 2]) = 25, "point";
            /// x, y, width, height, whole numbers.
            Rectangle([i32; 4]) = 26, "rectangle";
            /// One of a type's values, by name or number.
            Enum{Enum} = 27, "enum";
            /// Values one after the other.
            List{List} = 28, "list";
            /// Values by keys.
            Map{Map} = 29, "map";
            /// Values by names.
            Record{Record} = 30, "record";
            /// The name of another asset.
            Reference{Text} = 31, "reference";
        }
    };
}
pub(super) use kinds;

macro_rules! kind_enum {
    (; $($(#[$doc:meta])* $kind:ident $(($type:ty))? $({$part:ident})? = $number:literal, $name:literal;)+) => {
        numbered! {
            /// The kind of a value of a tree.
            pub enum DataKind: u16 {
                $($(#[$doc])* $kind = $number, $name;)+
            }
        }
    };
}
kinds!(kind_enum! {});

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

/// The enum of values of all kinds. `$parts` is a macro that gives the types in braces.
macro_rules! value_enum {
    (
        $(#[$enum_doc:meta])* $name:ident $(<$a:lifetime>)?, $parts:ident;
        $($(#[$doc:meta])* $kind:ident $(($type:ty))? $({$part:ident})? = $number:literal, $kind_name:literal;)+
    ) => {
        $(#[$enum_doc])*
        pub enum $name $(<$a>)? {
            $($(#[$doc])* $kind $(($type))? $(($parts!($part)))?,)+
        }

        impl $(<$a>)? $name $(<$a>)? {
            /// The kind of the value.
            #[must_use]
            pub const fn kind(&self) -> DataKind {
                match self {
                    $(Self::$kind { .. } => DataKind::$kind,)+
                }
            }
        }

        impl $(<$a>)? Default for $name $(<$a>)? {
            fn default() -> Self {
                Self::Null
            }
        }
    };
}
pub(super) use value_enum;
