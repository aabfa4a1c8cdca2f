//! An animation sequence is a clip with separate keys for each bone. The keys of one bone are called a sequence.
//!
//! An animation sequence file has these sections, in this order:
//!
//! | id     | element type              | contents                                                 |
//! |--------|---------------------------|----------------------------------------------------------|
//! | `CLIP` | clip header, 8 bytes      | the clip header                                          |
//! | `SEQS` | sequence record, 56 bytes | one record per bone, in source order                     |
//! | `BYNM` | u32                       | the indices of the sequence records, sorted by bone name |
//! | `NAME` | u8                        | the bone names                                           |
//! | `VEC3` | 3 x f32                   | for each sequence, its translations, then its scales     |
//! | `QUAT` | 4 x f32                   | the rotations of each sequence                           |
//! | `TIME` | f32                       | the key times of each sequence                           |
//!
//! ### AnimationSequence: clip header
//!
//! | offset | type | field    | value |
//! |-------:|------|----------|------------|
//! |      0 | f32  | duration | the clip's duration in seconds; finite and at least 0 |
//! |      4 | u32  | flags    | bit 0 is set if the clip interpolates from its last key to its first when it repeats; all other bits are 0 |
//!
//! ### AnimationSequence: sequence record
//!
//! | offset | type | field        | value                                                     |
//! |-------:|------|--------------|-----------------------------------------------------------|
//! |      0 | span | name         | the bone's name, in `NAME`                                |
//! |      8 | u32  | key count    | the number of keys, from 1 to 2^31 - 1                    |
//! |     12 | f32  | duration     | the sequence's duration in seconds; finite and at least 0 |
//! |     16 | f32  | key interval | the time between two consecutive keys, in seconds; finite |
//! |     20 | u32  | flags        | bits 0 to 6: see the rules below; all other bits are 0    |
//! |     24 | span | translations | the bone's translations, in `VEC3`                        |
//! |     32 | span | rotations    | the bone's rotations, in `QUAT`                           |
//! |     40 | span | scales       | the bone's scales, in `VEC3`                              |
//! |     48 | span | times        | the key times, in `TIME`                                  |
//!
//! ### AnimationSequence: rules
//!
//! - A bone has three channels: translation, rotation and scale.
//! - Bits 0 to 2 of a sequence's flags show which channels it animates: bit 0 for translation, bit 1 for rotation, bit
//!   2 for scale.
//! - If bit 3 of a sequence's flags is set, each key has its own time, and the key times are in strictly ascending
//!   order.
//! - If bit 3 of a sequence's flags is not set, Rigmill ignores the key times, and the keys are one key interval apart.
//! - If a sequence uses its key interval and has more than one key, the interval must be above 0.
//! - Bits 4 to 6 of a sequence's flags show which channels are fixed: bit 4 for translation, bit 5 for rotation, bit 6
//!   for scale. A fixed channel keeps its first value for the whole clip.
//! - Each sequence has four lists, which normally contain one value per key: translations, rotations, scales and key
//!   times.
//! - The list of a fixed channel may contain a single value. A list that a sequence does not use may be empty.
//! - All numbers in an animation sequence are finite.
//! - Each bone has at most one sequence.

use bytemuck::{Pod, Zeroable};

use crate::error::{ensure, invalid};
use crate::layout::numbers::{all_finite, check_duration, is_duration};
use crate::layout::{One, Rules, Span, SpanCheck, append, append_text, check_spans, getters, names, sections};
use crate::{EncodeError, InvalidContent};

/// Key frames of an animation, grouped by bone.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct AnimationSequence {
    /// The duration in seconds.
    pub duration: f32,
    /// Whether a repeating clip interpolates from the last key to the first key between the last key's time and the clip's end.
    /// Otherwise, it holds the last key there. `Rules::RobotGame` ignores this flag.
    pub close_loop: bool,
    /// One sequence for each bone that the clip moves. No two sequences move the same bone.
    pub sequences: Vec<KeyFrameSequence>,
}

/// The keys of one bone.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct KeyFrameSequence {
    /// The bone that the keys move. As in the source, the name may be empty or start with spaces.
    pub bone_name: String,
    /// The number of keys, 1 to `i32::MAX`.
    pub key_count: u32,
    /// The duration in seconds. It may differ from the clip's duration, because each bone loops separately.
    pub duration: f32,
    /// The time between two keys in seconds, if there is no list of times.
    pub key_interval: f32,
    /// Whether the keys move the bone.
    pub has_translation: bool,
    /// Whether the keys rotate the bone.
    pub has_rotation: bool,
    /// Whether the keys scale the bone.
    pub has_scale: bool,
    /// Whether each key has its own time.
    pub has_time: bool,
    /// Whether the first translation applies to the whole clip.
    pub fixed_translation: bool,
    /// Whether the first rotation applies to the whole clip.
    pub fixed_rotation: bool,
    /// Whether the first scale applies to the whole clip.
    pub fixed_scale: bool,
    /// Translations x, y, z.
    pub translation: Vec<[f32; 3]>,
    /// Rotations x, y, z, w, as in the source: not necessarily normalized.
    pub rotation: Vec<[f32; 4]>,
    /// Scale factors along x, y, z.
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
    name: Span,
    key_count: u32,
    duration: f32,
    key_interval: f32,
    flags: u32,
    translation: Span,
    rotation: Span,
    scale: Span,
    time: Span,
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

