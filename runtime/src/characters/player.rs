//! A model that plays the actions of an action set.

use std::sync::Arc;

use rigmill_format::ActionSetView;
use thiserror::Error;

use crate::content::{ActionSet, AnimationSequence, LoadError, Skeleton};
use crate::error::{BoneError, PlayError};
use crate::{AnimatedModel, Content, PlayOptions, Rules};

/// Plays a character's actions by name, layer by layer.
///
/// All clips are loaded beforehand: [`play`](Self::play) and [`update`](Self::update) read no file.
#[derive(Clone, Debug)]
pub struct Player {
    actions: Arc<ActionSet>,
    layers: Vec<Layer>,
    model: AnimatedModel,
}

/// A layer's clips, in the order of its actions, and the action that it played last.
#[derive(Clone, Debug)]
struct Layer {
    clips: Vec<Arc<AnimationSequence>>,
    current: Option<usize>,
}

/// Why an action cannot be played.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum ActionError {
    /// The action set has no such layer.
    #[error("there is no layer {layer:?}")]
    UnknownLayer {
        /// The name asked for.
        layer: String,
    },
    /// The layer has no such action.
    #[error("layer {layer:?} has no action {action:?}")]
    UnknownAction {
        /// The layer.
        layer: String,
        /// The name asked for.
        action: String,
    },
    /// The action's clip cannot be played on the skeleton.
    #[error(transparent)]
    Play(#[from] PlayError),
}

impl Player {
    /// Loads the action set called `name`, its skeleton, and all its clips.
    ///
    /// # Errors
    /// Any of these cannot be loaded. An action set without a skeleton gives an error about an empty asset name; for such a
    /// set use [`new`](Self::new).
    pub fn load(content: &Content, name: &str, rules: Rules) -> Result<Self, LoadError> {
        let actions = content.load::<ActionSet>(name)?;
        let skeleton = content.load::<Skeleton>(actions.view().skeleton())?;
        Self::new(content, actions, skeleton, rules)
    }

    /// Loads all clips of `actions`, to be played on `skeleton`.
    ///
    /// # Errors
    /// A clip cannot be loaded.
    pub fn new(
        content: &Content,
        actions: Arc<ActionSet>,
        skeleton: Arc<Skeleton>,
        rules: Rules,
    ) -> Result<Self, LoadError> {
        let mut layers = Vec::new();
        for layer in actions.view().layers() {
            let clips = layer.actions().map(|action| content.load(action.clip()));
            layers.push(Layer { clips: clips.collect::<Result<_, _>>()?, current: None });
        }
        Ok(Self { actions, layers, model: AnimatedModel::new(skeleton, rules) })
    }

    /// Plays `action` of `layer` from its start, also where it plays already.
    ///
    /// # Errors
    /// There is no such action, or its clip cannot be played on the skeleton.
    pub fn play(&mut self, layer: &str, action: &str) -> Result<(), ActionError> {
        let (layer, action, options) = find_action(&self.actions.view(), layer, action)?;
        let Some(layer) = self.layers.get_mut(layer) else { return Ok(()) };
        if let Some(clip) = layer.clips.get(action) {
            self.model.play(clip, &options)?;
        }
        layer.current = Some(action);
        Ok(())
    }

    /// Advances by `dt` seconds.
    ///
    /// # Errors
    /// As [`AnimatedModel::update`].
    pub fn update(&mut self, dt: f32) -> Result<(), BoneError> {
        self.model.update(dt)
    }

    /// The action that `layer` played last.
    #[must_use]
    pub fn current(&self, layer: &str) -> Option<&str> {
        let view = self.actions.view();
        let layer = view.find(layer)?;
        let action = self.layers.get(layer)?.current?;
        Some(view.layer(layer)?.action(action)?.name())
    }

    /// The action set.
    #[must_use]
    pub fn actions(&self) -> &Arc<ActionSet> {
        &self.actions
    }

    /// The model.
    #[must_use]
    pub fn model(&self) -> &AnimatedModel {
        &self.model
    }

    /// The model, for playing other clips on it.
    #[must_use]
    pub fn model_mut(&mut self) -> &mut AnimatedModel {
        &mut self.model
    }
}

/// An action's layer, its number in the layer, and how it is played.
pub(super) fn find_action(
    actions: &ActionSetView<'_>,
    layer: &str,
    action: &str,
) -> Result<(usize, usize, PlayOptions), ActionError> {
    let unknown_layer = || ActionError::UnknownLayer { layer: layer.to_owned() };
    let unknown = || ActionError::UnknownAction { layer: layer.to_owned(), action: action.to_owned() };
    let layer_number = actions.find(layer).ok_or_else(unknown_layer)?;
    let layer = actions.layer(layer_number).ok_or_else(unknown_layer)?;
    let number = layer.find(action).ok_or_else(unknown)?;
    let action = layer.action(number).ok_or_else(unknown)?;
    let options = PlayOptions {
        start_time: action.start_time(),
        blend_time: action.blend_time(),
        time_scale: action.time_scale(),
        mode: action.mode(),
    };
    Ok((layer_number, number, options))
}
