//! [`Crowd`]: clips on many characters of one skeleton.

mod actions;
mod clip;
mod fader;
mod sequence;

use std::sync::Arc;

use rigmill_math::matrix::{self, Matrix};
use thiserror::Error;

pub use actions::{CrowdActions, CrowdActionsError};
pub use clip::PoseClip;
pub use sequence::SequenceClip;

use crate::PlayOptions;
use crate::blocks::fade::{Part, fade, overlay};
use crate::blocks::{CompressedScratch, PoseBlock, PoseToModelJob, Rig, WeightBlock};
use crate::characters::play_options::check_finite;
use crate::error::PlayError;
use fader::{Fader, Outgoing, Playing, Shown};

/// Characters of one skeleton that play clips in layers with cross-fades, by the rules of
/// [`Rules::Standard`](crate::Rules::Standard), with one clock for all bones of a layer. For a clock for each bone, or for
/// [`Rules::RobotGame`](crate::Rules::RobotGame), use [`Players`](crate::Players).
///
/// A pose starts at bind. Each layer is blended onto it by the layer's mask; a layer that plays nothing changes nothing. As with [`AnimationBlender`](crate::characters::AnimationBlender), a clip that comes in mid-blend goes on from the pose
/// shown at that moment. [`play`](Self::play) and [`update`](Self::update) allocate nothing.
#[derive(Clone, Debug)]
pub struct Crowd {
    rig: Arc<Rig>,
    clips: Vec<PoseClip>,
    layers: Vec<Layer>,
    len: usize,
    /// For each character one a layer.
    faders: Vec<Fader>,
    /// For each fader the weight of its layer.
    weights: Vec<f32>,
    /// For each fader the pose that it froze last.
    frozen: Vec<PoseBlock>,
    absolute: Vec<Matrix>,
    scratch: Scratch,
}

#[derive(Clone, Debug)]
struct Layer {
    mask: Vec<WeightBlock>,
    used: Vec<bool>,
}

/// Buffers for the pose of one character, and the poses that it is blended of. Poses are not kept: a thousand of them would
/// not fit the processor's caches.
#[derive(Clone, Debug)]
struct Scratch {
    pose: Vec<PoseBlock>,
    from: Vec<PoseBlock>,
    to: Vec<PoseBlock>,
    all: Vec<WeightBlock>,
    compressed: CompressedScratch,
}

/// Why a crowd cannot be made.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum CrowdError {
    /// A clip is for another skeleton.
    #[error("clip {clip} is for {found} bones, the skeleton has {expected}")]
    ClipBones {
        /// The clip's number.
        clip: usize,
        /// Bones of the clip.
        found: usize,
        /// Bones of the skeleton.
        expected: usize,
    },
    /// The mask of a layer is not as long as the skeleton.
    #[error("the mask of layer {layer} has {found} blocks of eight bones, the skeleton has {expected}")]
    Mask {
        /// The layer's number.
        layer: usize,
        /// Blocks of the mask.
        found: usize,
        /// Blocks of the skeleton.
        expected: usize,
    },
    /// A weight is not in 0 to 1.
    #[error("the mask of layer {layer} has a weight that is not in 0 to 1")]
    Weight {
        /// The layer's number.
        layer: usize,
    },
}

impl Crowd {
    /// `len` characters in their bind pose that play `clips`, by number, in layers that have these masks: the first layer
    /// lowest.
    ///
    /// # Errors
    /// A clip or a mask does not fit the skeleton, or a weight is not in 0 to 1.
    pub fn new(
        rig: Arc<Rig>,
        clips: Vec<PoseClip>,
        layers: Vec<Vec<WeightBlock>>,
        len: usize,
    ) -> Result<Self, CrowdError> {
        check(&rig, &clips, &layers)?;
        let used = |mask: &[WeightBlock]| mask.iter().map(|block| *block != WeightBlock::NONE).collect();
        let layers: Vec<_> = layers.into_iter().map(|mask| Layer { used: used(&mask), mask }).collect();
        let scratch = Scratch {
            pose: rig.bind().into(),
            from: rig.bind().into(),
            to: rig.bind().into(),
            all: vec![WeightBlock::ALL; rig.blocks()],
            compressed: CompressedScratch::new(rig.bones()),
        };
        let mut crowd = Self {
            clips,
            len,
            faders: vec![Fader::default(); len * layers.len()],
            weights: vec![1.0; len * layers.len()],
            frozen: (0..len * layers.len()).flat_map(|_| rig.bind()).copied().collect(),
            absolute: vec![matrix::IDENTITY; len * rig.bones()],
            layers,
            scratch,
            rig,
        };
        crowd.pose_all();
        Ok(crowd)
    }

