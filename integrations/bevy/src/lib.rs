//! Plays content of the [Rigmill](https://github.com/rigmill/rigmill) pipeline in [Bevy](https://bevy.org).
//!
//! [`RigmillPlugin`] loads built content with Bevy's asset server: clips, skeletons, action sets, models, textures, collision
//! meshes and game data. There are two ways to play clips:
//!
//! - [`RigPlayer`] plays actions by name. It supports cross-fades, layers, root motion, events, pose layers, and crowds of
//!   thousands of characters in parallel. The results are those of Rigmill's runtime.
//! - Bevy's own `AnimationGraph` plays clips that are loaded as [`AnimationClip`](bevy_animation::AnimationClip). See
//!   [`RigClipSettings`].
//!
//! ```
//! use bevy_app::prelude::*;
//! use bevy_asset::{AssetPlugin, AssetServer};
//! use bevy_ecs::prelude::*;
//! use bevy_rigmill::{RigPlayer, RigmillPlugin};
//! # use bevy_app::TaskPoolPlugin;
//!
//! fn main() {
//!     App::new()
//!         // Before Bevy's plugins, so that the asset source `rigmill://` is known to them.
//!         .add_plugins(RigmillPlugin::folder("content/build/native"))
//!         .add_plugins((TaskPoolPlugin::default(), AssetPlugin::default())) // or `DefaultPlugins`
//!         .add_systems(Startup, spawn_robot);
//! }
//!
//! fn spawn_robot(mut commands: Commands, assets: Res<AssetServer>) {
//!     let mut player = RigPlayer::new(assets.load("rigmill://Hero/Grund.actions.rmb"));
//!     player.play("body", "Stroll");
//!     commands.spawn(player);
//! }
//! ```

pub mod animation;
mod assets;
pub mod convert;
mod event;
pub mod models;
mod play;
mod plugin;
mod source;
mod watch;

pub use rigmill_runtime as runtime;

pub use animation::animation_clip;
pub use assets::{
    RigActions, RigBreath, RigClip, RigClipSettings, RigCollision, RigCompressedClip, RigContent, RigData,
    RigImageSettings, RigLoadError, RigMotion, RigSkeleton, RigSpringBones,
};
pub use event::RigEvent;
pub use models::{RigMeshPart, RigModel, RigModelRoot, RigNodes};
pub use play::{RigCrowds, RigJoint, RigJoints, RigPlayer, RigRootMotion, RigSkeletonRoot};
pub use plugin::{RigmillPlugin, RigmillSystems};
pub use watch::{RigmillChild, RigmillWatch};

/// Compiles the code in the README as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
