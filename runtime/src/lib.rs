//! Loads built content and plays it.
//!
//! - [`Content`] loads files by asset name and shares them.
//! - [`Follower`] reloads content that `rigmill watch` builds anew while the game runs.
//! - [`Rules`] sample a clip; [`SampleJob`] and [`LocalToModelJob`] do so over whole buffers.
//! - [`AnimationBlender`] plays and cross-fades clips on one bone, [`AnimatedModel`] on a
//!   skeleton, [`Player`] by the names of actions, [`Players`] on many characters in one call.
//! - Poses in blocks of eight bones ([`PoseBlock`]) are for many characters: [`UniformSampleJob`] and
//!   [`CompressedSampleJob`] give them, [`BlendJob`], [`MakeAdditiveJob`] and [`PoseToModelJob`] work on them.
//! - A [`Crowd`] plays such clips on many characters at once, each with layers and cross-fades; [`CrowdActions`] by the
//!   names of actions.
//! - [`CurvePlayer`] plays a [`CurveClip`], [`PosePlayer`] a [`SampledClip`].
//! - [`PoseLayer`]s change a model's pose after its clips, in order: [`Breath`], [`SpringBones`],
//!   a game's own.
//! - [`Model`] has meshes in place; [`RayCast`] and [`SphereQuery`] ask a [`CollisionMesh`].
//! - A [`Motion`] tells where a clip's root takes its character: [`Motion::delta`], [`Motion::fixed_delta`].
//! - [`Data`] is a tree of values: walked, or, with the feature `serde`, read as a game's own types.
//!
//! There are two sets of rules: [`Rules::Standard`], the default, and [`Rules::RobotGame`], which
//! repeats Microsoft's RobotGame bit by bit.
//!
//! Poses are matrices for row vectors, row-major, translation in the last row: absolute = local x
//! absolute of the parent. Quaternions are x, y, z, w. Times are seconds. Results are the same
//! bits on every machine.
//!
//! After loading and binding nothing allocates, and nothing locks while it plays.

mod animated_model;
mod asset_name;
mod binder;
mod blender;
mod bone_clip;
mod collision;
mod compressed;
mod content;
mod crowd;
mod curves;
#[cfg(feature = "serde")]
mod data;
mod dispatch;
mod error;
mod follower;
mod key_frame;
mod key_index;
mod layers;
mod loaded;
mod message;
mod model;
mod modulo;
mod motion;
mod play_options;
mod player;
mod players;
mod pose;
mod rules;
mod sample;
mod uniform;

pub use animated_model::AnimatedModel;
pub use binder::AnimationBinder;
pub use blender::AnimationBlender;
pub use bone_clip::BoneClip;
pub use collision::{Contact, Contacts, Faces, Hit, RayCast, SphereQuery};
pub use compressed::{CompressedSampleJob, CompressedScratch};
pub use content::{Content, LoadError, Reload};
pub use crowd::{Crowd, CrowdActions, CrowdError, PoseClip};
pub use curves::{CurveClip, CurvePlayer, PosePlayer, SampledClip};
#[cfg(feature = "serde")]
pub use data::{DataError, data_value};
pub use error::{BoneError, PlayError};
pub use follower::Follower;
pub use key_frame::KeyFrame;
pub use key_index::KeyIndex;
pub use layers::{Breath, CloneLayer, LayerError, Pose, PoseLayer, SpringBones, ease};
pub use loaded::{
    ActionSet, AnimationSequence, BreathSettings, CollisionMesh, CompressedClip, Data, Layout, Loadable, Loaded,
    MakeError, Model, Motion, Skeleton, SpringSettings, Texture, UniformClip,
};
pub use model::SkinningJob;
pub use motion::{Departure, FixedDelta, Steps, ticks};
pub use play_options::PlayOptions;
pub use player::{ActionError, Player};
pub use players::{CharacterError, Players};
pub use pose::{
    BlendJob, BlendLayer, MakeAdditiveJob, Matrix3x4, PoseBlock, PoseToModelJob, Rig, SkinningPaletteJob, WeightBlock,
    matrix_3x4, pose_blocks, weight_blocks,
};
pub use rigmill_math::matrix::{self, Matrix};
pub use rules::Rules;
pub use sample::{JobError, LocalToModelJob, SampleJob};
pub use uniform::UniformSampleJob;

pub use rigmill_format::{
    AlignedBytes, BoundingBox, BoundingSphere, CompressedClipLayout, CompressedClipView, ContentType, DataEnumView,
    DataKind, DataListView, DataMapView, DataRecordView, DataValueView, DataView, DecodeError, DecodeLimits, Easing,
    Indices, PlayMode, RigidTransform, TextureFormat, TextureUse, Transform,
};

// One test binary, which also reaches what is not public.
#[cfg(test)]
mod tests;
