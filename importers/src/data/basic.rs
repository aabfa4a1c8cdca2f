//! [`Basic`]: the types that every source and schema supports.

/// A basic type, which no game needs to define.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Basic {
    Bool,
    I8,
    I16,
    I32,
    I64,
    U8,
    U16,
    U32,
    U64,
    F32,
    F64,
    Char,
    Text,
    Vector2,
    Vector3,
    Vector4,
    Quaternion,
    Matrix,
    Color,
    BoundingSphere,
    BoundingBox,
    Plane,
    Ray,
    Point,
    Rectangle,
}

/// The name of each type in schemas, and its names in C# and .NET.
const NAMES: [(Basic, &str, &[&str]); 25] = [
    (Basic::Bool, "bool", &["bool", "Boolean", "boolean"]),
    (Basic::I8, "i8", &["sbyte", "SByte"]),
    (Basic::I16, "i16", &["short", "Int16"]),
    (Basic::I32, "i32", &["int", "Int32"]),
    (Basic::I64, "i64", &["long", "Int64"]),
    (Basic::U8, "u8", &["byte", "Byte"]),
    (Basic::U16, "u16", &["ushort", "UInt16"]),
    (Basic::U32, "u32", &["uint", "UInt32"]),
    (Basic::U64, "u64", &["ulong", "UInt64"]),
    (Basic::F32, "f32", &["float", "Single"]),
    (Basic::F64, "f64", &["double", "Double"]),
    (Basic::Char, "char", &["char", "Char"]),
    (Basic::Text, "text", &["string", "String"]),
    (Basic::Vector2, "vector2", &["Vector2"]),
    (Basic::Vector3, "vector3", &["Vector3"]),
    (Basic::Vector4, "vector4", &["Vector4"]),
    (Basic::Quaternion, "quaternion", &["Quaternion"]),
    (Basic::Matrix, "matrix", &["Matrix"]),
    (Basic::Color, "color", &["Color"]),
    (Basic::BoundingSphere, "bounding-sphere", &["BoundingSphere"]),
    (Basic::BoundingBox, "bounding-box", &["BoundingBox"]),
    (Basic::Plane, "plane", &["Plane"]),
    (Basic::Ray, "ray", &["Ray"]),
    (Basic::Point, "point", &["Point"]),
    (Basic::Rectangle, "rectangle", &["Rectangle"]),
];

/// The names of types in other languages, in lower case, and their names in schemas.
const OTHER_NAMES: [(&str, &str); 8] = [
    ("integer", "i32"),
    ("number", "f64"),
    ("str", "text"),
    ("vec2", "vector2"),
    ("vec3", "vector3"),
    ("vec4", "vector4"),
    ("quat", "quaternion"),
    ("colour", "color"),
];

const XY: &[(&str, usize)] = &[("X", 1), ("Y", 1)];
pub(super) const XYZ: &[(&str, usize)] = &[("X", 1), ("Y", 1), ("Z", 1)];
const XYZW: &[(&str, usize)] = &[("X", 1), ("Y", 1), ("Z", 1), ("W", 1)];
const CELLS: &[(&str, usize)] = &[
    ("M11", 1),
    ("M12", 1),
    ("M13", 1),
    ("M14", 1),
    ("M21", 1),
    ("M22", 1),
    ("M23", 1),
    ("M24", 1),
    ("M31", 1),
    ("M32", 1),
    ("M33", 1),
    ("M34", 1),
    ("M41", 1),
    ("M42", 1),
    ("M43", 1),
    ("M44", 1),
];

