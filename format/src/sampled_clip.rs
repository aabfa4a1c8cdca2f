//! A sampled clip: positions and rotations of bones as curves with a key a frame.
//!
//! Content type 11, version 1. The sections, in file order: `SMPL` below, then those of curves (`TRCK`, `BYNM`, `CURV`, `KEYS`,
//! `TEXT`), then `NAME`.
//!
//! | id     | element                  | elements                                               |
//! |--------|--------------------------|--------------------------------------------------------|
//! | `SMPL` | clip header, 12          | 1                                                      |
//! | `NAME` | u8                       | the clip's name, UTF-8                                 |
//!
//! Clip header:
//!
//! | offset | type | field      | value                                                            |
//! |-------:|------|------------|------------------------------------------------------------------|
//! |      0 | i32  | id         | what the game knows it by                                        |
//! |      4 | f32  | length     | seconds; finite, >= 0                                            |
//! |      8 | f32  | frame rate | frames a second; finite, >= 0                                    |
//!
//! Rules: curves are of components 0 to 6, positions and rotations.

use bytemuck::{Pod, Zeroable};

use crate::container::{Container, ContainerWriter, SectionKind, Spans};
use crate::curves::{CurveTrack, CurvesView, Tables};
use crate::finite::is_duration;
use crate::{AlignedBytes, Content, ContentType, DecodeError, EncodeError, InvalidContent, names};

/// Components 0 to 6: positions and rotations.
const COMPONENTS: u32 = 7;

/// A clip whose bones have a key a frame.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct SampledClip {
    /// What the game knows it by.
    pub id: i32,
    /// Its name.
    pub name: String,
    /// Seconds.
    pub length: f32,
    /// Frames a second.
    pub frame_rate: f32,
    /// One a bone; no two of one path. Only positions and rotations.
    pub tracks: Vec<CurveTrack>,
}

#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
struct ClipHeader {
    id: i32,
    length: f32,
    frame_rate: f32,
}

const SMPL: SectionKind = SectionKind::of::<ClipHeader>(b"SMPL");
const NAME: SectionKind = SectionKind::of::<u8>(b"NAME");

const SECTIONS: [SectionKind; 7] = {
    let [tracks, by_path, curves, keys, text] = Tables::SECTIONS;
    [SMPL, tracks, by_path, curves, keys, text, NAME]
};

impl Content for SampledClip {
    const TYPE: ContentType = ContentType::SampledClip;
    const VERSION: u16 = 1;

    fn encode(&self) -> Result<Vec<u8>, EncodeError> {
        let header = [ClipHeader { id: self.id, length: self.length, frame_rate: self.frame_rate }];
        let tables = Tables::of(&self.tracks)?;
        SampledClipView { header: &header, curves: tables.view(), name: self.name.as_bytes() }.validate()?;
        let mut writer = ContainerWriter::new(Self::TYPE, Self::VERSION, SECTIONS.len());
        writer.section(SMPL, &header);
        tables.write(&mut writer);
        writer.section(NAME, self.name.as_bytes());
        Ok(writer.finish())
    }

    fn decode(bytes: &[u8]) -> Result<Self, DecodeError> {
        let bytes = AlignedBytes::from_slice(bytes);
        Ok(SampledClipView::parse(&bytes)?.to_owned())
    }
}

/// Where the parts of a checked sampled clip lie in its bytes. An owner of the bytes keeps it beside them and has a view
/// again without another check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SampledClipLayout(Spans<7>);

impl SampledClipLayout {
    /// Checks a whole file.
    ///
    /// # Errors
    /// The bytes are not an undamaged sampled clip of this version, or begin at an address that is no multiple of 4.
    pub fn parse(bytes: &[u8]) -> Result<Self, DecodeError> {
        let container = Container::parse(bytes)?;
        let spans = container.spans(SampledClip::TYPE, SampledClip::VERSION, &SECTIONS, Tables::ALIGNMENT)?;
        let layout = Self(spans);
        layout.view(bytes).validate()?;
        Ok(layout)
    }

    /// The clip in `bytes`, which have to be those that were parsed. With other bytes the view shows some other clip or
    /// an empty one.
    #[must_use]
    pub fn view<'a>(&self, bytes: &'a [u8]) -> SampledClipView<'a> {
        SampledClipView {
            header: self.0.elements(bytes, 0),
            curves: CurvesView::new(
                self.0.elements(bytes, 1),
                self.0.elements(bytes, 2),
                self.0.elements(bytes, 3),
                self.0.elements(bytes, 4),
                self.0.elements(bytes, 5),
            ),
            name: self.0.elements(bytes, 6),
        }
    }
}

/// A sampled clip read where its bytes lie.
#[derive(Clone, Copy, Debug)]
pub struct SampledClipView<'a> {
    header: &'a [ClipHeader],
    curves: CurvesView<'a>,
    name: &'a [u8],
}

impl<'a> SampledClipView<'a> {
    /// Checks a whole file and views its content.
    ///
    /// # Errors
    /// As [`SampledClipLayout::parse`].
    pub fn parse(bytes: &'a [u8]) -> Result<Self, DecodeError> {
        Ok(SampledClipLayout::parse(bytes)?.view(bytes))
    }

    /// What the game knows it by.
    #[must_use]
    pub fn id(&self) -> i32 {
        self.header.first().map_or(0, |header| header.id)
    }

    /// Its name.
    #[must_use]
    pub fn name(&self) -> &'a str {
        names::checked_text(self.name)
    }

    /// Seconds.
    #[must_use]
    pub fn length(&self) -> f32 {
        self.header.first().map_or(0.0, |header| header.length)
    }

    /// Frames a second.
    #[must_use]
    pub fn frame_rate(&self) -> f32 {
        self.header.first().map_or(0.0, |header| header.frame_rate)
    }

    /// The curves of its bones.
    #[must_use]
    pub fn curves(&self) -> CurvesView<'a> {
        self.curves
    }

    /// A copy that owns its tracks.
    #[must_use]
    pub fn to_owned(&self) -> SampledClip {
        SampledClip {
            id: self.id(),
            name: self.name().to_owned(),
            length: self.length(),
            frame_rate: self.frame_rate(),
            tracks: self.curves.to_owned(),
        }
    }

    fn validate(&self) -> Result<(), InvalidContent> {
        let [header] = self.header else {
            return Err(InvalidContent::HeaderCount { found: self.header.len() });
        };
        if !is_duration(header.length) {
            return Err(InvalidContent::ClipDuration { found: header.length });
        }
        if !is_duration(header.frame_rate) {
            return Err(InvalidContent::FrameRate { found: header.frame_rate });
        }
        names::text(self.name, "clip", 0)?;
        self.curves.validate(COMPONENTS)
    }
}
