//! [`RawSource`] and [`EffectSource`]: files whose bytes stay as they are.

use serde::{Serialize, Serializer};

/// A file as it is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RawSource {
    /// The part of the file's name after the asset's name: `.txt`, or nothing.
    pub extension: String,
    /// The bytes.
    #[serde(serialize_with = "as_bytes")]
    pub bytes: Vec<u8>,
}

/// A compiled effect: shaders as a compiler of XNA, FNA or MonoGame wrote them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct EffectSource {
    /// The compiler's output.
    #[serde(serialize_with = "as_bytes")]
    pub bytes: Vec<u8>,
}

/// Bytes in one piece; serde would take them one by one.
fn as_bytes<S: Serializer>(bytes: &[u8], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_bytes(bytes)
}
