//! Chains of bones that swing like springs, and what they collide with.
//!
//! Content type 13, version 1. The sections, in file order:
//!
//! | id     | element                  | elements                                               |
//! |--------|--------------------------|--------------------------------------------------------|
//! | `SPRG` | spring header, 4         | 1                                                      |
//! | `CHAN` | chain record, 76         | one a chain, at most 256                               |
//! | `EXCL` | exclusion record, 8      | by chain: bones at which it ends, at most 4,096        |
//! | `COLD` | collider record, 36      | one a collider, at most 256                            |
//! | `TEXT` | u8                       | the bone names of `CHAN`, then `EXCL`, then `COLD`,    |
//! |        |                          | UTF-8, nothing between                                 |
//!
//! Spring header:
//!
//! | offset | type | field | value                                                                |
//! |-------:|------|-------|----------------------------------------------------------------------|
//! |      0 | f32  | rate  | updates a second, 10 to 240                                          |
//!
//! Chain record:
//!
//! | offset | type    | field           | value                                                    |
//! |-------:|---------|-----------------|----------------------------------------------------------|
//! |      0 | u32     | name first      | first byte in `TEXT` of the chain's first bone           |
//! |      4 | u32     | name length     | in bytes, at least 1                                     |
//! |      8 | u32     | exclusion first | index into `EXCL`                                        |
//! |     12 | u32     | exclusion count |                                                          |
//! |     16 | f32     | damping         | part of the velocity lost in 1/60 s, 0 to 1              |
//! |     20 | f32     | elasticity      | part of the way back covered in 1/60 s, 0 to 1           |
//! |     24 | f32     | stiffness       | how much of the pose is kept, 0 to 1                     |
//! |     28 | f32     | inertia         | part of the first bone's way that is taken along, 0 to 1 |
//! |     32 | f32     | radius          | of each bone against colliders, 0 to 1e6                 |
//! |     36 | f32     | end length      | of the bone added at each end, as part of the bone       |
//! |        |         |                 | before it, 0 to 1,000; 0: see end offset                 |
//! |     40 | 3 x f32 | end offset      | of the bone added at each end, in the first bone's axes; |
//! |        |         |                 | finite; 0: none is added                                 |
//! |     52 | 3 x f32 | gravity         | m/s², in the model's space; finite                       |
//! |     64 | 3 x f32 | force           | m/s², in the model's space; finite                       |
//!
//! Exclusion record:
//!
//! | offset | type | field       | value                                                          |
//! |-------:|------|-------------|----------------------------------------------------------------|
//! |      0 | u32  | name first  | first byte in `TEXT`                                           |
//! |      4 | u32  | name length | in bytes, at least 1                                           |
//!
//! Collider record:
//!
//! | offset | type    | field       | value                                                        |
//! |-------:|---------|-------------|--------------------------------------------------------------|
//! |      0 | u32     | name first  | first byte in `TEXT` of the bone that it is on               |
//! |      4 | u32     | name length | in bytes, at least 1                                         |
//! |      8 | 3 x f32 | center      | in the bone's space; finite                                  |
//! |     20 | f32     | radius      | 0 to 1e6                                                     |
//! |     24 | f32     | height      | from end to end, 0 to 1e6; a sphere up to twice the radius,  |
//! |        |         |             | a capsule above                                              |
//! |     28 | u32     | axis        | of the capsule: 0 x, 1 y, 2 z                                |
//! |     32 | u32     | bound       | 0: keeps bones outside, 1: keeps them inside                 |
//!
//! Rules: no two chains begin at one bone. Exclusions follow each other in chain order and fill `EXCL`; names follow
//! each other and fill `TEXT`. Finite numbers are at most 1e6 from 0.

use bytemuck::{Pod, Zeroable};

use crate::container::{Container, ContainerWriter, SectionKind, Spans};
use crate::finite::is_within;
use crate::shares::{self, ShareCheck};
use crate::{AlignedBytes, Content, ContentType, DecodeError, EncodeError, InvalidContent};
use crate::{SpringProblem, names};

