//! [`AnimationSource`]: an animation as its source describes it.

use serde::Serialize;

use crate::{Located, Position};

/// An animation: key frames for each of the bones it moves.
///
/// Importers check that keys, counts and flags fit together and that no two sequences move one bone; processors
/// rely on it.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct AnimationSource {
    /// The number of sequences, as the source states it.
    pub key_frame_sequence_count: Located<i32>,
    /// Seconds, at least 0.
    pub duration: Located<f32>,
    /// One a bone, in the order of the source.
    pub sequences: Vec<KeyFrameSource>,
}

/// The keys of one bone, as the source has them.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct KeyFrameSource {
    /// Where the sequence begins.
    #[serde(skip)]
    pub position: Position,
    /// The bone that the keys move; may be empty, and blanks count.
    pub bone_name: Located<String>,
    /// How many keys there are, at least 1.
    pub key_count: Located<i32>,
    /// Seconds, at least 0; may differ from the animation's.
    pub duration: Located<f32>,
    /// Seconds between two keys; above 0 where there are several keys without times of their own.
    pub key_interval: Located<f32>,
    /// Whether the keys move the bone.
    pub has_translation: Located<bool>,
    /// Whether the keys rotate the bone.
    pub has_rotation: Located<bool>,
    /// Whether the keys scale the bone.
    pub has_scale: Located<bool>,
    /// Whether each key has a time of its own.
    pub has_time: Located<bool>,
    /// Whether the first translation holds for the whole clip.
    pub fixed_translation: Located<bool>,
    /// Whether the first rotation holds for the whole clip.
    pub fixed_rotation: Located<bool>,
    /// Whether the first scale holds for the whole clip.
    pub fixed_scale: Located<bool>,
    /// Translations x, y, z.
    pub translation: Located<Vec<[f32; 3]>>,
    /// Rotations as quaternions x, y, z, w, of whatever length the source gives them.
    pub rotation: Located<Vec<[f32; 4]>>,
    /// Scales along x, y, z.
    pub scale: Located<Vec<[f32; 3]>>,
    /// Key times in seconds, ascending where each key has its own.
    pub time: Located<Vec<f32>>,
}
