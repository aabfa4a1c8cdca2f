//! [`Crowd`]: clips on many characters of one skeleton at once.

mod actions;
mod clip;
mod fader;

use std::sync::Arc;

use thiserror::Error;

pub use actions::CrowdActions;
pub use clip::PoseClip;

use crate::blender::{check_finite, check_options};
use crate::pose::fade::{Part, fade, overlay};
use crate::{CompressedScratch, PlayError, PlayOptions, PoseBlock, PoseToModelJob, Rig, WeightBlock};
use fader::{Fader, Outgoing, Playing, Shown};
use rigmill_math::matrix::{self, Matrix};

/// Characters of one skeleton that play clips, each in layers, each layer with cross-fades; by the rules of
/// [`Rules::Standard`](crate::Rules::Standard), with one clock for all bones of a layer. Where bones need clocks of their own, or
/// [`Rules::RobotGame`](crate::Rules::RobotGame), there are [`Players`](crate::Players).
///
/// A pose starts at bind. Layer by layer, bones take what the layer shows by the layer's mask; a layer that plays nothing
/// changes nothing. As with [`AnimationBlender`](crate::AnimationBlender), a clip that comes in mid-blend goes on from the pose
/// shown at that moment. [`play`](Self::play) and [`update`](Self::update) allocate nothing.
#[derive(Clone, Debug)]
pub struct Crowd {
    rig: Arc<Rig>,
    clips: Vec<PoseClip>,
    layers: Vec<Layer>,
    len: usize,
    /// For each character one a layer.
    faders: Vec<Fader>,
    /// For each fader the pose that it froze last.
    frozen: Vec<PoseBlock>,
    absolute: Vec<Matrix>,
    room: Room,
}

#[derive(Clone, Debug)]
struct Layer {
    mask: Vec<WeightBlock>,
    used: Vec<bool>,
}

/// Room for the pose of one character, and those that make it up. Poses are not kept: a thousand of them would push one
/// another out of the processor's caches.
#[derive(Clone, Debug)]
struct Room {
    pose: Vec<PoseBlock>,
    from: Vec<PoseBlock>,
    to: Vec<PoseBlock>,
    all: Vec<WeightBlock>,
    scratch: CompressedScratch,
}

