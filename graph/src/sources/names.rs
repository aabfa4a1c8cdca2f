//! [`Names`]: many short strings in one block of bytes.

use std::ffi::CStr;

/// A block of names, addressed by offset. Each name ends with a NUL byte, so that it can be passed to the system without
/// copying.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Names(pub(crate) Vec<u8>);

impl Names {
    /// Adds a name that contains no NUL byte and returns its offset. A block is smaller than 4 GiB; a name that does not fit
    /// becomes the empty name.
    pub(crate) fn push(&mut self, name: &str) -> u32 {
        let Ok(offset) = u32::try_from(self.0.len()) else { return 0 };
        self.0.extend_from_slice(name.as_bytes());
        self.0.push(0);
        offset
    }

    /// Returns the name at an offset; the empty name if there is none.
    pub(crate) fn c_str(&self, offset: u32) -> &CStr {
        let rest = self.0.get(offset as usize..).unwrap_or_default();
        CStr::from_bytes_until_nul(rest).unwrap_or_default()
    }

    /// Returns the name at an offset as a string.
    pub(crate) fn text(&self, offset: u32) -> &str {
        self.c_str(offset).to_str().unwrap_or_default()
    }
}
