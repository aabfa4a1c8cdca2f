//! How a character breathes: phases, and the bones that turn with them.
//!
//! Content type 12, version 2. Times are in seconds, angles in degrees. The sections, in file order:
//!
//! | id     | element                  | elements                                               |
//! |--------|--------------------------|--------------------------------------------------------|
//! | `BRTH` | breath header, 44        | 1                                                      |
//! | `TURN` | turn record, 20          | one a bone that turns, at most 256                     |
//! | `KEEP` | keep record, 8           | one a bone that keeps its rotation, at most 256        |
//! | `TEXT` | u8                       | the bone names of `TURN`, then of `KEEP`, UTF-8,       |
//! |        |                          | nothing between                                        |
//!
//! Breath header:
//!
//! | offset | type    | field         | value                                                      |
//! |-------:|---------|---------------|------------------------------------------------------------|
//! |      0 | f32     | inhale        | duration, 0 to 86,400                                      |
//! |      4 | u32     | inhale easing | a number of the table below                                |
//! |      8 | f32     | exhale        | duration, 0 to 86,400                                      |
//! |     12 | u32     | exhale easing | a number of the table below                                |
//! |     16 | f32     | rest          | duration, 0 to 86,400                                      |
//! |     20 | u32     | reserved      | 0                                                          |
//! |     24 | f32     | duration rate | factor of all durations, above 0, at most 1,000            |
//! |     28 | f32     | effect rate   | factor of all angles, -1,000 to 1,000                      |
//! |     32 | 3 x f32 | right         | the character's right in the model's space; finite, not 0  |
//!
//! Turn record:
//!
//! | offset | type | field       | value                                                          |
//! |-------:|------|-------------|----------------------------------------------------------------|
//! |      0 | u32  | name first  | first byte in `TEXT`                                           |
//! |      4 | u32  | name length | in bytes, at least 1                                           |
//! |      8 | f32  | inhale      | angle at the end of the phase, -360 to 360                     |
//! |     12 | f32  | exhale      | likewise                                                       |
//! |     16 | u32  | reserved    | 0                                                              |
//!
//! Keep record:
//!
//! | offset | type | field       | value                                                          |
//! |-------:|------|-------------|----------------------------------------------------------------|
//! |      0 | u32  | name first  | first byte in `TEXT`                                           |
//! |      4 | u32  | name length | in bytes, at least 1                                           |
//!
//! Easings: 0 in-out-quad, 1 out-sine, 2 in-out-sine, 3 out-cubic, 4 out-quart, 5 in-out-quart, 6 out-expo.
//!
//! Rules: no two bones have one name, whether they turn or keep. Names follow each other and fill `TEXT`.
//!
//! Version 1 had an easing and an angle of rest where 0 is reserved now. Rest holds the angle of exhale, so readers ignore both.

use bytemuck::{Pod, Zeroable};

use crate::container::{Container, ContainerWriter, SectionKind, Spans};
use crate::finite::{all_finite, is_within};
use crate::shares::{self, ShareCheck};
use crate::{AlignedBytes, Content, ContentType, DecodeError, EncodeError, InvalidContent};
use crate::{BreathProblem, Easing, names};

/// The largest number of bones that turn, and of bones that keep their rotation.
pub const MAX_BREATH_BONES: usize = 256;
/// The longest phase, in seconds.
pub const MAX_PHASE_SECONDS: f32 = 86_400.0;
/// The largest rate.
pub const MAX_BREATH_RATE: f32 = 1_000.0;
/// The largest angle, in degrees.
pub const MAX_BREATH_DEGREES: f32 = 360.0;

/// How a character breathes.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Breath {
    /// Inhale and exhale.
    pub phases: [BreathPhase; 2],
    /// How long each bone rests at its angle after an exhale, before the next inhale; in seconds, before the rate.
    pub rest: f32,
    /// A factor of all durations.
    pub duration_rate: f32,
    /// A factor of all angles; below 0 all turn the other way.
    pub effect_rate: f32,
    /// The direction of the character's right in the model's space.
    pub right: [f32; 3],
    /// The bones that turn.
    pub turns: Vec<BreathTurn>,
    /// The names of the bones that keep their rotation in the model's space.
    pub keeps: Vec<String>,
}

