//! A breath describes how a character breathes: how long each phase takes, and which bones rotate.
//!
//! A breath file has these sections, in this order:
//!
//! | id     | element type              | contents |
//! |--------|---------------------------|------------|
//! | `BRTH` | breath header, 44 bytes   | the breath header |
//! | `TURN` | rotation record, 20 bytes | one record per bone that rotates, at most 256 |
//! | `KEEP` | span                      | the name of each bone that keeps its rotation, in `TEXT`: at most 256 names, none of them empty |
//! | `TEXT` | u8                        | the bone names of `TURN`, then the bone names of `KEEP` |
//!
//! ### Breath: header
//!
//! | offset | type    | field         | value                                                                       |
//! |-------:|---------|---------------|-----------------------------------------------------------------------------|
//! |      0 | f32     | inhale        | the duration of the inhale phase in seconds, from 0 to 86,400               |
//! |      4 | u32     | inhale easing | the easing function of the inhale phase, as a number from the rules below   |
//! |      8 | f32     | exhale        | the duration of the exhale phase in seconds, from 0 to 86,400               |
//! |     12 | u32     | exhale easing | the easing function of the exhale phase, as a number from the rules below   |
//! |     16 | f32     | rest          | the duration of the rest phase in seconds, from 0 to 86,400                 |
//! |     20 | u32     | reserved      | 0                                                                           |
//! |     24 | f32     | duration rate | the factor by which all durations are multiplied: above 0 and at most 1,000 |
//! |     28 | f32     | effect rate   | the factor by which all angles are multiplied, from -1,000 to 1,000         |
//! |     32 | 3 x f32 | right         | the direction to the character's right, in model space; finite and not zero |
//!
//! ### Breath: rotation record
//!
//! | offset | type | field    | value                                                                     |
//! |-------:|------|----------|---------------------------------------------------------------------------|
//! |      0 | span | name     | the bone's name, in `TEXT`; not empty                                     |
//! |      8 | f32  | inhale   | the bone's angle at the end of the inhale phase, from -360 to 360 degrees |
//! |     12 | f32  | exhale   | the bone's angle at the end of the exhale phase, from -360 to 360 degrees |
//! |     16 | u32  | reserved | 0                                                                         |
//!
//! ### Breath: rules
//!
//! - Easing functions have these numbers: 0 in-out-quad, 1 out-sine, 2 in-out-sine, 3 out-cubic, 4 out-quart, 5
//!   in-out-quart, 6 out-expo.
//! - No bone name occurs more than once in `TURN` and `KEEP` combined.
//! - During the rest phase, bones keep the angle from the end of the exhale phase.
//! - Bones in `KEEP` keep their rotation in model space, even if their parents rotate.
//! - Rigmill ignores the reserved fields in breath files of version 1.

use bytemuck::{Pod, Zeroable};

use crate::error::{ensure, invalid};
use crate::layout::numbers::{all_finite, is_within};
use crate::layout::{One, Rules, Span, SpanCheck, append_text, getters, names, sections};
use crate::{Content, Easing, EncodeError, InvalidContent};

/// The maximum number of bones that rotate, and the maximum number of bones that keep their rotation.
pub const MAX_BREATH_BONES: usize = 256;
/// The maximum duration of a phase, in seconds.
pub const MAX_PHASE_SECONDS: f32 = 86_400.0;
/// The maximum rate.
pub const MAX_BREATH_RATE: f32 = 1_000.0;
/// The maximum angle, in degrees.
pub const MAX_BREATH_DEGREES: f32 = 360.0;

/// Settings that make a character breathe.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Breath {
    /// The phases inhale and exhale.
    pub phases: [BreathPhase; 2],
    /// How long each bone rests at its angle after an exhale and before the next inhale, in seconds, not yet multiplied by the
    /// duration rate.
    pub rest: f32,
    /// A factor for all durations.
    pub duration_rate: f32,
    /// A factor for all angles. A negative factor reverses all rotations.
    pub effect_rate: f32,
    /// The direction of the character's right, in model space.
    pub right: [f32; 3],
    /// The bones that rotate.
    pub rotations: Vec<BreathRotation>,
    /// The names of the bones that keep their rotation in model space.
    pub keeps: Vec<String>,
}

/// A phase of breathing, in which bones rotate.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct BreathPhase {
    /// The duration of the phase in seconds, not yet multiplied by the duration rate.
    pub duration: f32,
    /// How the angles change from the start of the phase to its end.
    pub easing: Easing,
}

/// A bone that rotates with the breath.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct BreathRotation {
    /// The bone's name.
    pub bone: String,
    /// The angles of the bone at the end of inhale and of exhale, in degrees, not yet multiplied by the effect rate.
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
struct RotationRecord {
    name: Span,
    angles: [f32; 2],
    reserved: u32,
}

sections! {
    /// A breath read from the bytes of its file.
    #[derive(Debug)]
    Breath, version 2, or 1 with 4 sections => BreathView, BreathLayout, Tables;
    header b"BRTH": BreathHeader,
    b"TURN" rotations: [RotationRecord],
    b"KEEP" keeps: [Span],
    b"TEXT" text: [u8],
}

impl Tables {
    fn new(breath: &Breath) -> Result<Self, EncodeError> {
        let record = |phase: BreathPhase| PhaseRecord { duration: phase.duration, easing: phase.easing.number() };
        let header = BreathHeader {
            phases: breath.phases.map(record),
            rest: breath.rest,
            reserved: 0,
            duration_rate: breath.duration_rate,
            effect_rate: breath.effect_rate,
            right: breath.right,
        };
        let mut tables = Self { header: One(header), ..Self::default() };
        for BreathRotation { bone, angles } in &breath.rotations {
            let name = append_text(&mut tables.text, bone)?;
            tables.rotations.push(RotationRecord { name, angles: *angles, reserved: 0 });
        }
        for bone in &breath.keeps {
            tables.keeps.push(append_text(&mut tables.text, bone)?);
        }
        Ok(tables)
    }
}

