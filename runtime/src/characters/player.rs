//! [`Player`]: a model that plays the actions of an action set.

use std::sync::Arc;

use rigmill_format::{ActionLayerView, LayerBlend, RigidTransform};
use thiserror::Error;

use super::action::{ActionError, covered, find_action, find_layer};
use super::additive::AdditiveClips;
use super::bone_mask::mask_of;
use super::engine::fader::{Fader, LayerShown, Playing};
use super::engine::layer::CrowdLayer;
use super::engine::root_motion::movement;
use crate::clips::rules::standard::unit;
use crate::clips::{Clip, PlayedEvent};
use crate::content::{ActionSet, LoadError, Skeleton};
use crate::error::{BoneError, PlayError};
use crate::{AnimatedModel, Content, PlayOptions, Rules};

/// Plays a character's actions by name and layer, under either [`Rules`]. Each bone has its own clock.
///
/// Clips can have any type. A layer plays on the bones that the action set names for it and on all bones below them, or else on
/// the bones that its clips move. If several layers play on a bone, the layer that played last moves the bone. Additive layers
/// are added to the pose of all other layers.
///
/// All clips are loaded in advance: [`play`](Self::play) and [`update`](Self::update) read no files and allocate no memory.
#[derive(Clone, Debug)]
pub struct Player {
    actions: Arc<ActionSet>,
    layers: Vec<Layer>,
    model: AnimatedModel,
}

/// A layer's clips, in the order of its actions, and its current state.
#[derive(Clone, Debug)]
struct Layer {
    clips: Vec<Clip>,
    /// The bones that the layer covers, if the action set names them.
    bones: Option<Vec<bool>>,
    /// For an additive layer, its number among the model's additive layers.
    additive: Option<usize>,
    /// Whether the layer's root motion moves the character.
    moves_root: bool,
    current: Option<usize>,
    /// The clips of the whole layer. Not used for an additive layer, whose clips play in the model.
    fader: Fader,
}

impl Player {
    /// Loads the action set called `name`, its skeleton, and all its clips.
    ///
    /// # Errors
    /// An asset cannot be loaded, or a layer names a bone that the skeleton does not have. An action set without a
    /// skeleton gives an error about an empty asset name: for this action set, use [`new`](Self::new).
    pub fn load(content: &Content, name: &str, rules: Rules) -> Result<Self, PlayerError> {
        let actions = content.load::<ActionSet>(name)?;
        let skeleton = content.load::<Skeleton>(actions.view().skeleton())?;
        Self::new(content, actions, skeleton, rules)
    }

    /// Loads all clips of `actions` for playing on `skeleton`.
    ///
    /// # Errors
    /// A clip cannot be loaded, a layer names a bone that the skeleton does not have, or a clip of an additive layer does not
    /// fit the skeleton. Other clips that do not fit give an error when they are played.
    pub fn new(
        content: &Content,
        actions: Arc<ActionSet>,
        skeleton: Arc<Skeleton>,
        rules: Rules,
    ) -> Result<Self, PlayerError> {
        let mut model = AnimatedModel::new(Arc::clone(&skeleton), rules);
        let mut layers = Vec::new();
        for layer in actions.view().layers() {
            let clips = layer.actions().map(|action| Clip::load(content, action.clip(), &skeleton.view()));
            let clips = clips.collect::<Result<Vec<_>, _>>()?;
            if clips.iter().any(|clip| clip.sequence().is_none()) {
                model.make_room_for_poses();
            }
            let misfit = |source| PlayerError::Layer { layer: layer.name().to_owned(), source };
            layers.push(Layer::new(&layer, clips, &skeleton, &mut model).map_err(misfit)?);
        }
        Ok(Self { actions, layers, model })
    }

    /// Plays `action` of `layer` from its start, even if the action is already playing.
    ///
    /// # Errors
    /// The action does not exist, or its clip cannot be played on the skeleton.
    pub fn play(&mut self, layer: &str, action: &str) -> Result<(), ActionError> {
        self.play_with(layer, action, |_| ())
    }

    /// Like [`play`](Self::play), but with changed options. For example, `|options| options.blend_time = 0.5` overrides the
    /// duration of the action's cross-fade.
    ///
    /// # Errors
    /// Same as [`play`](Self::play), or a changed option is out of range.
    pub fn play_with(
        &mut self,
        layer: &str,
        action: &str,
        change: impl FnOnce(&mut PlayOptions),
    ) -> Result<(), ActionError> {
        let (layer, action, mut options) = find_action(&self.actions.view(), layer, action)?;
        change(&mut options);
        options.check()?;
        let Some(layer) = self.layers.get_mut(layer) else { return Ok(()) };
        Ok(layer.play(action, &options, &mut self.model)?)
    }

    /// Fades out an additive layer within `blend_time` seconds, or immediately if `blend_time` is not above 0.
    ///
    /// # Errors
    /// The layer does not exist, or it is not additive.
    pub fn stop(&mut self, layer: &str, blend_time: f32) -> Result<(), ActionError> {
        let blend_time = if blend_time > 0.0 { blend_time } else { 0.0 };
        let number = find_layer(&self.actions.view(), layer)?;
        self.additive(layer)?.change_to(None, blend_time);
        self.layers[number].current = None;
        Ok(())
    }

    /// Sets the weight of an additive layer: how much of it is added, from 0 to 1. The default is 1. Other values are clamped.
    ///
    /// # Errors
    /// The layer does not exist, or it is not additive.
    pub fn set_weight(&mut self, layer: &str, weight: f32) -> Result<(), ActionError> {
        self.additive(layer)?.set_weight(unit(weight));
        Ok(())
    }