/// A phase of breathing in which bones turn.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct BreathPhase {
    /// How long it takes, in seconds, before the rate.
    pub duration: f32,
    /// How the angles go from where they are to where they are at its end.
    pub easing: Easing,
}

/// A bone that turns with the breath.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct BreathTurn {
    /// The bone's name.
    pub bone: String,
    /// Its angle at the end of inhale and of exhale, in degrees, before the rate.
    pub angles: [f32; 2],
}

#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
struct BreathHeader {
    phases: [PhaseRecord; 2],
    rest: f32,
    reserved: u32,
    duration_rate: f32,
    effect_rate: f32,
    right: [f32; 3],
}

#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
struct PhaseRecord {
    duration: f32,
    easing: u32,
}

#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
struct TurnRecord {
    name_first: u32,
    name_length: u32,
    angles: [f32; 2],
    reserved: u32,
}

#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
struct KeepRecord {
    name_first: u32,
    name_length: u32,
}

const BRTH: SectionKind = SectionKind::of::<BreathHeader>(b"BRTH");
const TURN: SectionKind = SectionKind::of::<TurnRecord>(b"TURN");
const KEEP: SectionKind = SectionKind::of::<KeepRecord>(b"KEEP");
const TEXT: SectionKind = SectionKind::of::<u8>(b"TEXT");

const SECTIONS: [SectionKind; 4] = [BRTH, TURN, KEEP, TEXT];
const ALIGNMENT: usize = align_of::<BreathHeader>();

impl Content for Breath {
    const TYPE: ContentType = ContentType::Breath;
    const VERSION: u16 = 2;

    fn encode(&self) -> Result<Vec<u8>, EncodeError> {
        let tables = Tables::of(self)?;
        tables.view().validate(Self::VERSION)?;
        Ok(tables.write())
    }

    fn decode(bytes: &[u8]) -> Result<Self, DecodeError> {
        let bytes = AlignedBytes::from_slice(bytes);
        Ok(BreathView::parse(&bytes)?.to_owned())
    }
}

/// The sections of a file to be, as arrays.
struct Tables {
    header: BreathHeader,
    turns: Vec<TurnRecord>,
    keeps: Vec<KeepRecord>,
    text: Vec<u8>,
}

impl Tables {
    fn of(breath: &Breath) -> Result<Self, EncodeError> {
        let mut text = Vec::new();
        let mut append = |name: &str| shares::append(&mut text, name.as_bytes(), "text bytes");
        let turns = breath.turns.iter().map(|turn| {
            let (name_first, name_length) = append(&turn.bone)?;
            Ok(TurnRecord { name_first, name_length, angles: turn.angles, reserved: 0 })
        });
        let turns = turns.collect::<Result<_, EncodeError>>()?;
        let keeps = breath.keeps.iter().map(|name| {
            let (name_first, name_length) = append(name)?;
            Ok(KeepRecord { name_first, name_length })
        });
        let keeps = keeps.collect::<Result<_, EncodeError>>()?;
        Ok(Self { header: header_of(breath), turns, keeps, text })
    }

    fn view(&self) -> BreathView<'_> {
        BreathView {
            header: std::slice::from_ref(&self.header),
            turns: &self.turns,
            keeps: &self.keeps,
            text: &self.text,
        }
    }

    fn write(&self) -> Vec<u8> {
        let mut writer = ContainerWriter::new(Breath::TYPE, Breath::VERSION, SECTIONS.len());
        writer.section(BRTH, &[self.header]);
        writer.section(TURN, &self.turns);
        writer.section(KEEP, &self.keeps);
        writer.section(TEXT, &self.text);
        writer.finish()
    }
}

fn header_of(breath: &Breath) -> BreathHeader {
    let record = |phase: BreathPhase| PhaseRecord { duration: phase.duration, easing: phase.easing.number() };
    BreathHeader {
        phases: breath.phases.map(record),
        rest: breath.rest,
        reserved: 0,
        duration_rate: breath.duration_rate,
        effect_rate: breath.effect_rate,
        right: breath.right,
    }
}

