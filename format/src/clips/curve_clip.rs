//! A curve clip stores an animation as curves. Each curve animates one component of a bone, such as its x position.
//!
//! A curve clip file has the sections `TRCK`, `BYNM`, `CURV`, `KEYS` and `TEXT`, in this order.
//!
//! A component without a curve stays unchanged. The four curves of a rotation are evaluated separately. The resulting
//! quaternion is then normalized.

use super::curves::{CurveRecord, CurveTables, TrackRecord};
use crate::layout::{Rules, getters, sections};
use crate::{CurveKey, CurveTrack, CurvesView, EncodeError, InvalidContent};

/// Components 0 to 9: positions, rotations and scales.
const COMPONENTS: u32 = 10;

/// Curves for the components of bones.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct CurveClip {
    /// One track per bone. No two tracks have the same path.
    pub tracks: Vec<CurveTrack>,
}

sections! {
    /// A curve clip read from the bytes of its file.
    #[derive(Debug)]
    CurveClip, version 1 => CurveClipView, CurveClipLayout, Tables;
    b"TRCK" tracks: [TrackRecord],
    b"BYNM" by_path: [u32],
    b"CURV" curves: [CurveRecord],
    b"KEYS" keys: [CurveKey],
    b"TEXT" text: [u8],
}

impl Tables {
    fn new(clip: &CurveClip) -> Result<Self, EncodeError> {
        let CurveTables { tracks, by_path, curves, keys, text } = CurveTables::new(&clip.tracks)?;
        Ok(Self { tracks, by_path, curves, keys, text })
    }
}

impl<'a> CurveClipView<'a> {
    getters! { self:
        /// The curves of the clip's bones.
        curves: CurvesView<'a> = {
            let CurveClipView { tracks, by_path, curves, keys, text } = *self;
            CurvesView { tracks, by_path, curves, keys, text }
        };
        /// A copy that owns its tracks.
        to_owned: CurveClip = CurveClip { tracks: self.curves().to_owned() };
    }
}

impl Rules for CurveClipView<'_> {
    fn check(&self) -> Result<(), InvalidContent> {
        self.curves().check(COMPONENTS)
    }
}
