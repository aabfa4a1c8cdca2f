//! An animation sequence: for each bone it moves, the bone's keys.
//!
//! Content type 1, version 1. Times are in seconds, rotations are quaternions x, y, z, w. The
//! sections, in file order:
//!
//! | id     | element                  | elements                                               |
//! |--------|--------------------------|--------------------------------------------------------|
//! | `CLIP` | clip header, 8 bytes     | 1                                                      |
//! | `SEQS` | sequence record, 56      | one a bone, in source order                            |
//! | `BYNM` | u32                      | record numbers in ascending byte order of bone names   |
//! | `NAME` | u8                       | the bone names in record order, UTF-8, nothing between |
//! | `VEC3` | 3 x f32                  | by record: its translations, then its scales           |
//! | `QUAT` | 4 x f32                  | by record: its rotations                               |
//! | `TIME` | f32                      | by record: its key times                               |
//!
//! Clip header:
//!
//! | offset | type | field    | value                                                             |
//! |-------:|------|----------|-------------------------------------------------------------------|
//! |      0 | f32  | duration | finite, >= 0                                                      |
//! |      4 | u32  | flags    | bit 0: close the loop; other bits 0                               |
//!
//! Sequence record:
//!
//! | offset | type | field             | value                                                    |
//! |-------:|------|-------------------|----------------------------------------------------------|
//! |      0 | u32  | name first        | first byte in `NAME`                                     |
//! |      4 | u32  | name length       | in bytes                                                 |
//! |      8 | u32  | key count         | 1 to 2^31 - 1                                            |
//! |     12 | f32  | duration          | finite, >= 0                                             |
//! |     16 | f32  | key interval      | finite; > 0 where several keys have no times             |
//! |     20 | u32  | flags             | bits 0 to 6, below; other bits 0                         |
//! |     24 | u32  | translation first | index into `VEC3`                                        |
//! |     28 | u32  | translation count |                                                          |
//! |     32 | u32  | rotation first    | index into `QUAT`                                        |
//! |     36 | u32  | rotation count    |                                                          |
//! |     40 | u32  | scale first       | index into `VEC3`                                        |
//! |     44 | u32  | scale count       |                                                          |
//! |     48 | u32  | time first        | index into `TIME`                                        |
//! |     52 | u32  | time count        |                                                          |
//!
//! Flags: 0 has translation, 1 has rotation, 2 has scale, 3 has time, 4 fixed translation, 5 fixed
//! rotation, 6 fixed scale.
//!
//! Rules: a channel's list has as many entries as keys; or one, where the channel is fixed; or none,
//! where the clip does not have the channel. A time list has as many entries as keys, strictly
//! ascending; without "has time" it may be missing, and its order does not matter. All numbers are
//! finite. No two sequences move one bone. Parts of a shared array follow each other in record order,
//! without a gap, and fill it.

use bytemuck::{Pod, Zeroable};

use crate::container::{Container, ContainerWriter, SectionKind, Spans};
use crate::finite::{all_finite, is_duration};
use crate::shares::{self, ShareCheck};
use crate::{AlignedBytes, Content, ContentType, DecodeError, EncodeError, InvalidContent};
use crate::{SequenceProblem, names};

/// Key frames of an animation, bone by bone.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct AnimationSequence {
    /// Seconds.
    pub duration: f32,
    /// When repeating, move from the last key back to the first between the last key's time and
    /// the end, rather than hold the last key there. `Rules::RobotGame` takes no notice of it.
    pub close_loop: bool,
    /// One for each bone that the clip moves; no two for one bone.
    pub sequences: Vec<KeyFrameSequence>,
}

