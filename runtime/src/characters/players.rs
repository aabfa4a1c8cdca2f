//! [`Players`]: many characters that play the actions of one action set.

use thiserror::Error;

use crate::characters::{ActionError, PlayerError};
use crate::error::BoneError;
use crate::{Content, Player, Rules};

/// Characters with the same action set, which are updated in one call. Each character plays exactly like a separate
/// [`Player`]: bone by bone, with either set of [`Rules`]. The characters share their skeleton and clips.
///
/// With [`Rules::Standard`] and uniform or compressed clips, a [`Crowd`](crate::Crowd) is several times as fast,
/// because it has one clock for all bones of a layer.
#[derive(Clone, Debug)]
pub struct Players(Vec<Player>);

/// An error of one character during an update of many.
#[derive(Clone, Debug, PartialEq, Error)]
#[error("character {character}, {source}")]
pub struct CharacterError {
    /// The index of the character.
    pub character: usize,
    /// The error.
    pub source: BoneError,
}

impl Players {
    /// Loads the action set called `name`, its skeleton, and all its clips, for `len` characters in their bind pose.
    ///
    /// # Errors
    /// Same as [`Player::load`].
    pub fn load(content: &Content, name: &str, rules: Rules, len: usize) -> Result<Self, PlayerError> {
        Ok(Self(vec![Player::load(content, name, rules)?; len]))
    }

    /// Plays `action` of `layer` on a character from its start, even if the action is already playing. Does nothing if the
    /// character does not exist.
    ///
    /// # Errors
    /// Same as [`Player::play`].
    pub fn play(&mut self, character: usize, layer: &str, action: &str) -> Result<(), ActionError> {
        self.0.get_mut(character).map_or(Ok(()), |player| player.play(layer, action))
    }

    /// Advances all characters by `dt` seconds. Allocates no memory.
    ///
    /// # Errors
    /// The first error of a character. All characters have advanced. See
    /// [`AnimatedModel::update`](crate::AnimatedModel::update).
    pub fn update(&mut self, dt: f32) -> Result<(), CharacterError> {
        let mut first_error = Ok(());
        for (character, player) in self.0.iter_mut().enumerate() {
            let moved = player.update(dt).map_err(|source| CharacterError { character, source });
            first_error = first_error.and(moved);
        }
        first_error
    }

    /// The characters.
    #[must_use]
    pub fn as_slice(&self) -> &[Player] {
        &self.0
    }

    /// The characters, for playing other clips on them or adding pose layers.
    #[must_use]
    pub fn as_mut_slice(&mut self) -> &mut [Player] {
        &mut self.0
    }
}
