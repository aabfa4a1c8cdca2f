//! [`DataKind`]: the kind of a value.

use std::fmt;

use crate::layout::numbered;

/// Passes the table of kinds to a macro: the kind, the type of its values, its number and its name.
///
/// A type in parentheses is the same for owned values and views. A name in braces stands for a different type in each. `$head`
/// comes before the table.
macro_rules! kinds {
    ($macro:ident! { $($head:tt)* }) => {
        $macro! {
            $($head)*;
            /// No value.
            Null = 0, "null";
            /// A boolean.
            Bool(bool) = 1, "bool";
            /// A signed 8-bit integer, which is .NET's SByte.
            I8(i8) = 2, "i8";
            /// A signed 16-bit integer.
            I16(i16) = 3, "i16";
            /// A signed 32-bit integer.
            I32(i32) = 4, "i32";
            /// A signed 64-bit integer.
            I64(i64) = 5, "i64";
            /// An unsigned 8-bit integer, which is .NET's Byte.
            U8(u8) = 6, "u8";
            /// An unsigned 16-bit integer.
            U16(u16) = 7, "u16";
            /// An unsigned 32-bit integer.
            U32(u32) = 8, "u32";
            /// An unsigned 64-bit integer.
            U64(u64) = 9, "u64";
            /// A 32-bit float, which is .NET's Single.
            F32(f32) = 10, "f32";
            /// A 64-bit float, which is .NET's Double.
            F64(f64) = 11, "f64";
            /// A character.
            Char(char) = 12, "char";
            /// A text.
            Text{Text} = 13, "text";
            /// A byte array.
            Bytes{Bytes} = 14, "bytes";
            /// A vector x, y.
            Vector2([f32; 2]) = 15, "vector2";
            /// A vector x, y, z.
            Vector3([f32; 3]) = 16, "vector3";
            /// A vector x, y, z, w.
            Vector4([f32; 4]) = 17, "vector4";
            /// A quaternion x, y, z, w.
            Quaternion([f32; 4]) = 18, "quaternion";
            /// A 4 x 4 matrix, row by row.
            Matrix([f32; 16]) = 19, "matrix";
            /// A colour: red, green, blue and alpha, one byte each.
            Color([u8; 4]) = 20, "color";
            /// A sphere: center and radius.
            BoundingSphere([f32; 4]) = 21, "bounding-sphere";
            /// An axis-aligned box: minimum and maximum corner.
            BoundingBox([f32; 6]) = 22, "bounding-box";
            /// A plane: normal and distance.
            Plane([f32; 4]) = 23, "plane";
            /// A ray: position and direction.
            Ray([f32; 6]) = 24, "ray";
            /// A point x, y in integers.
            Point([i32; 2]) = 25, "point";
            /// A rectangle x, y, width, height in integers.
            Rectangle([i32; 4]) = 26, "rectangle";
            /// A value of an enum, by name or number.
            Enum{Enum} = 27, "enum";
            /// A list of values.
            List{List} = 28, "list";
            /// Values with keys.
            Map{Map} = 29, "map";
            /// Values with names.
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
            /// The kind of a value.
            pub enum DataKind: u16 {
                $($(#[$doc])* $kind = $number, $name;)+
            }
        }
    };
}
kinds!(kind_enum! {});

impl DataKind {
    /// The number of `WORD` elements of a value; `None` for kinds that have none.
    pub(super) const fn words(self) -> Option<u32> {
        match self {
            Self::Vector3 => Some(3),
            Self::Vector4 | Self::Quaternion | Self::BoundingSphere | Self::Plane | Self::Rectangle => Some(4),
            Self::BoundingBox | Self::Ray => Some(6),
            Self::Matrix => Some(16),
            _ => None,
        }
    }

    /// Whether values of this kind have child values.
    pub(super) const fn has_children(self) -> bool {
        matches!(self, Self::Enum | Self::List | Self::Map | Self::Record)
    }

    /// Whether values of this kind are integers.
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

/// Defines an enum of values of all kinds. `$parts` is a macro that replaces names in braces by types.
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