/// The keys of one bone.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct KeyFrameSequence {
    /// The bone that moves. May be empty and may begin with blanks, as sources have it.
    pub bone_name: String,
    /// Number of keys, 1 to `i32::MAX`.
    pub key_count: u32,
    /// Seconds. May differ from that of the clip: each bone loops on its own.
    pub duration: f32,
    /// Seconds between keys where there is no time list.
    pub key_interval: f32,
    /// Whether the keys move the bone.
    pub has_translation: bool,
    /// Whether the keys turn the bone.
    pub has_rotation: bool,
    /// Whether the keys scale the bone.
    pub has_scale: bool,
    /// Whether each key has its own time.
    pub has_time: bool,
    /// Whether the first translation is valid for the whole clip.
    pub fixed_translation: bool,
    /// Whether the first rotation is valid for the whole clip.
    pub fixed_rotation: bool,
    /// Whether the first scale is valid for the whole clip.
    pub fixed_scale: bool,
    /// Translations x, y, z.
    pub translation: Vec<[f32; 3]>,
    /// Rotations x, y, z, w, as the source has them: not necessarily of unit length.
    pub rotation: Vec<[f32; 4]>,
    /// Scales along x, y, z.
    pub scale: Vec<[f32; 3]>,
    /// Key times in seconds.
    pub time: Vec<f32>,
}

#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
struct ClipHeader {
    duration: f32,
    flags: u32,
}

#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
struct SequenceRecord {
    name_first: u32,
    name_length: u32,
    key_count: u32,
    duration: f32,
    key_interval: f32,
    flags: u32,
    translation_first: u32,
    translation_count: u32,
    rotation_first: u32,
    rotation_count: u32,
    scale_first: u32,
    scale_count: u32,
    time_first: u32,
    time_count: u32,
}

const CLOSE_LOOP: u32 = 1;

const HAS_TRANSLATION: u32 = 1;
const HAS_ROTATION: u32 = 1 << 1;
const HAS_SCALE: u32 = 1 << 2;
const HAS_TIME: u32 = 1 << 3;
const FIXED_TRANSLATION: u32 = 1 << 4;
const FIXED_ROTATION: u32 = 1 << 5;
const FIXED_SCALE: u32 = 1 << 6;
const ALL_FLAGS: u32 = (1 << 7) - 1;

const CLIP: SectionKind = SectionKind::of::<ClipHeader>(b"CLIP");
const SEQS: SectionKind = SectionKind::of::<SequenceRecord>(b"SEQS");
const BYNM: SectionKind = SectionKind::of::<u32>(b"BYNM");
const NAME: SectionKind = SectionKind::of::<u8>(b"NAME");
const VEC3: SectionKind = SectionKind::of::<[f32; 3]>(b"VEC3");
const QUAT: SectionKind = SectionKind::of::<[f32; 4]>(b"QUAT");
const TIME: SectionKind = SectionKind::of::<f32>(b"TIME");

const SECTIONS: [SectionKind; 7] = [CLIP, SEQS, BYNM, NAME, VEC3, QUAT, TIME];
const ALIGNMENT: usize = align_of::<SequenceRecord>();

impl Content for AnimationSequence {
    const TYPE: ContentType = ContentType::AnimationSequence;
    const VERSION: u16 = 1;

    fn encode(&self) -> Result<Vec<u8>, EncodeError> {
        let tables = Tables::of(self)?;
        tables.view().validate()?;
        Ok(tables.write())
    }

    fn decode(bytes: &[u8]) -> Result<Self, DecodeError> {
        let bytes = AlignedBytes::from_slice(bytes);
        Ok(AnimationSequenceView::parse(&bytes)?.to_owned())
    }
}

/// The sections of a file to be, as arrays.
struct Tables {
    header: ClipHeader,
    records: Vec<SequenceRecord>,
    by_name: Vec<u32>,
    names: Vec<u8>,
    vectors: Vec<[f32; 3]>,
    quaternions: Vec<[f32; 4]>,
    times: Vec<f32>,
}

impl Tables {
    fn of(clip: &AnimationSequence) -> Result<Self, EncodeError> {
        let count = shares::count(clip.sequences.len(), "sequences")?;
        let name = |number| record_name(&clip.sequences, number);
        let mut tables = Self {
            header: ClipHeader { duration: clip.duration, flags: if clip.close_loop { CLOSE_LOOP } else { 0 } },
            records: Vec::with_capacity(clip.sequences.len()),
            by_name: names::index_by_name(count, name),
            names: Vec::new(),
            vectors: Vec::new(),
            quaternions: Vec::new(),
            times: Vec::new(),
        };
        for sequence in &clip.sequences {
            tables.push(sequence)?;
        }
        Ok(tables)
    }

