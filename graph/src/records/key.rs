//! [`Key`]: the name of an action before it is run.

use std::fmt;

use rigmill_pipeline::Digest;
use serde::{Deserialize, Serialize};
/// Raised whenever the meaning of a key, or of what is stored under it, changes.
const SCHEMA: u32 = 1;

/// The digest of everything an action is given: the schema, the stage's name and version, the program, the canonical
/// parameters, and the digests of its inputs. Two actions with one key make the same thing.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Key(Digest);

impl Key {
    pub(crate) fn digest(self) -> Digest {
        self.0
    }
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.0, f)
    }
}

/// Makes a [`Key`] field by field. Every field is prefixed with its length, so no two lists of fields hash alike.
pub(crate) struct KeyBuilder(blake3::Hasher);

impl KeyBuilder {
    /// Begins the key of a kind of action.
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

    /// Names and canonical values of parameters, in their order of definition.
    pub(crate) fn params(self, params: &[(String, String)]) -> Self {
        let counted = self.bytes(&(params.len() as u64).to_le_bytes());
        params.iter().fold(counted, |key, (name, value)| key.text(name).text(value))
    }

    pub(crate) fn finish(self) -> Key {
        Key(Digest::from_bytes(*self.0.finalize().as_bytes()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_never_run_into_each_other() {
        let key = |parts: &[&str]| parts.iter().fold(KeyBuilder::new("test"), |key, part| key.text(part)).finish();
        assert_ne!(key(&["ab", "c"]), key(&["a", "bc"]));
        assert_ne!(key(&["ab"]), key(&["ab", ""]));
    }
}
