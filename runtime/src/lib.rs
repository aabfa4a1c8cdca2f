#![doc = include_str!("../README.md")]
//!
//! # Details
//!
//! This crate loads built content and plays it.
//!
//! - [`content`]: [`Content`] loads files by asset name and shares them. [`Follower`](content::Follower) reloads content
//!   that `rigmill watch` builds while the game runs. Models, textures and game data are read in place.
//! - [`clips`]: [`Rules`] sample the key frames of one bone. [`SampleJob`](clips::SampleJob) samples the whole pose of any
//!   [`Clip`](clips::Clip). [`CurvePlayer`](clips::CurvePlayer) and [`PosePlayer`](clips::PosePlayer) play curves.
//! - [`blocks`]: poses in blocks of eight bones, for many characters. They are sampled from uniform and compressed clips,
//!   blended, and converted to matrices.
//! - [`characters`]: [`AnimatedModel`] plays and cross-fades clips on a skeleton. [`Player`] plays actions by name, and
//!   [`Players`] updates many characters in one call. A [`Crowd`] does the same with blocks.
//! - [`layers`]: [`PoseLayer`](layers::PoseLayer)s change a model's pose after its clips: [`Breath`](layers::Breath),
//!   [`SpringBones`](layers::SpringBones), inverse kinematics ([`TwoBoneIkLayer`](layers::TwoBoneIkLayer),
//!   [`AimIkLayer`](layers::AimIkLayer)), or your own.
//! - [`motion`]: the movement of a character by a clip's root, as [`delta`](content::Motion::delta) or
//!   [`fixed_delta`](content::Motion::fixed_delta).
//! - [`morph`]: morph targets: the vertices of a mesh for given weights, and the weights in clips.
//! - [`text`]: the size of a text in a [`Font`](content::Font), and the position of each of its characters.
//! - [`collision`]: rays and spheres against a [`CollisionMesh`](content::CollisionMesh).
//!
//! There are two sets of playback rules. [`Rules::Standard`] is the default. [`Rules::RobotGame`] gives exactly the
//! same bits as Microsoft's sample game RobotGame.
//!
//! Poses are row-major matrices for row vectors, with the translation in the last row: the absolute matrix of a bone is
//! its local matrix x the absolute matrix of its parent. Quaternions are x, y, z, w. Times are in seconds. Results have
//! the same bits on every machine.
//!
//! After content is loaded and bound, playback allocates no memory and takes no locks.

pub mod blocks;
pub mod characters;
pub mod clips;
pub mod collision;
pub mod content;
pub mod error;
pub mod layers;
pub mod morph;
pub mod motion;
mod near;
pub mod text;

pub use rigmill_format::{PlayMode, Transform};
pub use rigmill_math::matrix::{self, Matrix};

pub use characters::{AnimatedModel, Crowd, PlayOptions, Player, Players};
pub use clips::Rules;
pub use content::Content;

// The scripts of the tests are also part of other crates, which know this crate by its name.
#[cfg(test)]
extern crate self as rigmill_runtime;

// One test binary that can also access private items.
#[cfg(test)]
mod tests;
