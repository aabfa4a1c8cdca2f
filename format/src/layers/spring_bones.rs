//! Spring bones are chains of bones that swing like springs. Colliders are spheres and capsules that stop the swinging
//! bones.
//!
//! A spring bones file has these sections, in this order:
//!
//! | id     | element type              | contents |
//! |--------|---------------------------|------------|
//! | `SPRG` | f32                       | the number of updates per second, from 10 to 240 |
//! | `CHAN` | chain record, 76 bytes    | one record per chain, at most 256 |
//! | `EXCL` | span                      | the names of each chain's excluded bones, in `TEXT`: at most 4,096 names in the file, none of them empty |
//! | `COLD` | collider record, 36 bytes | one record per collider, at most 256 |
//! | `TEXT` | u8                        | the bone names of `CHAN`, then those of `EXCL`, then those of `COLD` |
//!
//! ### SpringBones: chain record
//!
//! | offset | type    | field      | value |
//! |-------:|---------|------------|------------|
//! |      0 | span    | name       | the name of the chain's first bone, in `TEXT`; not empty |
//! |      8 | span    | exclusions | the chain's excluded bones, in `EXCL` |
//! |     16 | f32     | damping    | the fraction of the velocity that is lost every 1/60 s, from 0 to 1 |
//! |     20 | f32     | elasticity | how quickly bones return to the pose: the fraction of the distance that they cover every 1/60 s, from 0 to 1 |
//! |     24 | f32     | stiffness  | how strongly bones are held in the pose: from 0 (free to point in any direction) to 1 (unable to move) |
//! |     28 | f32     | inertia    | the fraction of the first bone's movement that the other bones follow immediately, from 0 to 1 |
//! |     32 | f32     | radius     | the collision radius of each bone, from 0 to 1e6 |
//! |     36 | f32     | end length | the length of each end bone as a multiple of the previous bone's length, from 0 to 1,000; 0 means that the end offset is used instead |
//! |     40 | 3 x f32 | end offset | the offset of each end bone from the previous bone, along the first bone's axes; each number from -1e6 to 1e6 |
//! |     52 | 3 x f32 | gravity    | the acceleration due to gravity in m/s², in model space; each number from -1e6 to 1e6 |
//! |     64 | 3 x f32 | force      | an additional constant acceleration in m/s², in model space; each number from -1e6 to 1e6 |
//!
//! ### SpringBones: collider record
//!
//! | offset | type    | field  | value                                                                   |
//! |-------:|---------|--------|-------------------------------------------------------------------------|
//! |      0 | span    | name   | the name of the collider's bone, in `TEXT`; not empty                   |
//! |      8 | 3 x f32 | center | the collider's center in the bone's space; each number from -1e6 to 1e6 |
//! |     20 | f32     | radius | the collider's radius, from 0 to 1e6                                    |
//! |     24 | f32     | height | the collider's length from end to end, from 0 to 1e6                    |
//! |     28 | u32     | axis   | the capsule's axis: 0 for x, 1 for y, 2 for z                           |
//! |     32 | u32     | bound  | 0 keeps bones outside the collider, 1 keeps them inside                 |
//!
//! ### SpringBones: rules
//!
//! - No two chains begin at the same bone.
//! - A chain consists of its first bone and all bones below it, except excluded bones and the bones below them.
//! - Rigmill adds an end bone below each bone that has no children in its chain. End bones are not part of the
//!   skeleton.
//! - If the end length and the end offset are both 0, there are no end bones.
//! - If a chain has only one bone, the end length is an absolute length along the bone's x axis.
//! - The bind pose of a chain already includes the effect of gravity, so gravity moves the chain only while its first
//!   bone is rotated away from the bind pose.
//! - A collider whose height is more than twice its radius is a capsule. Any other collider is a sphere.

use bytemuck::{Pod, Zeroable};

