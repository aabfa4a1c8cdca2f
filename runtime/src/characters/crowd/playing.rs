//! Playing clips on the layers of a [`Crowd`]'s characters, and what the clips do.

use rigmill_format::RigidTransform;

use super::{Character, Crowd, check_number};
use crate::PlayOptions;
use crate::characters::engine::fader::{Fader, LayerShown, Playing};
use crate::characters::engine::layer_state::LayerState;
use crate::characters::engine::root_motion::movement;
use crate::characters::play_options::check_finite;
use crate::clips::PlayedEvent;
use crate::error::PlayError;

impl Crowd {
    /// Plays a clip, by its number, on a layer of a character: immediately if the blend time is 0 or the layer plays nothing
    /// yet, otherwise with a cross-fade. Bones that the clip does not move continue with their clips.
    ///
    /// # Errors
    /// An option is out of range, or the character, layer or clip does not exist. After an error, nothing has changed.
    pub fn play(
        &mut self,
        character: Character,
        layer: usize,
        clip: usize,
        options: &PlayOptions,
    ) -> Result<(), PlayError> {
        options.check()?;
        self.state_mut(character, layer)?;
        check_number("clip", clip, self.stage.clips.len())?;
        let playing = Playing::new(clip, self.stage.clips[clip].duration(), options);
        self.change_to(character, layer, Some(playing), options.blend_time)
    }

    /// Fades out a layer of a character within `blend_time` seconds, or removes it immediately if `blend_time` is 0. Then the
    /// pose of the layers below is visible again.
    ///
    /// # Errors
    /// The blend time is negative or not finite, or the character or layer does not exist. After an error, nothing has changed.
    pub fn stop(&mut self, character: Character, layer: usize, blend_time: f32) -> Result<(), PlayError> {
        PlayOptions { blend_time, ..PlayOptions::default() }.check()?;
        self.change_to(character, layer, None, blend_time)
    }

    /// Sets the speed of the clip that a layer of a character plays or fades in, in seconds of the clip per second. A speed of
    /// 0 holds the pose, and a negative speed plays backwards.
    ///
    /// # Errors
    /// The speed is not finite, or the character or layer does not exist. After an error, nothing has changed.
    pub fn set_speed(&mut self, character: Character, layer: usize, time_scale: f32) -> Result<(), PlayError> {
        check_finite("the time scale", time_scale)?;
        self.state_mut(character, layer)?.set_speed(time_scale);
        Ok(())
    }

    /// Sets the weight of a layer of a character, 0 to 1: how much it covers the layers below or, for an additive layer, how
    /// much of it is added. It is multiplied by the layer's mask. The default is 1. The weight does not change when another
    /// clip plays.
    ///
    /// # Errors
    /// The weight is not in the range 0 to 1, or the character or layer does not exist. After an error, nothing has changed.
    pub fn set_weight(&mut self, character: Character, layer: usize, weight: f32) -> Result<(), PlayError> {
        if !(0.0..=1.0).contains(&weight) {
            let (argument, expected) = ("the weight", "a value from 0 to 1");
            return Err(PlayError::InvalidArgument { argument, found: weight, expected });
        }
        self.state_mut(character, layer)?.weight = weight;
        Ok(())
    }

    /// Whether the clip that a layer of a character plays or fades in with [`PlayMode::Once`](crate::PlayMode::Once) has
    /// reached its last pose (the end, or the start if it plays backwards). The layer holds this pose until another clip plays.
    #[must_use]
    pub fn has_finished(&self, character: Character, layer: usize) -> bool {
        self.fader(character, layer).is_some_and(Fader::has_finished)
    }

    /// The number of times that the clip that a layer of a character plays or fades in started again during the last update, in
    /// [`PlayMode::Repeat`](crate::PlayMode::Repeat). It is 0 if the clip did not pass its end, and can be more than 1 after
    /// large steps.
    #[must_use]
    pub fn passes(&self, character: Character, layer: usize) -> u32 {
        self.fader(character, layer).map_or(0, Fader::passes)
    }

    /// The number of the clip that a layer of a character plays or fades in, and the time within the clip in seconds.
    #[must_use]
    pub fn playing(&self, character: Character, layer: usize) -> Option<(usize, f32)> {
        let playing = self.fader(character, layer)?.playing()?;
        Some((playing.clip, playing.clock.time))
    }

    /// The [events](crate::clips::Clip::events) that a layer of a character played in the last update, in order: the events of the clip that
    /// plays or fades in, and of the clip that fades out. A character or layer that does not exist has no events. If a clip was
    /// added during a blend, the outgoing side is a fixed pose, which has no events. Read the events before you play another
    /// clip: the events of the clip that it replaces are lost.
    pub fn events(&self, character: Character, layer: usize) -> impl Iterator<Item = PlayedEvent<'_>> {
        self.fader(character, layer).into_iter().flat_map(|fader| fader.events(&self.stage.clips))
    }

    /// The current state of each layer of a character, with the layer's weight. Empty for a character that does not exist.
    pub(crate) fn layers_shown(&self, character: Character) -> impl Iterator<Item = (LayerShown, f32)> {
        self.states(character).iter().map(|state| (state.fader.shown(), state.weight))
    }

    /// The movement of the character's root by its clips in the last update: the root's pose at the end of the update relative
    /// to its pose at the beginning. `place = place.then(&crowd.movement(character))` moves the character through the world.
    /// The identity for a character that does not exist.
    ///
    /// Clips move the root if they have a [motion](crate::clips::Clip::motion). All other clips keep it in place. Cross-fades mix the
    /// velocities of their clips at each moment, so the sum of all movements does not depend on the lengths of the updates. A
    /// layer covers the movement of the layers below it by its weight and by its mask for the first
    /// bone. Additive layers do not move the root. Call this method before you play another clip, as for
    /// [`events`](Self::events).
    #[must_use]
    pub fn movement(&self, character: Character) -> RigidTransform {
        let moving = self.stage.layers.iter().zip(self.states(character)).filter(|(layer, _)| layer.root > 0.0);
        movement(moving.map(|(layer, state)| state.fader.root_motion(&self.stage.clips, layer.root * state.weight)))
    }

    fn change_to(
        &mut self,
        character: Character,
        layer: usize,
        clip: Option<Playing>,
        blend_time: f32,
    ) -> Result<(), PlayError> {
        let index = self.index(character)?;
        check_number("layer", layer, self.stage.layers.len())?;
        let states = &mut self.actors[index].layers;
        self.stage.change_to(states, layer, clip, blend_time, &mut self.scratches[0]);
        Ok(())
    }

    fn state_mut(&mut self, character: Character, layer: usize) -> Result<&mut LayerState, PlayError> {
        let (index, count) = (self.index(character)?, self.stage.layers.len());
        self.actors[index].layers.get_mut(layer).ok_or(PlayError::NotInCrowd { what: "layer", number: layer, count })
    }

    fn fader(&self, character: Character, layer: usize) -> Option<&Fader> {
        self.states(character).get(layer).map(|state| &state.fader)
    }

    /// What each layer of a character plays. Empty for a character that does not exist.
    fn states(&self, character: Character) -> &[LayerState] {
        self.index(character).map_or(&[], |index| &self.actors[index].layers)
    }
}
