//! [`PictureKey`]: identifies everything that a picture depends on.

use xxhash_rust::xxh3::xxh3_128;

use super::listing::ContentFile;

/// A key that is the same for the same content, in every run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct PictureKey(pub(crate) u128);

impl PictureKey {
    /// Adds bytes that the picture also depends on.
    pub(crate) fn with(self, bytes: &[u8]) -> Self {
        Self(xxh3_128(&[&self.0.to_le_bytes(), bytes].concat()))
    }

    /// Adds a file that the picture also depends on.
    pub(super) fn with_file(self, file: &ContentFile) -> Self {
        let numbers = [file.checksum, file.bytes].map(u64::to_le_bytes);
        self.with(numbers.as_flattened()).with(file.of.to_string().as_bytes())
    }
}
