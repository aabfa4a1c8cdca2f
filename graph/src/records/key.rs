//! [`ActionKey`]: identifies an action by its inputs.

use std::fmt;

use rigmill_pipeline::{Digest, StageId};
use serde::{Deserialize, Serialize};

/// The version of the key schema. Increase it if the meaning of a key, or of the records stored under it, changes.
const SCHEMA: u32 = 3;

/// The digest of all inputs of an action: the schema, the stage's name and version, the program, the canonical parameters,
/// and the digests of the input values. Two actions with the same key and the same dependencies have the same result.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct ActionKey(Digest);

impl ActionKey {
    pub(crate) fn digest(self) -> Digest {
        self.0
    }
}

impl fmt::Display for ActionKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl fmt::Debug for ActionKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.0, f)
    }
}

/// Computes an [`ActionKey`] field by field. Each field is prefixed with its length, so that different lists of fields have
/// different keys.
pub(crate) struct ActionKeyBuilder(blake3::Hasher);

impl ActionKeyBuilder {
    /// Begins the key of an action of this kind.
    pub(crate) fn new(action: &str) -> Self {
        Self(blake3::Hasher::new()).bytes(b"rigmill").bytes(&SCHEMA.to_le_bytes()).text(action)
    }

    pub(crate) fn bytes(mut self, bytes: &[u8]) -> Self {
        self.0.update(&(bytes.len() as u64).to_le_bytes());
        self.0.update(bytes);
        self
    }

    pub(crate) fn text(self, text: &str) -> Self {
        self.bytes(text.as_bytes())
    }

    pub(crate) fn digest(self, digest: Digest) -> Self {
        self.bytes(digest.as_bytes())
    }

    /// Adds the names and canonical values of parameters, in order of definition.
    pub(crate) fn params(self, params: &[(String, String)]) -> Self {
        let counted = self.bytes(&(params.len() as u64).to_le_bytes());
        params.iter().fold(counted, |key, (name, value)| key.text(name).text(value))
    }

    /// Adds a stage and its parameters.
    pub(crate) fn stage(self, stage: &StageId, params: &[(String, String)]) -> Self {
        self.text(&stage.to_string()).params(params)
    }

    pub(crate) fn finish(self) -> ActionKey {
        ActionKey(Digest::from_bytes(*self.0.finalize().as_bytes()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_never_run_into_each_other() {
        let key =
            |parts: &[&str]| parts.iter().fold(ActionKeyBuilder::new("test"), |key, part| key.text(part)).finish();
        assert_ne!(key(&["ab", "c"]), key(&["a", "bc"]));
        assert_ne!(key(&["ab"]), key(&["ab", ""]));
    }
}
