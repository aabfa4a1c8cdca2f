//! [`CrowdActions`]: the actions of an action set, for crowds.

use std::sync::Arc;

use thiserror::Error;

use super::{Character, Crowd, CrowdError};
use crate::Content;
use crate::characters::action::{ActionError, covered, find_action, find_layer};
use crate::characters::bone_mask::mask_of;
use crate::characters::engine::layer::CrowdLayer;
use crate::clips::Clip;
use crate::content::{ActionSet, LoadError, Skeleton};
use crate::error::PlayError;

/// The clips and layers of an action set, loaded once for any number of [`Crowd`]s.
#[derive(Clone, Debug)]
pub struct CrowdActions {
    actions: Arc<ActionSet>,
    skeleton: Arc<Skeleton>,
    /// The index of the first clip of each layer.
    firsts: Vec<usize>,
    clips: Vec<Clip>,
    layers: Vec<CrowdLayer>,
}

impl CrowdActions {
    /// Loads the action set called `name`, its skeleton and all of its clips. The clips can have any type.
    ///
    /// # Errors
    /// An asset cannot be loaded, a clip does not fit the skeleton, or a layer names a bone that the skeleton does not have.
    pub fn load(content: &Content, name: &str) -> Result<Self, CrowdActionsError> {
        let actions = content.load::<ActionSet>(name)?;
        let skeleton = content.load::<Skeleton>(actions.view().skeleton())?;
        let bones = skeleton.view();
        let (mut firsts, mut clips, mut layers) = (Vec::new(), Vec::new(), Vec::new());
        for layer in actions.view().layers() {
            let first = clips.len();
            for action in layer.actions() {
                let clip = Clip::load(content, action.clip(), &bones)?;
                let misfit = |source| CrowdActionsError::Clip { clip: action.clip().to_owned(), source };
                clip.check(bones.len()).map_err(misfit)?;
                clips.push(clip);
            }
            let covered = covered(&layer, &clips[first..], &bones);
            let covered =
                covered.map_err(|source| CrowdActionsError::Layer { layer: layer.name().to_owned(), source })?;
            layers.push(CrowdLayer { mask: mask_of(&covered), blend: layer.blend() });
            firsts.push(first);
        }
        Ok(Self { actions, skeleton, firsts, clips, layers })
    }

    /// Creates a crowd of `len` characters in their bind pose, with the action set's layers. Each layer covers the bones that
    /// it names and all bones below them. A layer that names no bones covers the bones that its clips move.
    ///
    /// # Errors
    /// This method never fails, because loaded content fits. It has the error type of [`Crowd::new`].
    pub fn crowd(&self, len: usize) -> Result<Crowd, CrowdError> {
        Crowd::new(&self.skeleton, self.clips.clone(), self.layers.iter().cloned(), len)
    }

    /// The clips, layer by layer.
    #[must_use]
    pub fn clips(&self) -> &[Clip] {
        &self.clips
    }

    /// The layers. Use them to create a crowd with additional layers.
    #[must_use]
    pub fn layers(&self) -> &[CrowdLayer] {
        &self.layers
    }

    /// The skeleton.
    #[must_use]
    pub fn skeleton(&self) -> &Arc<Skeleton> {
        &self.skeleton
    }

    /// The action set.
    #[must_use]
    pub fn actions(&self) -> &Arc<ActionSet> {
        &self.actions
    }

    /// The number of a layer, as the methods of [`Crowd`] expect it.
    ///
    /// # Errors
    /// The layer does not exist.
    pub fn layer(&self, name: &str) -> Result<usize, ActionError> {
        find_layer(&self.actions.view(), name)
    }

    /// Plays `action` of `layer` on a character from its start, even if the action is already playing.
    ///
    /// # Errors
    /// The action does not exist, or it cannot be played. After an error, nothing has changed.
    pub fn play(&self, crowd: &mut Crowd, character: Character, layer: &str, action: &str) -> Result<(), ActionError> {
        let (layer, action, options) = find_action(&self.actions.view(), layer, action)?;
        let first = self.firsts.get(layer).copied().unwrap_or_default();
        Ok(crowd.play(character, layer, first + action, &options)?)
    }
}

/// An error that prevents loading the actions of a crowd.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum CrowdActionsError {
    /// A file cannot be loaded.
    #[error(transparent)]
    Load(#[from] LoadError),
    /// A clip does not fit the skeleton.
    #[error("clip `{clip}`: {source}")]
    Clip {
        /// The clip's asset name.
        clip: String,
        /// The cause.
        source: PlayError,
    },
    /// A layer does not fit the skeleton.
    #[error("layer {layer:?}: {source}")]
    Layer {
        /// The layer's name.
        layer: String,
        /// The cause.
        source: PlayError,
    },
}
