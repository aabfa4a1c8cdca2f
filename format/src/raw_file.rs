//! [`RawFile`] and [`CompiledEffect`]: files that a game reads by itself. They are no content types: they have no container, and the
//! runtime does not load them.

/// A file's bytes, written unchanged.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct RawFile {
    /// All of them.
    #[cfg_attr(feature = "serde", serde(serialize_with = "as_bytes"))]
    pub bytes: Vec<u8>,
}

/// A compiled effect: shaders as the compiler of XNA, FNA or MonoGame wrote them.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct CompiledEffect {
    /// The compiler's output.
    #[cfg_attr(feature = "serde", serde(serialize_with = "as_bytes"))]
    pub bytes: Vec<u8>,
}

/// As bytes; serde would serialise them one by one.
#[cfg(feature = "serde")]
fn as_bytes<S: serde::Serializer>(bytes: &[u8], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_bytes(bytes)
}