    /// Plays a clip, by its number, on a layer of a character: immediately if the blend time is 0 or the layer plays nothing
    /// yet, otherwise with a cross-fade.
    ///
    /// # Errors
    /// An option is out of range, or there is no such character, layer or clip. Nothing has changed then.
    pub fn play(
        &mut self,
        character: usize,
        layer: usize,
        clip: usize,
        options: &PlayOptions,
    ) -> Result<(), PlayError> {
        options.check()?;
        let fader = self.fader(character, layer)?;
        check_number("clip", clip, self.clips.len())?;
        let playing = Playing::new(clip, self.clips[clip].duration(), options);
        if options.blend_time != 0.0 {
            self.freeze(character, layer);
        }
        self.faders[fader].change_to(Some(playing), options.blend_time);
        Ok(())
    }

    /// Fades a layer of a character out within `blend_time` seconds, or at once if that is 0: what is below shows again.
    ///
    /// # Errors
    /// The blend time is negative or not finite, or there is no such character or layer. Nothing has changed then.
    pub fn stop(&mut self, character: usize, layer: usize, blend_time: f32) -> Result<(), PlayError> {
        PlayOptions { blend_time, ..PlayOptions::default() }.check()?;
        let fader = self.fader(character, layer)?;
        if blend_time != 0.0 {
            self.freeze(character, layer);
        }
        self.faders[fader].change_to(None, blend_time);
        Ok(())
    }

    /// Sets the speed of the clip that a layer of a character plays or fades in: seconds of the clip a second. 0 holds its
    /// pose, negative speeds play backwards.
    ///
    /// # Errors
    /// The speed is not finite, or there is no such character or layer. Nothing has changed then.
    pub fn set_speed(&mut self, character: usize, layer: usize, time_scale: f32) -> Result<(), PlayError> {
        check_finite("the time scale", time_scale)?;
        let fader = self.fader(character, layer)?;
        self.faders[fader].set_speed(time_scale);
        Ok(())
    }

    /// Sets how much of what is below a layer of a character covers, 0 to 1; its mask counts, too. It is 1 at first, and stays
    /// when the layer's clips change.
    ///
    /// # Errors
    /// The weight is not in 0 to 1, or there is no such character or layer. Nothing has changed then.
    pub fn set_weight(&mut self, character: usize, layer: usize, weight: f32) -> Result<(), PlayError> {
        if !(0.0..=1.0).contains(&weight) {
            let (argument, expected) = ("the weight", "a value from 0 to 1");
            return Err(PlayError::InvalidArgument { argument, found: weight, expected });
        }
        let fader = self.fader(character, layer)?;
        self.weights[fader] = weight;
        Ok(())
    }

    /// Whether the clip that a layer of a character plays or fades in is at the end that it moves towards, in
    /// [`PlayMode::Once`](crate::PlayMode::Once). It holds its pose there until another clip plays.
    #[must_use]
    pub fn has_finished(&self, character: usize, layer: usize) -> bool {
        self.fader(character, layer).is_ok_and(|fader| self.faders[fader].has_finished())
    }

    /// How often the clip that a layer of a character plays or fades in began anew during the last update, in
    /// [`PlayMode::Repeat`](crate::PlayMode::Repeat): 0 while it has not passed its end, more than 1 after large steps.
    #[must_use]
    pub fn passes(&self, character: usize, layer: usize) -> u32 {
        self.fader(character, layer).map_or(0, |fader| self.faders[fader].passes())
    }

    /// The number of the fader of a layer of a character.
    fn fader(&self, character: usize, layer: usize) -> Result<usize, PlayError> {
        check_number("character", character, self.len)?;
        check_number("layer", layer, self.layers.len())?;
        Ok(character * self.layers.len() + layer)
    }

    /// Advances all characters by `dt` seconds.
    ///
    /// # Errors
    /// `dt` is not finite. Nothing has changed then.
    pub fn update(&mut self, dt: f32) -> Result<(), PlayError> {
        check_finite("the time step", dt)?;
        self.faders.iter_mut().for_each(|fader| fader.advance(dt));
        self.pose_all();
        Ok(())
    }

    /// The number of characters.
    #[must_use]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there are no characters.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The skeleton.
    #[must_use]
    pub fn rig(&self) -> &Arc<Rig> {
        &self.rig
    }

    /// A character's pose, relative to the bones' parents, evaluated again; empty for a character that does not exist.
    pub fn pose(&mut self, character: usize) -> &[PoseBlock] {
        if character >= self.len {
            return &[];
        }
        self.make_pose(character, self.layers.len());
        &self.scratch.pose
    }

    /// A character's matrices, relative to the model; empty for a character that does not exist.
    #[must_use]
    pub fn absolute(&self, character: usize) -> &[Matrix] {
        part(&self.absolute, character, self.rig.bones())
    }

    /// The number of the clip that a layer of a character plays or fades in, and the time within it.
    #[must_use]
    pub fn playing(&self, character: usize, layer: usize) -> Option<(usize, f32)> {
        let clip = self.faders[self.fader(character, layer).ok()?].playing()?;
        Some((clip.clip, clip.time))
    }

