//! [`Crowd`]: many characters of one skeleton that play clips.

mod actions;
mod character;
mod chunk;
mod groups;
mod layer;
mod layer_pose;
mod older;
mod stage;
mod states;

use std::sync::Arc;

use rigmill_format::RigidTransform;
use rigmill_math::matrix::Matrix;
use thiserror::Error;

pub use actions::{CrowdActions, CrowdActionsError};
pub use character::Character;
pub use chunk::CrowdChunk;
pub use layer::CrowdLayer;
pub(super) use layer_pose::LayerPose;

use crate::PlayOptions;
use crate::blocks::{PoseBlock, Rig, WeightBlock};
use crate::characters::fader::{LayerShown, Playing};
use crate::characters::play_options::check_finite;
use crate::characters::root_motion::movement;
use crate::clips::{Clip, PlayedEvent};
use crate::content::Skeleton;
use crate::error::PlayError;
use crate::layers::PoseLayer;
use character::Characters;
use layer::Layer;
use stage::{Scratch, Stage};
use states::{States, swap_remove_part};

/// Characters of one skeleton that play clips in layers with cross-fades, by the rules of
/// [`Rules::Standard`](crate::Rules::Standard), with one clock for all bones that a clip moves. If you need a clock for each
/// bone, or [`Rules::RobotGame`](crate::Rules::RobotGame), use [`Players`](crate::Players).
///
/// A pose starts as the bind pose. Each layer is blended onto it with the layer's mask. A layer that plays no clip
/// changes nothing. Bones of the layer that a clip does not move continue with the clips that moved them before. As with [`AnimationBlender`](crate::characters::AnimationBlender), a clip that comes in during a
/// blend continues from the pose at that moment. A character's own [`PoseLayer`]s come last.
///
/// [`play`](Self::play) and [`update`](Self::update) allocate no memory. [`add`](Self::add) allocates no memory for
/// characters that were [reserved](Self::reserve).
///
/// ```no_run
/// use rigmill_runtime::Content;
/// use rigmill_runtime::characters::CrowdActions;
///
/// let content = Content::open("build/native")?;
/// let actions = CrowdActions::load(&content, "Animation/Players/Grund/Grund.actions")?;
/// let mut crowd = actions.crowd(100)?;
/// for character in crowd.characters().to_vec() {
///     actions.play(&mut crowd, character, "lower", "Walk")?;
/// }
/// crowd.update(1.0 / 60.0)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Crowd {
    stage: Stage,
    characters: Characters,
    members: Vec<Member>,
    states: States,
    absolute: Vec<Matrix>,
    /// The matrices of the bind pose.
    bind: Vec<Matrix>,
    /// The buffers of each chunk.
    scratches: Vec<Scratch>,
}

/// The state of a character apart from its clips.
#[derive(Clone, Debug)]
struct Member {
    detail: usize,
    /// The number of updates per pose.
    interval: u32,
    /// The number of updates until the next pose.
    left: u32,
    /// The time since the last pose, in seconds.
    waited: f32,
    layers: Vec<Box<dyn PoseLayer>>,
}

impl Member {
    fn new() -> Self {
        Self { detail: 0, interval: 1, left: 0, waited: 0.0, layers: Vec::new() }
    }

    /// Advances by one update, and returns whether a pose is due.
    fn is_due(&mut self, dt: f32) -> bool {
        self.waited += dt;
        let is_due = self.left == 0;
        self.left = if is_due { self.interval - 1 } else { self.left - 1 };
        is_due
    }
}

/// An error that prevents creating a crowd.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum CrowdError {
    /// A clip does not fit the skeleton.
    #[error("clip {clip}: {source}")]
    Clip {
        /// The clip's number.
        clip: usize,
        /// The cause.
        source: PlayError,
    },
    /// The mask of a layer is not as long as the skeleton.
    #[error("the mask of layer {layer} has {found} blocks of eight bones, but the skeleton has {expected}")]
    Mask {
        /// The layer's number.
        layer: usize,
        /// The number of blocks of the mask.
        found: usize,
        /// The number of blocks of the skeleton.
        expected: usize,
    },
    /// A weight is not in the range 0 to 1.
    #[error("the mask of layer {layer} has a weight outside the range 0 to 1")]
    Weight {
        /// The layer's number.
        layer: usize,
    },
}

