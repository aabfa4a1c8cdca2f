//! [`CurveClip`]: a clip of curves, as it was loaded.

use rigmill_format::{AlignedBytes, Content, ContentType, CurveClipLayout, DecodeError};

use super::tracks::Tracks;
use crate::content::{Loadable, MakeError};

/// A loaded curve clip: curves over time for components of bones. Its players share it.
///
/// Unlike other content, a curve clip is not read in place. When it is loaded, its curves are arranged side by side. So
/// one search and one loop evaluate all curves with the same key times.
#[derive(Debug)]
pub struct CurveClip {
    tracks: Tracks,
}

impl Loadable for CurveClip {
    const TYPE: ContentType = ContentType::CurveClip;

    fn from_bytes(bytes: AlignedBytes) -> Result<Self, DecodeError> {
        Ok(Self { tracks: Tracks::of(CurveClipLayout::parse(&bytes)?.view(&bytes).curves()) })
    }
}

impl CurveClip {
    /// A clip made in memory.
    ///
    /// # Errors
    /// The value breaks a rule of its type.
    pub fn from_owned(clip: &rigmill_format::CurveClip) -> Result<Self, MakeError> {
        Ok(Self::from_bytes(AlignedBytes::from_slice(&clip.encode()?))?)
    }

    /// The paths of the bones that it has tracks for: names joined by `/`, the bone's own last.
    pub fn paths(&self) -> impl ExactSizeIterator<Item = &str> {
        self.tracks.tracks.iter().map(|track| track.path.as_str())
    }

    /// The time of the last key of all, in seconds; at least 0.
    #[must_use]
    pub fn duration(&self) -> f32 {
        self.tracks.end
    }

    pub(super) fn tracks(&self) -> &Tracks {
        &self.tracks
    }
}
