//! Which channels move, and which of them keep one value.

use rigmill_format::Transform;
use rigmill_format::compressed_clip::{Channel, SEGMENT_FRAMES, BASE_ROTATIONS};

use super::maths::{Quaternion, conjugate, dot, dot4, multiply};
use super::source::SourceClip;

/// What becomes of a channel of a bone.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Fate {
    /// It stays at bind.
    Bind,
    /// It stays as it is at the first frame.
    Constant,
    /// The number of its track.
    Animated(usize),
}

/// A track before it has keys.
#[derive(Clone, Debug)]
pub(super) struct Planned {
    pub(super) bone: usize,
    pub(super) channel: Channel,
    pub(super) turns: Vec<u8>,
}

/// What becomes of every channel.
pub(super) struct Plan {
    /// For each bone rotation, translation, scale.
    pub(super) fates: Vec<[Fate; 3]>,
    /// In the order of a file.
    pub(super) tracks: Vec<Planned>,
}

/// How far a channel may be from a constant and still be one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Still<'a> {
    /// The part of a bone's error.
    pub(super) part: f32,
    /// The errors of bones.
    pub(super) errors: &'a [f32],
    /// Their shells.
    pub(super) shells: &'a [f32],
}

impl Plan {
    /// Decides for each channel of each bone.
    pub(super) fn of(clip: &SourceClip, still: &Still<'_>) -> Self {
        let reaches = reaches(clip, still.shells);
        // What is off at a bone is off at all below it.
        let least = still.errors.iter().fold(f32::INFINITY, |least, error| least.min(*error));
        let limit = least * still.part;
        let mut plan = Self { fates: vec![[Fate::Bind; 3]; clip.bones.len()], tracks: Vec::new() };
        for (bone, channel) in Self::order(clip.bones.len()) {
            plan.fates[bone][channel as usize] = plan.decide(clip, bone, channel, reaches[bone], limit);
        }
        plan
    }

    /// Channels of bones in the order of a file.
    pub(super) fn order(bones: usize) -> impl Iterator<Item = (usize, Channel)> {
        Channel::ALL.into_iter().flat_map(move |channel| (0..bones).map(move |bone| (bone, channel)))
    }

    fn decide(&mut self, clip: &SourceClip, bone: usize, channel: Channel, reach: f32, limit: f32) -> Fate {
        let within = |value: &Transform| {
            (0..clip.frames()).all(|frame| distance(&clip.pose(frame)[bone], value, channel, reach) <= limit)
        };
        if within(&clip.bones[bone].bind) {
            return Fate::Bind;
        }
        if within(&clip.pose(0)[bone]) {
            return Fate::Constant;
        }
        let turns = match channel {
            Channel::Rotation => turns(clip, bone),
            Channel::Translation | Channel::Scale => vec![0; clip.frames().div_ceil(SEGMENT_FRAMES)],
        };
        self.tracks.push(Planned { bone, channel, turns });
        Fate::Animated(self.tracks.len() - 1)
    }
}

/// For each bone how far from it the furthest shell below it can be.
fn reaches(clip: &SourceClip, shells: &[f32]) -> Vec<f32> {
    let mut reaches = shells.to_vec();
    for (bone, local) in clip.pose(0).iter().enumerate().rev() {
        if let Some(parent) = clip.bones[bone].parent {
            let arm = dot(local.translation, local.translation).sqrt();
            reaches[parent] = reaches[parent].max(reaches[bone] + arm);
        }
    }
    reaches
}

/// By how much the difference moves what hangs on the bone, metres.
fn distance(a: &Transform, b: &Transform, channel: Channel, reach: f32) -> f32 {
    let most = |a: &[f32; 3], b: &[f32; 3]| (0..3).fold(0.0_f32, |most, i| most.max((a[i] - b[i]).abs()));
    match channel {
        Channel::Rotation => {
            let sign = if dot4(a.rotation, b.rotation) < 0.0 { -1.0 } else { 1.0 };
            let square: f32 = (0..4).map(|i| a.rotation[i] - sign * b.rotation[i]).map(|off| off * off).sum();
            2.0 * square.sqrt() * reach
        }
        Channel::Translation => most(&a.translation, &b.translation),
        Channel::Scale => most(&a.scale, &b.scale) * reach,
    }
}

/// For each segment the turn with which `w` stays large.
fn turns(clip: &SourceClip, bone: usize) -> Vec<u8> {
    let bind = conjugate(clip.bones[bone].bind.rotation);
    let keys: Vec<Quaternion> =
        (0..clip.frames()).map(|frame| multiply(bind, clip.pose(frame)[bone].rotation)).collect();
    let worst = |keys: &[Quaternion], turn: Quaternion| {
        keys.iter().fold(f32::INFINITY, |worst, &key| worst.min(dot4(key, turn).abs()))
    };
    let choose = |keys: &[Quaternion]| {
        if worst(keys, BASE_ROTATIONS[0]) >= 0.4 {
            return 0;
        }
        let mut best = (0_u8, f32::NEG_INFINITY);
        for (number, &turn) in (0_u8..).zip(&BASE_ROTATIONS) {
            let worst = worst(keys, turn);
            if worst > best.1 {
                best = (number, worst);
            }
        }
        best.0
    };
    keys.chunks(SEGMENT_FRAMES).map(choose).collect()
}