sections! {
    /// An animation sequence read from the bytes of its file.
    #[derive(Debug)]
    AnimationSequence, version 1 => AnimationSequenceView, AnimationSequenceLayout, Tables;
    header b"CLIP": ClipHeader,
    b"SEQS" records: [SequenceRecord],
    b"BYNM" by_name: [u32],
    b"NAME" names: [u8],
    b"VEC3" vectors: [[f32; 3]],
    b"QUAT" quaternions: [[f32; 4]],
    b"TIME" times: [f32],
}

impl Tables {
    fn new(clip: &AnimationSequence) -> Result<Self, EncodeError> {
        let flags = if clip.close_loop { CLOSE_LOOP } else { 0 };
        let mut tables = Self {
            header: One(ClipHeader { duration: clip.duration, flags }),
            by_name: names::index_by_name(clip.sequences.iter().map(|it| &it.bone_name), "sequences")?,
            ..Self::default()
        };
        for sequence in &clip.sequences {
            let record = SequenceRecord {
                name: append_text(&mut tables.names, &sequence.bone_name)?,
                key_count: sequence.key_count,
                duration: sequence.duration,
                key_interval: sequence.key_interval,
                flags: flags_of(sequence),
                translation: append(&mut tables.vectors, &sequence.translation, "translations")?,
                rotation: append(&mut tables.quaternions, &sequence.rotation, "rotations")?,
                scale: append(&mut tables.vectors, &sequence.scale, "scales")?,
                time: append(&mut tables.times, &sequence.time, "key times")?,
            };
            tables.records.push(record);
        }
        Ok(tables)
    }
}

fn flags_of(sequence: &KeyFrameSequence) -> u32 {
    let flags = [
        (sequence.has_translation, HAS_TRANSLATION),
        (sequence.has_rotation, HAS_ROTATION),
        (sequence.has_scale, HAS_SCALE),
        (sequence.has_time, HAS_TIME),
        (sequence.fixed_translation, FIXED_TRANSLATION),
        (sequence.fixed_rotation, FIXED_ROTATION),
        (sequence.fixed_scale, FIXED_SCALE),
    ];
    flags.into_iter().filter(|(set, _)| *set).fold(0, |flags, (_, flag)| flags | flag)
}

impl<'a> AnimationSequenceView<'a> {
    getters! { self:
        /// The duration in seconds.
        duration: f32 = self.header.duration;
        /// Whether a repeating clip interpolates from the last key to the first key.
        close_loop: bool = self.header.flags & CLOSE_LOOP != 0;
        /// The number of sequences.
        len: usize = self.records.len();
        /// Whether the clip moves no bones.
        is_empty: bool = self.records.is_empty();
        /// A copy that owns its keys.
        to_owned: AnimationSequence = AnimationSequence {
            duration: self.duration(),
            close_loop: self.close_loop(),
            sequences: self.sequences().map(|sequence| sequence.to_owned()).collect(),
        };
    }

    /// The sequence with number `index`.
    #[inline]
    #[must_use]
    pub fn sequence(&self, index: usize) -> Option<KeyFrameSequenceView<'a>> {
        self.records.get(index).map(|record| KeyFrameSequenceView::new(self, record))
    }

    /// The sequences, in source order.
    pub fn sequences(&self) -> impl ExactSizeIterator<Item = KeyFrameSequenceView<'a>> + use<'a> {
        let view = *self;
        self.records.iter().map(move |record| KeyFrameSequenceView::new(&view, record))
    }

    /// The number of the sequence that moves `bone`.
    #[must_use]
    pub fn find(&self, bone: &str) -> Option<usize> {
        names::find(bone, self.by_name, self.records, |record| record.name.slice(self.names))
    }
}

impl Rules for AnimationSequenceView<'_> {
    fn check(&self) -> Result<(), InvalidContent> {
        let ClipHeader { duration, flags } = *self.header;
        ensure!(flags & !CLOSE_LOOP == 0, "clip 0 has unknown flags {flags:#x}");
        check_duration(duration)?;
        self.check_spans()?;
        for (index, sequence) in self.sequences().enumerate() {
            let bone = names::text(sequence.name, "sequence", index)?;
            let flags = sequence.record.flags;
            ensure!(flags & !ALL_FLAGS == 0, "sequence {index} has unknown flags {flags:#x}");
            sequence.check().map_err(|error| error.within(format_args!("bone {bone:?}")))?;
        }
        names::check_index("sequence", self.by_name, self.records, |record| record.name.slice(self.names))
    }
}