impl<'a> BreathView<'a> {
    getters! { self:
        /// The phases inhale and exhale.
        phases: [BreathPhase; 2] = self.header.phases.map(|PhaseRecord { duration, easing }| {
            BreathPhase { duration, easing: Easing::from_number(easing).unwrap_or_default() }
        });
        /// How long each bone rests at its angle after an exhale, in seconds, not yet multiplied by the duration rate.
        rest: f32 = self.header.rest;
        /// A factor for all durations.
        duration_rate: f32 = self.header.duration_rate;
        /// A factor for all angles.
        effect_rate: f32 = self.header.effect_rate;
        /// The direction of the character's right, in model space.
        right: [f32; 3] = self.header.right;
        /// A copy that owns its names.
        to_owned: Breath = Breath {
            phases: self.phases(),
            rest: self.rest(),
            duration_rate: self.duration_rate(),
            effect_rate: self.effect_rate(),
            right: self.right(),
            rotations: self.rotations().map(|(bone, angles)| BreathRotation { bone: bone.to_owned(), angles }).collect(),
            keeps: self.keeps().map(str::to_owned).collect(),
        };
    }

    /// The bones that rotate: the name of each, and its angles at the end of inhale and of exhale in degrees.
    pub fn rotations(&self) -> impl ExactSizeIterator<Item = (&'a str, [f32; 2])> + use<'a> {
        let text = self.text;
        self.rotations.iter().map(move |rotation| (rotation.name.text(text), rotation.angles))
    }

    /// The names of the bones that keep their rotation in model space.
    pub fn keeps(&self) -> impl ExactSizeIterator<Item = &'a str> + use<'a> {
        let text = self.text;
        self.keeps.iter().map(move |name| name.text(text))
    }
}

impl Rules for BreathView<'_> {
    const PREFIX: Option<&'static str> = Some("the breath is not valid");

    fn check(&self) -> Result<(), InvalidContent> {
        self.check_version(Breath::VERSION)
    }

    fn check_version(&self, version: u16) -> Result<(), InvalidContent> {
        self.check_header()?;
        if version > 1 {
            self.check_reserved()?;
        }
        check_count("bones that rotate", self.rotations.len())?;
        check_count("bones that keep their rotation", self.keeps.len())?;
        self.check_names()?;
        for (bone, angles) in self.rotations() {
            let bad = angles.iter().find(|angle| !is_within(**angle, -MAX_BREATH_DEGREES, MAX_BREATH_DEGREES));
            if let Some(&found) = bad {
                return Err(invalid!("bone {bone:?} rotates by {found} degrees, expected -360 to 360"));
            }
        }
        Ok(())
    }
}

impl BreathView<'_> {
    fn check_header(&self) -> Result<(), InvalidContent> {
        let header = &self.header;
        let [inhale, exhale] = header.phases;
        for (phase, found) in [("inhale", inhale.duration), ("exhale", exhale.duration), ("rest", header.rest)] {
            ensure!(
                is_within(found, 0.0, MAX_PHASE_SECONDS),
                "the duration of {phase} is {found} s, expected 0 to 86400"
            );
        }
        for (phase, record) in [("inhale", inhale), ("exhale", exhale)] {
            let easing = record.easing;
            ensure!(
                Easing::from_number(easing).is_some(),
                "easing number {easing} of {phase} is unknown, expected 0 to 6"
            );
        }
        let BreathHeader { duration_rate, effect_rate, right, .. } = **header;
        let is_rate = is_within(duration_rate, f32::MIN_POSITIVE, MAX_BREATH_RATE);
        ensure!(is_rate, "the duration rate is {duration_rate}, expected a value above 0, at most 1000");
        let is_rate = is_within(effect_rate, -MAX_BREATH_RATE, MAX_BREATH_RATE);
        ensure!(is_rate, "the effect rate is {effect_rate}, expected -1000 to 1000");
        let is_direction = all_finite(&right) && right != [0.0; 3];
        ensure!(is_direction, "the character's right is {right:?}, expected a finite vector other than zero");
        Ok(())
    }

    fn check_reserved(&self) -> Result<(), InvalidContent> {
        ensure!(self.header.reserved == 0, "breath 0 has unknown flags {:#x}", self.header.reserved);
        match self.rotations.iter().enumerate().find(|(_, rotation)| rotation.reserved != 0) {
            Some((index, it)) => Err(invalid!("rotation {index} has unknown flags {:#x}", it.reserved)),
            None => Ok(()),
        }
    }

    fn check_names(&self) -> Result<(), InvalidContent> {
        let mut spans = SpanCheck::new("TEXT");
        let rotations = self.rotations.iter().map(|rotation| rotation.name);
        for (record, span) in rotations.chain(self.keeps.iter().copied()).enumerate() {
            spans.next(record, span)?;
            names::text(span.slice(self.text), "bone", record)?;
        }
        spans.finish(self.text.len())?;
        // There are so few that comparing each pair is fast enough.
        let names = || self.rotations().map(|(bone, _)| bone).chain(self.keeps());
        for (index, name) in names().enumerate() {
            ensure!(!name.is_empty(), "the name of bone {index} is empty");
            ensure!(!names().take(index).any(|other| other == name), "two bones are named {name:?}");
        }
        Ok(())
    }
}

fn check_count(what: &str, found: usize) -> Result<(), InvalidContent> {
    ensure!(found <= MAX_BREATH_BONES, "found {found} {what}, but at most {MAX_BREATH_BONES} are allowed");
    Ok(())
}
