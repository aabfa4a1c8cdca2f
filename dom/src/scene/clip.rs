//! [`SceneClip`]: an animation of a scene.

use serde::Serialize;

use super::{Element, SceneTransform, SceneWeightTrack};
use crate::{Curve, EventSource};

/// An animation, sampled at the frames of its rate.
///
/// [`frame_time`](Self::frame_time) returns the time of each frame. The last frame is at the clip's end. So the last interval
/// is shorter than the others if the duration is not a whole number of frames.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct SceneClip {
    /// The element of the source that the clip comes from.
    #[serde(skip)]
    pub element: Element,
    /// The name, exactly as in the source.
    pub name: String,
    /// The start of the clip on the source's time line, in seconds.
    pub start: f64,
    /// The duration in seconds, at least 0.
    pub duration: f64,
    /// The number of frames per second, above 0.
    pub rate: f64,
    /// The number of frames of each track, at least 1.
    pub frames: u32,
    /// The tracks of the nodes that the source animates, in the order of the nodes. This includes nodes whose keys only hold
    /// them in place.
    pub tracks: Vec<SceneTrack>,
    /// The source's own curves, in the order of the nodes, for channels that have curves per component. Empty unless the
    /// importer's parameter `curves` keeps them. Each of these nodes also has a track.
    pub curves: Vec<SceneCurveTrack>,
    /// The morph target weights that the source animates, in the order of nodes and targets.
    pub weights: Vec<SceneWeightTrack>,
    /// The events in the order of the source. Times are within the clip.
    pub events: Vec<EventSource>,
}

/// The part of a frame that counts as a rounding error. A clip that is longer than a whole number of frames by less than this
/// gets no additional frame.
const ROUNDING: f64 = 1e-3;
/// The relative rounding error of a time. Content stores times in single precision, which must distinguish frames.
const TIME_ROUNDING: f64 = 2.5e-7;

/// Far above the maximum that any importer accepts.
const MAX_FRAMES: f64 = 1e15;

impl SceneClip {
    /// Returns the number of frames of a clip of `duration` seconds at `rate` frames per second: one at the start of each
    /// interval, and one at the end.
    #[must_use]
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped to whole numbers")]
    pub fn frames_in(duration: f64, rate: f64) -> u64 {
        (duration * rate - rounding(duration, rate)).ceil().clamp(0.0, MAX_FRAMES) as u64 + 1
    }

    /// Returns the time of a frame in seconds from the clip's start: `frame / rate`, except for the last frame, which is at the
    /// clip's end.
    #[must_use]
    pub fn frame_time(&self, frame: u32) -> f64 {
        let is_last = frame > 0 && frame + 1 >= self.frames;
        if is_last { self.duration } else { f64::from(frame) / self.rate }
    }

    /// Whether the last interval is shorter than the others by more than a rounding error.
    #[must_use]
    pub fn has_partial_frame(&self) -> bool {
        f64::from(self.frames.saturating_sub(1)) - self.duration * self.rate > rounding(self.duration, self.rate)
    }
}

/// The part of a frame that counts as a rounding error, in a clip of `duration` seconds at `rate` frames per second.
fn rounding(duration: f64, rate: f64) -> f64 {
    ROUNDING.max(duration * rate * TIME_ROUNDING)
}

/// A node's local transform at each frame of a clip. A channel that never changes has one entry. A channel that always equals
/// the node's own [`local`](super::SceneNode::local) has none.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct SceneTrack {
    /// The node.
    pub node: u32,
    /// The translation x, y, z at each frame.
    pub translations: Vec<[f64; 3]>,
    /// The rotation at each frame as a unit quaternion x, y, z, w, in the same hemisphere as the one before.
    pub rotations: Vec<[f64; 4]>,
    /// The scale factors x, y, z at each frame.
    pub scales: Vec<[f64; 3]>,
}

impl SceneTrack {
    /// Whether the track changes its node's transform at all.
    #[must_use]
    pub const fn moves(&self) -> bool {
        !(self.translations.is_empty() && self.rotations.is_empty() && self.scales.is_empty())
    }

    /// The number of entries of the longest channel.
    #[must_use]
    pub fn frames(&self) -> usize {
        self.translations.len().max(self.rotations.len()).max(self.scales.len())
    }

    /// The node's local transform at a frame. `rest` is the node's own transform, which channels without entries keep.
    #[must_use]
    pub fn local_at(&self, frame: usize, rest: &SceneTransform) -> SceneTransform {
        SceneTransform {
            translation: entry(&self.translations, frame).unwrap_or(rest.translation),
            rotation: entry(&self.rotations, frame).unwrap_or(rest.rotation),
            scale: entry(&self.scales, frame).unwrap_or(rest.scale),
        }
    }
}

/// A channel's entry at a frame. A channel that never changes has only one entry.
fn entry<T: Copy>(channel: &[T], frame: usize) -> Option<T> {
    channel.get(frame).or(channel.first()).copied()
}

/// The curves of a node's local transform, by channel. Times are in seconds from the clip's start, and there are keys at both
/// ends of the clip. The track of the same node contains the same channels as frames.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct SceneCurveTrack {
    /// The node.
    pub node: u32,
    /// The curves of the translation x, y, z.
    pub translation: Option<[Curve; 3]>,
    /// The curves of a quaternion x, y, z, w, which must be normalized after evaluation.
    pub rotation: Option<[Curve; 4]>,
    /// The curves of the scale factors x, y, z.
    pub scale: Option<[Curve; 3]>,
}

impl SceneCurveTrack {
    /// Whether there are no curves.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.translation.is_none() && self.rotation.is_none() && self.scale.is_none()
    }
}
