//! [`RawSource`] and [`EffectSource`]: files whose bytes are kept unchanged.

use serde::{Serialize, Serializer};

/// A file whose bytes are kept unchanged.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RawSource {
    /// The part of the file's name after the asset's name, such as `.txt`; may be empty.
    pub extension: String,
    /// The bytes of the file.
    #[serde(serialize_with = "as_bytes")]
    pub bytes: Vec<u8>,
}

/// A compiled effect: shaders as XNA's, FNA's or MonoGame's compiler wrote them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct EffectSource {
    /// The compiler's output.
    #[serde(serialize_with = "as_bytes")]
    pub bytes: Vec<u8>,
}

/// Serializes bytes as bytes, because serde would serialize them one by one.
fn as_bytes<S: Serializer>(bytes: &[u8], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_bytes(bytes)
}