/// Where the parts of a checked breath lie in its bytes. An owner of the bytes keeps it beside
/// them and has a view again without another check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BreathLayout(Spans<4>);

impl BreathLayout {
    /// Checks a whole file.
    ///
    /// # Errors
    /// The bytes are not an undamaged breath of this version, or begin at an address that is no
    /// multiple of 4.
    pub fn parse(bytes: &[u8]) -> Result<Self, DecodeError> {
        let container = Container::parse(bytes)?;
        let version = if container.content_version() == 1 { 1 } else { Breath::VERSION };
        let layout = Self(container.spans(Breath::TYPE, version, &SECTIONS, ALIGNMENT)?);
        layout.view(bytes).validate(version)?;
        Ok(layout)
    }

    /// The breath in `bytes`, which have to be those that were parsed. With other bytes the view
    /// shows some other breath or an empty one.
    #[must_use]
    pub fn view<'a>(&self, bytes: &'a [u8]) -> BreathView<'a> {
        BreathView {
            header: self.0.elements(bytes, 0),
            turns: self.0.elements(bytes, 1),
            keeps: self.0.elements(bytes, 2),
            text: self.0.elements(bytes, 3),
        }
    }
}

/// A breath read where its bytes lie.
#[derive(Clone, Copy, Debug)]
pub struct BreathView<'a> {
    header: &'a [BreathHeader],
    turns: &'a [TurnRecord],
    keeps: &'a [KeepRecord],
    text: &'a [u8],
}

impl<'a> BreathView<'a> {
    /// Checks a whole file and views its content.
    ///
    /// # Errors
    /// As [`BreathLayout::parse`].
    pub fn parse(bytes: &'a [u8]) -> Result<Self, DecodeError> {
        Ok(BreathLayout::parse(bytes)?.view(bytes))
    }

    /// Inhale and exhale.
    #[must_use]
    pub fn phases(&self) -> [BreathPhase; 2] {
        let phase = |record: PhaseRecord| BreathPhase {
            duration: record.duration,
            easing: Easing::from_number(record.easing).unwrap_or_default(),
        };
        self.header().phases.map(phase)
    }

    /// How long each bone rests at its angle after an exhale, in seconds, before the rate.
    #[must_use]
    pub fn rest(&self) -> f32 {
        self.header().rest
    }

    /// A factor of all durations.
    #[must_use]
    pub fn duration_rate(&self) -> f32 {
        self.header().duration_rate
    }

    /// A factor of all angles.
    #[must_use]
    pub fn effect_rate(&self) -> f32 {
        self.header().effect_rate
    }

    /// The direction of the character's right in the model's space.
    #[must_use]
    pub fn right(&self) -> [f32; 3] {
        self.header().right
    }