impl Crowd {
    /// Creates `len` characters in their bind pose. They play `clips`, identified by number, in these layers, of which the
    /// first is the lowest. Each layer is a [`CrowdLayer`], or only its mask.
    ///
    /// # Errors
    /// A clip or a mask does not fit the skeleton, or a weight is not in the range 0 to 1.
    pub fn new<L: Into<CrowdLayer>>(
        skeleton: &Arc<Skeleton>,
        clips: Vec<Clip>,
        layers: impl IntoIterator<Item = L>,
        len: usize,
    ) -> Result<Self, CrowdError> {
        let rig = Rig::new(&skeleton.view());
        let layers: Vec<CrowdLayer> = layers.into_iter().map(Into::into).collect();
        check(&rig, &clips, &layers)?;
        let layers = layers.into_iter().map(|layer| Layer::new(layer, &rig, &clips)).collect();
        let stage = Stage::new(skeleton, rig, clips, layers);
        let mut scratch = stage.scratch();
        let mut bind = vec![rigmill_math::matrix::IDENTITY; stage.rig.bones()];
        stage.show(&mut [], 0.0, &mut scratch, &mut bind);
        let mut crowd = Self {
            stage,
            bind,
            characters: Characters::new(),
            members: Vec::new(),
            states: States::default(),
            absolute: Vec::new(),
            scratches: vec![scratch],
        };
        crowd.reserve(len);
        for _ in 0..len {
            crowd.add();
        }
        Ok(crowd)
    }

    /// Adds a character in its bind pose.
    pub fn add(&mut self) -> Character {
        let character = self.characters.add();
        self.members.push(Member::new());
        self.states.resize(&self.stage, self.characters.len());
        self.absolute.extend_from_slice(&self.bind);
        character
    }

    /// Removes a character. Its handle becomes invalid. All other handles stay valid.
    ///
    /// # Errors
    /// The character does not exist.
    pub fn remove(&mut self, character: Character) -> Result<(), PlayError> {
        let index = self.index(character)?;
        self.characters.remove(index);
        self.members.swap_remove(index);
        self.states.remove(&self.stage, index);
        swap_remove_part(&mut self.absolute, index, self.stage.rig.bones());
        Ok(())
    }

    /// Reserves memory for `more` characters, so that adding them does not allocate.
    pub fn reserve(&mut self, more: usize) {
        self.characters.reserve(more);
        self.members.reserve(more);
        self.states.reserve(&self.stage, more);
        self.absolute.reserve(more * self.stage.rig.bones());
    }

    /// The handles of all characters, in the order of [`matrices`](Self::matrices).
    #[must_use]
    pub fn characters(&self) -> &[Character] {
        self.characters.handles()
    }