    fn push(&mut self, sequence: &KeyFrameSequence) -> Result<(), EncodeError> {
        let name = sequence.bone_name.as_bytes();
        let (name_first, name_length) = shares::append(&mut self.names, name, "name bytes")?;
        let (translation_first, translation_count) =
            shares::append(&mut self.vectors, &sequence.translation, "translations")?;
        let (rotation_first, rotation_count) = shares::append(&mut self.quaternions, &sequence.rotation, "rotations")?;
        let (scale_first, scale_count) = shares::append(&mut self.vectors, &sequence.scale, "scales")?;
        let (time_first, time_count) = shares::append(&mut self.times, &sequence.time, "key times")?;
        self.records.push(SequenceRecord {
            name_first,
            name_length,
            key_count: sequence.key_count,
            duration: sequence.duration,
            key_interval: sequence.key_interval,
            flags: flags_of(sequence),
            translation_first,
            translation_count,
            rotation_first,
            rotation_count,
            scale_first,
            scale_count,
            time_first,
            time_count,
        });
        Ok(())
    }

    fn view(&self) -> AnimationSequenceView<'_> {
        AnimationSequenceView {
            header: std::slice::from_ref(&self.header),
            records: &self.records,
            by_name: &self.by_name,
            names: &self.names,
            vectors: &self.vectors,
            quaternions: &self.quaternions,
            times: &self.times,
        }
    }

    fn write(&self) -> Vec<u8> {
        let mut writer = ContainerWriter::new(AnimationSequence::TYPE, AnimationSequence::VERSION, SECTIONS.len());
        writer.section(CLIP, &[self.header]);
        writer.section(SEQS, &self.records);
        writer.section(BYNM, &self.by_name);
        writer.section(NAME, &self.names);
        writer.section(VEC3, &self.vectors);
        writer.section(QUAT, &self.quaternions);
        writer.section(TIME, &self.times);
        writer.finish()
    }
}

fn record_name(sequences: &[KeyFrameSequence], number: u32) -> &[u8] {
    let sequence = sequences.get(number as usize);
    sequence.map_or(&[], |sequence| sequence.bone_name.as_bytes())
}

fn flags_of(sequence: &KeyFrameSequence) -> u32 {
    [
        (sequence.has_translation, HAS_TRANSLATION),
        (sequence.has_rotation, HAS_ROTATION),
        (sequence.has_scale, HAS_SCALE),
        (sequence.has_time, HAS_TIME),
        (sequence.fixed_translation, FIXED_TRANSLATION),
        (sequence.fixed_rotation, FIXED_ROTATION),
        (sequence.fixed_scale, FIXED_SCALE),
    ]
    .into_iter()
    .filter_map(|(set, flag)| set.then_some(flag))
    .fold(0, |flags, flag| flags | flag)
}

/// Where the parts of a checked animation sequence lie in its bytes. An owner of the bytes keeps
/// it beside them and has a view again without another check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AnimationSequenceLayout(Spans<7>);

impl AnimationSequenceLayout {
    /// Checks a whole file.
    ///
    /// # Errors
    /// The bytes are not an undamaged animation sequence of this version, or begin at an address
    /// that is no multiple of 4.
    pub fn parse(bytes: &[u8]) -> Result<Self, DecodeError> {
        let container = Container::parse(bytes)?;
        let layout =
            Self(container.spans(AnimationSequence::TYPE, AnimationSequence::VERSION, &SECTIONS, ALIGNMENT)?);
        layout.view(bytes).validate()?;
        Ok(layout)
    }

    /// The clip in `bytes`, which have to be those that were parsed. With other bytes the view
    /// shows some other clip or an empty one.
    #[must_use]
    pub fn view<'a>(&self, bytes: &'a [u8]) -> AnimationSequenceView<'a> {
        AnimationSequenceView {
            header: self.0.elements(bytes, 0),
            records: self.0.elements(bytes, 1),
            by_name: self.0.elements(bytes, 2),
            names: self.0.elements(bytes, 3),
            vectors: self.0.elements(bytes, 4),
            quaternions: self.0.elements(bytes, 5),
            times: self.0.elements(bytes, 6),
        }
    }
}