/// Why there can be no such crowd.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum CrowdError {
    /// A clip for another skeleton.
    #[error("clip {clip} is for {found} bones, the skeleton has {expected}")]
    ClipBones {
        /// The clip's number.
        clip: usize,
        /// Bones of the clip.
        found: usize,
        /// Bones of the skeleton.
        expected: usize,
    },
    /// A layer whose mask is not as long as the skeleton.
    #[error("the mask of layer {layer} has {found} blocks of eight bones, the skeleton has {expected}")]
    Mask {
        /// The layer's number.
        layer: usize,
        /// Blocks of the mask.
        found: usize,
        /// Blocks of the skeleton.
        expected: usize,
    },
    /// A weight outside of 0 to 1.
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
        let room = Room {
            pose: rig.bind().into(),
            from: rig.bind().into(),
            to: rig.bind().into(),
            all: vec![WeightBlock::ALL; rig.blocks()],
            scratch: CompressedScratch::new(rig.bones()),
        };
        let mut crowd = Self {
            clips,
            len,
            faders: vec![Fader::default(); len * layers.len()],
            frozen: (0..len * layers.len()).flat_map(|_| rig.bind()).copied().collect(),
            absolute: vec![matrix::IDENTITY; len * rig.bones()],
            layers,
            room,
            rig,
        };
        crowd.pose_all();
        Ok(crowd)
    }

    /// Plays a clip, by its number, on a layer of a character: at once where the blend time is 0 or the layer plays nothing
    /// yet, else by cross-fade.
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
        check_options(options)?;
        check_number("character", character, self.len)?;
        check_number("layer", layer, self.layers.len())?;
        check_number("clip", clip, self.clips.len())?;
        let playing = Playing::new(clip, self.clips[clip].duration(), options);
        if options.blend_time != 0.0 {
            self.freeze(character, layer);
        }
        self.faders[character * self.layers.len() + layer].play(playing, options.blend_time);
        Ok(())
    }

    /// Moves all characters on by `dt` seconds.
    ///
    /// # Errors
    /// `dt` is not finite. Nothing has changed then.
    pub fn update(&mut self, dt: f32) -> Result<(), PlayError> {
        check_finite("the time step", dt)?;
        self.faders.iter_mut().for_each(|fader| fader.advance(dt));
        self.pose_all();
        Ok(())
    }

    /// How many characters there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The skeleton.
    #[must_use]
    pub fn rig(&self) -> &Arc<Rig> {
        &self.rig
    }

    /// A character's pose, relative to the bones' parents, made anew; empty for a character that does not exist.
    pub fn pose(&mut self, character: usize) -> &[PoseBlock] {
        if character >= self.len {
            return &[];
        }
        self.make_pose(character);
        &self.room.pose
    }

    /// A character's matrices, relative to the model; none for a character that does not exist.
    #[must_use]
    pub fn absolute(&self, character: usize) -> &[Matrix] {
        part(&self.absolute, character, self.rig.bones())
    }

    /// The number of the clip that a layer of a character plays, or that comes in, and the time within it.
    #[must_use]
    pub fn playing(&self, character: usize, layer: usize) -> Option<(usize, f32)> {
        if layer >= self.layers.len() {
            return None;
        }
        match self.faders.get(character.checked_mul(self.layers.len())? + layer)?.shown() {
            Shown::Nothing => None,
            Shown::Clip(it) | Shown::Fade { to: it, .. } => Some((it.clip, it.time)),
        }
    }

    /// Keeps what a layer of a character shows, if that is a fade.
    fn freeze(&mut self, character: usize, layer: usize) {
        let number = character * self.layers.len() + layer;
        let Shown::Fade { from, to, fraction } = self.faders[number].shown() else { return };
        let Self { rig, clips, layers, frozen, room, .. } = self;
        let (used, frozen) = (&layers[layer].used, &mut frozen[number * rig.blocks()..][..rig.blocks()]);
        match from {
            Outgoing::Clip(from) => sample(clips, from, rig, used, &mut room.scratch, &mut room.from),
            Outgoing::Frozen => room.from.copy_from_slice(frozen),
        }
        sample(clips, to, rig, used, &mut room.scratch, &mut room.to);
        // Wholly: the mask comes when it is shown.
        fade(&room.from, &room.to, fraction, Part { mask: &room.all, used }, frozen);
    }

    fn pose_all(&mut self) {
        for character in 0..self.len {
            self.pose_one(character);
        }
    }

    fn pose_one(&mut self, character: usize) {
        self.make_pose(character);
        let bones = self.rig.bones();
        let out = &mut self.absolute[character * bones..][..bones];
        let done = PoseToModelJob { rig: &self.rig, pose: &self.room.pose, out }.run();
        debug_assert!(done.is_ok(), "the buffers are as long as the skeleton");
    }

    /// Puts a character's pose into the room for it.
    fn make_pose(&mut self, character: usize) {
        let (blocks, layers) = (self.rig.blocks(), self.layers.len());
        let Self { rig, clips, room, .. } = self;
        let Room { pose, from: outgoing, to: incoming, scratch, .. } = room;
        pose.copy_from_slice(rig.bind());
        for (number, layer) in self.layers.iter().enumerate() {
            let number = character * layers + number;
            let frozen = &self.frozen[number * blocks..][..blocks];
            let Layer { mask, used } = layer;
            match self.faders[number].shown() {
                Shown::Nothing => {}
                Shown::Clip(clip) => {
                    sample(clips, clip, rig, used, scratch, incoming);
                    overlay(incoming, Part { mask, used }, pose);
                }
                Shown::Fade { from, to, fraction } => {
                    sample(clips, to, rig, used, scratch, incoming);
                    let from = match from {
                        Outgoing::Frozen => frozen,
                        Outgoing::Clip(from) => {
                            sample(clips, from, rig, used, scratch, outgoing);
                            &outgoing[..]
                        }
                    };
                    fade(from, incoming, fraction, Part { mask, used }, pose);
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

/// The pose of a clip in the blocks that a layer has.
fn sample(
    clips: &[PoseClip],
    playing: Playing,
    rig: &Rig,
    wanted: &[bool],
    scratch: &mut CompressedScratch,
    out: &mut [PoseBlock],
) {
    let done = clips[playing.clip].sample(playing.time, rig.bind(), wanted, scratch, out);
    debug_assert!(done.is_ok(), "the buffers are as long as the skeleton");
}

/// Part number `number` of parts of `length`.
fn part<T>(all: &[T], number: usize, length: usize) -> &[T] {
    let first = number.checked_mul(length);
    first.and_then(|first| all.get(first..)?.get(..length)).unwrap_or_default()
}
