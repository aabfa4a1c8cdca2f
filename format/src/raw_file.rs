//! [`RawFile`] and [`CompiledEffect`]: files that a game reads with its own code. They are not content types: they have no
//! container, and the runtime does not load them.

/// The bytes of a file, which are written unchanged.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct RawFile {
    /// All bytes of the file.
    #[cfg_attr(feature = "serde", serde(serialize_with = "as_bytes"))]
    pub bytes: Vec<u8>,
}

/// A compiled effect: shaders as XNA's, FNA's or MonoGame's compiler wrote them.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct CompiledEffect {
    /// The compiler's output.
    #[cfg_attr(feature = "serde", serde(serialize_with = "as_bytes"))]
    pub bytes: Vec<u8>,
}

/// Serializes bytes as bytes, because serde would serialize them one by one.
#[cfg(feature = "serde")]
fn as_bytes<S: serde::Serializer>(bytes: &[u8], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_bytes(bytes)
}