/// An animation sequence read where its bytes lie.
#[derive(Clone, Copy, Debug)]
pub struct AnimationSequenceView<'a> {
    header: &'a [ClipHeader],
    records: &'a [SequenceRecord],
    by_name: &'a [u32],
    names: &'a [u8],
    vectors: &'a [[f32; 3]],
    quaternions: &'a [[f32; 4]],
    times: &'a [f32],
}

impl<'a> AnimationSequenceView<'a> {
    /// Checks a whole file and views its content.
    ///
    /// # Errors
    /// As [`AnimationSequenceLayout::parse`].
    pub fn parse(bytes: &'a [u8]) -> Result<Self, DecodeError> {
        Ok(AnimationSequenceLayout::parse(bytes)?.view(bytes))
    }

    /// Seconds.
    #[must_use]
    pub fn duration(&self) -> f32 {
        self.header.first().map_or(0.0, |header| header.duration)
    }

    /// Whether repeating moves from the last key back to the first.
    #[must_use]
    pub fn close_loop(&self) -> bool {
        self.header.first().is_some_and(|header| header.flags & CLOSE_LOOP != 0)
    }

    /// The number of sequences.
    #[must_use]
    pub fn len(&self) -> usize {
        self.records.len()
    }

    /// Whether the clip moves no bone.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.records.is_empty()
    }

    /// The sequence number `index`.
    #[must_use]
    pub fn sequence(&self, index: usize) -> Option<KeyFrameSequenceView<'a>> {
        self.records.get(index).map(|record| self.view_of(record))
    }

    /// The sequences, in source order.
    pub fn sequences(&self) -> impl ExactSizeIterator<Item = KeyFrameSequenceView<'a>> + use<'a> {
        let view = *self;
        self.records.iter().map(move |record| view.view_of(record))
    }

    /// The number of the sequence that moves `bone`.
    #[must_use]
    pub fn find(&self, bone: &str) -> Option<usize> {
        let number = names::find(self.by_name, bone, |number| self.name(number))?;
        usize::try_from(number).ok()
    }

    /// A copy that owns its keys.
    #[must_use]
    pub fn to_owned(&self) -> AnimationSequence {
        AnimationSequence {
            duration: self.duration(),
            close_loop: self.close_loop(),
            sequences: self.sequences().map(|sequence| sequence.to_owned()).collect(),
        }
    }

    fn name(&self, number: u32) -> &'a [u8] {
        let record = self.records.get(number as usize);
        record.map_or(&[], |record| shares::part(self.names, record.name_first, record.name_length))
    }

    fn view_of(&self, record: &'a SequenceRecord) -> KeyFrameSequenceView<'a> {
        let r = record;
        KeyFrameSequenceView {
            record,
            close_loop: self.close_loop(),
            name: shares::part(self.names, r.name_first, r.name_length),
            translation: shares::part(self.vectors, r.translation_first, r.translation_count),
            rotation: shares::part(self.quaternions, r.rotation_first, r.rotation_count),
            scale: shares::part(self.vectors, r.scale_first, r.scale_count),
            time: shares::part(self.times, r.time_first, r.time_count),
        }
    }

    /// All rules of the type, both before encoding and after reading.
    fn validate(&self) -> Result<(), InvalidContent> {
        self.check_header()?;
        self.check_shares()?;
        for (index, sequence) in self.sequences().enumerate() {
            let bone = names::text(sequence.name, "sequence", index)?;
            check_flags(index, sequence.record)?;
            sequence.check().map_err(|problem| InvalidContent::Sequence { bone: bone.to_owned(), problem })?;
        }
        let name = |number: u32| {
            self.records.get(number as usize)?;
            Some(names::checked_text(self.name(number)))
        };
        names::check_index(self.by_name, self.len(), "sequence", name)
    }

    fn check_header(&self) -> Result<(), InvalidContent> {
        let [header] = self.header else {
            let found = self.header.len();
            return Err(InvalidContent::HeaderCount { found });
        };
        if header.flags & !CLOSE_LOOP != 0 {
            return Err(InvalidContent::UnknownFlags { what: "clip", index: 0, found: header.flags });
        }
        if !is_duration(header.duration) {
            let found = header.duration;
            return Err(InvalidContent::ClipDuration { found });
        }
        Ok(())
    }

    fn check_shares(&self) -> Result<(), InvalidContent> {
        let mut names = ShareCheck::new("NAME");
        let mut vectors = ShareCheck::new("VEC3");
        let mut quaternions = ShareCheck::new("QUAT");
        let mut times = ShareCheck::new("TIME");
        for (index, record) in self.records.iter().enumerate() {
            names.part(index, record.name_first, record.name_length)?;
            vectors.part(index, record.translation_first, record.translation_count)?;
            quaternions.part(index, record.rotation_first, record.rotation_count)?;
            vectors.part(index, record.scale_first, record.scale_count)?;
            times.part(index, record.time_first, record.time_count)?;
        }
        names.finish(self.names.len())?;
        vectors.finish(self.vectors.len())?;
        quaternions.finish(self.quaternions.len())?;
        times.finish(self.times.len())
    }
}

