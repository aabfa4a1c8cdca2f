//! [`SampledClip`]: a loaded sampled clip.

use std::sync::Arc;

use rigmill_format::{AlignedBytes, Content, ContentType, DecodeError, SampledClipView, SkeletonView, Transform};

use super::lanes::Recent;
use super::pose_tracks::PoseTracks;
use super::tracks::Tracks;
use crate::content::{Loadable, MakeError};

/// A loaded sampled clip: positions and rotations of bones. Its players share it.
#[derive(Debug)]
pub struct SampledClip {
    id: i32,
    name: String,
    length: f32,
    frame_rate: f32,
    tracks: Arc<Tracks>,
}

impl Loadable for SampledClip {
    const TYPE: ContentType = ContentType::SampledClip;

    fn from_bytes(bytes: AlignedBytes) -> Result<Self, DecodeError> {
        let view = SampledClipView::parse(&bytes)?;
        Ok(Self {
            id: view.id(),
            name: view.name().to_owned(),
            length: view.length(),
            frame_rate: view.frame_rate(),
            tracks: Arc::new(Tracks::new(view.curves())),
        })
    }
}

impl SampledClip {
    /// Creates a clip in memory.
    ///
    /// # Errors
    /// The value violates a rule of its content type.
    pub fn from_owned(clip: &rigmill_format::SampledClip) -> Result<Self, MakeError> {
        Ok(Self::from_bytes(AlignedBytes::from_slice(&clip.encode()?))?)
    }

    /// The number by which the game identifies the clip.
    #[must_use]
    pub fn id(&self) -> i32 {
        self.id
    }

    /// The clip's name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The clip's duration in seconds.
    #[must_use]
    pub fn length(&self) -> f32 {
        self.length
    }

    /// The number of frames per second.
    #[must_use]
    pub fn frame_rate(&self) -> f32 {
        self.frame_rate
    }

    /// The paths of the clip's bones below the model's root: bone names separated by `/`.
    pub fn paths(&self) -> impl ExactSizeIterator<Item = &str> {
        self.tracks.tracks.iter().map(|track| track.path.as_str())
    }

    /// Writes the frame at `time`, in seconds, to `frame`. The bones of `frame` are the clip's bones in the order of
    /// [`paths`](Self::paths), in local space. Between two frames of the clip, values are on the curve between these frames.
    /// Components without a curve stay unchanged. Rotations are normalized. This method allocates no memory.
    ///
    /// Evaluation takes equally long at all times. To play a clip from beginning to end, a
    /// [`PosePlayer`](crate::clips::PosePlayer) is faster.
    pub fn frame_at(&self, time: f32, frame: &mut [Transform]) {
        let mut recent = Recent::default();
        for (track, transform) in self.tracks.tracks.iter().zip(frame) {
            track.sample(&self.tracks.lanes, time, &mut recent, transform);
        }
    }

    /// The values of a bone's curves at `time`, in seconds, without normalization: position x, y, z, rotation x, y, z,
    /// w, and no scale. A component without a curve is `None`. `bone` is an index in [`paths`](Self::paths).
    #[must_use]
    pub fn values_at(&self, bone: usize, time: f32) -> [Option<f32>; 10] {
        let mut recent = Recent::default();
        let slots = self.tracks.tracks.get(bone).map_or([None; 10], |track| track.slots);
        slots.map(|slot| slot.map(|slot| self.tracks.lanes.value(slot, time, &mut recent)))
    }

    /// The curves, bound to the bones of a skeleton.
    pub(crate) fn pose_tracks(&self, skeleton: &SkeletonView<'_>) -> PoseTracks {
        PoseTracks::new(&self.tracks, skeleton)
    }

    pub(super) fn tracks(&self) -> &Tracks {
        &self.tracks
    }
}
