//! [`SceneClip`]: an animation of a scene.

use serde::Serialize;

use super::{Element, SceneTransform, SceneWeightTrack};
use crate::{Curve, EventSource};

/// An animation, sampled at the frames of its rate.
///
/// [`frame_time`](Self::frame_time) gives the time of each frame. The last frame is at the clip's end, so the last interval is
/// shorter than the others where the duration is no whole number of frames.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct SceneClip {
    /// Where it comes from.
    #[serde(skip)]
    pub element: Element,
    /// Its name, exactly as in the source.
    pub name: String,
    /// When it begins on the source's time line, in seconds.
    pub start: f64,
    /// Seconds, at least 0.
    pub duration: f64,
    /// Frames per second, above 0.
    pub rate: f64,
    /// How many frames each track has, at least 1.
    pub frames: u32,
    /// The nodes that the source animates, in the order of the nodes; those that it only holds where they are, too.
    pub tracks: Vec<SceneTrack>,
    /// The source's own curves of channels that have them and that components one by one express, in the order of the
    /// nodes; empty unless the importer's parameter `curves` keeps them. Each of these nodes has a track, too.
    pub curves: Vec<SceneCurveTrack>,
    /// The weights of morph targets that the source animates, in the order of nodes and targets.
    pub weights: Vec<SceneWeightTrack>,
    /// Its events in the order of the source. Times are from the clip's beginning to its end.
    pub events: Vec<EventSource>,
}

/// The part of a frame that counts as rounding: a clip that is longer than a whole number of frames by less has no frame more.
const ROUNDING: f64 = 1e-3;
/// The part of a time that counts as rounding: content has times in single precision, which must tell frames apart.
const TIME_ROUNDING: f64 = 2.5e-7;

/// Far above what any importer accepts.
const MOST_FRAMES: f64 = 1e15;

impl SceneClip {
    /// The number of frames that a clip of `duration` seconds has at `rate` frames per second: one at the beginning of each
    /// interval, and one at the end.
    #[must_use]
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped to whole numbers")]
    pub fn frames_in(duration: f64, rate: f64) -> u64 {
        (duration * rate - rounding(duration, rate)).ceil().clamp(0.0, MOST_FRAMES) as u64 + 1
    }

    /// The time of a frame in seconds from the clip's beginning: `frame / rate`, but the clip's end for the last frame.
    #[must_use]
    pub fn frame_time(&self, frame: u32) -> f64 {
        let is_last = frame > 0 && frame + 1 >= self.frames;
        if is_last { self.duration } else { f64::from(frame) / self.rate }
    }

    /// Whether the last interval is shorter than the others by more than rounding.
    #[must_use]
    pub fn has_partial_frame(&self) -> bool {
        f64::from(self.frames.saturating_sub(1)) - self.duration * self.rate > rounding(self.duration, self.rate)
    }
}

/// The part of a frame that counts as rounding in a clip of `duration` seconds at `rate` frames per second.
fn rounding(duration: f64, rate: f64) -> f64 {
    ROUNDING.max(duration * rate * TIME_ROUNDING)
}

/// A node's local transform at each frame of a clip. A channel that never changes has one entry, and one that stays at
/// the node's own [`local`](super::SceneNode::local) has none.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct SceneTrack {
    /// The node.
    pub node: u32,
    /// x, y, z.
    pub translations: Vec<[f64; 3]>,
    /// Quaternions x, y, z, w of unit length, each in the hemisphere of the one before.
    pub rotations: Vec<[f64; 4]>,
    /// x, y, z.
    pub scales: Vec<[f64; 3]>,
}

impl SceneTrack {
    /// Whether it takes its node anywhere from where it is without the clip.
    #[must_use]
    pub const fn moves(&self) -> bool {
        !(self.translations.is_empty() && self.rotations.is_empty() && self.scales.is_empty())
    }

    /// How many entries the longest channel has.
    #[must_use]
    pub fn frames(&self) -> usize {
        self.translations.len().max(self.rotations.len()).max(self.scales.len())
    }

    /// The node's local transform at a frame. `rest` is the node's own, at which a channel without entries stays.
    #[must_use]
    pub fn local_at(&self, frame: usize, rest: &SceneTransform) -> SceneTransform {
        SceneTransform {
            translation: entry(&self.translations, frame).unwrap_or(rest.translation),
            rotation: entry(&self.rotations, frame).unwrap_or(rest.rotation),
            scale: entry(&self.scales, frame).unwrap_or(rest.scale),
        }
    }
}

/// A channel's entry at a frame: its only one, if it never changes.
fn entry<T: Copy>(channel: &[T], frame: usize) -> Option<T> {
    channel.get(frame).or(channel.first()).copied()
}

/// The curves of a node's local transform, channel by channel. Times are in seconds from the clip's beginning, and keys
/// stand at both ends of the clip; with the frames of the track beside it, a channel is there twice.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct SceneCurveTrack {
    /// The node.
    pub node: u32,
    /// x, y, z.
    pub translation: Option<[Curve; 3]>,
    /// A quaternion's x, y, z, w; of unit length once it is normalised.
    pub rotation: Option<[Curve; 4]>,
    /// x, y, z.
    pub scale: Option<[Curve; 3]>,
}

impl SceneCurveTrack {
    /// Whether it has no curves.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.translation.is_none() && self.rotation.is_none() && self.scale.is_none()
    }
}