impl AnimationSequenceView<'_> {
    fn check_spans(&self) -> Result<(), InvalidContent> {
        check_spans("NAME", self.names.len(), self.records.iter().map(|record| record.name))?;
        let mut vectors = SpanCheck::new("VEC3");
        for (index, record) in self.records.iter().enumerate() {
            vectors.next(index, record.translation)?;
            vectors.next(index, record.scale)?;
        }
        vectors.finish(self.vectors.len())?;
        check_spans("QUAT", self.quaternions.len(), self.records.iter().map(|record| record.rotation))?;
        check_spans("TIME", self.times.len(), self.records.iter().map(|record| record.time))
    }
}

/// The keys of one bone, read from the bytes of their file.
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
    #[inline]
    fn new(clip: &AnimationSequenceView<'a>, record: &'a SequenceRecord) -> Self {
        Self {
            record,
            close_loop: clip.close_loop(),
            name: record.name.slice(clip.names),
            translation: record.translation.slice(clip.vectors),
            rotation: record.rotation.slice(clip.quaternions),
            scale: record.scale.slice(clip.vectors),
            time: record.time.slice(clip.times),
        }
    }

    getters! { self:
        /// The bone that the keys move.
        bone_name: &'a str = names::checked_text(self.name);
        /// The number of keys, 1 to `i32::MAX`.
        key_count: u32 = self.record.key_count;
        /// The duration in seconds.
        duration: f32 = self.record.duration;
        /// The time between two keys in seconds, if there is no list of times.
        key_interval: f32 = self.record.key_interval;
        /// Whether the clip closes its loop when it repeats. This is the same for all sequences of a clip.
        close_loop: bool = self.close_loop;
        /// Whether the keys move the bone.
        has_translation: bool = self.has(HAS_TRANSLATION);
        /// Whether the keys rotate the bone.
        has_rotation: bool = self.has(HAS_ROTATION);
        /// Whether the keys scale the bone.
        has_scale: bool = self.has(HAS_SCALE);
        /// Whether each key has its own time.
        has_time: bool = self.has(HAS_TIME);
        /// Whether the first translation applies to the whole clip.
        fixed_translation: bool = self.has(FIXED_TRANSLATION);
        /// Whether the first rotation applies to the whole clip.
        fixed_rotation: bool = self.has(FIXED_ROTATION);
        /// Whether the first scale applies to the whole clip.
        fixed_scale: bool = self.has(FIXED_SCALE);
        /// Translations x, y, z.
        translation: &'a [[f32; 3]] = self.translation;
        /// Rotations x, y, z, w; not necessarily normalized.
        rotation: &'a [[f32; 4]] = self.rotation;
        /// Scale factors along x, y, z.
        scale: &'a [[f32; 3]] = self.scale;
        /// Key times in seconds.
        time: &'a [f32] = self.time;
        /// A copy that owns its keys.
        to_owned: KeyFrameSequence = KeyFrameSequence {
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
        };
    }

    #[inline]
    fn has(&self, flag: u32) -> bool {
        self.record.flags & flag != 0
    }

    fn check(&self) -> Result<(), InvalidContent> {
        let key_count = self.key_count();
        ensure!((1..=0x7FFF_FFFF).contains(&key_count), "the key count is {key_count}, expected 1 to 2147483647");
        let duration = self.duration();
        ensure!(is_duration(duration), "the duration is {duration} s, expected a finite value of at least 0");
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
    ) -> Result<(), InvalidContent> {
        let fits = self.has_one_per_key(keys.len())
            || (self.has(fixed) && keys.len() == 1)
            || (!self.has(has) && keys.is_empty());
        if !fits {
            return Err(self.list_length(list, keys.len()));
        }
        check_finite(list, keys)
    }

    fn check_times(&self) -> Result<(), InvalidContent> {
        let list = "time";
        let fits = self.has_one_per_key(self.time.len()) || (!self.has_time() && self.time.is_empty());
        if !fits {
            return Err(self.list_length(list, self.time.len()));
        }
        check_finite(list, bytemuck::cast_slice::<f32, [f32; 1]>(self.time))?;
        let disorder = self.time.windows(2).position(|pair| pair[0] >= pair[1]);
        match disorder {
            Some(key) if self.has_time() => {
                Err(invalid!("time key {} is not later than the previous time key", key + 1))
            }
            _ => Ok(()),
        }
    }

    fn check_key_interval(&self) -> Result<(), InvalidContent> {
        let found = self.key_interval();
        let positive = self.key_count() > 1 && !self.has_time();
        let expected = if positive { "a finite value above 0" } else { "a finite value" };
        let is_good = found.is_finite() && (!positive || found > 0.0);
        ensure!(is_good, "the key interval is {found} s, expected {expected}");
        Ok(())
    }

    fn has_one_per_key(&self, length: usize) -> bool {
        u32::try_from(length).is_ok_and(|length| length == self.key_count())
    }

    fn list_length(&self, list: &'static str, found: usize) -> InvalidContent {
        invalid!("{found} {list} keys for a key count of {}", self.key_count())
    }
}

fn check_finite<const N: usize>(list: &'static str, keys: &[[f32; N]]) -> Result<(), InvalidContent> {
    match keys.iter().position(|key| !all_finite(key)) {
        Some(key) => Err(invalid!("{list} key {key} is not finite")),
        None => Ok(()),
    }
}