/// The largest number of chains, and of colliders.
pub const MAX_SPRING_CHAINS: usize = 256;
/// The largest number of exclusions.
pub const MAX_SPRING_EXCLUSIONS: usize = 4_096;
/// The lowest and the highest update rate, in Hz.
pub const SPRING_RATES: [f32; 2] = [10.0, 240.0];
/// The largest length and acceleration.
pub const MAX_SPRING_NUMBER: f32 = 1e6;
/// The largest end length.
pub const MAX_END_LENGTH: f32 = 1_000.0;

/// Chains of bones that swing like springs.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct SpringBones {
    /// Updates a second.
    pub rate: f32,
    /// The chains; no two begin at one bone.
    pub chains: Vec<SpringChain>,
    /// What all of them collide with.
    pub colliders: Vec<SpringCollider>,
}

impl Default for SpringBones {
    fn default() -> Self {
        Self { rate: 60.0, chains: Vec::new(), colliders: Vec::new() }
    }
}

/// A bone and all below it.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct SpringChain {
    /// The bone that it begins at, which the pose still places.
    pub root: String,
    /// Bones that are no part of it, nor is what is below them.
    pub exclude: Vec<String>,
    /// How it swings.
    pub settings: SpringSettings,
}

/// How a chain swings.
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[repr(C)]
pub struct SpringSettings {
    /// The part of the velocity that is lost in 1/60 s.
    pub damping: f32,
    /// The part of the way back to the pose that is covered in 1/60 s.
    pub elasticity: f32,
    /// How much of the pose is kept: at 1 nothing moves, at 0 a bone may point anywhere.
    pub stiffness: f32,
    /// The part of the first bone's way through space that all bones are taken along.
    pub inertia: f32,
    /// The radius of each bone against colliders.
    pub radius: f32,
    /// The length of the bone added at each end, as part of the one before it; 0: see the offset.
    pub end_length: f32,
    /// Where the bone added at each end ends, in the first bone's axes; zero: none is added.
    pub end_offset: [f32; 3],
    /// An acceleration in the model's space that the bind pose already gives way to.
    pub gravity: [f32; 3],
    /// An acceleration in the model's space.
    pub force: [f32; 3],
}

/// A sphere or capsule on a bone.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct SpringCollider {
    /// The bone that it is on.
    pub bone: String,
    /// Its center in the bone's space.
    pub center: [f32; 3],
    /// Its radius.
    pub radius: f32,
    /// Its height from end to end; a sphere up to twice the radius, a capsule above.
    pub height: f32,
    /// The capsule's axis: 0 x, 1 y, 2 z.
    pub axis: u32,
    /// On which side it keeps bones.
    pub bound: SpringBound,
}

/// On which side a collider keeps bones.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum SpringBound {
    /// Outside of it.
    #[default]
    Outside,
    /// Inside.
    Inside,
}

impl SpringBound {
    /// The side's name: `outside` or `inside`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Outside => "outside",
            Self::Inside => "inside",
        }
    }
}

#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
struct ChainRecord {
    root: NameRecord,
    exclusion_first: u32,
    exclusion_count: u32,
    settings: SpringSettings,
}

#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
struct NameRecord {
    first: u32,
    length: u32,
}

#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
struct ColliderRecord {
    bone: NameRecord,
    center: [f32; 3],
    radius: f32,
    height: f32,
    axis: u32,
    bound: u32,
}

const SPRG: SectionKind = SectionKind::of::<f32>(b"SPRG");
const CHAN: SectionKind = SectionKind::of::<ChainRecord>(b"CHAN");
const EXCL: SectionKind = SectionKind::of::<NameRecord>(b"EXCL");
const COLD: SectionKind = SectionKind::of::<ColliderRecord>(b"COLD");
const TEXT: SectionKind = SectionKind::of::<u8>(b"TEXT");

const SECTIONS: [SectionKind; 5] = [SPRG, CHAN, EXCL, COLD, TEXT];
const ALIGNMENT: usize = align_of::<ChainRecord>();

impl Content for SpringBones {
    const TYPE: ContentType = ContentType::SpringBones;
    const VERSION: u16 = 1;

    fn encode(&self) -> Result<Vec<u8>, EncodeError> {
        let tables = Tables::of(self)?;
        tables.view().validate()?;
        Ok(tables.write())
    }

