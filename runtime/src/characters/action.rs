//! Finds actions by name, and the bones that their layers cover.

use rigmill_format::{ActionLayerView, ActionSetView, SkeletonView};
use thiserror::Error;

use super::bone_mask::bones_below;
use crate::PlayOptions;
use crate::clips::Clip;
use crate::error::PlayError;
use crate::near::did_you_mean;

/// An error that prevents playing an action.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum ActionError {
    /// The action set has no layer with this name.
    #[error("there is no layer {layer:?}{near}")]
    UnknownLayer {
        /// The requested layer.
        layer: String,
        /// A suggestion of a similar name, to append to the message. Empty if there is none.
        near: String,
    },
    /// The layer is not additive, so it cannot fade out.
    #[error("layer {layer:?} is not additive, so its action cannot stop; play a different action instead")]
    NotAdditive {
        /// The layer.
        layer: String,
    },
    /// The layer has no action with this name.
    #[error("layer {layer:?} has no action {action:?}{near}")]
    UnknownAction {
        /// The layer in which the action was searched.
        layer: String,
        /// The requested action.
        action: String,
        /// A suggestion of a similar name, to append to the message. Empty if there is none.
        near: String,
    },
    /// The action's clip cannot be played on the skeleton.
    #[error(transparent)]
    Play(#[from] PlayError),
}

/// The number of the layer with this name.
pub(super) fn find_layer(actions: &ActionSetView<'_>, layer: &str) -> Result<usize, ActionError> {
    actions.find(layer).ok_or_else(|| {
        let near = did_you_mean(layer, actions.layers().map(|layer| layer.name()));
        ActionError::UnknownLayer { layer: layer.to_owned(), near }
    })
}

/// The layer of an action, its number in the layer, and its play options.
pub(super) fn find_action(
    actions: &ActionSetView<'_>,
    layer: &str,
    action: &str,
) -> Result<(usize, usize, PlayOptions), ActionError> {
    let number = find_layer(actions, layer)?;
    let found = actions.layer(number);
    let index = found.and_then(|layer| layer.find(action));
    let Some((index, action)) = index.and_then(|index| Some((index, found?.action(index)?))) else {
        let near = did_you_mean(action, found.iter().flat_map(|layer| layer.actions()).map(|action| action.name()));
        return Err(ActionError::UnknownAction { layer: layer.to_owned(), action: action.to_owned(), near });
    };
    let options = PlayOptions {
        start_time: action.start_time(),
        blend_time: action.blend_time(),
        time_scale: action.time_scale(),
        mode: action.mode(),
    };
    Ok((number, index, options))
}

/// The bones that a layer covers: the bones that it names and all bones below them. If it names none, the bones that its clips
/// move.
pub(super) fn covered(
    layer: &ActionLayerView<'_>,
    clips: &[Clip],
    skeleton: &SkeletonView<'_>,
) -> Result<Vec<bool>, PlayError> {
    if layer.bones().len() > 0 {
        return bones_below(skeleton, layer.bones());
    }
    let mut covered = vec![false; skeleton.len()];
    for bone in clips.iter().flat_map(Clip::moved_bones) {
        if let Some(covered) = covered.get_mut(*bone) {
            *covered = true;
        }
    }
    Ok(covered)
}
