//! [`CompressedClipLayout`], and encoding and decoding of compressed clips.

use std::collections::HashSet;

use super::clip::{CompressedClip, Storage};
use super::limits::DecodeLimits;
use super::view::{self, CompressedClipView};
use super::{coded, payload, unpack};
use crate::clips::resting::{self, RestingBone};
use crate::container::{Container, ContainerWriter, SectionKind, SectionRanges};
use crate::error::{ensure, invalid};
use crate::layout::names;
use crate::layout::numbers::{check_duration, is_duration};
use crate::{AlignedBytes, Content, ContentType, DecodeError, EncodeError, FrameTimes, InvalidContent};

const PACK: &[u8; 4] = b"PACK";
const CODE: &[u8; 4] = b"CODE";
const SKEL: &[u8; 4] = b"SKEL";
const TIME: &[u8; 4] = b"TIME";
const REST: &[u8; 4] = b"REST";

impl CompressedClip {
    /// Returns the bytes that a game keeps in memory: the section `PACK`.
    ///
    /// # Errors
    /// The clip breaks a rule of its type, or its keys are too far apart.
    pub fn pack(&self) -> Result<Vec<u8>, InvalidContent> {
        self.check_tracks()?;
        let bytes = payload::pack(self).ok_or_else(payload::too_far_apart)?;
        view::parse(&bytes)?;
        Ok(bytes)
    }

    /// Returns the bytes of the coded form: the section `CODE`.
    ///
    /// # Errors
    /// Same as [`pack`](Self::pack).
    pub fn code(&self) -> Result<Vec<u8>, InvalidContent> {
        self.pack()?;
        coded::encode(self)
    }

    fn check_resting(&self, resting: &[RestingBone]) -> Result<(), InvalidContent> {
        let constants = self.constants.iter().map(|constant| constant.bone);
        let keyed: HashSet<u16> = self.tracks.iter().map(|track| track.bone).chain(constants).collect();
        resting::check(resting, self.bones.into(), |bone| u16::try_from(bone).is_ok_and(|bone| keyed.contains(&bone)))
    }

    /// Decodes the coded form of a clip. The result has no skeleton name, and its duration is the time of its last frame. Only
    /// the header and the counts are checked; [`pack`](Self::pack) checks the rest.
    ///
    /// # Errors
    /// The clip has too many numbers for its bytes or for the default [`DecodeLimits`], or a number is too large.
    pub fn from_code(code: &[u8]) -> Result<Self, InvalidContent> {
        coded::decode(code, DecodeLimits::default())
    }
}

impl Content for CompressedClip {
    const TYPE: ContentType = ContentType::CompressedClip;
    const VERSION: u16 = 4;

    fn encode(&self) -> Result<Vec<u8>, EncodeError> {
        check_duration(self.duration)?;
        check_error(self.largest_error)?;
        let mut writer = ContainerWriter::new::<Self>(4);
        match self.storage {
            Storage::Packed => writer.section(PACK, &self.pack()?),
            Storage::Coded => writer.section(CODE, &self.code()?),
        }
        writer.section(SKEL, self.skeleton.as_bytes());
        let times: Vec<[u8; 4]> =
            [Some(self.duration), self.largest_error].iter().flatten().map(|it| it.to_le_bytes()).collect();
        writer.section(TIME, &times);
        let resting = resting::to_section(&self.resting);
        self.check_resting(&resting)?;
        writer.section(REST, &resting);
        Ok(writer.finish())
    }

    fn decode(bytes: &[u8]) -> Result<Self, DecodeError> {
        let container = Container::parse(bytes)?;
        let (clip, same) = if is_coded(&container) {
            let file = File::new(&container, CODE, bytes)?;
            let skeleton = names::text(file.skeleton, "skeleton", 0)?.to_owned();
            let clip = Self::from_code(file.keys)?;
            let (duration, largest_error) = (file.duration(clip.duration)?, file.largest_error()?);
            let resting = resting::from_section(file.resting).collect();
            let clip = Self { skeleton, duration, largest_error, resting, ..clip };
            clip.check_resting(file.resting)?;
            let same = clip.code()? == file.keys;
            (clip, same)
        } else {
            let layout = CompressedClipLayout::read(&container, bytes)?;
            let view = layout.view(bytes);
            let clip = unpack::unpack(&view);
            let same = clip.pack()? == view.bytes;
            (clip, same)
        };
        ensure!(same, "the bytes of the compressed clip are not its shortest encoding");
        Ok(clip)
    }
}

fn is_coded(container: &Container) -> bool {
    container.has_section(0, CODE)
}

/// The sections of a file.
struct File<'a> {
    version: u16,
    ranges: SectionRanges<4>,
    keys: &'a [u8],
    skeleton: &'a [u8],
    /// The duration and the largest error, if the file has them.
    times: &'a [[u8; 4]],
    resting: &'a [RestingBone],
}

impl<'a> File<'a> {
    /// Reads the sections of a file whose first section is called `keys`. All sections are bytes, because a packed clip needs
    /// no alignment.
    fn new(container: &Container, keys: &[u8; 4], bytes: &'a [u8]) -> Result<Self, DecodeError> {
        let bytes_of = |id| SectionKind::of::<u8>(id);
        let (times, resting) = (SectionKind::of::<[u8; 4]>(TIME), SectionKind::of::<RestingBone>(REST));
        let kinds = [bytes_of(keys), bytes_of(SKEL), times, resting];
        let ranges = container.sections::<CompressedClip, _>(&kinds, &[(1, 2), (2, 3), (3, 3)])?;
        let mut sections = ranges.sections(bytes);
        let (keys, skeleton, times) = (sections.next(), sections.next(), sections.next());
        Ok(Self { version: container.content_version(), ranges, keys, skeleton, times, resting: sections.next() })
    }