    /// Stores the current pose of a layer of a character, if it is a fade.
    fn freeze(&mut self, character: usize, layer: usize) {
        let number = character * self.layers.len() + layer;
        let Shown::Fade { from, to, fraction } = self.faders[number].shown() else { return };
        // What a fade out ends with: what is below the layer.
        if to.is_none() {
            self.make_pose(character, layer);
        }
        let Self { rig, clips, layers, frozen, scratch, .. } = self;
        let (used, frozen) = (&layers[layer].used, &mut frozen[number * rig.blocks()..][..rig.blocks()]);
        match from {
            Outgoing::Clip(from) => sample(clips, from, rig, used, &mut scratch.compressed, &mut scratch.from),
            Outgoing::Frozen => scratch.from.copy_from_slice(frozen),
        }
        match to {
            Some(to) => sample(clips, to, rig, used, &mut scratch.compressed, &mut scratch.to),
            None => scratch.to.copy_from_slice(&scratch.pose),
        }
        // Without the mask, which is applied when the pose is shown.
        fade(&scratch.from, &scratch.to, fraction, Part { mask: &scratch.all, used, weight: 1.0 }, frozen);
    }

    fn pose_all(&mut self) {
        for character in 0..self.len {
            self.prefetch(character + 1);
            self.pose_one(character);
        }
    }

    /// Loads what the pose of a character is made of, while another one is computed. Characters are at different times of many
    /// clips, so no processor would guess it.
    fn prefetch(&self, character: usize) {
        let count = self.layers.len();
        for fader in self.faders.get(character * count..).unwrap_or_default().iter().take(count) {
            for playing in fader.shown().clips() {
                self.clips[playing.clip].prefetch(playing.time);
            }
        }
    }

    fn pose_one(&mut self, character: usize) {
        self.make_pose(character, self.layers.len());
        let bones = self.rig.bones();
        let out = &mut self.absolute[character * bones..][..bones];
        let done = PoseToModelJob { rig: &self.rig, pose: &self.scratch.pose, out }.run();
        debug_assert!(done.is_ok(), "the buffers are as long as the skeleton");
    }

    /// Writes a character's pose, as the first `count` layers make it, to the scratch buffers.
    fn make_pose(&mut self, character: usize, count: usize) {
        let (blocks, layers) = (self.rig.blocks(), self.layers.len());
        let Self { rig, clips, scratch, .. } = self;
        let Scratch { pose, from: outgoing, to: incoming, compressed, .. } = scratch;
        pose.copy_from_slice(rig.bind());
        for (number, layer) in self.layers.iter().enumerate().take(count) {
            let number = character * layers + number;
            let frozen = &self.frozen[number * blocks..][..blocks];
            let part = Part { mask: &layer.mask, used: &layer.used, weight: self.weights[number] };
            let used = part.used;
            match self.faders[number].shown() {
                Shown::Nothing => {}
                Shown::Clip(clip) => {
                    sample(clips, clip, rig, used, compressed, incoming);
                    overlay(incoming, part, pose);
                }
                Shown::Fade { from, to, fraction } => {
                    match to {
                        Some(to) => sample(clips, to, rig, used, compressed, incoming),
                        None => incoming.copy_from_slice(pose),
                    }
                    let from = match from {
                        Outgoing::Frozen => frozen,
                        Outgoing::Clip(from) => {
                            sample(clips, from, rig, used, compressed, outgoing);
                            &outgoing[..]
                        }
                    };
                    fade(from, incoming, fraction, part, pose);
                }
            }
        }
    }
}

fn check_number(what: &'static str, number: usize, count: usize) -> Result<(), PlayError> {
    if number < count { Ok(()) } else { Err(PlayError::NotInCrowd { what, number, count }) }
}

fn check(rig: &Rig, clips: &[PoseClip], layers: &[Vec<WeightBlock>]) -> Result<(), CrowdError> {
    let expected = rig.bones();
    for (clip, it) in clips.iter().enumerate() {
        let found = it.bones();
        if found != expected {
            return Err(CrowdError::ClipBones { clip, found, expected });
        }
    }
    for (layer, mask) in layers.iter().enumerate() {
        let (found, expected) = (mask.len(), rig.blocks());
        if found != expected {
            return Err(CrowdError::Mask { layer, found, expected });
        }
        if !mask.iter().flat_map(|block| block.0).all(|weight| (0.0..=1.0).contains(&weight)) {
            return Err(CrowdError::Weight { layer });
        }
    }
    Ok(())
}

/// Samples a clip in the blocks of a layer.
fn sample(
    clips: &[PoseClip],
    playing: Playing,
    rig: &Rig,
    wanted: &[bool],
    scratch: &mut CompressedScratch,
    out: &mut [PoseBlock],
) {
    let done = clips[playing.clip].sample(playing.time, playing.mode, rig.bind(), wanted, scratch, out);
    debug_assert!(done.is_ok(), "the buffers are as long as the skeleton");
}

/// Part number `number` of parts of `length`.
fn part<T>(all: &[T], number: usize, length: usize) -> &[T] {
    let first = number.checked_mul(length);
    first.and_then(|first| all.get(first..)?.get(..length)).unwrap_or_default()
}
