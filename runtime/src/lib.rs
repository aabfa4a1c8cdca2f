#![doc = include_str!("../README.md")]
//!
//! # Details
//!
//! Loads built content and plays it.
//!
//! - [`content`]: [`Content`] loads files by asset name and shares them; [`Follower`](content::Follower) reloads what
//!   `rigmill watch` builds while the game runs. Models, textures and game data are read in place.
//! - [`clips`]: [`Rules`] sample one bone's key frames, [`SampleJob`](clips::SampleJob) the whole pose of a [`Clip`](clips::Clip) of any kind,
//!   [`CurvePlayer`](clips::CurvePlayer) and [`PosePlayer`](clips::PosePlayer) curves.
//! - [`blocks`]: poses in blocks of eight bones, for many characters: sampled from uniform and compressed clips, blended,
//!   turned into matrices.
//! - [`characters`]: [`AnimatedModel`] plays and cross-fades clips on a skeleton, [`Player`] by the names of actions,
//!   [`Players`] on many characters in one call; a [`Crowd`] does the same with blocks.
//! - [`layers`]: [`PoseLayer`](layers::PoseLayer)s change a model's pose after its clips: [`Breath`](layers::Breath),
//!   [`SpringBones`](layers::SpringBones), inverse kinematics ([`TwoBoneIkLayer`](layers::TwoBoneIkLayer),
//!   [`AimIkLayer`](layers::AimIkLayer)), a game's own.
//! - [`motion`]: where a clip's root moves its character, as [`delta`](content::Motion::delta) or
//!   [`fixed_delta`](content::Motion::fixed_delta).
//! - [`morph`]: the vertices of a mesh at some weights of its morph targets, and the weights that clips set.
//! - [`text`]: how large a text is in a [`Font`](content::Font), and where each of its characters is drawn.
//! - [`collision`]: rays and spheres against a [`CollisionMesh`](content::CollisionMesh).
//!
//! There are two sets of rules: [`Rules::Standard`], the default, and [`Rules::RobotGame`], which
//! repeats Microsoft's RobotGame bit by bit.
//!
//! Poses are matrices for row vectors, row-major, translation in the last row: absolute = local x
//! absolute of the parent. Quaternions are x, y, z, w. Times are seconds. Results are the same
//! bits on every machine.
//!
//! After loading and binding nothing allocates, and nothing locks while it plays.

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

// One test binary, which also reaches what is not public.
#[cfg(test)]
mod tests;