    fn decode(bytes: &[u8]) -> Result<Self, DecodeError> {
        let bytes = AlignedBytes::from_slice(bytes);
        Ok(SpringBonesView::parse(&bytes)?.to_owned())
    }
}

/// The sections of a file to be, as arrays.
struct Tables {
    rate: f32,
    chains: Vec<ChainRecord>,
    exclusions: Vec<NameRecord>,
    colliders: Vec<ColliderRecord>,
    text: Vec<u8>,
}

impl Tables {
    fn of(springs: &SpringBones) -> Result<Self, EncodeError> {
        let mut text = Vec::new();
        let mut append = |name: &str| {
            let (first, length) = shares::append(&mut text, name.as_bytes(), "text bytes")?;
            Ok::<_, EncodeError>(NameRecord { first, length })
        };
        let roots = springs.chains.iter().map(|chain| append(&chain.root)).collect::<Result<Vec<_>, _>>()?;
        let excluded = springs.chains.iter().flat_map(|chain| &chain.exclude);
        let exclusions = excluded.map(|name| append(name)).collect::<Result<_, _>>()?;
        let colliders = springs.colliders.iter().map(|collider| Ok(record(append(&collider.bone)?, collider)));
        let colliders = colliders.collect::<Result<_, EncodeError>>()?;
        let mut first = 0;
        let chains = roots.into_iter().zip(&springs.chains).map(|(root, chain)| {
            let exclusion_count = shares::count(chain.exclude.len(), "exclusions")?;
            let record = ChainRecord { root, exclusion_first: first, exclusion_count, settings: chain.settings };
            first = first.saturating_add(exclusion_count);
            Ok(record)
        });
        let chains = chains.collect::<Result<_, EncodeError>>()?;
        Ok(Self { rate: springs.rate, chains, exclusions, colliders, text })
    }

    fn view(&self) -> SpringBonesView<'_> {
        SpringBonesView {
            header: std::slice::from_ref(&self.rate),
            chains: &self.chains,
            exclusions: &self.exclusions,
            colliders: &self.colliders,
            text: &self.text,
        }
    }

    fn write(&self) -> Vec<u8> {
        let mut writer = ContainerWriter::new(SpringBones::TYPE, SpringBones::VERSION, SECTIONS.len());
        writer.section(SPRG, &[self.rate]);
        writer.section(CHAN, &self.chains);
        writer.section(EXCL, &self.exclusions);
        writer.section(COLD, &self.colliders);
        writer.section(TEXT, &self.text);
        writer.finish()
    }
}

fn record(bone: NameRecord, collider: &SpringCollider) -> ColliderRecord {
    ColliderRecord {
        bone,
        center: collider.center,
        radius: collider.radius,
        height: collider.height,
        axis: collider.axis,
        bound: collider.bound as u32,
    }
}

/// Where the parts of checked spring bones lie in their bytes. An owner of the bytes keeps it
/// beside them and has a view again without another check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SpringBonesLayout(Spans<5>);

impl SpringBonesLayout {
    /// Checks a whole file.
    ///
    /// # Errors
    /// The bytes are not undamaged spring bones of this version, or begin at an address that is no
    /// multiple of 4.
    pub fn parse(bytes: &[u8]) -> Result<Self, DecodeError> {
        let container = Container::parse(bytes)?;
        let spans = container.spans(SpringBones::TYPE, SpringBones::VERSION, &SECTIONS, ALIGNMENT)?;
        let layout = Self(spans);
        layout.view(bytes).validate()?;
        Ok(layout)
    }

    /// The spring bones in `bytes`, which have to be those that were parsed. With other bytes the
    /// view shows some other ones or none.
    #[must_use]
    pub fn view<'a>(&self, bytes: &'a [u8]) -> SpringBonesView<'a> {
        SpringBonesView {
            header: self.0.elements(bytes, 0),
            chains: self.0.elements(bytes, 1),
            exclusions: self.0.elements(bytes, 2),
            colliders: self.0.elements(bytes, 3),
            text: self.0.elements(bytes, 4),
        }
    }
}

/// Spring bones read where their bytes lie.
#[derive(Clone, Copy, Debug)]
pub struct SpringBonesView<'a> {
    header: &'a [f32],
    chains: &'a [ChainRecord],
    exclusions: &'a [NameRecord],
    colliders: &'a [ColliderRecord],
    text: &'a [u8],
}

