//! [`ReferenceClip`]: the clip that a compressed one has to follow.

use rigmill_format::Transform;

/// A bone as compression sees it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SourceBone {
    /// Its parent, which comes before it.
    pub parent: Option<usize>,
    /// Its local transform at bind.
    pub bind: Transform,
}

/// A clip that has a pose at any time: what a compressed clip has to follow.
pub trait ReferenceClip {
    /// The skeleton, parents first.
    fn bones(&self) -> &[SourceBone];
    /// In seconds.
    fn duration(&self) -> f32;
    /// Sets the local transform of every bone at a time in seconds, 0 to the duration.
    fn pose_at(&self, time: f64, pose: &mut [Transform]);
    /// When bones have keys, in seconds, ascending: their speeds change there at once.
    fn key_times(&self) -> Vec<f64>;
}
