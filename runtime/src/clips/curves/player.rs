//! [`CurvePlayer`]: plays a curve clip on the bones of a pose.

use std::sync::Arc;

use rigmill_format::Transform;

use super::binding::Binding;
use super::clip::CurveClip;

/// Plays a [`CurveClip`] on the bones to which the clip was [bound](CurveClip::bind). The player stores its position,
/// so continued playback is fast. A jump to any other time gives the same values. Playback allocates no memory.
#[derive(Clone, Debug)]
pub struct CurvePlayer {
    clip: Arc<CurveClip>,
    binding: Binding,
}

impl CurveClip {
    /// Creates a player of this clip for a pose with these bones, given by name or by path. Bones for which the clip has no
    /// curve are skipped. [`CurvePlayer::unbound_paths`] returns the paths of the clip that match none of the bones. If several
    /// paths end in the same name, that name refers to the first of them.
    #[must_use]
    pub fn bind(self: &Arc<Self>, bones: &[impl AsRef<str>]) -> CurvePlayer {
        CurvePlayer { clip: Arc::clone(self), binding: Binding::new(self.tracks(), bones) }
    }
}

impl CurvePlayer {
    /// Writes the values of the curves at `time`, in seconds, to the pose. The pose has the bones to which the clip was
    /// bound, each relative to its parent. Components without a curve stay unchanged. Rotations are normalized.
    pub fn play(&mut self, time: f32, pose: &mut [Transform]) {
        self.binding.play(self.clip.tracks(), time, pose);
    }

    /// The indices in the pose of the bones that the player moves.
    pub fn bones(&self) -> impl ExactSizeIterator<Item = usize> + '_ {
        self.binding.bones()
    }

    /// The paths of the clip's bones that match no bone of the pose, in the clip's order. The player ignores the curves of
    /// these paths. A game can report them, or bind the clip to a different skeleton.
    pub fn unbound_paths(&self) -> impl ExactSizeIterator<Item = &str> {
        self.binding.unbound(self.clip.tracks())
    }

    /// The values of a bone's curves at the last time that was played: position x, y, z, rotation x, y, z, w without
    /// normalization, scale x, y, z. A component without a curve is `None`.
    #[must_use]
    pub fn values(&self, bone: usize) -> [Option<f32>; 10] {
        self.binding.values(bone)
    }

    /// The clip.
    #[must_use]
    pub fn clip(&self) -> &Arc<CurveClip> {
        &self.clip
    }
}
