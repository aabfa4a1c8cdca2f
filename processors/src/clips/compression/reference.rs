//! [`ReferenceClip`]: the clip to which a compressed clip is compared.

use rigmill_format::Transform;

/// A bone of a clip to compress.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SourceBone {
    /// The index of the parent, which must be smaller than the bone's own index.
    pub parent: Option<usize>,
    /// The local transform in the bind pose.
    pub bind: Transform,
}

/// A clip that has a pose at any time, and that a compressed clip must follow.
pub trait ReferenceClip {
    /// Returns the skeleton, parents before children.
    fn bones(&self) -> &[SourceBone];
    /// Returns the duration in seconds.
    fn duration(&self) -> f32;
    /// Sets the local transform of every bone at a time in seconds, from 0 to the duration.
    fn pose_at(&self, time: f64, pose: &mut [Transform]);
    /// Returns the times of the bones' keys in seconds, ascending. At these times, the speeds of bones can change abruptly.
    fn key_times(&self) -> Vec<f64>;
}
