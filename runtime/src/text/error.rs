//! [`TextError`]: why a text has no size and no layout.

use thiserror::Error;

/// Why a text has no size and no layout.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum TextError {
    /// A character that the font lacks, in a font without a default character.
    #[error("byte {at} of the text: the font has no {character:?}, and no default character")]
    MissingCharacter {
        /// The character.
        character: char,
        /// Its first byte in the text.
        at: usize,
    },
}