impl Basic {
    /// Returns the names that schemas can use.
    pub(super) fn names() -> impl Iterator<Item = &'static str> {
        NAMES.iter().map(|(_, name, _)| *name)
    }

    /// Returns the type with this name in a schema.
    pub(super) fn of_schema(name: &str) -> Option<Self> {
        NAMES.iter().find(|(_, known, _)| *known == name).map(|(basic, _, _)| *basic)
    }

    /// Returns the name in schemas of the type that has this name elsewhere, for example in C#.
    pub(super) fn schema_name(name: &str) -> Option<&'static str> {
        let name = name.rsplit('.').next().unwrap_or(name);
        let is_meant = |known: &&str| known.eq_ignore_ascii_case(name);
        let of_dotnet = NAMES.iter().find(|(_, _, known)| known.iter().any(is_meant));
        let of_others = || OTHER_NAMES.iter().find(|(known, _)| is_meant(known)).map(|(_, own)| *own);
        of_dotnet.map(|(_, own, _)| *own).or_else(of_others)
    }

    /// Returns the type with this name in C# or .NET, without its namespace.
    pub(super) fn of_dotnet(name: &str) -> Option<Self> {
        NAMES.iter().find(|(_, _, known)| known.contains(&name)).map(|(basic, _, _)| *basic)
    }

    /// Returns the type's names in C# and .NET, without namespaces.
    pub(crate) fn dotnet_names(self) -> &'static [&'static str] {
        NAMES.iter().find(|(basic, _, _)| *basic == self).map_or(&[], |(_, _, names)| *names)
    }

    fn name(self) -> &'static str {
        NAMES.iter().find(|(basic, _, _)| *basic == self).map_or("", |(_, name, _)| *name)
    }

    /// Describes the values of the type, for messages.
    pub(super) fn expected(self) -> String {
        match self {
            Self::Bool => "`true` or `false`".to_owned(),
            Self::Char => "one character".to_owned(),
            Self::Text => "a string".to_owned(),
            Self::F32 | Self::F64 => "a number".to_owned(),
            Self::Color => "a color: `R`, `G`, `B` and `A`, from 0 to 255 each, or eight hexadecimal digits".to_owned(),
            _ if self.whole().is_some() => "a whole number".to_owned(),
            _ => {
                let parts: Vec<_> = self.parts().iter().map(|(name, _)| format!("`{name}`")).collect();
                format!("a {} of {} numbers: {}", self.name(), self.count(), parts.join(", "))
            }
        }
    }

    /// Returns the smallest and the largest number of an integer type.
    pub(super) const fn whole(self) -> Option<(i128, i128)> {
        Some(match self {
            Self::I8 => (i8::MIN as i128, i8::MAX as i128),
            Self::I16 => (i16::MIN as i128, i16::MAX as i128),
            Self::I32 | Self::Point | Self::Rectangle => (i32::MIN as i128, i32::MAX as i128),
            Self::I64 => (i64::MIN as i128, i64::MAX as i128),
            Self::U8 | Self::Color => (0, u8::MAX as i128),
            Self::U16 => (0, u16::MAX as i128),
            Self::U32 => (0, u32::MAX as i128),
            Self::U64 => (0, u64::MAX as i128),
            _ => return None,
        })
    }

    /// Returns the parts of a type that consists of several numbers, each with its count of numbers; an empty list for other
    /// types.
    pub(super) const fn parts(self) -> &'static [(&'static str, usize)] {
        match self {
            Self::Vector2 | Self::Point => XY,
            Self::Vector3 => XYZ,
            Self::Vector4 | Self::Quaternion => XYZW,
            Self::Matrix => CELLS,
            Self::Color => &[("R", 1), ("G", 1), ("B", 1), ("A", 1)],
            Self::BoundingSphere => &[("Center", 3), ("Radius", 1)],
            Self::BoundingBox => &[("Min", 3), ("Max", 3)],
            Self::Plane => &[("Normal", 3), ("D", 1)],
            Self::Ray => &[("Position", 3), ("Direction", 3)],
            Self::Rectangle => &[("X", 1), ("Y", 1), ("Width", 1), ("Height", 1)],
            _ => &[],
        }
    }

    /// Returns the number of numbers in a value; 1 for types without parts.
    pub(super) fn count(self) -> usize {
        self.parts().iter().map(|(_, count)| count).sum::<usize>().max(1)
    }

    /// Returns whether values are numbers, so that a range can apply to them.
    pub(super) const fn is_number(self) -> bool {
        !matches!(self, Self::Bool | Self::Char | Self::Text)
    }
}