impl<'a> SpringBonesView<'a> {
    /// Checks a whole file and views its content.
    ///
    /// # Errors
    /// As [`SpringBonesLayout::parse`].
    pub fn parse(bytes: &'a [u8]) -> Result<Self, DecodeError> {
        Ok(SpringBonesLayout::parse(bytes)?.view(bytes))
    }

    /// Updates a second.
    #[must_use]
    pub fn rate(&self) -> f32 {
        self.header.first().copied().unwrap_or(60.0)
    }

    /// The chains.
    pub fn chains(&self) -> impl ExactSizeIterator<Item = SpringChainView<'a>> + use<'a> {
        let view = *self;
        self.chains.iter().map(move |record| SpringChainView { record, view })
    }

    /// What all chains collide with.
    pub fn colliders(&self) -> impl ExactSizeIterator<Item = SpringColliderView<'a>> + use<'a> {
        let text = self.text;
        self.colliders.iter().map(move |record| SpringColliderView { record, text })
    }

    /// A copy that owns its names.
    #[must_use]
    pub fn to_owned(&self) -> SpringBones {
        SpringBones {
            rate: self.rate(),
            chains: self.chains().map(|chain| chain.to_owned()).collect(),
            colliders: self.colliders().map(|collider| collider.to_owned()).collect(),
        }
    }

    /// All rules of the type, both before encoding and after reading.
    fn validate(&self) -> Result<(), InvalidContent> {
        let [rate] = *self.header else {
            let found = self.header.len();
            return Err(InvalidContent::HeaderCount { found });
        };
        if !is_within(rate, SPRING_RATES[0], SPRING_RATES[1]) {
            return Err(SpringProblem::Rate { found: rate }.into());
        }
        check_count("chains", self.chains.len(), MAX_SPRING_CHAINS)?;
        check_count("exclusions", self.exclusions.len(), MAX_SPRING_EXCLUSIONS)?;
        check_count("colliders", self.colliders.len(), MAX_SPRING_CHAINS)?;
        self.check_names()?;
        self.check_chains()?;
        Ok(self.colliders().try_for_each(|collider| collider.check())?)
    }

    fn check_names(&self) -> Result<(), InvalidContent> {
        let mut shares = ShareCheck::new("TEXT");
        let chains = self.chains.iter().map(|chain| chain.root);
        let colliders = self.colliders.iter().map(|collider| collider.bone);
        let records = chains.chain(self.exclusions.iter().copied()).chain(colliders);
        for (index, NameRecord { first, length }) in records.enumerate() {
            shares.part(index, first, length)?;
            if names::text(shares::part(self.text, first, length), "bone", index)?.is_empty() {
                return Err(SpringProblem::EmptyName { index }.into());
            }
        }
        shares.finish(self.text.len())
    }

    fn check_chains(&self) -> Result<(), InvalidContent> {
        let mut shares = ShareCheck::new("EXCL");
        for (index, chain) in self.chains().enumerate() {
            shares.part(index, chain.record.exclusion_first, chain.record.exclusion_count)?;
            // Few enough to compare each with each.
            if self.chains().take(index).any(|other| other.root() == chain.root()) {
                return Err(InvalidContent::DuplicateName { what: "chain", name: chain.root().to_owned() });
            }
            chain.check()?;
        }
        shares.finish(self.exclusions.len())
    }
}

/// A chain read where its bytes lie.
#[derive(Clone, Copy, Debug)]
pub struct SpringChainView<'a> {
    record: &'a ChainRecord,
    view: SpringBonesView<'a>,
}

