//! [`TextError`]: the error for a text that cannot be laid out.

use thiserror::Error;

/// An error that prevents measuring a text or laying it out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum TextError {
    /// The font has neither this character nor a default character.
    #[error("byte {at} of the text: the font has neither the character {character:?} nor a default character")]
    MissingCharacter {
        /// The character.
        character: char,
        /// The byte offset of the character in the text.
        at: usize,
    },
}
