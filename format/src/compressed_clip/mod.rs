//! A compressed clip: small whole numbers for keys, relative to the bind pose of a skeleton.
//!
//! Content type 2, version 1. The sections, in file order:
//!
//! | id     | element | elements                                                |
//! |--------|---------|---------------------------------------------------------|
//! | `PACK` | u8      | the packed clip                                         |
//! | `SKEL` | u8      | the asset name of the skeleton, UTF-8, or nothing       |
//!
//! Packed clip, nothing in it aligned:
//!
//! | bytes       | value                                                                                       |
//! |-------------|---------------------------------------------------------------------------------------------|
//! | 4           | u32: frames, 1 or more                                                                      |
//! | 4           | f32: frames a second, finite, above 0                                                       |
//! | 2           | u16: bones                                                                                  |
//! | 1           | u8: the base of the codes of steps                                                          |
//! | 6 a block   | for each eight bones u8 masks: animated rotations, translations, scales; constant ones      |
//! | 16 each     | constant rotations in the order of tracks: f32 x of all, y of all, z of all, w of all       |
//! | 12 each     | constant translations likewise: f32 x of all, y of all, z of all                            |
//! | 12 each     | constant scales likewise                                                                    |
//! | 4 a track   | a [`Record`]                                                                                |
//! | 6 a segment | u32: where its heads begin, from the first byte of the packed clip; u16: bytes a row        |
//! | segments    | for each the two lists of its [`Head`]s, then a row for each of its 16 frames               |
//!
//! Tracks are ordered by channel, and in that by bone. A row begins at a byte and has the keys of all tracks, x, y, z of
//! each in as many bits as the head says, from the lowest bit of the first byte on. A key is its segment's least value plus
//! what the row says, times the step of its component. For a translation or a scale that is the difference from bind. For
//! a rotation it is x, y, z of a quaternion whose w is not negative: bind x turn x key.

mod clip;
mod head;
mod payload;
mod record;
mod step;
#[cfg(test)]
mod tests;
mod turns;
mod unpack;
mod view;

pub use clip::{AnimatedTrack, Channel, CompressedClip, ConstantTrack, SEGMENT_FRAMES};
pub use head::{HEAD_BYTES, Head};
pub use record::{RECORD_BYTES, Record};
pub use step::{STEP_BIAS, STEP_SPREAD, step_code, step_size};
pub use turns::TURNS;
pub use view::{BlockMasks, CompressedClipView, SegmentView, window};

use crate::container::{Container, ContainerWriter, SectionKind, Spans};
use crate::{AlignedBytes, CompressedProblem, Content, ContentType, DecodeError, EncodeError, InvalidContent, names};

const PACK: SectionKind = SectionKind::of::<u8>(b"PACK");
const SKEL: SectionKind = SectionKind::of::<u8>(b"SKEL");
const SECTIONS: [SectionKind; 2] = [PACK, SKEL];

impl CompressedClip {
    /// The bytes that a game keeps in memory: what the section `PACK` holds.
    ///
    /// # Errors
    /// The clip breaks a rule of its type, or its keys are too far apart.
    pub fn pack(&self) -> Result<Vec<u8>, InvalidContent> {
        self.check_tracks()?;
        let bytes = payload::pack(self).ok_or(CompressedProblem::Range)?;
        view::parse(&bytes)?;
        Ok(bytes)
    }
}

impl Content for CompressedClip {
    const TYPE: ContentType = ContentType::CompressedClip;
    const VERSION: u16 = 1;

    fn encode(&self) -> Result<Vec<u8>, EncodeError> {
        let mut writer = ContainerWriter::new(Self::TYPE, Self::VERSION, SECTIONS.len());
        writer.section(PACK, &self.pack()?);
        writer.section(SKEL, self.skeleton.as_bytes());
        Ok(writer.finish())
    }

    fn decode(bytes: &[u8]) -> Result<Self, DecodeError> {
        let bytes = AlignedBytes::from_slice(bytes);
        let layout = CompressedClipLayout::parse(&bytes)?;
        let view = layout.view(&bytes);
        let clip = unpack::unpack(&view);
        if clip.pack()? == view.bytes { Ok(clip) } else { Err(InvalidContent::from(CompressedProblem::Loose).into()) }
    }
}

/// Where the parts of a checked compressed clip lie in its bytes. An owner of the bytes keeps it beside them and has a view
/// again without another check.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CompressedClipLayout {
    spans: Spans<2>,
    parts: view::Parts,
}

impl CompressedClipLayout {
    /// Checks a whole file.
    ///
    /// # Errors
    /// The bytes are not an undamaged compressed clip of this version.
    pub fn parse(bytes: &[u8]) -> Result<Self, DecodeError> {
        let container = Container::parse(bytes)?;
        let spans = container.spans(CompressedClip::TYPE, CompressedClip::VERSION, &SECTIONS, 1)?;
        names::text(spans.elements(bytes, 1), "skeleton", 0)?;
        Ok(Self { spans, parts: view::parse(spans.elements(bytes, 0))? })
    }

    /// The clip in `bytes`, which have to be those that were parsed. With other bytes the view shows some other clip or
    /// an empty one.
    #[must_use]
    pub fn view<'a>(&self, bytes: &'a [u8]) -> CompressedClipView<'a> {
        CompressedClipView {
            parts: self.parts,
            bytes: self.spans.elements(bytes, 0),
            skeleton: self.spans.elements(bytes, 1),
        }
    }
}