    /// Advances by `dt` seconds.
    ///
    /// # Errors
    /// Same as [`AnimatedModel::update`].
    pub fn update(&mut self, dt: f32) -> Result<(), BoneError> {
        if dt.is_finite() {
            self.layers.iter_mut().for_each(|layer| layer.fader.advance(dt));
        }
        self.model.update(dt)
    }

    /// The movement of the character's root by the clips in the last update: the root's pose at the end of the update relative
    /// to its pose at the beginning. `place = place.then(&player.movement())` moves the character through the world.
    ///
    /// Clips move the root if they have a [motion](Clip::motion). All other clips keep it in place. Cross-fades mix the
    /// velocities of their clips at each moment, always under [`Rules::Standard`], so the sum of all movements does not depend
    /// on the lengths of the updates. If several layers cover the first bone, the layer that
    /// played last moves the root. Call this method before you play another clip, as for [`events`](Self::events).
    #[must_use]
    pub fn movement(&self) -> RigidTransform {
        let moving = self.layers.iter().filter(|layer| layer.moves_root);
        movement(moving.map(|layer| layer.fader.root_motion(&layer.clips, 1.0)))
    }

    /// The [events](Clip::events) of a layer's clips that the last update played, in order: the events of the clip that plays
    /// or fades in, and of the clip that fades out. The clock is always that of [`Rules::Standard`]. A layer that does not
    /// exist has no events. If a clip was added during a blend, the outgoing side is a fixed pose, which has no events. Read
    /// the events before you play another clip: the events of the clip that it replaces are lost.
    pub fn events(&self, layer: &str) -> impl Iterator<Item = PlayedEvent<'_>> {
        self.layer(layer).into_iter().flat_map(|layer| self.fader(layer).events(&layer.clips))
    }

    /// Whether the clip that a layer plays or fades in with [`PlayMode::Once`](crate::PlayMode::Once) has reached its last pose
    /// (the end, or the start if it plays backwards).
    #[must_use]
    pub fn has_finished(&self, layer: &str) -> bool {
        self.layer(layer).is_some_and(|layer| self.fader(layer).has_finished())
    }

    /// The number of times that the clip that a layer plays or fades in started again during the last update, in
    /// [`PlayMode::Repeat`](crate::PlayMode::Repeat).
    #[must_use]
    pub fn passes(&self, layer: &str) -> u32 {
        self.layer(layer).map_or(0, |layer| self.fader(layer).passes())
    }

    /// The clips of each layer, in the order of its actions.
    pub(crate) fn layer_clips(&self) -> impl Iterator<Item = &[Clip]> {
        self.layers.iter().map(|layer| layer.clips.as_slice())
    }

    /// The current state of each layer.
    pub(crate) fn layers_shown(&self) -> impl Iterator<Item = LayerShown> {
        self.layers.iter().map(|layer| self.fader(layer).shown())
    }

    fn layer(&self, name: &str) -> Option<&Layer> {
        self.layers.get(self.actions.view().find(name)?)
    }

    fn fader<'a>(&'a self, layer: &'a Layer) -> &'a Fader {
        layer.additive.and_then(|number| self.model.additive.get(number)).map_or(&layer.fader, AdditiveClips::fader)
    }

    fn additive(&mut self, name: &str) -> Result<&mut AdditiveClips, ActionError> {
        let number = self.layers[find_layer(&self.actions.view(), name)?].additive;
        let clips = number.and_then(|number| self.model.additive.get_mut(number));
        clips.ok_or_else(|| ActionError::NotAdditive { layer: name.to_owned() })
    }

    /// The name of the action that `layer` played last.
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

    /// The model, for playing other clips on it or adding pose layers.
    #[must_use]
    pub fn model_mut(&mut self) -> &mut AnimatedModel {
        &mut self.model
    }
}

impl Layer {
    fn new(
        layer: &ActionLayerView<'_>,
        clips: Vec<Clip>,
        skeleton: &Arc<Skeleton>,
        model: &mut AnimatedModel,
    ) -> Result<Self, PlayError> {
        let covered = covered(layer, &clips, &skeleton.view())?;
        let mut additive = None;
        if layer.blend() != LayerBlend::Override {
            clips.iter().try_for_each(|clip| clip.check(covered.len()))?;
            let layer = CrowdLayer { mask: mask_of(&covered), blend: layer.blend() };
            additive = Some(model.add_additive(AdditiveClips::new(skeleton, &clips, layer)));
        }
        let moves_root = additive.is_none() && covered.first() == Some(&true);
        let bones = (layer.bones().len() > 0).then_some(covered);
        Ok(Self { clips, bones, additive, moves_root, current: None, fader: Fader::default() })
    }

    fn play(&mut self, action: usize, options: &PlayOptions, model: &mut AnimatedModel) -> Result<(), PlayError> {
        let Some(clip) = self.clips.get(action) else { return Ok(()) };
        let playing = Some(Playing::new(action, clip.duration(), options));
        match self.additive.and_then(|number| model.additive.get_mut(number)) {
            Some(clips) => clips.change_to(playing, options.blend_time),
            None => {
                let covers = |bone: usize| self.bones.as_ref().is_none_or(|bones| bones.get(bone) == Some(&true));
                model.play_on(clip, options, covers)?;
                self.fader.change_to(playing, options.blend_time);
            }
        }
        self.current = Some(action);
        Ok(())
    }
}

/// An error that prevents loading a player.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum PlayerError {
    /// A file cannot be loaded.
    #[error(transparent)]
    Load(#[from] LoadError),
    /// A layer does not fit the skeleton.
    #[error("layer {layer:?}: {source}")]
    Layer {
        /// The layer's name.
        layer: String,
        /// The cause.
        source: PlayError,
    },
}