    /// The bones that turn: name, and angles at the end of inhale and of exhale in degrees.
    pub fn turns(&self) -> impl ExactSizeIterator<Item = (&'a str, [f32; 2])> + use<'a> {
        let text = self.text;
        self.turns.iter().map(move |turn| (name(text, turn.name_first, turn.name_length), turn.angles))
    }

    /// The names of the bones that keep their rotation in the model's space.
    pub fn keeps(&self) -> impl ExactSizeIterator<Item = &'a str> + use<'a> {
        let text = self.text;
        self.keeps.iter().map(move |keep| name(text, keep.name_first, keep.name_length))
    }

    /// A copy that owns its names.
    #[must_use]
    pub fn to_owned(&self) -> Breath {
        let turn = |(bone, angles): (&str, _)| BreathTurn { bone: bone.to_owned(), angles };
        Breath {
            phases: self.phases(),
            rest: self.rest(),
            duration_rate: self.duration_rate(),
            effect_rate: self.effect_rate(),
            right: self.right(),
            turns: self.turns().map(turn).collect(),
            keeps: self.keeps().map(str::to_owned).collect(),
        }
    }

    /// One with no phases where there is none, which a checked file has.
    fn header(&self) -> BreathHeader {
        self.header.first().copied().unwrap_or_else(BreathHeader::zeroed)
    }

    /// All rules of the type, both before encoding and after reading.
    fn validate(&self, version: u16) -> Result<(), InvalidContent> {
        let [header] = self.header else {
            let found = self.header.len();
            return Err(InvalidContent::HeaderCount { found });
        };
        check_header(header)?;
        if version > 1 {
            self.check_reserved(header)?;
        }
        check_count("bones that turn", self.turns.len())?;
        check_count("bones that keep their rotation", self.keeps.len())?;
        self.check_names()?;
        for (bone, angles) in self.turns() {
            let bad = angles.iter().find(|angle| !is_within(**angle, -MAX_BREATH_DEGREES, MAX_BREATH_DEGREES));
            if let Some(&found) = bad {
                return Err(BreathProblem::Angle { bone: bone.to_owned(), found }.into());
            }
        }
        Ok(())
    }

    fn check_reserved(&self, header: &BreathHeader) -> Result<(), InvalidContent> {
        if header.reserved != 0 {
            return Err(InvalidContent::UnknownFlags { what: "breath", index: 0, found: header.reserved });
        }
        match self.turns.iter().position(|turn| turn.reserved != 0) {
            Some(index) => {
                let found = self.turns[index].reserved;
                Err(InvalidContent::UnknownFlags { what: "turn", index, found })
            }
            None => Ok(()),
        }
    }

    fn check_names(&self) -> Result<(), InvalidContent> {
        let mut shares = ShareCheck::new("TEXT");
        let turns = self.turns.iter().map(|turn| (turn.name_first, turn.name_length));
        let keeps = self.keeps.iter().map(|keep| (keep.name_first, keep.name_length));
        for (record, (first, length)) in turns.chain(keeps).enumerate() {
            shares.part(record, first, length)?;
            if std::str::from_utf8(shares::part(self.text, first, length)).is_err() {
                return Err(InvalidContent::NameNotUtf8 { what: "bone", index: record });
            }
        }
        shares.finish(self.text.len())?;
        // Few enough to compare each with each.
        let names = || self.turns().map(|(bone, _)| bone).chain(self.keeps());
        for (index, name) in names().enumerate() {
            if name.is_empty() {
                return Err(BreathProblem::EmptyName { index }.into());
            }
            if names().take(index).any(|other| other == name) {
                return Err(InvalidContent::DuplicateName { what: "bone", name: name.to_owned() });
            }
        }
        Ok(())
    }
}

fn name(text: &[u8], first: u32, length: u32) -> &str {
    names::checked_text(shares::part(text, first, length))
}

fn check_count(what: &'static str, found: usize) -> Result<(), BreathProblem> {
    if found <= MAX_BREATH_BONES {
        return Ok(());
    }
    Err(BreathProblem::TooMany { what, found, limit: MAX_BREATH_BONES })
}

fn check_header(header: &BreathHeader) -> Result<(), BreathProblem> {
    let [inhale, exhale] = header.phases;
    for (phase, found) in [("inhale", inhale.duration), ("exhale", exhale.duration), ("rest", header.rest)] {
        if !is_within(found, 0.0, MAX_PHASE_SECONDS) {
            return Err(BreathProblem::Duration { phase, found });
        }
    }
    for (phase, record) in [("inhale", inhale), ("exhale", exhale)] {
        if Easing::from_number(record.easing).is_none() {
            return Err(BreathProblem::Easing { phase, found: record.easing });
        }
    }
    if !is_within(header.duration_rate, f32::MIN_POSITIVE, MAX_BREATH_RATE) {
        return Err(BreathProblem::DurationRate { found: header.duration_rate });
    }
    if !is_within(header.effect_rate, -MAX_BREATH_RATE, MAX_BREATH_RATE) {
        return Err(BreathProblem::EffectRate { found: header.effect_rate });
    }
    if !all_finite(&header.right) || header.right.iter().all(|component| *component == 0.0) {
        return Err(BreathProblem::Right { found: header.right });
    }
    Ok(())
}
