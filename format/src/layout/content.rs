//! [`Content`]: the common interface of all content types.

use crate::{ContentType, DecodeError, EncodeError};

/// An owned value that can be stored in a content file.
pub trait Content: Sized {
    /// The content type of the files.
    const TYPE: ContentType;

    /// The version of the layout that this code writes.
    const VERSION: u16;

    /// Encodes this value as a whole file. Equal values always give the same bytes.
    ///
    /// # Errors
    /// The value breaks a rule of its type, or is too large for the layout.
    fn encode(&self) -> Result<Vec<u8>, EncodeError>;

    /// Decodes the value of a whole file. The bytes need no alignment.
    ///
    /// # Errors
    /// The bytes are not an undamaged file of this type, in a version that this code can read.
    fn decode(bytes: &[u8]) -> Result<Self, DecodeError>;
}
