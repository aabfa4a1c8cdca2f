//! [`InvalidContent`]: the broken rules of content types, with one variant per rule.
//!
//! Encoding and decoding check the same rules with the same code, so both return these errors.

use thiserror::Error;

use super::collision_mesh::CollisionProblem;
use super::compressed::CompressedProblem;
use super::curve::CurveProblem;
use super::data::DataProblem;
use super::events::EventProblem;
use super::font::FontProblem;
use super::layers::{BreathProblem, SpringProblem};
use super::model::{MaterialProblem, MeshProblem};
use super::motion::MotionProblem;
use super::sound::SoundProblem;
use super::texture::TextureProblem;
use super::uniform::UniformProblem;
use super::weights::WeightProblem;

/// A rule of a content type that a value or a file breaks.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum InvalidContent {
    /// A content header section that does not contain exactly one element.
    #[error("the content header has {0} elements, expected 1")]
    HeaderCount(usize),
    /// Flags that this version does not know.
    #[error("{what} {index} has unknown flags {found:#x}")]
    UnknownFlags {
        /// The part that has the flags.
        what: &'static str,
        /// The index of the item.
        index: usize,
        /// All flags of the part.
        found: u32,
    },
    /// A record whose span of a section does not directly follow the span of the previous record.
    #[error("the span of record {record} in {section} starts at {found}, expected {expected}")]
    SpanStart {
        /// The section.
        section: &'static str,
        /// The index of the record.
        record: usize,
        /// The start of its span.
        found: u64,
        /// The expected start.
        expected: u64,
    },
    /// Records that together use more or fewer elements of a section than it has.
    #[error("the records use {found} elements of {section}, but {section} has {expected}")]
    SpanTotal {
        /// The section.
        section: &'static str,
        /// The number of elements that the records use.
        found: u64,
        /// The number of existing elements.
        expected: u64,
    },
    /// A name that is not UTF-8.
    #[error("the name of {what} {index} is not UTF-8")]
    NameNotUtf8 {
        /// The kind of item that has the name.
        what: &'static str,
        /// The index of the item.
        index: usize,
    },
    /// Two items with the same name.
    #[error("two {what}s are named {name:?}")]
    DuplicateName {
        /// The kind of item that has the name.
        what: &'static str,
        /// The name.
        name: String,
    },
    /// A name index that does not list all names in ascending order.
    #[error("the name index of the {what}s is out of order at entry {entry}")]
    NameOrder {
        /// The kind of item that has the names.
        what: &'static str,
        /// The position of the first wrong entry.
        entry: usize,
    },
    /// A clip's duration that is negative or not a number.
    #[error("the clip's duration is {0} s, expected a finite value of at least 0")]
    ClipDuration(f32),
    /// A frame rate that is negative or not a number.
    #[error("the frame rate is {0}, expected a finite value of at least 0")]
    FrameRate(f32),
    /// The curves of a bone break a rule.
    #[error("bone {path:?}: {problem}")]
    Curve {
        /// The bone's path.
        path: String,
        /// The error.
        problem: CurveProblem,
    },
    /// A key frame sequence breaks a rule.
    #[error("bone {bone:?}: {problem}")]
    Sequence {
        /// The bone that the sequence moves.
        bone: String,
        /// The error.
        problem: SequenceProblem,
    },
    /// More bones than a skeleton can have.
    #[error("the skeleton has {found} bones, but at most {limit} are allowed")]
    TooManyBones {
        /// The number of bones.
        found: usize,
        /// The maximum number of bones.
        limit: usize,
    },
    /// A root axis that is not a rotation.
    #[error("the root axis is {0:?}, expected a finite quaternion other than zero")]
    RootAxis([f32; 4]),
    /// A bone of a skeleton breaks a rule.
    #[error("bone {index} ({name:?}): {problem}")]
    Bone {
        /// The index of the bone.
        index: usize,
        /// The name.
        name: String,
        /// The error.
        problem: BoneProblem,
    },
    /// A layer with an unknown way of blending.
    #[error("layer {layer:?} has the unknown blend mode {found}")]
    LayerBlend {
        /// The layer's name.
        layer: String,
        /// The number of the way of blending.
        found: u32,
    },
    /// A bone at rest that is out of order, does not exist, or has keys.
    #[error("resting bone {0} is out of order, does not exist, or has keys")]
    RestingBone(usize),
    /// An action breaks a rule.
    #[error("action {action:?} of layer {layer:?}: {problem}")]
    Action {
        /// The layer's name.
        layer: String,
        /// The action's name.
        action: String,
        /// The error.
        problem: ActionProblem,
    },
    /// A model's bounding sphere or box that is not finite or is inverted.
    #[error("the model's bounding {0} is not finite, or inverted")]
    ModelBounds(&'static str),
    /// A model's tag that is not valid data.
    #[error("the model's tag is not valid: {0}")]
    ModelTag(String),
    /// A mesh of a model breaks a rule.
    #[error("mesh {index} ({name:?}): {problem}")]
    Mesh {
        /// The index of the mesh.
        index: usize,
        /// The name.
        name: String,
        /// The error.
        problem: Box<MeshProblem>,
    },
    /// A material of a model breaks a rule.
    #[error("material {index} ({name:?}): {problem}")]
    Material {
        /// The index of the material.
        index: usize,
        /// The name.
        name: String,
        /// The error.
        problem: Box<MaterialProblem>,
    },
    /// A camera, a light or a group of levels of detail of a model breaks a rule.
    #[error("{what} {index}: {problem}")]
    ModelPart {
        /// `camera`, `light` or `group of levels`.
        what: &'static str,
        /// The index of the item.
        index: usize,
        /// The error.
        problem: &'static str,
    },
    /// A mesh of a level of detail that does not exist, or that is also in another level.
    #[error("a mesh of a level of detail does not exist, or is in two levels")]
    ModelLevels,
    /// The properties of a model break a rule.
    #[error("the properties of the model are not valid: {0}")]
    ModelProperties(String),
    /// A collision mesh breaks a rule.
    #[error("the collision mesh is not valid: {0}")]
    CollisionMesh(#[from] CollisionProblem),
    /// A texture breaks a rule.
    #[error("the texture is not valid: {0}")]
    Texture(#[from] TextureProblem),
    /// A sound breaks a rule.
    #[error("the sound is not valid: {0}")]
    Sound(#[from] SoundProblem),
    /// A breath breaks a rule.
    #[error("the breath is not valid: {0}")]
    Breath(#[from] BreathProblem),
    /// The events of a clip break a rule.
    #[error("the events are not valid: {0}")]
    Events(#[from] EventProblem),
    /// The weights of a clip break a rule.
    #[error("the weights are not valid: {0}")]
    Weights(#[from] WeightProblem),
    /// A font breaks a rule.
    #[error("the font is not valid: {0}")]
    Font(#[from] FontProblem),
    /// A tree of data breaks a rule.
    #[error("the data is not valid: {0}")]
    Data(#[from] DataProblem),
    /// Spring bones break a rule.
    #[error("the spring bones are not valid: {0}")]
    SpringBones(#[from] SpringProblem),
    /// A motion breaks a rule.
    #[error("the motion is not valid: {0}")]
    Motion(#[from] MotionProblem),
    /// A compressed clip breaks a rule.
    #[error("the compressed clip is not valid: {0}")]
    Compressed(#[from] CompressedProblem),
    /// A uniform clip breaks a rule.
    #[error("the uniform clip is not valid: {0}")]
    Uniform(#[from] UniformProblem),
}

/// An error in a key frame sequence.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum SequenceProblem {
    /// No keys, or more keys than fit into an `i32`.
    #[error("the key count is {0}, expected 1 to 2147483647")]
    KeyCount(u32),
    /// A duration that is negative or not a number.
    #[error("the duration is {0} s, expected a finite value of at least 0")]
    Duration(f32),
    /// A key interval that is not a number, or that is not above zero although it must be.
    #[error("the key interval is {found} s, expected a finite value{}", if *.positive { " above 0" } else { "" })]
    KeyInterval {
        /// The interval in seconds.
        found: f32,
        /// Whether the interval must be above zero, because there are several keys and no list of times.
        positive: bool,
    },
    /// A list whose length matches neither the key count nor a constant channel.
    #[error("{found} {list} keys for a key count of {key_count}")]
    ListLength {
        /// The list: `translation`, `rotation`, `scale` or `time`.
        list: &'static str,
        /// The number of entries in the list.
        found: usize,
        /// The number of keys of the sequence.
        key_count: u32,
    },
    /// A component of a key that is not finite.
    #[error("{list} key {key} is not finite")]
    NotFinite {
        /// The list: `translation`, `rotation`, `scale` or `time`.
        list: &'static str,
        /// The index of the key.
        key: usize,
    },
    /// A time that is not later than the time before it.
    #[error("time key {0} is not later than the previous time key")]
    TimeOrder(usize),
}

/// An error in a bone of a skeleton or model.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum BoneProblem {
    /// A parent that does not come before its child.
    #[error("its parent is bone {0}, expected an earlier bone, or -1 for no parent")]
    Parent(i64),
    /// A bind pose with a component that is not a number.
    #[error("its bind pose is not finite")]
    NotFinite,
    /// A bind rotation of length 0.
    #[error("its bind rotation is zero")]
    ZeroRotation,
    /// A local matrix whose last column is not 0, 0, 0, 1.
    #[error("the last column of its matrix is {0:?}, expected [0.0, 0.0, 0.0, 1.0]")]
    NotAffine([f32; 4]),
}

/// An error in an action.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum ActionProblem {
    /// No play mode has this number.
    #[error("play mode number {0} is unknown, expected 0 (Once) or 1 (Repeat)")]
    PlayMode(u32),
    /// A blend time that is negative or not a number.
    #[error("the blend time is {0} s, expected a finite value of at least 0")]
    BlendTime(f32),
    /// A start time that is not a number.
    #[error("the start time is {0} s, expected a finite value")]
    StartTime(f32),
    /// A time scale that is not a number.
    #[error("the time scale is {0}, expected a finite value")]
    TimeScale(f32),
}
