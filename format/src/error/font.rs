//! [`FontProblem`]: errors in a font.

use thiserror::Error;

/// An error in a font.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum FontProblem {
    /// A texture that is not valid.
    #[error("its texture is not valid: {0}")]
    Texture(String),
    /// More characters than a font may have.
    #[error("it has {found} characters, but at most {limit} are allowed")]
    TooMany {
        /// The number of characters.
        found: usize,
        /// The maximum number.
        limit: usize,
    },
    /// A spacing that is not finite.
    #[error("the spacing is {0}, expected a finite number")]
    Spacing(f32),
    /// A number that is not a character.
    #[error("{0:#x} is not a character")]
    NoCharacter(u32),
    /// A part of the texture that is outside the texture.
    #[error("{character:?} is at {found:?} (left, top, width, height), outside the texture of {} x {} pixels", size[0], size[1])]
    Bounds {
        /// The character.
        character: char,
        /// Left, top, width and height, in pixels.
        found: [i32; 4],
        /// The texture's width and height, in pixels.
        size: [u32; 2],
    },
    /// A bearing or a width that is not finite.
    #[error("a bearing or the width of {0:?} is not finite")]
    Kerning(char),
    /// A character that is out of order.
    #[error("{0:?} does not follow the previous character")]
    Order(char),
    /// A default character that the font lacks.
    #[error("the default character {0:#x} is not in the font")]
    Default(u32),
}