    /// Whether a character exists, which means that it was not removed.
    #[must_use]
    pub fn contains(&self, character: Character) -> bool {
        self.characters.index(character).is_some()
    }

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
        let fader = self.fader(character, layer)?;
        check_number("clip", clip, self.stage.clips.len())?;
        let playing = Playing::new(clip, self.stage.clips[clip].duration(), options);
        self.change_to(fader, Some(playing), options.blend_time);
        Ok(())
    }

    /// Fades out a layer of a character within `blend_time` seconds, or removes it immediately if `blend_time` is 0. Then the
    /// pose of the layers below is visible again.
    ///
    /// # Errors
    /// The blend time is negative or not finite, or the character or layer does not exist. After an error, nothing has changed.
    pub fn stop(&mut self, character: Character, layer: usize, blend_time: f32) -> Result<(), PlayError> {
        PlayOptions { blend_time, ..PlayOptions::default() }.check()?;
        let fader = self.fader(character, layer)?;
        self.change_to(fader, None, blend_time);
        Ok(())
    }

    /// Sets the speed of the clip that a layer of a character plays or fades in, in seconds of the clip per second. A speed of
    /// 0 holds the pose, and a negative speed plays backwards.
    ///
    /// # Errors
    /// The speed is not finite, or the character or layer does not exist. After an error, nothing has changed.
    pub fn set_speed(&mut self, character: Character, layer: usize, time_scale: f32) -> Result<(), PlayError> {
        check_finite("the time scale", time_scale)?;
        let fader = self.fader(character, layer)?;
        self.states.set_speed(&self.stage, fader, time_scale);
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
        let fader = self.fader(character, layer)?;
        self.states.weights[fader] = weight;
        Ok(())
    }

    /// Whether the clip that a layer of a character plays or fades in with [`PlayMode::Once`](crate::PlayMode::Once) has
    /// reached its last pose (the end, or the start if it plays backwards). The layer holds this pose until another clip plays.
    #[must_use]
    pub fn has_finished(&self, character: Character, layer: usize) -> bool {
        self.fader(character, layer).is_ok_and(|fader| self.states.faders[fader].has_finished())
    }

    /// The number of times that the clip that a layer of a character plays or fades in started again during the last update, in
    /// [`PlayMode::Repeat`](crate::PlayMode::Repeat). It is 0 if the clip did not pass its end, and can be more than 1 after
    /// large steps.
    #[must_use]
    pub fn passes(&self, character: Character, layer: usize) -> u32 {
        self.fader(character, layer).map_or(0, |fader| self.states.faders[fader].passes())
    }

    /// The number of the clip that a layer of a character plays or fades in, and the time within the clip in seconds.
    #[must_use]
    pub fn playing(&self, character: Character, layer: usize) -> Option<(usize, f32)> {
        let clip = self.states.faders[self.fader(character, layer).ok()?].playing()?;
        Some((clip.clip, clip.time))
    }

    /// The [events](Clip::events) that a layer of a character played in the last update, in order: the events of the clip that
    /// plays or fades in, and of the clip that fades out. A character or layer that does not exist has no events. If a clip was
    /// added during a blend, the outgoing side is a fixed pose, which has no events. Read the events before you play another
    /// clip: the events of the clip that it replaces are lost.
    pub fn events(&self, character: Character, layer: usize) -> impl Iterator<Item = PlayedEvent<'_>> {
        let fader = self.fader(character, layer).ok();
        fader.into_iter().flat_map(|fader| self.states.faders[fader].events(&self.stage.clips))
    }

    /// The current state of each layer of a character, with the layer's weight. Empty for a character that does not exist.
    pub(crate) fn layers_shown(&self, character: Character) -> impl Iterator<Item = (LayerShown, f32)> {
        let layers = self.stage.layers.len();
        let first = self.index(character).map(|index| index * layers).ok();
        let of_character = first.into_iter().flat_map(move |first| first..first + layers);
        of_character.map(|fader| (self.states.faders[fader].shown().into(), self.states.weights[fader]))
    }

    /// The movement of the character's root by its clips in the last update: the root's pose at the end of the update relative
    /// to its pose at the beginning. `place = place.then(&crowd.movement(character))` moves the character through the world.
    /// The identity for a character that does not exist.
    ///
    /// Clips move the root if they have a [motion](Clip::motion). All other clips keep it in place. Cross-fades mix the
    /// velocities of their clips at each moment, so the sum of all movements does not depend on the lengths of the updates. A
    /// layer covers the movement of the layers below it by its weight and by its mask for the first
    /// bone. Additive layers do not move the root. Call this method before you play another clip, as for
    /// [`events`](Self::events).
    #[must_use]
    pub fn movement(&self, character: Character) -> RigidTransform {
        let Ok(index) = self.index(character) else { return RigidTransform::IDENTITY };
        let first = index * self.stage.layers.len();
        let layers = self.stage.layers.iter().zip(&self.states.faders[first..]).zip(&self.states.weights[first..]);
        let moving = layers.filter(|((layer, _), _)| layer.root > 0.0);
        movement(moving.map(|((layer, fader), weight)| fader.root_motion(&self.stage.clips, layer.root * weight)))
    }

    /// Adds a layer that changes the character's pose after its clips and after its existing pose layers, such as a
    /// [`Breath`](crate::layers::Breath). It takes effect with the next update.
    ///
    /// # Errors
    /// The character does not exist.
    pub fn add_layer(&mut self, character: Character, layer: impl PoseLayer + 'static) -> Result<(), PlayError> {
        let index = self.index(character)?;
        self.members[index].layers.push(Box::new(layer));
        Ok(())
    }

    /// A character's pose layers of type `L`, in the order in which they are applied, for changing them.
    pub fn layers_mut<L: PoseLayer>(&mut self, character: Character) -> impl Iterator<Item = &mut L> {
        let index = self.characters.index(character);
        let member = index.and_then(|index| self.members.get_mut(index));
        member.into_iter().flat_map(|member| &mut member.layers).filter_map(crate::layers::downcast)
    }

    /// Adds a level of detail that shows only these bones, and returns the level's number. Level 0 shows all bones. Clips are
    /// evaluated in blocks of eight bones, so a level saves time only if it omits whole blocks. The omitted bones keep their
    /// local bind pose.
    pub fn add_detail(&mut self, bones: impl IntoIterator<Item = usize>) -> usize {
        let mut shown = vec![false; self.stage.rig.blocks()];
        for bone in bones {
            if let Some(block) = shown.get_mut(bone / 8) {
                *block = true;
            }
        }
        self.stage.layers.iter_mut().for_each(|layer| layer.add_detail(&shown));
        self.stage.details += 1;
        self.stage.details - 1
    }

    /// Sets the level of detail of a character.
    ///
    /// # Errors
    /// The character or level does not exist.
    pub fn set_detail(&mut self, character: Character, detail: usize) -> Result<(), PlayError> {
        let index = self.index(character)?;
        check_number("level of detail", detail, self.stage.details)?;
        self.members[index].detail = detail;
        Ok(())
    }

    /// Sets the number of updates per pose of a character. The default is 1: each update computes the pose. With a higher
    /// `interval`, only every `interval`th update computes it. Characters with the same interval take turns, so the first pose
    /// comes within `interval` updates. The interval does not change the character's clocks, root motion and events.
    ///
    /// # Errors
    /// The character does not exist.
    pub fn set_update_interval(&mut self, character: Character, interval: u32) -> Result<(), PlayError> {
        let index = self.index(character)?;
        let member = &mut self.members[index];
        member.interval = interval.max(1);
        // Characters with the same interval take turns.
        #[expect(clippy::cast_possible_truncation, reason = "a remainder of a number of 32 bits")]
        let turn = (index as u64 % u64::from(member.interval)) as u32;
        member.left = turn;
        Ok(())
    }

    /// Advances all characters by `dt` seconds.
    ///
    /// # Errors
    /// `dt` is not finite. Nothing has changed then.
    pub fn update(&mut self, dt: f32) -> Result<(), PlayError> {
        check_finite("the time step", dt)?;
        self.chunks(1).try_for_each(|mut chunk| chunk.update(dt))
    }

    /// Splits the crowd into about `count` parts of equal size, so that each part can be updated on one of the game's own
    /// threads. The result is the same for any number of parts. Allocates buffers if there are more parts than ever before.
    ///
    /// ```no_run
    /// # fn update(crowd: &mut rigmill_runtime::Crowd) {
    /// std::thread::scope(|scope| {
    ///     for mut chunk in crowd.chunks(4) {
    ///         scope.spawn(move || chunk.update(1.0 / 60.0));
    ///     }
    /// });
    /// # }
    /// ```
    pub fn chunks(&mut self, count: usize) -> impl Iterator<Item = CrowdChunk<'_>> {
        let (layers, blocks, bones) = (self.stage.layers.len(), self.stage.rig.blocks(), self.stage.rig.bones());
        let size = self.members.len().div_ceil(count.max(1)).max(1);
        let count = self.members.len().div_ceil(size);
        while self.scratches.len() < count {
            self.scratches.push(self.stage.scratch());
        }
        let States { faders, weights, frozen, older, leaders } = &mut self.states;
        let (mut faders, mut weights, mut frozen) = (&mut faders[..], &weights[..], &frozen[..]);
        let (mut older, mut leaders) = (&mut older[..], &mut leaders[..]);
        let groups = self.stage.all_groups();
        let mut absolute = &mut self.absolute[..];
        let stage = &self.stage;
        self.members.chunks_mut(size).zip(&mut self.scratches).map(move |(members, scratch)| {
            let own = members.len() * layers;
            CrowdChunk {
                stage,
                faders: faders.split_off_mut(..own).unwrap_or_default(),
                weights: weights.split_off(..own).unwrap_or_default(),
                frozen: frozen.split_off(..own * blocks).unwrap_or_default(),
                older: older.split_off_mut(..members.len() * groups).unwrap_or_default(),
                leaders: leaders.split_off_mut(..members.len() * groups).unwrap_or_default(),
                absolute: absolute.split_off_mut(..members.len() * bones).unwrap_or_default(),
                members,
                scratch,
            }
        })
    }

    /// Like [`update`](Self::update), on the threads of the current rayon pool.
    ///
    /// # Errors
    /// Same as [`update`](Self::update).
    #[cfg(feature = "rayon")]
    pub fn update_in_parallel(&mut self, dt: f32) -> Result<(), PlayError> {
        check_finite("the time step", dt)?;
        // More parts than threads, so that no thread runs out of work early.
        let parts = 4 * rayon::current_num_threads();
        rayon::scope(|scope| {
            for mut chunk in self.chunks(parts) {
                scope.spawn(move |_| drop(chunk.update(dt)));
            }
        });
        Ok(())
    }

    /// The number of characters.
    #[must_use]
    pub fn len(&self) -> usize {
        self.characters.len()
    }

    /// Whether there are no characters.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The skeleton for poses in blocks.
    #[must_use]
    pub fn rig(&self) -> &Arc<Rig> {
        &self.stage.rig
    }

    /// The clips. Their indices are the clip numbers.
    #[must_use]
    pub fn clips(&self) -> &[Clip] {
        &self.stage.clips
    }

    /// Evaluates a character's local pose again, without its own pose layers. Empty for a character that does not exist.
    pub fn pose(&mut self, character: Character) -> &[PoseBlock] {
        let Some(index) = self.characters.index(character) else { return &[] };
        let [scratch, ..] = &mut self.scratches[..] else { return &[] };
        let showing = self.states.showing(&self.stage, index, self.members[index].detail);
        self.stage.make_pose(&showing, self.stage.layers.len(), scratch);
        &scratch.pose
    }

    /// The model-space matrices of a character. Empty for a character that does not exist.
    #[must_use]
    pub fn absolute(&self, character: Character) -> &[Matrix] {
        let bones = self.stage.rig.bones();
        self.characters.index(character).map_or(&[], |index| &self.absolute[index * bones..][..bones])
    }

    /// The model-space matrices of all characters, one character after another.
    #[must_use]
    pub fn matrices(&self) -> &[Matrix] {
        &self.absolute
    }

    fn change_to(&mut self, fader: usize, clip: Option<Playing>, blend_time: f32) {
        self.states.change_to(&self.stage, fader, clip, blend_time, self.scratches.first_mut());
    }

    /// The index of the fader of a layer of a character.
    fn fader(&self, character: Character, layer: usize) -> Result<usize, PlayError> {
        let index = self.index(character)?;
        check_number("layer", layer, self.stage.layers.len())?;
        Ok(index * self.stage.layers.len() + layer)
    }

    fn index(&self, character: Character) -> Result<usize, PlayError> {
        self.characters.index(character).ok_or(PlayError::NoCharacter)
    }
}

fn check_number(what: &'static str, number: usize, count: usize) -> Result<(), PlayError> {
    if number < count { Ok(()) } else { Err(PlayError::NotInCrowd { what, number, count }) }
}

fn check(rig: &Rig, clips: &[Clip], layers: &[CrowdLayer]) -> Result<(), CrowdError> {
    for (clip, it) in clips.iter().enumerate() {
        it.check(rig.bones()).map_err(|source| CrowdError::Clip { clip, source })?;
    }
    for (layer, CrowdLayer { mask, .. }) in layers.iter().enumerate() {
        let (found, expected) = (mask.len(), rig.blocks());
        if found != expected {
            return Err(CrowdError::Mask { layer, found, expected });
        }
        if !mask.iter().flat_map(|block: &WeightBlock| block.0).all(|weight| (0.0..=1.0).contains(&weight)) {
            return Err(CrowdError::Weight { layer });
        }
    }
    Ok(())
}
