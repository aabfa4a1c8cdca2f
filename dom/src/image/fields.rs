//! [`Fields`]: the numbers in the header of a little-endian file.

use super::ImageError;
use super::checks::malformed;

/// The bytes of a file, from which numbers are read.
#[derive(Clone, Copy)]
pub(super) struct Fields<'a> {
    /// The format, for error messages.
    pub(super) format: &'static str,
    pub(super) bytes: &'a [u8],
}

impl<'a> Fields<'a> {
    pub(super) fn byte(self, at: usize) -> Result<u8, ImageError> {
        self.array(at).map(u8::from_le_bytes)
    }

    pub(super) fn word(self, at: usize) -> Result<u16, ImageError> {
        self.array(at).map(u16::from_le_bytes)
    }

    pub(super) fn long(self, at: usize) -> Result<u32, ImageError> {
        self.array(at).map(u32::from_le_bytes)
    }

    /// The `length` bytes from `start`.
    pub(super) fn slice(self, start: usize, length: usize) -> Result<&'a [u8], ImageError> {
        let rest = self.bytes.get(start..);
        rest.and_then(|rest| rest.get(..length)).ok_or_else(|| malformed(self.format, &"its header is cut off"))
    }

    fn array<const N: usize>(self, at: usize) -> Result<[u8; N], ImageError> {
        let mut array = [0; N];
        array.copy_from_slice(self.slice(at, N)?);
        Ok(array)
    }
}
