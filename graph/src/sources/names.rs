//! [`Names`]: many short texts in one block of bytes, each ended by a NUL so that the system takes it as it lies.

use std::ffi::CStr;
/// A block of names, addressed by offset.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Names(pub(crate) Vec<u8>);

impl Names {
    /// Adds a name, which holds no NUL. Blocks stay below 4 GiB; a name that does not fit is the empty one.
    pub(crate) fn push(&mut self, name: &str) -> u32 {
        let Ok(offset) = u32::try_from(self.0.len()) else { return 0 };
        self.0.extend_from_slice(name.as_bytes());
        self.0.push(0);
        offset
    }

    /// The name at an offset; the empty name where there is none.
    pub(crate) fn c(&self, offset: u32) -> &CStr {
        let rest = self.0.get(offset as usize..).unwrap_or_default();
        CStr::from_bytes_until_nul(rest).unwrap_or_default()
    }

    /// The name at an offset as text.
    pub(crate) fn text(&self, offset: u32) -> &str {
        self.c(offset).to_str().unwrap_or_default()
    }
}