    /// The duration of the clip. A file of version 1 does not store it; there, it is `whole`, the time of the last frame.
    fn duration(&self, whole: f32) -> Result<f32, InvalidContent> {
        match (self.version, self.times) {
            (1, _) => Ok(whole),
            (2, [duration]) | (3 | 4, [duration] | [duration, _]) => {
                let duration = f32::from_le_bytes(*duration);
                check_duration(duration).map(|()| duration)
            }
            (_, other) => Err(invalid!("the content header has {} elements, expected 1", other.len())),
        }
    }

    fn largest_error(&self) -> Result<Option<f32>, InvalidContent> {
        check_error(self.times.get(1).map(|error| f32::from_le_bytes(*error)))
    }
}

fn check_error(error: Option<f32>) -> Result<Option<f32>, InvalidContent> {
    match error {
        Some(error) if !is_duration(error) => {
            Err(invalid!("the largest error of the compressed clip is {error}, expected a finite number of at least 0"))
        }
        _ => Ok(error),
    }
}

/// The positions of the sections of a checked [`CompressedClip`] in its file.
///
/// Keep it together with the bytes: it creates views of them without checking them again.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CompressedClipLayout {
    ranges: SectionRanges<4>,
    parts: view::Parts,
    duration: f32,
    times: FrameTimes,
    largest_error: Option<f32>,
}

impl CompressedClipLayout {
    /// Checks a whole file that contains a packed clip.
    ///
    /// # Errors
    /// The bytes are not an undamaged compressed clip of this version, or the clip is coded. Use [`open`](Self::open) for coded
    /// clips.
    pub fn parse(bytes: &[u8]) -> Result<Self, DecodeError> {
        Self::read(&Container::parse(bytes)?, bytes)
    }

    /// Checks a whole file. If it contains a coded clip, decodes it within the default [`DecodeLimits`]. Returns the bytes to
    /// keep.
    ///
    /// # Errors
    /// Same as [`open_within`](Self::open_within).
    pub fn open(bytes: AlignedBytes) -> Result<(AlignedBytes, Self), DecodeError> {
        Self::open_within(bytes, DecodeLimits::default())
    }

    /// Checks a whole file. If it contains a coded clip, decodes it within `limits`. Returns the bytes to keep.
    ///
    /// While a coded clip is decoded, it takes at most 64 numbers of 4 bytes for each byte of the file, but never more than
    /// `limits` allow. When it is then packed, each number takes only as many bits as it needs, at most 19.
    ///
    /// # Errors
    /// The bytes are not an undamaged compressed clip of this version, or the decoded clip is too large.
    pub fn open_within(bytes: AlignedBytes, limits: DecodeLimits) -> Result<(AlignedBytes, Self), DecodeError> {
        let container = Container::parse(&bytes)?;
        if !is_coded(&container) {
            let layout = Self::read(&container, &bytes)?;
            return Ok((bytes, layout));
        }
        let file = File::new(&container, CODE, &bytes)?;
        names::text(file.skeleton, "skeleton", 0)?;
        let packed = coded::decode(file.keys, limits)?.pack()?;
        let parts = view::parse(&packed)?;
        let resting = file.resting.as_flattened();
        let [first, second] = [packed.len(), packed.len() + file.skeleton.len()];
        let ranges = SectionRanges::new([(0, first), (first, second), (0, 0), (second, second + resting.len())]);
        let layout = Self { ranges, ..Self::new(&file, parts)? };
        let bytes = AlignedBytes::from_slice(&[&packed, file.skeleton, resting].concat());
        layout.view(&bytes).check_resting()?;
        Ok((bytes, layout))
    }

    /// Opens a file with a packed clip without reading its keys and without comparing its checksum, so it takes the same time
    /// for clips of any length. Use it only for files that were checked before, by `rigmill verify` or [`parse`](Self::parse),
    /// and that cannot have changed since then.
    ///
    /// Damage that this function does not detect causes wrong poses, but nothing worse, because readers access the bytes
    /// through slices.
    ///
    /// # Errors
    /// The header, the section table or the clip's own header is not that of a compressed clip of this version.
    pub fn trust(bytes: &[u8]) -> Result<Self, DecodeError> {
        let file = File::new(&Container::trust(bytes)?, PACK, bytes)?;
        let parts = view::trust(file.keys)?;
        Self::new(&file, parts)
    }

    fn read(container: &Container, bytes: &[u8]) -> Result<Self, DecodeError> {
        let file = File::new(container, PACK, bytes)?;
        names::text(file.skeleton, "skeleton", 0)?;
        let parts = view::parse(file.keys)?;
        let layout = Self::new(&file, parts)?;
        layout.view(bytes).check_resting()?;
        Ok(layout)
    }

    fn new(file: &File<'_>, parts: view::Parts) -> Result<Self, DecodeError> {
        let duration = file.duration(parts.whole_duration())?;
        let (times, largest_error) = (parts.times(duration), file.largest_error()?);
        Ok(Self { ranges: file.ranges, parts, duration, times, largest_error })
    }

    /// Returns a view of the clip in `bytes`, which must be the bytes that were parsed. A view of other bytes is safe to use,
    /// but is empty or shows a different clip.
    #[inline]
    #[must_use]
    pub fn view<'a>(&self, bytes: &'a [u8]) -> CompressedClipView<'a> {
        let Self { parts, duration, times, ranges, largest_error } = *self;
        let mut sections = ranges.sections(bytes);
        let (bytes, skeleton) = (sections.next(), sections.next());
        let _: &[[u8; 4]] = sections.next();
        CompressedClipView { parts, duration, times, bytes, skeleton, largest_error, resting: sections.next() }
    }
}
