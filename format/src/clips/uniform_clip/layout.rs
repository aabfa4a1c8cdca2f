//! [`UniformClipLayout`], and encoding and decoding of uniform clips.

use super::check;
use super::clip::UniformClip;
use super::tables::Tables;
use super::view::{ClipHeader, UniformClipView, Vector};
use crate::clips::resting::RestingBone;
use crate::container::{Container, ContainerWriter, SectionKind, SectionRanges};
use crate::layout::{One, names};
use crate::{AlignedBytes, Content, ContentType, DecodeError, EncodeError, FrameTimes};

const SECTIONS: [SectionKind; 6] = [
    SectionKind::of::<ClipHeader>(b"UNIF"),
    SectionKind::of::<[u8; 3]>(b"MASK"),
    SectionKind::of::<Vector>(b"STIL"),
    SectionKind::of::<Vector>(b"ROWS"),
    SectionKind::of::<u8>(b"SKEL"),
    SectionKind::of::<RestingBone>(b"REST"),
];

impl Content for UniformClip {
    const TYPE: ContentType = ContentType::UniformClip;
    const VERSION: u16 = 2;

    fn encode(&self) -> Result<Vec<u8>, EncodeError> {
        let tables = Tables::new(self)?;
        check::check(&tables.view(&self.skeleton))?;
        let mut writer = ContainerWriter::new::<Self>(SECTIONS.len());
        writer.section(b"UNIF", &[tables.header]);
        writer.section(b"MASK", &tables.masks);
        writer.section(b"STIL", &tables.still);
        writer.section(b"ROWS", &tables.rows);
        writer.section(b"SKEL", self.skeleton.as_bytes());
        writer.section(b"REST", &tables.resting);
        Ok(writer.finish())
    }

    fn decode(bytes: &[u8]) -> Result<Self, DecodeError> {
        let bytes = AlignedBytes::from_slice(bytes);
        Ok(UniformClipView::parse(&bytes)?.to_owned())
    }
}

/// The positions of the sections of a checked [`UniformClip`] in its file.
///
/// Keep it together with the bytes: it creates views of them without checking them again.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct UniformClipLayout {
    ranges: SectionRanges<6>,
    /// Stored here so that the position of a row is known without reading the file.
    header: ClipHeader,
    times: FrameTimes,
}

impl UniformClipLayout {
    /// Checks a whole file.
    ///
    /// # Errors
    /// The bytes are not an undamaged uniform clip of this version, or start at an address that is not a multiple of 4.
    pub fn parse(bytes: &[u8]) -> Result<Self, DecodeError> {
        let layout = Self::new(&Container::parse(bytes)?, bytes)?;
        let view = layout.view(bytes);
        names::text(view.skeleton_bytes(), "skeleton", 0)?;
        check::check(&view)?;
        Ok(layout)
    }

    /// Opens a file without reading its keys and without comparing its checksum, so it takes the same time for clips of any
    /// length. Use it only for files that were checked before, by `rigmill verify` or [`parse`](Self::parse), and that cannot
    /// have changed since then.
    ///
    /// Damage that this function does not detect causes wrong poses, but nothing worse, because readers access the bytes
    /// through slices.
    ///
    /// # Errors
    /// The header, the section table, the clip's own header or the lengths of its sections are not those of a uniform clip of
    /// this version, or the bytes start at an address that is not a multiple of 4.
    pub fn trust(bytes: &[u8]) -> Result<Self, DecodeError> {
        let layout = Self::new(&Container::trust(bytes)?, bytes)?;
        layout.view(bytes).check_header()?;
        Ok(layout)
    }

    fn new(container: &Container, bytes: &[u8]) -> Result<Self, DecodeError> {
        let ranges = container.sections::<UniformClip, _>(&SECTIONS, &[(1, 5)])?;
        let headers = ranges.sections(bytes).next();
        One::check_count(headers)?;
        let One(header) = One::first(headers);
        Ok(Self { ranges, header, times: header.times() })
    }

    /// Returns a view of the clip in `bytes`, which must be the bytes that were parsed. A view of other bytes is safe to use,
    /// but is empty or shows a different clip.
    #[inline]
    #[must_use]
    pub fn view<'a>(&self, bytes: &'a [u8]) -> UniformClipView<'a> {
        let mut sections = self.ranges.sections(bytes);
        let _: &[ClipHeader] = sections.next();
        let (masks, still, rows) = (sections.next(), sections.next(), sections.next());
        UniformClipView::new((self.header, self.times), masks, still, rows, (sections.next(), sections.next()))
    }
}

impl<'a> UniformClipView<'a> {
    /// Checks a whole file and returns a view of its content.
    ///
    /// # Errors
    /// Same as [`UniformClipLayout::parse`].
    pub fn parse(bytes: &'a [u8]) -> Result<Self, DecodeError> {
        Ok(UniformClipLayout::parse(bytes)?.view(bytes))
    }
}