impl<'a> SpringChainView<'a> {
    /// The bone that it begins at.
    #[must_use]
    pub fn root(&self) -> &'a str {
        name(self.view.text, self.record.root)
    }

    /// Bones that are no part of it, nor is what is below them.
    pub fn exclude(&self) -> impl ExactSizeIterator<Item = &'a str> + use<'a> {
        let text = self.view.text;
        let part = shares::part(self.view.exclusions, self.record.exclusion_first, self.record.exclusion_count);
        part.iter().map(move |record| name(text, *record))
    }

    /// How it swings.
    #[must_use]
    pub fn settings(&self) -> &'a SpringSettings {
        &self.record.settings
    }

    /// A copy that owns its names.
    #[must_use]
    pub fn to_owned(&self) -> SpringChain {
        let exclude = self.exclude().map(str::to_owned).collect();
        SpringChain { root: self.root().to_owned(), exclude, settings: *self.settings() }
    }

    fn check(&self) -> Result<(), SpringProblem> {
        let s = self.settings();
        let any = [-MAX_SPRING_NUMBER, MAX_SPRING_NUMBER];
        let vectors = [("end offset", s.end_offset), ("gravity", s.gravity), ("force", s.force)];
        let vectors = vectors.into_iter().flat_map(|(name, vector)| vector.map(|value| (name, value, any)));
        let numbers = [
            ("damping", s.damping, [0.0, 1.0]),
            ("elasticity", s.elasticity, [0.0, 1.0]),
            ("stiffness", s.stiffness, [0.0, 1.0]),
            ("inertia", s.inertia, [0.0, 1.0]),
            ("radius", s.radius, [0.0, MAX_SPRING_NUMBER]),
            ("end length", s.end_length, [0.0, MAX_END_LENGTH]),
        ];
        check_numbers("chain", self.root(), numbers.into_iter().chain(vectors))
    }
}

/// A collider read where its bytes lie.
#[derive(Clone, Copy, Debug)]
pub struct SpringColliderView<'a> {
    record: &'a ColliderRecord,
    text: &'a [u8],
}

impl<'a> SpringColliderView<'a> {
    /// The bone that it is on.
    #[must_use]
    pub fn bone(&self) -> &'a str {
        name(self.text, self.record.bone)
    }

    /// Its center in the bone's space.
    #[must_use]
    pub fn center(&self) -> [f32; 3] {
        self.record.center
    }

    /// Its radius.
    #[must_use]
    pub fn radius(&self) -> f32 {
        self.record.radius
    }

    /// Its height from end to end.
    #[must_use]
    pub fn height(&self) -> f32 {
        self.record.height
    }

    /// The capsule's axis: 0 x, 1 y, 2 z.
    #[must_use]
    pub fn axis(&self) -> u32 {
        self.record.axis
    }

    /// On which side it keeps bones.
    #[must_use]
    pub fn bound(&self) -> SpringBound {
        if self.record.bound == 0 { SpringBound::Outside } else { SpringBound::Inside }
    }

    /// A copy that owns its name.
    #[must_use]
    pub fn to_owned(&self) -> SpringCollider {
        SpringCollider {
            bone: self.bone().to_owned(),
            center: self.center(),
            radius: self.radius(),
            height: self.height(),
            axis: self.axis(),
            bound: self.bound(),
        }
    }

    fn check(&self) -> Result<(), SpringProblem> {
        let length = [0.0, MAX_SPRING_NUMBER];
        let center = self.center().map(|value| ("center", value, [-MAX_SPRING_NUMBER, MAX_SPRING_NUMBER]));
        let numbers = [("radius", self.radius(), length), ("height", self.height(), length)];
        check_numbers("collider", self.bone(), numbers.into_iter().chain(center))?;
        if self.record.axis > 2 {
            return Err(SpringProblem::Axis { bone: self.bone().to_owned(), found: self.record.axis });
        }
        if self.record.bound > 1 {
            return Err(SpringProblem::Bound { bone: self.bone().to_owned(), found: self.record.bound });
        }
        Ok(())
    }
}

type Checked = (&'static str, f32, [f32; 2]);

fn check_numbers(what: &'static str, bone: &str, numbers: impl Iterator<Item = Checked>) -> Result<(), SpringProblem> {
    for (number, found, [low, high]) in numbers {
        if !is_within(found, low, high) {
            return Err(SpringProblem::Number { what, bone: bone.to_owned(), number, found, low, high });
        }
    }
    Ok(())
}

fn check_count(what: &'static str, found: usize, limit: usize) -> Result<(), SpringProblem> {
    if found <= limit {
        return Ok(());
    }
    Err(SpringProblem::TooMany { what, found, limit })
}

fn name(text: &[u8], record: NameRecord) -> &str {
    names::checked_text(shares::part(text, record.first, record.length))
}
