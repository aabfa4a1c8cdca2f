//! A uniformly sampled clip: a key a frame in single precision, eight bones side by side, used where it lies.
//!
//! Content type 14, version 1. The sections, in file order:
//!
//! | id     | element                  | elements                                                          |
//! |--------|--------------------------|-------------------------------------------------------------------|
//! | `UNIF` | clip header, 16          | 1                                                                 |
//! | `MASK` | 3 x u8                   | one a block: which bones have keys: rotations, translations, scales |
//! | `STIL` | 8 x f32                  | ten a block: the pose of what has no keys                         |
//! | `ROWS` | 8 x f32                  | a row a frame                                                     |
//! | `SKEL` | u8                       | the asset name of the skeleton, UTF-8, or nothing                 |
//!
//! Clip header:
//!
//! | offset | type | field      | value                                                            |
//! |-------:|------|------------|------------------------------------------------------------------|
//! |      0 | u32  | bones      | at most 65,535                                                   |
//! |      4 | u32  | frames     | 1 or more; the first is at 0 s                                   |
//! |      8 | f32  | frame rate | frames a second; finite, above 0                                 |
//! |     12 | f32  | duration   | seconds; finite, >= 0                                            |
//!
//! Frame n is at n / frame rate, but the last at the duration where that comes sooner, so the last interval may be shorter than
//! the others. Where the duration is longer, the last frame holds.
//!
//! A block is eight bones, bit n of a mask its bone n. The ten vectors of a block in `STIL` are x, y, z, w of rotations, x, y, z
//! of translations, x, y, z of scales. A row has, block by block, for each channel of which the mask is not 0 its vectors: four
//! for rotations, three for others.
//!
//! Rules: bones beyond the last have no keys and are the identity. In rows, bones without keys have the value that they have
//! in `STIL`. All values are finite; rotations are of unit length within 0.001, and no rotation of a row is on the other side
//! of that in the row before it: the sum of the products of their components is not negative. So whoever samples interpolates
//! whole vectors and asks for nothing.

mod check;
mod clip;
mod tables;
#[cfg(test)]
mod tests;
mod view;

pub use clip::{UniformClip, UniformTrack};
pub use view::{BLOCK_VECTORS, UniformClipView, Vector};

use bytemuck::{Pod, Zeroable};

use crate::container::{Container, ContainerWriter, SectionKind, Spans};
use crate::{AlignedBytes, Content, ContentType, DecodeError, EncodeError, FrameTimes, InvalidContent, names};

#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
#[repr(C)]
struct ClipHeader {
    bones: u32,
    frames: u32,
    frame_rate: f32,
    duration: f32,
}

impl ClipHeader {
    fn times(&self) -> FrameTimes {
        FrameTimes::new(self.frames, self.frame_rate, self.duration)
    }
}

const UNIF: SectionKind = SectionKind::of::<ClipHeader>(b"UNIF");
const MASK: SectionKind = SectionKind::of::<[u8; 3]>(b"MASK");
const STIL: SectionKind = SectionKind::of::<Vector>(b"STIL");
const ROWS: SectionKind = SectionKind::of::<Vector>(b"ROWS");
const SKEL: SectionKind = SectionKind::of::<u8>(b"SKEL");
const SECTIONS: [SectionKind; 5] = [UNIF, MASK, STIL, ROWS, SKEL];
const ALIGNMENT: usize = align_of::<Vector>();

impl Content for UniformClip {
    const TYPE: ContentType = ContentType::UniformClip;
    const VERSION: u16 = 1;

    fn encode(&self) -> Result<Vec<u8>, EncodeError> {
        let tables = tables::Tables::of(self)?;
        check::check(&tables.view(&self.skeleton))?;
        let mut writer = ContainerWriter::new(Self::TYPE, Self::VERSION, SECTIONS.len());
        writer.section(UNIF, &[tables.header]);
        writer.section(MASK, &tables.masks);
        writer.section(STIL, &tables.still);
        writer.section(ROWS, &tables.rows);
        writer.section(SKEL, self.skeleton.as_bytes());
        Ok(writer.finish())
    }

    fn decode(bytes: &[u8]) -> Result<Self, DecodeError> {
        let bytes = AlignedBytes::from_slice(bytes);
        Ok(UniformClipView::parse(&bytes)?.to_owned())
    }
}

/// Where the parts of a checked uniform clip lie in its bytes. An owner of the bytes keeps it beside them and has a view
/// again without another check.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct UniformClipLayout {
    spans: Spans<5>,
    /// Kept here, so that where a row lies is known without a look at the file.
    header: ClipHeader,
    times: FrameTimes,
}

impl UniformClipLayout {
    /// Checks a whole file.
    ///
    /// # Errors
    /// The bytes are not an undamaged uniform clip of this version, or begin at an address that is no multiple of 4.
    pub fn parse(bytes: &[u8]) -> Result<Self, DecodeError> {
        let layout = Self::of(&Container::parse(bytes)?, bytes)?;
        names::text(layout.spans.elements(bytes, 4), "skeleton", 0)?;
        check::check(&layout.view(bytes))?;
        Ok(layout)
    }

    /// Takes a file without looking at its keys, and without its checksum: in the same time for a clip of any length. For files
    /// that were checked before, by `rigmill verify` or by [`parse`](Self::parse), and cannot have changed since.
    ///
    /// Damage that this does not find gives wrong poses and nothing worse: readers go through slices.
    ///
    /// # Errors
    /// The header, the section table, the clip's own header or the lengths of its sections are not those of a uniform clip
    /// of this version, or the bytes begin at an address that is no multiple of 4.
    pub fn trust(bytes: &[u8]) -> Result<Self, DecodeError> {
        let layout = Self::of(&Container::trust(bytes)?, bytes)?;
        layout.view(bytes).check_header()?;
        Ok(layout)
    }

    fn of(container: &Container, bytes: &[u8]) -> Result<Self, DecodeError> {
        let spans = container.spans(UniformClip::TYPE, UniformClip::VERSION, &SECTIONS, ALIGNMENT)?;
        let header = header(spans.elements(bytes, 0))?;
        Ok(Self { spans, header, times: header.times() })
    }

    /// The clip in `bytes`, which have to be those that were parsed. With other bytes the view shows some other clip or
    /// an empty one.
    #[must_use]
    pub fn view<'a>(&self, bytes: &'a [u8]) -> UniformClipView<'a> {
        UniformClipView::new(
            (self.header, self.times),
            self.spans.elements(bytes, 1),
            self.spans.elements(bytes, 2),
            self.spans.elements(bytes, 3),
            self.spans.elements(bytes, 4),
        )
    }
}

fn header(headers: &[ClipHeader]) -> Result<ClipHeader, InvalidContent> {
    match headers {
        [header] => Ok(*header),
        _ => Err(InvalidContent::HeaderCount { found: headers.len() }),
    }
}
