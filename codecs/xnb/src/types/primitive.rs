//! [`PrimitiveType`]: .NET's and XNA's own value types.

use super::name::{Namespace, TypeName};

/// Calls a macro with the table of primitive types: their names, the Rust types of their values, their namespaces, and the keywords
/// that C# has for them.
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
    };
}

pub(crate) use for_primitives;

macro_rules! primitive_types {
    ($($primitive:ident($payload:ty) in $namespace:ident, $keyword:literal;)*) => {
        /// A value type of .NET's or XNA's own.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[allow(missing_docs, reason = ".NET's and XNA's names")]
        pub enum PrimitiveType {
            $($primitive,)*
        }

        impl PrimitiveType {
            /// Each with its namespace and the keyword of C#, which may be empty.
            const TABLE: &[(Self, Namespace, &str)] = &[$((Self::$primitive, Namespace::$namespace, $keyword),)*];

            /// The name without the namespace.
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
    /// All of them.
    pub fn all() -> impl Iterator<Item = Self> {
        Self::TABLE.iter().map(|(ty, ..)| *ty)
    }

    /// The type of a name without its namespace.
    #[must_use]
    pub fn of_name(name: &str) -> Option<Self> {
        Self::all().find(|ty| ty.name() == name)
    }

    /// The type of a keyword of C#.
    #[must_use]
    pub fn of_keyword(keyword: &str) -> Option<Self> {
        let found = Self::TABLE.iter().find(|(_, _, known)| *known == keyword && !keyword.is_empty());
        found.map(|(ty, ..)| *ty)
    }

    /// The name with its namespace and assembly.
    #[must_use]
    pub fn type_name(self) -> TypeName {
        TypeName::within(Self::TABLE[self as usize].1, self.name())
    }

    /// Whether values are whole numbers, of which an enum can be made.
    #[must_use]
    pub const fn is_whole_number(self) -> bool {
        use PrimitiveType::{Byte, Int16, Int32, Int64, SByte, UInt16, UInt32, UInt64};
        matches!(self, SByte | Int16 | Int32 | Int64 | Byte | UInt16 | UInt32 | UInt64)
    }
}
