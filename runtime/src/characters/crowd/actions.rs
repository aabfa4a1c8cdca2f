//! [`CrowdActions`]: the actions of an action set, for crowds.

use std::sync::Arc;

use rigmill_format::DecodeError;

use super::{Crowd, PoseClip};
use crate::Content;
use crate::characters::ActionError;
use crate::characters::player::find_action;
use crate::content::{ActionSet, CompressedClip, LoadError, UniformClip};

/// The clips of an action set in forms that crowds play, and how the actions play them.
#[derive(Clone, Debug)]
pub struct CrowdActions {
    actions: Arc<ActionSet>,
    /// For each layer, the index of its first clip.
    firsts: Vec<usize>,
    clips: Vec<PoseClip>,
}

impl CrowdActions {
    /// Loads the action set called `name` and all its clips: uniform or compressed ones.
    ///
    /// # Errors
    /// Any of these cannot be loaded.
    pub fn load(content: &Content, name: &str) -> Result<Self, LoadError> {
        let actions = content.load::<ActionSet>(name)?;
        let (mut firsts, mut clips) = (Vec::new(), Vec::new());
        for layer in actions.view().layers() {
            firsts.push(clips.len());
            for action in layer.actions() {
                clips.push(clip(content, action.clip())?);
            }
        }
        Ok(Self { actions, firsts, clips })
    }

    /// The clips, layer by layer, for a [`Crowd`] whose layers are the action set's.
    #[must_use]
    pub fn clips(&self) -> &[PoseClip] {
        &self.clips
    }

    /// The action set.
    #[must_use]
    pub fn actions(&self) -> &Arc<ActionSet> {
        &self.actions
    }

    /// Plays `action` of `layer` on a character from its start, also where it plays already.
    ///
    /// # Errors
    /// There is no such action, or it cannot be played. Nothing has changed then.
    pub fn play(&self, crowd: &mut Crowd, character: usize, layer: &str, action: &str) -> Result<(), ActionError> {
        let (layer, action, options) = find_action(&self.actions.view(), layer, action)?;
        let first = self.firsts.get(layer).copied().unwrap_or_default();
        Ok(crowd.play(character, layer, first + action, &options)?)
    }
}

/// A uniform clip, or a compressed one where the asset is that.
fn clip(content: &Content, name: &str) -> Result<PoseClip, LoadError> {
    match content.load::<UniformClip>(name) {
        Ok(clip) => Ok(PoseClip::Uniform(clip)),
        Err(LoadError::Decode { source: DecodeError::WrongType { .. }, .. }) => {
            content.load::<CompressedClip>(name).map(PoseClip::Compressed)
        }
        Err(error) => Err(error),
    }
}