use crate::error::ensure;
use crate::layout::numbers::is_within;
use crate::layout::{One, Rules, Span, SpanCheck, append_text, count, getters, names, numbered, sections};
use crate::{EncodeError, InvalidContent};

/// The maximum number of chains, and the maximum number of colliders.
pub const MAX_SPRING_CHAINS: usize = 256;
/// The maximum number of exclusions.
pub const MAX_SPRING_EXCLUSIONS: usize = 4_096;
/// The minimum and the maximum update rate, in Hz.
pub const SPRING_RATES: [f32; 2] = [10.0, 240.0];
/// The maximum length and acceleration.
pub const MAX_SPRING_NUMBER: f32 = 1e6;
/// The maximum end length.
pub const MAX_END_LENGTH: f32 = 1_000.0;

/// Chains of bones that swing like springs.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct SpringBones {
    /// The number of updates of the simulation per second.
    pub rate: f32,
    /// The chains. No two chains start at the same bone.
    pub chains: Vec<SpringChain>,
    /// The colliders of all chains.
    pub colliders: Vec<SpringCollider>,
}

impl Default for SpringBones {
    fn default() -> Self {
        Self { rate: 60.0, chains: Vec::new(), colliders: Vec::new() }
    }
}

/// A chain: a bone and all bones below it.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct SpringChain {
    /// The first bone of the chain, which still follows the pose.
    pub root: String,
    /// Bones that are excluded from the chain, together with all bones below them.
    pub exclude: Vec<String>,
    /// How the chain swings.
    pub settings: SpringSettings,
}

/// How a chain swings.
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[repr(C)]
pub struct SpringSettings {
    /// The fraction of the velocity that is lost per 1/60 s.
    pub damping: f32,
    /// The fraction of the distance to the pose that is covered per 1/60 s.
    pub elasticity: f32,
    /// How much of the pose is kept: at 1, nothing moves; at 0, a bone may point in any direction.
    pub stiffness: f32,
    /// The fraction of the first bone's movement through space that all bones follow.
    pub inertia: f32,
    /// The radius of each bone for collisions.
    pub radius: f32,
    /// The length of the bone that is added at each end of the chain, relative to the previous bone. If it is 0, the end offset
    /// is used.
    pub end_length: f32,
    /// The end of the bone that is added at each end of the chain, in the first bone's axes. If it is also zero, no bone is
    /// added.
    pub end_offset: [f32; 3],
    /// An acceleration in model space that the bind pose already includes.
    pub gravity: [f32; 3],
    /// An acceleration in model space.
    pub force: [f32; 3],
}

/// A sphere or capsule that is attached to a bone.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct SpringCollider {
    /// The bone to which the collider is attached.
    pub bone: String,
    /// The center of the collider in the bone's space.
    pub center: [f32; 3],
    /// The radius of the collider.
    pub radius: f32,
    /// The height from end to end. Up to twice the radius, the collider is a sphere; above, it is a capsule.
    pub height: f32,
    /// The capsule's axis: 0 for x, 1 for y, 2 for z.
    pub axis: u32,
    /// The side of the collider on which it keeps bones.
    pub bound: SpringBound,
}

numbered! {
    /// The side of a collider on which it keeps bones.
    #[derive(Default)]
    #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
    pub enum SpringBound: u32 {
        /// The outside of the collider.
        #[default]
        Outside = 0, "outside";
        /// The inside of the collider.
        Inside = 1, "inside";
    }
}

#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
struct ChainRecord {
    root: Span,
    exclusions: Span,
    settings: SpringSettings,
}

#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
struct ColliderRecord {
    bone: Span,
    center: [f32; 3],
    radius: f32,
    height: f32,
    axis: u32,
    bound: u32,
}

sections! {
    /// Spring bones read from the bytes of their file.
    #[derive(Debug)]
    SpringBones, version 1 => SpringBonesView, SpringBonesLayout, Tables;
    header b"SPRG": f32,
    b"CHAN" chains: [ChainRecord],
    b"EXCL" exclusions: [Span],
    b"COLD" colliders: [ColliderRecord],
    b"TEXT" text: [u8],
}

