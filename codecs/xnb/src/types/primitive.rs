//! [`PrimitiveType`]: the built-in value types of .NET and XNA.

use super::name::{Namespace, TypeName};

/// Calls a macro with the table of primitive types: the name, the Rust type of the values, the namespace and the C# keyword of
/// each type.
macro_rules! for_primitives {
    ($call:ident) => {
        $call! {
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
            // Minimum corner, maximum corner.
            BoundingBox(Box<[f32; 6]>) in Framework, "";
            // The product of the view and projection matrices.
            BoundingFrustum(Box<[f32; 16]>) in Framework, "";
            // Normal, distance.
            Plane([f32; 4]) in Framework, "";
            // Position, direction.
            Ray(Box<[f32; 6]>) in Framework, "";
            Point([i32; 2]) in Framework, "";
            // Left, top, width, height.
            Rectangle([i32; 4]) in Framework, "";
        }
    };
}

pub(crate) use for_primitives;

macro_rules! primitive_types {
    ($($primitive:ident($payload:ty) in $namespace:ident, $keyword:literal;)*) => {
        /// A built-in value type of .NET or XNA.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[allow(missing_docs, reason = ".NET's and XNA's names")]
        pub enum PrimitiveType {
            $($primitive,)*
        }

        impl PrimitiveType {
            /// Each type with its namespace and its C# keyword, which may be empty.
            const TABLE: &[(Self, Namespace, &str)] = &[$((Self::$primitive, Namespace::$namespace, $keyword),)*];

            /// Returns the name without the namespace.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$primitive => stringify!($primitive),)*
                }
            }
        }
    };
}

for_primitives!(primitive_types);

impl PrimitiveType {
    /// Returns all types.
    pub fn all() -> impl Iterator<Item = Self> {
        Self::TABLE.iter().map(|(ty, ..)| *ty)
    }

    /// Returns the type with this name, which has no namespace.
    #[must_use]
    pub fn of_name(name: &str) -> Option<Self> {
        Self::all().find(|ty| ty.name() == name)
    }

    /// Returns the type with this C# keyword.
    #[must_use]
    pub fn of_keyword(keyword: &str) -> Option<Self> {
        let found = Self::TABLE.iter().find(|(_, _, known)| *known == keyword && !keyword.is_empty());
        found.map(|(ty, ..)| *ty)
    }

    /// Returns the name with its namespace and assembly.
    #[must_use]
    pub fn type_name(self) -> TypeName {
        TypeName::within(Self::TABLE[self as usize].1, self.name())
    }

    /// Returns whether the type is an integer type, which can be the number type of an enum.
    #[must_use]
    pub const fn is_whole_number(self) -> bool {
        use PrimitiveType::{Byte, Int16, Int32, Int64, SByte, UInt16, UInt32, UInt64};
        matches!(self, SByte | Int16 | Int32 | Int64 | Byte | UInt16 | UInt32 | UInt64)
    }
}
