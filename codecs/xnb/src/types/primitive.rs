//! [`Primitive`]: the values of .NET's and XNA's own value types.

use super::dotnet::{DateTime, Decimal, TimeSpan};
use super::name::{Namespace, TypeName};
use crate::bytes::{Binary, ByteReader, ByteWriter};
use crate::error::Result;

macro_rules! primitives {
    ($($primitive:ident($payload:ty) in $namespace:ident, $keyword:literal;)*) => {
        /// A value type of .NET's or XNA's own.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[allow(missing_docs, reason = ".NET's and XNA's names")]
        pub enum PrimitiveType {
            $($primitive,)*
        }

        /// A value of a [`PrimitiveType`]. Floats may have any bits.
        #[derive(Clone, Debug, PartialEq)]
        #[allow(missing_docs, reason = ".NET's and XNA's names")]
        pub enum Primitive {
            $($primitive($payload),)*
        }

        impl PrimitiveType {
            /// All of them.
            pub const ALL: &[Self] = &[$(Self::$primitive),*];

            /// The name without the namespace.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$primitive => stringify!($primitive),)*
                }
            }

            /// The keyword of C#; empty if there is none.
            #[must_use]
            pub const fn keyword(self) -> &'static str {
                match self {
                    $(Self::$primitive => $keyword,)*
                }
            }

            const fn namespace(self) -> Namespace {
                match self {
                    $(Self::$primitive => Namespace::$namespace,)*
                }
            }

            /// The fewest bytes of a value.
            pub(crate) const fn smallest(self) -> usize {
                match self {
                    $(Self::$primitive => <$payload>::SIZE,)*
                }
            }

            pub(crate) fn read(self, input: &mut ByteReader<'_>) -> Result<Primitive> {
                Ok(match self {
                    $(Self::$primitive => Primitive::$primitive(Binary::decode(input)?),)*
                })
            }
        }

        impl Primitive {
            /// The type of the value.
            #[must_use]
            pub const fn primitive_type(&self) -> PrimitiveType {
                match self {
                    $(Self::$primitive(_) => PrimitiveType::$primitive,)*
                }
            }

            pub(crate) fn write(&self, output: &mut ByteWriter) {
                match self {
                    $(Self::$primitive(payload) => payload.encode(output),)*
                }
            }
        }
    };
}

primitives! {
    Boolean(bool) in System, "bool";
    Char(char) in System, "char";
    SByte(i8) in System, "sbyte";
    Int16(i16) in System, "short";
    Int32(i32) in System, "int";
    Int64(i64) in System, "long";
    Byte(u8) in System, "byte";
    UInt16(u16) in System, "ushort";
    UInt32(u32) in System, "uint";
    UInt64(u64) in System, "ulong";
    Single(f32) in System, "float";
    Double(f64) in System, "double";
    Decimal(Decimal) in System, "";
    DateTime(DateTime) in System, "";
    TimeSpan(TimeSpan) in System, "";
    Vector2([f32; 2]) in Framework, "";
    Vector3([f32; 3]) in Framework, "";
    Vector4([f32; 4]) in Framework, "";
    Quaternion([f32; 4]) in Framework, "";
    // Row by row, for row vectors.
    Matrix(Box<[f32; 16]>) in Framework, "";
    // Red, green, blue, alpha.
    Color([u8; 4]) in Framework, "";
    // Center, radius.
    BoundingSphere([f32; 4]) in Framework, "";
    // Least corner, greatest corner.
    BoundingBox(Box<[f32; 6]>) in Framework, "";
    // The matrix of view and projection.
    BoundingFrustum(Box<[f32; 16]>) in Framework, "";
    // Normal, distance.
    Plane([f32; 4]) in Framework, "";
    // Position, direction.
    Ray(Box<[f32; 6]>) in Framework, "";
    Point([i32; 2]) in Framework, "";
    // Left, top, width, height.
    Rectangle([i32; 4]) in Framework, "";
}

impl PrimitiveType {
    /// The type of a name without its namespace.
    #[must_use]
    pub fn of_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|primitive| primitive.name() == name)
    }

    /// The type of a keyword of C#.
    #[must_use]
    pub fn of_keyword(keyword: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|primitive| primitive.keyword() == keyword && !keyword.is_empty())
    }

    /// The name with its namespace and assembly.
    #[must_use]
    pub fn type_name(self) -> TypeName {
        TypeName::within(self.namespace(), self.name())
    }

    /// Whether values are whole numbers, of which an enum can be made.
    #[must_use]
    pub const fn is_whole_number(self) -> bool {
        use PrimitiveType::{Byte, Int16, Int32, Int64, SByte, UInt16, UInt32, UInt64};
        matches!(self, SByte | Int16 | Int32 | Int64 | Byte | UInt16 | UInt32 | UInt64)
    }
}