impl Tables {
    fn new(springs: &SpringBones) -> Result<Self, EncodeError> {
        let mut tables = Self { header: One(springs.rate), ..Self::default() };
        for chain in &springs.chains {
            let root = append_text(&mut tables.text, &chain.root)?;
            tables.chains.push(ChainRecord { root, exclusions: Span::default(), settings: chain.settings });
        }
        // The names of all roots are stored before those of exclusions.
        for (record, chain) in tables.chains.iter_mut().zip(&springs.chains) {
            let first = count(tables.exclusions.len(), "exclusions")?;
            record.exclusions = Span { first, count: count(chain.exclude.len(), "exclusions")? };
            for bone in &chain.exclude {
                tables.exclusions.push(append_text(&mut tables.text, bone)?);
            }
        }
        for collider in &springs.colliders {
            let bone = append_text(&mut tables.text, &collider.bone)?;
            let SpringCollider { center, radius, height, axis, bound, .. } = *collider;
            tables.colliders.push(ColliderRecord { bone, center, radius, height, axis, bound: bound.number() });
        }
        Ok(tables)
    }
}

impl<'a> SpringBonesView<'a> {
    getters! { self:
        /// The number of updates of the simulation per second.
        rate: f32 = *self.header;
        /// A copy that owns its names.
        to_owned: SpringBones = SpringBones {
            rate: self.rate(),
            chains: self.chains().map(|chain| chain.to_owned()).collect(),
            colliders: self.colliders().map(|collider| collider.to_owned()).collect(),
        };
    }

    /// The chains.
    pub fn chains(&self) -> impl ExactSizeIterator<Item = SpringChainView<'a>> + use<'a> {
        let view = *self;
        self.chains.iter().map(move |record| SpringChainView { record, view })
    }

    /// The colliders of all chains.
    pub fn colliders(&self) -> impl ExactSizeIterator<Item = SpringColliderView<'a>> + use<'a> {
        let text = self.text;
        self.colliders.iter().map(move |record| SpringColliderView { record, text })
    }
}

impl Rules for SpringBonesView<'_> {
    const PREFIX: Option<&'static str> = Some("the spring bones are not valid");

    fn check(&self) -> Result<(), InvalidContent> {
        let found = self.rate();
        ensure!(is_within(found, SPRING_RATES[0], SPRING_RATES[1]), "the rate is {found} Hz, expected 10 to 240");
        check_count("chains", self.chains.len(), MAX_SPRING_CHAINS)?;
        check_count("exclusions", self.exclusions.len(), MAX_SPRING_EXCLUSIONS)?;
        check_count("colliders", self.colliders.len(), MAX_SPRING_CHAINS)?;
        self.check_names()?;
        self.check_chains()?;
        self.colliders().try_for_each(|collider| collider.check())
    }
}

impl SpringBonesView<'_> {
    fn check_names(&self) -> Result<(), InvalidContent> {
        let mut spans = SpanCheck::new("TEXT");
        let chains = self.chains.iter().map(|chain| chain.root);
        let colliders = self.colliders.iter().map(|collider| collider.bone);
        for (index, span) in chains.chain(self.exclusions.iter().copied()).chain(colliders).enumerate() {
            spans.next(index, span)?;
            let name = names::text(span.slice(self.text), "bone", index)?;
            ensure!(!name.is_empty(), "bone name {index} is empty");
        }
        spans.finish(self.text.len())
    }

    fn check_chains(&self) -> Result<(), InvalidContent> {
        let mut spans = SpanCheck::new("EXCL");
        for (index, chain) in self.chains().enumerate() {
            spans.next(index, chain.record.exclusions)?;
            // There are so few that comparing each pair is fast enough.
            let root = chain.root();
            ensure!(self.chains().take(index).all(|other| other.root() != root), "two chains are named {root:?}");
            chain.check()?;
        }
        spans.finish(self.exclusions.len())
    }
}

