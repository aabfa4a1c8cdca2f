//! A compressed clip: small whole numbers for keys, relative to the bind pose of a skeleton.
//!
//! Content type 2, version 2. The sections, in file order:
//!
//! | id               | element | elements                                                |
//! |------------------|---------|---------------------------------------------------------|
//! | `PACK` or `CODE` | u8      | the packed clip, or the coded one                       |
//! | `SKEL`           | u8      | the asset name of the skeleton, UTF-8, or nothing       |
//! | `TIME`           | f32     | the duration in seconds: finite, >= 0; since version 2  |
//!
//! Frame n is at n / frames a second, but the last at the duration where that comes sooner, so the last interval may be shorter
//! than the others. Where the duration is longer, the last frame holds. A clip of version 1 lasts to its last frame.
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
//!
//! Coded clip, which is smaller, and packed again when it is loaded:
//!
//! | bytes       | value                                                                                       |
//! |-------------|---------------------------------------------------------------------------------------------|
//! | 4, 4, 2     | frames, frames a second, bones, as in a packed clip                                         |
//! | the rest    | what a range coder makes of what follows, without zeros at the end                          |
//!
//! For each channel of each bone, in the order of tracks: whether it is kept, and if so, whether it is animated. The constants,
//! bit by bit. For each track: how its steps differ from those of the track before of the same channel; for each segment of a
//! rotation whether the turn is another, and if so, its five bits; then component by component how far each key is from
//! what the keys before it let expect. How numbers and guesses are made is in the module `coded`. There are at most 64 numbers
//! a byte, for which zeros are added at the end where that is not so: each bone counts as 3, each frame as 3 for each track, and 1.

mod clip;
mod coded;
mod head;
mod limits;
mod payload;
mod record;
mod step;
#[cfg(test)]
mod tests;
mod turns;
mod unpack;
mod view;

pub use clip::{AnimatedTrack, Channel, CompressedClip, ConstantTrack, SEGMENT_FRAMES, Storage};
pub use head::{HEAD_BYTES, Head};
pub use limits::DecodeLimits;
pub use record::{RECORD_BYTES, Record};
pub use step::{STEP_BIAS, STEP_SPREAD, step_code, step_size};
pub use turns::TURNS;
pub use view::{BlockMasks, CompressedClipView, Segment, window, window_in};

use crate::container::{Container, ContainerWriter, SectionKind, Spans};
use crate::finite::is_duration;
use crate::{
    AlignedBytes, CompressedProblem, Content, ContentType, DecodeError, EncodeError, FrameTimes, InvalidContent, names,
};

const PACK: SectionKind = SectionKind::of::<u8>(b"PACK");
const SKEL: SectionKind = SectionKind::of::<u8>(b"SKEL");
const CODE: SectionKind = SectionKind::of::<u8>(b"CODE");
/// Bytes, since a packed clip needs no alignment.
const TIME: SectionKind = SectionKind::of::<[u8; 4]>(b"TIME");
const SECTIONS: usize = 3;

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

    /// The bytes of the coded form: what the section `CODE` holds.
    ///
    /// # Errors
    /// As [`pack`](Self::pack).
    pub fn code(&self) -> Result<Vec<u8>, InvalidContent> {
        self.pack()?;
        coded::encode(self)
    }

    /// The clip of a coded form, without the name of its skeleton; it lasts to its last frame. Only its header and counts have been checked: what else is
    /// wrong with it, [`pack`](Self::pack) tells.
    ///
    /// # Errors
    /// It has too many numbers for its bytes or for the default [`DecodeLimits`], or a number that is too large.
    pub fn from_code(code: &[u8]) -> Result<Self, InvalidContent> {
        coded::decode(code, DecodeLimits::default())
    }
}

impl Content for CompressedClip {
    const TYPE: ContentType = ContentType::CompressedClip;
    const VERSION: u16 = 2;

    fn encode(&self) -> Result<Vec<u8>, EncodeError> {
        check_duration(self.duration)?;
        let mut writer = ContainerWriter::new(Self::TYPE, Self::VERSION, SECTIONS);
        match self.storage {
            Storage::Packed => writer.section(PACK, &self.pack()?),
            Storage::Coded => writer.section(CODE, &self.code()?),
        }
        writer.section(SKEL, self.skeleton.as_bytes());
        writer.section(TIME, &[self.duration.to_le_bytes()]);
        Ok(writer.finish())
    }

    fn decode(bytes: &[u8]) -> Result<Self, DecodeError> {
        let container = Container::parse(bytes)?;
        let (clip, same) = if is_coded(&container) {
            let spans = spans(&container, CODE, bytes)?;
            let code = spans.elements(bytes, 0);
            let skeleton = names::checked_text(spans.elements(bytes, 1)).to_owned();
            let clip = Self::from_code(code)?;
            let duration = duration(&container, &spans, bytes, clip.duration)?;
            let clip = Self { skeleton, duration, ..clip };
            let same = clip.code()? == code;
            (clip, same)
        } else {
            let layout = CompressedClipLayout::of(&container, bytes)?;
            let view = layout.view(bytes);
            let clip = unpack::unpack(&view);
            let same = clip.pack()? == view.bytes;
            (clip, same)
        };
        if same { Ok(clip) } else { Err(InvalidContent::from(CompressedProblem::Loose).into()) }
    }
}

fn is_coded(container: &Container) -> bool {
    container.has_section(0, CODE.id)
}

