//! [`CrowdActions`]: the actions of an action set, for crowds.

use std::sync::Arc;

use rigmill_format::DecodeError;
use thiserror::Error;

use super::{Crowd, PoseClip, SequenceClip};
use crate::Content;
use crate::characters::ActionError;
use crate::characters::player::find_action;
use crate::content::{ActionSet, AnimationSequence, CompressedClip, LoadError, Loadable, Skeleton, UniformClip};
use crate::error::PlayError;

/// The clips of an action set, whatever their kind, and how the actions play them.
#[derive(Clone, Debug)]
pub struct CrowdActions {
    actions: Arc<ActionSet>,
    /// For each layer, the index of its first clip.
    firsts: Vec<usize>,
    clips: Vec<PoseClip>,
}

impl CrowdActions {
    /// Loads the action set called `name` and all its clips: uniform, compressed, or key frames of single bones. Key frames need
    /// the skeleton that the action set names.
    ///
    /// # Errors
    /// Any of these cannot be loaded, or a clip moves a bone that the skeleton does not have.
    pub fn load(content: &Content, name: &str) -> Result<Self, CrowdActionsError> {
        let actions = content.load::<ActionSet>(name)?;
        let skeleton = actions.view().skeleton().to_owned();
        let (mut firsts, mut clips) = (Vec::new(), Vec::new());
        for layer in actions.view().layers() {
            firsts.push(clips.len());
            for action in layer.actions() {
                clips.push(clip(content, &skeleton, action.clip())?);
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

/// The clip of an asset, of whichever type that is.
fn clip(content: &Content, skeleton: &str, name: &str) -> Result<PoseClip, CrowdActionsError> {
    if let Some(clip) = load_as::<UniformClip>(content, name)? {
        return Ok(PoseClip::Uniform(clip));
    }
    if let Some(clip) = load_as::<CompressedClip>(content, name)? {
        return Ok(PoseClip::Compressed(clip));
    }
    let clip = content.load::<AnimationSequence>(name)?;
    let skeleton = content.load::<Skeleton>(skeleton)?;
    let bound = SequenceClip::new(&clip, &skeleton.view());
    let bound = bound.map_err(|source| CrowdActionsError::Bones { clip: name.to_owned(), source })?;
    Ok(PoseClip::Sequence(bound))
}

/// An asset, if it is of this type.
fn load_as<T: Loadable>(content: &Content, name: &str) -> Result<Option<Arc<T>>, LoadError> {
    match content.load::<T>(name) {
        Ok(clip) => Ok(Some(clip)),
        Err(LoadError::Decode { source: DecodeError::WrongType { .. }, .. }) => Ok(None),
        Err(error) => Err(error),
    }
}

/// Why the actions of a crowd cannot be loaded.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum CrowdActionsError {
    /// A file cannot be loaded.
    #[error(transparent)]
    Load(#[from] LoadError),
    /// A clip does not fit the skeleton.
    #[error("clip `{clip}`: {source}")]
    Bones {
        /// The clip's asset name.
        clip: String,
        /// The bone that is missing.
        source: PlayError,
    },
}
