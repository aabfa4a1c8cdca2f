//! Decides which channels are animated, and which keep a single value.

use rigmill_format::Transform;
use rigmill_format::compressed_clip::{BASE_ROTATIONS, Channel, SEGMENT_FRAMES};
use rigmill_math::quaternion::{conjugate, multiply};
use rigmill_math::vector::{dot, length, subtract};

use super::source::SourceClip;
use crate::clips::interpolation::nearer;

/// How a channel of a bone is stored.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum TrackKind {
    /// Not stored: the channel keeps the bind pose.
    Bind,
    /// Stored as a single value, from the first frame.
    Constant,
    /// Stored as the track with this index.
    Animated(usize),
}

/// A track that does not have keys yet.
#[derive(Clone, Debug)]
pub(super) struct Planned {
    pub(super) bone: usize,
    pub(super) channel: Channel,
    pub(super) turns: Vec<u8>,
}

/// How every channel of a clip is stored.
pub(super) struct Plan {
    /// The kinds of each bone's rotation, translation and scale.
    pub(super) kinds: Vec<[TrackKind; 3]>,
    /// The tracks, in the order of the file.
    pub(super) tracks: Vec<Planned>,
}

/// How much a channel may vary and still count as constant.
#[derive(Clone, Copy, Debug)]
pub(super) struct Still<'a> {
    /// The allowed fraction of a bone's error bound.
    pub(super) part: f32,
    /// The error bound of each bone.
    pub(super) errors: &'a [f32],
    /// The shell of each bone.
    pub(super) shells: &'a [f32],
}

impl Plan {
    /// Decides how each channel of each bone is stored.
    pub(super) fn new(clip: &SourceClip, still: &Still<'_>) -> Self {
        let reaches = reaches(clip, still.shells);
        // The error of a bone also moves all bones below it.
        let least = still.errors.iter().fold(f32::INFINITY, |least, error| least.min(*error));
        let limit = least * still.part;
        let mut plan = Self { kinds: vec![[TrackKind::Bind; 3]; clip.bones.len()], tracks: Vec::new() };
        for (bone, channel) in Self::order(clip.bones.len()) {
            plan.kinds[bone][channel as usize] = plan.decide(clip, bone, channel, reaches[bone], limit);
        }
        plan
    }

    /// Returns the channels of all bones, in the order of the file.
    pub(super) fn order(bones: usize) -> impl Iterator<Item = (usize, Channel)> {
        Channel::ALL.into_iter().flat_map(move |channel| (0..bones).map(move |bone| (bone, channel)))
    }

    fn decide(&mut self, clip: &SourceClip, bone: usize, channel: Channel, reach: f32, limit: f32) -> TrackKind {
        let within = |value: &Transform| {
            (0..clip.frames()).all(|frame| distance(&clip.pose(frame)[bone], value, channel, reach) <= limit)
        };
        if within(&clip.bones[bone].bind) {
            return TrackKind::Bind;
        }
        if within(&clip.pose(0)[bone]) {
            return TrackKind::Constant;
        }
        let turns = match channel {
            Channel::Rotation => references(clip, bone),
            Channel::Translation | Channel::Scale => vec![0; clip.frames().div_ceil(SEGMENT_FRAMES)],
        };
        self.tracks.push(Planned { bone, channel, turns });
        TrackKind::Animated(self.tracks.len() - 1)
    }
}

/// Returns, for each bone, the largest distance to the shell of a bone below it.
fn reaches(clip: &SourceClip, shells: &[f32]) -> Vec<f32> {
    let mut reaches = shells.to_vec();
    for (bone, local) in clip.pose(0).iter().enumerate().rev() {
        if let Some(parent) = clip.bones[bone].parent {
            reaches[parent] = reaches[parent].max(reaches[bone] + length(local.translation));
        }
    }
    reaches
}

/// Returns how far the difference between two transforms moves points that the bone carries.
fn distance(a: &Transform, b: &Transform, channel: Channel, reach: f32) -> f32 {
    let most = |a: &[f32; 3], b: &[f32; 3]| (0..3).fold(0.0_f32, |most, i| most.max((a[i] - b[i]).abs()));
    match channel {
        Channel::Rotation => 2.0 * length(subtract(a.rotation, nearer(b.rotation, a.rotation))) * reach,
        Channel::Translation => most(&a.translation, &b.translation),
        Channel::Scale => most(&a.scale, &b.scale) * reach,
    }
}

/// Returns, for each segment, the index of the reference rotation in [`BASE_ROTATIONS`] that keeps `w` large.
fn references(clip: &SourceClip, bone: usize) -> Vec<u8> {
    let bind = conjugate(clip.bones[bone].bind.rotation);
    let keys: Vec<[f32; 4]> = (0..clip.frames()).map(|frame| multiply(bind, clip.pose(frame)[bone].rotation)).collect();
    let worst = |keys: &[[f32; 4]], reference: [f32; 4]| {
        keys.iter().fold(f32::INFINITY, |worst, &key| worst.min(dot(key, reference).abs()))
    };
    let choose = |keys: &[[f32; 4]]| {
        if worst(keys, BASE_ROTATIONS[0]) >= 0.4 {
            return 0;
        }
        let mut best = (0_u8, f32::NEG_INFINITY);
        for (number, &reference) in (0_u8..).zip(&BASE_ROTATIONS) {
            let worst = worst(keys, reference);
            if worst > best.1 {
                best = (number, worst);
            }
        }
        best.0
    };
    keys.chunks(SEGMENT_FRAMES).map(choose).collect()
}
