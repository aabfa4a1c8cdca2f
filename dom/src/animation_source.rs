//! [`AnimationSource`]: an animation as its source describes it.

use serde::Serialize;

use crate::{KeyFrameSource, Located};

/// An animation: key frames for each of the bones it moves.
///
/// Importers check that keys, counts and flags fit together and that no two sequences move one bone; a processor may
/// rely on it.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct AnimationSource {
    /// How many sequences the source says it has; as many as there are.
    pub key_frame_sequence_count: Located<i32>,
    /// Seconds, at least 0.
    pub duration: Located<f32>,
    /// One a bone, in the order of the source.
    pub sequences: Vec<KeyFrameSource>,
}
