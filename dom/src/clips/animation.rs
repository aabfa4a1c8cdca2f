//! [`AnimationSource`]: an animation as its source describes it.

use serde::Serialize;

use crate::{Located, Position};

/// An animation: key frames for each bone that it moves.
///
/// Importers check that keys, counts and flags are consistent, and that no two sequences move the same bone. Processors rely on
/// this.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct AnimationSource {
    /// The number of sequences that the source states.
    pub key_frame_sequence_count: Located<i32>,
    /// The duration in seconds, at least 0.
    pub duration: Located<f32>,
    /// One sequence per bone, in the order of the source.
    pub sequences: Vec<KeyFrameSource>,
}

/// The keys of one bone, as in the source.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct KeyFrameSource {
    /// The position of the sequence in the source.
    #[serde(skip)]
    pub position: Position,
    /// The bone that the keys move. The name may be empty, and spaces are significant.
    pub bone_name: Located<String>,
    /// The number of keys, at least 1.
    pub key_count: Located<i32>,
    /// The duration in seconds, at least 0. It may differ from the animation's duration.
    pub duration: Located<f32>,
    /// The time between two keys in seconds. Above 0 if there are several keys without individual times.
    pub key_interval: Located<f32>,
    /// Whether the keys move the bone.
    pub has_translation: Located<bool>,
    /// Whether the keys rotate the bone.
    pub has_rotation: Located<bool>,
    /// Whether the keys scale the bone.
    pub has_scale: Located<bool>,
    /// Whether each key has its own time.
    pub has_time: Located<bool>,
    /// Whether the first translation applies to the whole clip.
    pub fixed_translation: Located<bool>,
    /// Whether the first rotation applies to the whole clip.
    pub fixed_rotation: Located<bool>,
    /// Whether the first scale applies to the whole clip.
    pub fixed_scale: Located<bool>,
    /// Translations x, y, z.
    pub translation: Located<Vec<[f32; 3]>>,
    /// Rotations as quaternions x, y, z, w, with the same length as in the source.
    pub rotation: Located<Vec<[f32; 4]>>,
    /// Scale factors along x, y, z.
    pub scale: Located<Vec<[f32; 3]>>,
    /// Key times in seconds. They are ascending if each key has its own time.
    pub time: Located<Vec<f32>>,
}
