//! A sampled clip contains curves for bone positions and rotations. Each curve has one key per frame.
//!
//! A sampled clip file has the sections `SMPL`, `TRCK`, `BYNM`, `CURV`, `KEYS`, `TEXT` and `NAME`, in this order.
//!
//! The sections from `TRCK` to `TEXT` have the same layout as in a curve clip. This table describes the sections `SMPL`
//! and `NAME`:
//!
//! | id     | element type          | contents        |
//! |--------|-----------------------|-----------------|
//! | `SMPL` | clip header, 12 bytes | the clip header |
//! | `NAME` | u8                    | the clip's name |
//!
//! ### SampledClip: header
//!
//! | offset | type | field      | value                                                  |
//! |-------:|------|------------|--------------------------------------------------------|
//! |      0 | i32  | id         | the number by which the game identifies the clip       |
//! |      4 | f32  | length     | the clip's duration in seconds; finite and at least 0  |
//! |      8 | f32  | frame rate | the number of frames per second; finite and at least 0 |
//!
//! ### SampledClip: rules
//!
//! A sampled clip has curves only for components 0 to 6 (positions and rotations).

use bytemuck::{Pod, Zeroable};

use super::curves::{CurveRecord, CurveTables, TrackRecord};
use crate::error::ensure;
use crate::layout::numbers::{check_duration, is_duration};
use crate::layout::{One, Rules, getters, names, sections};
use crate::{CurveKey, CurveTrack, CurvesView, EncodeError, InvalidContent};

/// Components 0 to 6: positions and rotations.
const COMPONENTS: u32 = 7;

/// A clip whose bones have one key per frame.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct SampledClip {
    /// The number by which the game identifies the clip.
    pub id: i32,
    /// The name of the clip.
    pub name: String,
    /// The duration in seconds.
    pub length: f32,
    /// The number of frames per second.
    pub frame_rate: f32,
    /// One track per bone, with only positions and rotations. No two tracks have the same path.
    pub tracks: Vec<CurveTrack>,
}

#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
struct ClipHeader {
    id: i32,
    length: f32,
    frame_rate: f32,
}

sections! {
    /// A sampled clip read from the bytes of its file.
    #[derive(Debug)]
    SampledClip, version 1 => SampledClipView, SampledClipLayout, Tables;
    header b"SMPL": ClipHeader,
    b"TRCK" tracks: [TrackRecord],
    b"BYNM" by_path: [u32],
    b"CURV" curves: [CurveRecord],
    b"KEYS" keys: [CurveKey],
    b"TEXT" text: [u8],
    b"NAME" name: [u8],
}

impl Tables {
    fn new(clip: &SampledClip) -> Result<Self, EncodeError> {
        let header = One(ClipHeader { id: clip.id, length: clip.length, frame_rate: clip.frame_rate });
        let CurveTables { tracks, by_path, curves, keys, text } = CurveTables::new(&clip.tracks)?;
        Ok(Self { header, tracks, by_path, curves, keys, text, name: clip.name.clone().into_bytes() })
    }
}

impl<'a> SampledClipView<'a> {
    getters! { self:
        /// The number by which the game identifies the clip.
        id: i32 = self.header.id;
        /// The name.
        name: &'a str = names::checked_text(self.name);
        /// The duration in seconds.
        length: f32 = self.header.length;
        /// The number of frames per second.
        frame_rate: f32 = self.header.frame_rate;
        /// The curves of the clip's bones.
        curves: CurvesView<'a> = {
            let SampledClipView { tracks, by_path, curves, keys, text, .. } = *self;
            CurvesView { tracks, by_path, curves, keys, text }
        };
        /// A copy that owns its tracks.
        to_owned: SampledClip = SampledClip {
            id: self.id(),
            name: self.name().to_owned(),
            length: self.length(),
            frame_rate: self.frame_rate(),
            tracks: self.curves().to_owned(),
        };
    }
}

impl Rules for SampledClipView<'_> {
    fn check(&self) -> Result<(), InvalidContent> {
        check_duration(self.length())?;
        let rate = self.frame_rate();
        ensure!(is_duration(rate), "the frame rate is {rate}, expected a finite value of at least 0");
        names::text(self.name, "clip", 0)?;
        self.curves().check(COMPONENTS)
    }
}
