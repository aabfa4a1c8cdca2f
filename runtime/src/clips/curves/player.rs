//! [`CurvePlayer`]: a curve clip on the bones of a pose.

use std::sync::Arc;

use rigmill_format::Transform;

use super::binding::Binding;
use super::clip::CurveClip;

/// Plays a [`CurveClip`] on the bones it was [bound](CurveClip::bind) to. It remembers its position, so playing on is fast; any
/// other time gives the same values. It allocates nothing.
#[derive(Clone, Debug)]
pub struct CurvePlayer {
    clip: Arc<CurveClip>,
    binding: Binding,
}

impl CurveClip {
    /// A player of this clip for a pose of these bones, given by name or by path. Bones that it has no curve for are
    /// skipped; which paths of the clip move none, [`CurvePlayer::unbound_paths`] says. Where several paths end in a name, the first is taken.
    #[must_use]
    pub fn bind(self: &Arc<Self>, bones: &[impl AsRef<str>]) -> CurvePlayer {
        CurvePlayer { clip: Arc::clone(self), binding: Binding::new(self.tracks(), bones) }
    }
}

impl CurvePlayer {
    /// Writes the curves' values at `time`, in seconds, to the pose, whose bones are those that it was bound to, each
    /// relative to its parent. Components without a curve are not changed. Rotations are normalized.
    pub fn play(&mut self, time: f32, pose: &mut [Transform]) {
        self.binding.play(self.clip.tracks(), time, pose);
    }

    /// The bones that it moves, as indices in the pose.
    pub fn bones(&self) -> impl ExactSizeIterator<Item = usize> + '_ {
        self.binding.bones()
    }

    /// The paths of the clip's bones that were not among those that it was bound to, in the clip's order: nothing is moved for
    /// them. A game may report them, or bind to another skeleton.
    pub fn unbound_paths(&self) -> impl ExactSizeIterator<Item = &str> {
        self.binding.unbound(self.clip.tracks())
    }

    /// The values of a bone's curves when it last played: position x, y, z, rotation x, y, z, w as they are evaluated,
    /// scale x, y, z; none without a curve.
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
