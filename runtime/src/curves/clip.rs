//! [`CurveClip`]: a clip of curves, as it was loaded.

use std::sync::Arc;

use rigmill_format::{AlignedBytes, Content, ContentType, CurveClipLayout, DecodeError};

use super::binding::Binding;
use super::tracks::Tracks;
use crate::{CurvePlayer, Loadable, MakeError};

/// A loaded curve clip: curves over time for components of bones. It is shared by all who play it.
///
/// Unlike other content it is not read where its bytes lie: curves are arranged side by side when they are loaded, so that
/// evaluating them is one search for all that share their key times, and a loop over numbers.
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

    /// A player of this clip for a pose of these bones, given by name or by path. Bones that it has no curve for are
    /// skipped; which paths of the clip move none, [`CurvePlayer::unbound_paths`] says. Where several paths end in a name, the first is taken.
    #[must_use]
    pub fn bind(self: &Arc<Self>, bones: &[impl AsRef<str>]) -> CurvePlayer {
        CurvePlayer::new(Arc::clone(self), Binding::new(&self.tracks, bones))
    }

    pub(super) fn tracks(&self) -> &Tracks {
        &self.tracks
    }
}