/// A chain read from the bytes of its file.
#[derive(Clone, Copy, Debug)]
pub struct SpringChainView<'a> {
    record: &'a ChainRecord,
    view: SpringBonesView<'a>,
}

impl<'a> SpringChainView<'a> {
    getters! { self:
        /// The first bone of the chain.
        root: &'a str = self.record.root.text(self.view.text);
        /// How the chain swings.
        settings: &'a SpringSettings = &self.record.settings;
        /// A copy that owns its names.
        to_owned: SpringChain = SpringChain {
            root: self.root().to_owned(),
            exclude: self.exclude().map(str::to_owned).collect(),
            settings: *self.settings(),
        };
    }

    /// Bones that are excluded from the chain, together with all bones below them.
    pub fn exclude(&self) -> impl ExactSizeIterator<Item = &'a str> + use<'a> {
        let text = self.view.text;
        self.record.exclusions.slice(self.view.exclusions).iter().map(move |name| name.text(text))
    }

    fn check(&self) -> Result<(), InvalidContent> {
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

/// A collider read from the bytes of its file.
#[derive(Clone, Copy, Debug)]
pub struct SpringColliderView<'a> {
    record: &'a ColliderRecord,
    text: &'a [u8],
}

impl<'a> SpringColliderView<'a> {
    getters! { self:
        /// The bone to which the collider is attached.
        bone: &'a str = self.record.bone.text(self.text);
        /// The center of the collider in the bone's space.
        center: [f32; 3] = self.record.center;
        /// The radius of the collider.
        radius: f32 = self.record.radius;
        /// The height from end to end.
        height: f32 = self.record.height;
        /// The capsule's axis: 0 for x, 1 for y, 2 for z.
        axis: u32 = self.record.axis;
        /// The side of the collider on which it keeps bones.
        bound: SpringBound = SpringBound::from_number(self.record.bound).unwrap_or(SpringBound::Inside);
        /// A copy that owns its name.
        to_owned: SpringCollider = SpringCollider {
            bone: self.bone().to_owned(),
            center: self.center(),
            radius: self.radius(),
            height: self.height(),
            axis: self.axis(),
            bound: self.bound(),
        };
    }

    fn check(&self) -> Result<(), InvalidContent> {
        let length = [0.0, MAX_SPRING_NUMBER];
        let center = self.center().map(|value| ("center", value, [-MAX_SPRING_NUMBER, MAX_SPRING_NUMBER]));
        let numbers = [("radius", self.radius(), length), ("height", self.height(), length)];
        check_numbers("collider", self.bone(), numbers.into_iter().chain(center))?;
        let (bone, ColliderRecord { axis, bound, .. }) = (self.bone(), *self.record);
        ensure!(
            axis <= 2,
            "axis number {axis} of the collider at bone {bone:?} is unknown, expected 0 (x), 1 (y) or 2 (z)"
        );
        ensure!(
            bound <= 1,
            "bound number {bound} of the collider at bone {bone:?} is unknown, expected 0 (outside) or 1 (inside)"
        );
        Ok(())
    }
}

type Checked = (&'static str, f32, [f32; 2]);

fn check_numbers(what: &str, bone: &str, numbers: impl Iterator<Item = Checked>) -> Result<(), InvalidContent> {
    for (number, found, [low, high]) in numbers {
        ensure!(
            is_within(found, low, high),
            "the {number} of the {what} at bone {bone:?} is {found}, expected {low} to {high}"
        );
    }
    Ok(())
}

fn check_count(what: &str, found: usize, limit: usize) -> Result<(), InvalidContent> {
    ensure!(found <= limit, "found {found} {what}, but at most {limit} are allowed");
    Ok(())
}
