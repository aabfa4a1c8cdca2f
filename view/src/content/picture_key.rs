//! [`PictureKey`]: what a picture depends on.

use xxhash_rust::xxh3::xxh3_128;

use super::listing::ContentFile;

/// The same for the same content, in every run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct PictureKey(pub(crate) u128);

impl PictureKey {
    /// The key of a picture that depends on these bytes, too.
    pub(crate) fn with(self, bytes: &[u8]) -> Self {
        Self(xxh3_128(&[&self.0.to_le_bytes(), bytes].concat()))
    }

    /// The key of a picture that depends on this file, too.
    pub(super) fn with_file(self, file: &ContentFile) -> Self {
        let numbers = [file.checksum, file.bytes].map(u64::to_le_bytes);
        self.with(numbers.as_flattened()).with(file.of.to_string().as_bytes())
    }
}