fn check_flags(index: usize, record: &SequenceRecord) -> Result<(), InvalidContent> {
    if record.flags & !ALL_FLAGS == 0 {
        return Ok(());
    }
    Err(InvalidContent::UnknownFlags { what: "sequence", index, found: record.flags })
}

/// The keys of one bone, read where their bytes lie.
#[derive(Clone, Copy, Debug)]
pub struct KeyFrameSequenceView<'a> {
    record: &'a SequenceRecord,
    close_loop: bool,
    name: &'a [u8],
    translation: &'a [[f32; 3]],
    rotation: &'a [[f32; 4]],
    scale: &'a [[f32; 3]],
    time: &'a [f32],
}

impl<'a> KeyFrameSequenceView<'a> {
    /// The bone that moves.
    #[must_use]
    pub fn bone_name(&self) -> &'a str {
        names::checked_text(self.name)
    }

    /// Number of keys, 1 to `i32::MAX`.
    #[must_use]
    pub fn key_count(&self) -> u32 {
        self.record.key_count
    }

    /// Seconds.
    #[must_use]
    pub fn duration(&self) -> f32 {
        self.record.duration
    }

    /// Seconds between keys where there is no time list.
    #[must_use]
    pub fn key_interval(&self) -> f32 {
        self.record.key_interval
    }

    /// Whether the clip closes its loop when it repeats; the same for all its sequences.
    #[must_use]
    pub fn close_loop(&self) -> bool {
        self.close_loop
    }

    /// Whether the keys move the bone.
    #[must_use]
    pub fn has_translation(&self) -> bool {
        self.has(HAS_TRANSLATION)
    }

    /// Whether the keys turn the bone.
    #[must_use]
    pub fn has_rotation(&self) -> bool {
        self.has(HAS_ROTATION)
    }

    /// Whether the keys scale the bone.
    #[must_use]
    pub fn has_scale(&self) -> bool {
        self.has(HAS_SCALE)
    }

    /// Whether each key has its own time.
    #[must_use]
    pub fn has_time(&self) -> bool {
        self.has(HAS_TIME)
    }

    /// Whether the first translation is valid for the whole clip.
    #[must_use]
    pub fn fixed_translation(&self) -> bool {
        self.has(FIXED_TRANSLATION)
    }

    /// Whether the first rotation is valid for the whole clip.
    #[must_use]
    pub fn fixed_rotation(&self) -> bool {
        self.has(FIXED_ROTATION)
    }

    /// Whether the first scale is valid for the whole clip.
    #[must_use]
    pub fn fixed_scale(&self) -> bool {
        self.has(FIXED_SCALE)
    }

    /// Translations x, y, z.
    #[must_use]
    pub fn translation(&self) -> &'a [[f32; 3]] {
        self.translation
    }

    /// Rotations x, y, z, w; not necessarily of unit length.
    #[must_use]
    pub fn rotation(&self) -> &'a [[f32; 4]] {
        self.rotation
    }

    /// Scales along x, y, z.
    #[must_use]
    pub fn scale(&self) -> &'a [[f32; 3]] {
        self.scale
    }

    /// Key times in seconds.
    #[must_use]
    pub fn time(&self) -> &'a [f32] {
        self.time
    }

    /// A copy that owns its keys.
    #[must_use]
    pub fn to_owned(&self) -> KeyFrameSequence {
        KeyFrameSequence {
            bone_name: self.bone_name().to_owned(),
            key_count: self.key_count(),
            duration: self.duration(),
            key_interval: self.key_interval(),
            has_translation: self.has_translation(),
            has_rotation: self.has_rotation(),
            has_scale: self.has_scale(),
            has_time: self.has_time(),
            fixed_translation: self.fixed_translation(),
            fixed_rotation: self.fixed_rotation(),
            fixed_scale: self.fixed_scale(),
            translation: self.translation.to_vec(),
            rotation: self.rotation.to_vec(),
            scale: self.scale.to_vec(),
            time: self.time.to_vec(),
        }
    }

    fn has(&self, flag: u32) -> bool {
        self.record.flags & flag != 0
    }

    fn check(&self) -> Result<(), SequenceProblem> {
        let key_count = self.key_count();
        if key_count == 0 || i32::try_from(key_count).is_err() {
            return Err(SequenceProblem::KeyCount { found: key_count });
        }
        if !is_duration(self.duration()) {
            let found = self.duration();
            return Err(SequenceProblem::Duration { found });
        }
        self.check_channel("translation", self.translation, HAS_TRANSLATION, FIXED_TRANSLATION)?;
        self.check_channel("rotation", self.rotation, HAS_ROTATION, FIXED_ROTATION)?;
        self.check_channel("scale", self.scale, HAS_SCALE, FIXED_SCALE)?;
        self.check_times()?;
        self.check_key_interval()
    }

    fn check_channel<const N: usize>(
        &self,
        list: &'static str,
        keys: &[[f32; N]],
        has: u32,
        fixed: u32,
    ) -> Result<(), SequenceProblem> {
        let fits = self.is_one_a_key(keys.len())
            || (self.has(fixed) && keys.len() == 1)
            || (!self.has(has) && keys.is_empty());
        if !fits {
            return Err(self.list_length(list, keys.len()));
        }
        check_finite(list, keys)
    }

    fn check_times(&self) -> Result<(), SequenceProblem> {
        let list = "time";
        let fits = self.is_one_a_key(self.time.len()) || (!self.has_time() && self.time.is_empty());
        if !fits {
            return Err(self.list_length(list, self.time.len()));
        }
        check_finite(list, bytemuck::cast_slice::<f32, [f32; 1]>(self.time))?;
        let disorder = self.time.windows(2).position(|pair| pair[0] >= pair[1]);
        match disorder {
            Some(key) if self.has_time() => Err(SequenceProblem::TimeOrder { key: key + 1 }),
            _ => Ok(()),
        }
    }

    fn check_key_interval(&self) -> Result<(), SequenceProblem> {
        let found = self.key_interval();
        let positive = self.key_count() > 1 && !self.has_time();
        if found.is_finite() && (!positive || found > 0.0) {
            return Ok(());
        }
        Err(SequenceProblem::KeyInterval { found, positive })
    }

    fn is_one_a_key(&self, length: usize) -> bool {
        u32::try_from(length).is_ok_and(|length| length == self.key_count())
    }

    fn list_length(&self, list: &'static str, found: usize) -> SequenceProblem {
        SequenceProblem::ListLength { list, found, key_count: self.key_count() }
    }
}

fn check_finite<const N: usize>(list: &'static str, keys: &[[f32; N]]) -> Result<(), SequenceProblem> {
    match keys.iter().position(|key| !all_finite(key)) {
        Some(key) => Err(SequenceProblem::NotFinite { list, key }),
        None => Ok(()),
    }
}
