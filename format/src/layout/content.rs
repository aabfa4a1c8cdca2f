//! What all typed content has in common.

use crate::{ContentType, DecodeError, EncodeError};

/// An owned value that a content file can hold.
pub trait Content: Sized {
    /// The type that its files name.
    const TYPE: ContentType;

    /// The version of its layout that this code writes, and the only one that it reads.
    const VERSION: u16;

    /// The whole file for this value. The same value always gives the same bytes.
    ///
    /// # Errors
    /// The value breaks a rule of its type, or is too large for the layout.
    fn encode(&self) -> Result<Vec<u8>, EncodeError>;

    /// The value that a whole file holds. The bytes need no alignment.
    ///
    /// # Errors
    /// The bytes are not an undamaged file of this type and version.
    fn decode(bytes: &[u8]) -> Result<Self, DecodeError>;
}
