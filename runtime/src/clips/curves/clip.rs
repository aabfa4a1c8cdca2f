//! [`CurveClip`]: a loaded curve clip.

use std::sync::Arc;

use rigmill_format::{AlignedBytes, Content, ContentType, CurveClipLayout, DecodeError, SkeletonView};

use super::pose_tracks::PoseTracks;
use super::tracks::Tracks;
use crate::content::{Loadable, MakeError};

/// A loaded curve clip: curves over time for the components of bones. Its players share it.
///
/// Unlike other content, a curve clip is not read in place. Loading it groups the curves that have the same key times, so that
/// one search and one loop evaluate a whole group.
#[derive(Debug)]
pub struct CurveClip {
    tracks: Arc<Tracks>,
}

impl Loadable for CurveClip {
    const TYPE: ContentType = ContentType::CurveClip;

    fn from_bytes(bytes: AlignedBytes) -> Result<Self, DecodeError> {
        Ok(Self { tracks: Arc::new(Tracks::new(CurveClipLayout::parse(&bytes)?.view(&bytes).curves())) })
    }
}

impl CurveClip {
    /// Creates a clip in memory.
    ///
    /// # Errors
    /// The value violates a rule of its content type.
    pub fn from_owned(clip: &rigmill_format::CurveClip) -> Result<Self, MakeError> {
        Ok(Self::from_bytes(AlignedBytes::from_slice(&clip.encode()?))?)
    }

    /// The paths of the bones for which the clip has tracks. A path consists of bone names separated by `/`, and ends with the
    /// name of the bone itself.
    pub fn paths(&self) -> impl ExactSizeIterator<Item = &str> {
        self.tracks.tracks.iter().map(|track| track.path.as_str())
    }

    /// The time of the last key of all curves, in seconds; at least 0.
    #[must_use]
    pub fn duration(&self) -> f32 {
        self.tracks.end
    }

    /// The curves, bound to the bones of a skeleton.
    pub(crate) fn pose_tracks(&self, skeleton: &SkeletonView<'_>) -> PoseTracks {
        PoseTracks::new(&self.tracks, skeleton)
    }

    pub(super) fn tracks(&self) -> &Tracks {
        &self.tracks
    }
}
