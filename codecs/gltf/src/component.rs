//! [`ReadComponent`] and [`WriteComponent`]: the types of the numbers in accessors.

use crate::document::ComponentType;

/// A type as which components can be written.
pub trait WriteComponent: Copy + PartialOrd + Into<f64> {
    /// The component type in the file.
    const TYPE: ComponentType;

    /// Appends the bytes of the component.
    fn write(self, bytes: &mut Vec<u8>);
}

macro_rules! written_components {
    ($($number:ty: $variant:ident),*) => {
        $(impl WriteComponent for $number {
            const TYPE: ComponentType = ComponentType::$variant;

            fn write(self, bytes: &mut Vec<u8>) {
                bytes.extend_from_slice(&self.to_le_bytes());
            }
        })*
    };
}

written_components!(u8: U8, u16: U16, u32: U32, f32: F32);

/// A type as which components can be read.
pub trait ReadComponent: Copy + Default {
    /// Reads a component from `bytes`, whose length is that of `kind`; `None` if components of this kind cannot be read as this
    /// type.
    fn read(kind: ComponentType, bytes: &[u8], normalized: bool) -> Option<Self>;
}

impl ReadComponent for f32 {
    fn read(kind: ComponentType, bytes: &[u8], normalized: bool) -> Option<Self> {
        // The number, and the largest number of its type. Normalized integers are divided by the largest number.
        let (number, largest) = match (kind, bytes) {
            (ComponentType::F32, &[a, b, c, d]) => return Some(Self::from_le_bytes([a, b, c, d])),
            (ComponentType::I8, &[a]) => (Self::from(i8::from_le_bytes([a])), 127.0),
            (ComponentType::U8, &[a]) => (Self::from(a), 255.0),
            (ComponentType::I16, &[a, b]) => (Self::from(i16::from_le_bytes([a, b])), 32_767.0),
            (ComponentType::U16, &[a, b]) => (Self::from(u16::from_le_bytes([a, b])), 65_535.0),
            _ => return None,
        };
        Some(if normalized { (number / largest).max(-1.0) } else { number })
    }
}

impl ReadComponent for u32 {
    fn read(kind: ComponentType, bytes: &[u8], _: bool) -> Option<Self> {
        match (kind, bytes) {
            (ComponentType::U8, &[a]) => Some(a.into()),
            (ComponentType::U16, &[a, b]) => Some(u16::from_le_bytes([a, b]).into()),
            (ComponentType::U32, &[a, b, c, d]) => Some(Self::from_le_bytes([a, b, c, d])),
            _ => None,
        }
    }
}