/// The sections of a file, the keys in the first; the skeleton's name has been checked.
fn spans(container: &Container, keys: SectionKind, bytes: &[u8]) -> Result<Spans<SECTIONS>, DecodeError> {
    let spans = unchecked_spans(container, keys)?;
    names::text(spans.elements(bytes, 1), "skeleton", 0)?;
    Ok(spans)
}

fn unchecked_spans(container: &Container, keys: SectionKind) -> Result<Spans<SECTIONS>, DecodeError> {
    match container.content_version() {
        1 => Ok(container.spans(CompressedClip::TYPE, 1, &[keys, SKEL], 1)?.widened()),
        _ => container.spans(CompressedClip::TYPE, CompressedClip::VERSION, &[keys, SKEL, TIME], 1),
    }
}

/// The duration of a clip; in a file of version 1 `whole`, the time of its last frame.
fn duration(container: &Container, spans: &Spans<SECTIONS>, bytes: &[u8], whole: f32) -> Result<f32, InvalidContent> {
    if container.content_version() == 1 {
        return Ok(whole);
    }
    match spans.elements(bytes, 2) {
        [duration] => check_duration(f32::from_le_bytes(*duration)),
        other => Err(InvalidContent::HeaderCount { found: other.len() }),
    }
}

fn check_duration(duration: f32) -> Result<f32, InvalidContent> {
    if is_duration(duration) { Ok(duration) } else { Err(InvalidContent::ClipDuration { found: duration }) }
}

/// Where the parts of a checked compressed clip lie in its bytes. An owner of the bytes keeps it beside them and has a view
/// again without another check.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CompressedClipLayout {
    /// Of the keys and of the skeleton's name.
    spans: Spans<SECTIONS>,
    parts: view::Parts,
    duration: f32,
    times: FrameTimes,
}

impl CompressedClipLayout {
    /// Checks a whole file that holds a packed clip.
    ///
    /// # Errors
    /// The bytes are not an undamaged compressed clip of this version, or a coded one: see [`open`](Self::open).
    pub fn parse(bytes: &[u8]) -> Result<Self, DecodeError> {
        Self::of(&Container::parse(bytes)?, bytes)
    }

    /// Checks a whole file, and expands it where it holds a coded clip, within the default [`DecodeLimits`]: what is given back
    /// are the bytes to keep.
    ///
    /// # Errors
    /// As [`open_within`](Self::open_within).
    pub fn open(bytes: AlignedBytes) -> Result<(AlignedBytes, Self), DecodeError> {
        Self::open_within(bytes, DecodeLimits::default())
    }

    /// Checks a whole file, and expands it where it holds a coded clip: what is given back are the bytes to keep.
    ///
    /// A coded clip takes at most 64 numbers of 4 bytes for each byte of the file while it is expanded, but no more than
    /// `limits` allow, and as many bits as the numbers need, at most 19 each, when it is packed.
    ///
    /// # Errors
    /// The bytes are not an undamaged compressed clip of this version, or the clip is too large once it is expanded.
    pub fn open_within(bytes: AlignedBytes, limits: DecodeLimits) -> Result<(AlignedBytes, Self), DecodeError> {
        let container = Container::parse(&bytes)?;
        if !is_coded(&container) {
            let layout = Self::of(&container, &bytes)?;
            return Ok((bytes, layout));
        }
        let spans = spans(&container, CODE, &bytes)?;
        let packed = coded::decode(spans.elements(&bytes, 0), limits)?.pack()?;
        let skeleton: &[u8] = spans.elements(&bytes, 1);
        let parts = view::parse(&packed)?;
        let duration = duration(&container, &spans, &bytes, parts.whole_duration())?;
        let end = packed.len() + skeleton.len();
        let spans = Spans::new([(0, packed.len()), (packed.len(), end), (end, end)]);
        Ok((AlignedBytes::from_slice(&[&packed, skeleton].concat()), Self::new(spans, parts, duration)))
    }

    /// Takes a file that holds a packed clip without looking at its keys, and without its checksum: in the same time for a clip
    /// of any length. For files that were checked before, by `rigmill verify` or by [`parse`](Self::parse), and cannot have
    /// changed since.
    ///
    /// Damage that this does not find gives wrong poses and nothing worse: readers go through slices.
    ///
    /// # Errors
    /// The header, the section table or the clip's own header is not that of a compressed clip of this version.
    pub fn trust(bytes: &[u8]) -> Result<Self, DecodeError> {
        let container = Container::trust(bytes)?;
        let spans = unchecked_spans(&container, PACK)?;
        let parts = view::trust(spans.elements(bytes, 0))?;
        let duration = duration(&container, &spans, bytes, parts.whole_duration())?;
        Ok(Self::new(spans, parts, duration))
    }

    fn of(container: &Container, bytes: &[u8]) -> Result<Self, DecodeError> {
        let spans = spans(container, PACK, bytes)?;
        let parts = view::parse(spans.elements(bytes, 0))?;
        let duration = duration(container, &spans, bytes, parts.whole_duration())?;
        Ok(Self::new(spans, parts, duration))
    }

    fn new(spans: Spans<SECTIONS>, parts: view::Parts, duration: f32) -> Self {
        Self { spans, parts, duration, times: parts.times(duration) }
    }

    /// The clip in `bytes`, which have to be those that were parsed. With other bytes the view shows some other clip or
    /// an empty one.
    #[must_use]
    pub fn view<'a>(&self, bytes: &'a [u8]) -> CompressedClipView<'a> {
        CompressedClipView {
            parts: self.parts,
            duration: self.duration,
            times: self.times,
            bytes: self.spans.elements(bytes, 0),
            skeleton: self.spans.elements(bytes, 1),
        }
    }
}
