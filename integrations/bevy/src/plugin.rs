//! [`RigmillPlugin`].

use std::path::PathBuf;

use bevy_animation::AnimationClip;
use bevy_app::{AnimationSystems, App, Last, Plugin, PostUpdate, SpawnScene};
use bevy_asset::io::AssetSourceBuilders;
use bevy_asset::{AssetApp, AssetServer};
use bevy_ecs::prelude::*;
use bevy_image::Image;
use bevy_mesh::Mesh;
use bevy_mesh::skinning::SkinnedMeshInverseBindposes;
use bevy_transform::TransformSystems;
use tracing::{error, warn};

use crate::assets::{
    ActionsLoader, AnimationClipLoader, ClipLoader, ContentLoader, ContentRoot, ImageLoader, RigActions, RigBreath,
    RigClip, RigCollision, RigCompressedClip, RigContent, RigData, RigMotion, RigSkeleton, RigSpringBones,
};
use crate::event::RigEvent;
use crate::models::{ModelLoader, RigModel, spawn_models};
use crate::play::{
    RigCrowds, RigRootMotion, advance, bind_joints, command, join, leave, rebuild, report, target_joints, write_joints, write_weights,
};
use crate::source::{Place, RIGMILL};
use crate::watch::{RigmillChild, RigmillWatch, end_with_app};

/// Loads and plays Rigmill's content.
///
/// [`folder`](Self::folder) and [`pack`](Self::pack) create a plugin that defines the asset source `rigmill://`. Add such a
/// plugin before `DefaultPlugins` or `AssetPlugin`. [`default`](Self::default) defines no asset source: content is then part of
/// the game's assets, and you can add the plugin at any position.
///
/// The plugin registers its assets when all plugins are built, in [`App::finish`]. `App::run` calls `finish`. If you update an
/// app by hand, call it yourself. Load assets only after that: for example in `Startup`, but not in `main`.
#[derive(Clone, Debug, Default)]
pub struct RigmillPlugin {
    place: Option<Place>,
    root: ContentRoot,
    watch: Option<RigmillWatch>,
}

/// The systems of the plugin, in `PostUpdate`, before transforms are propagated.
#[derive(SystemSet, Clone, Debug, Hash, PartialEq, Eq)]
pub enum RigmillSystems {
    /// Adds players to their crowds, and executes their commands.
    Command,
    /// Computes poses.
    Pose,
    /// Writes the transforms of bones.
    Joints,
    /// Reports root motion and events.
    Report,
}

impl RigmillPlugin {
    /// Uses content in a folder, such as `content/build/native`, as the asset source `rigmill://`. A relative path starts at
    /// the same folder as Bevy's asset paths: the package's folder under `cargo run`, else the program's folder.
    #[must_use]
    pub fn folder(path: impl Into<PathBuf>) -> Self {
        Self { place: Some(Place::Folder(path.into())), ..Self::default() }
    }

    /// Uses content in a pack, which `rigmill pack` creates, as the asset source `rigmill://`.
    #[must_use]
    pub fn pack(path: impl Into<PathBuf>) -> Self {
        Self { place: Some(Place::Pack(vec![path.into()])), ..Self::default() }
    }

    /// Adds a patch to the pack and its earlier patches.
    #[must_use]
    pub fn with_patch(mut self, path: impl Into<PathBuf>) -> Self {
        if let Some(Place::Pack(files)) = &mut self.place {
            files.push(path.into());
        }
        self
    }

    /// Sets the folder of content in the game's own assets: `robots` for `assets/robots`. References between content files are
    /// relative to this folder.
    #[must_use]
    pub fn with_root(self, folder: impl Into<PathBuf>) -> Self {
        Self { root: ContentRoot(folder.into()), ..self }
    }

    /// Runs `rigmill watch` as a child process. It builds content when sources change, and the game reloads it. Messages of the
    /// build go to Bevy's log. Use this for content in a [`folder`](Self::folder), with the cargo feature `watch` or Bevy's
    /// `file_watcher`.
    #[must_use]
    pub fn with_watch(self, watch: RigmillWatch) -> Self {
        Self { watch: Some(watch), ..self }
    }

    fn register(&self, app: &mut App) {
        app.init_asset::<RigClip>()
            .register_asset_loader(ClipLoader)
            .init_asset::<RigActions>()
            .register_asset_loader(ActionsLoader(self.root.clone()))
            .init_asset::<RigModel>()
            .init_asset::<Mesh>()
            .init_asset::<SkinnedMeshInverseBindposes>()
            .register_asset_loader(ModelLoader(self.root.clone()))
            .init_asset::<Image>()
            .register_asset_loader(ImageLoader)
            .init_asset::<AnimationClip>()
            .register_asset_loader(AnimationClipLoader(self.root.clone()));
        content::<RigSkeleton>(app);
        content::<RigCompressedClip>(app);
        content::<RigMotion>(app);
        content::<RigCollision>(app);
        content::<RigData>(app);
        content::<RigBreath>(app);
        content::<RigSpringBones>(app);
    }

    fn check_watching(&self, app: &App) {
        let is_watching = app.world().resource::<AssetServer>().watching_for_changes();
        if self.watch.is_some() && !is_watching {
            warn!(
                "`rigmill watch` does not run: turn on the feature `watch` of bevy_rigmill, or Bevy's `file_watcher`"
            );
        }
    }
}

fn content<A: RigContent>(app: &mut App) {
    app.init_asset::<A>().register_asset_loader(ContentLoader::<A>::default());
}

impl Plugin for RigmillPlugin {
    fn build(&self, app: &mut App) {
        let child = RigmillChild::default();
        if let Some(place) = &self.place {
            if app.world().contains_resource::<AssetServer>() {
                error!(
                    "add RigmillPlugin before DefaultPlugins; otherwise, Bevy does not know the asset source rigmill://"
                );
            }
            let source = place.source(self.watch.as_ref().map(|watch| (watch, &child)));
            app.world_mut().get_resource_or_init::<AssetSourceBuilders>().insert(RIGMILL, source);
        } else if self.watch.is_some() {
            error!("`rigmill watch` needs content in a folder: RigmillPlugin::folder(...).with_watch(...)");
        }
        app.insert_resource(child)
            .init_resource::<RigCrowds>()
            .add_message::<RigEvent>()
            .register_type::<RigRootMotion>()
            .configure_sets(
                PostUpdate,
                (RigmillSystems::Command, RigmillSystems::Pose, RigmillSystems::Joints, RigmillSystems::Report)
                    .chain()
                    .in_set(AnimationSystems)
                    .before(TransformSystems::Propagate),
            )
            .add_systems(Last, end_with_app);
    }

    fn finish(&self, app: &mut App) {
        if !app.world().contains_resource::<AssetServer>() {
            error!("RigmillPlugin needs Bevy's AssetPlugin");
            return;
        }
        self.register(app);
        self.check_watching(app);
        let command = (bind_joints, target_joints, leave, rebuild, join, command).chain();
        app.add_systems(SpawnScene, spawn_models).add_systems(
            PostUpdate,
            (
                command.in_set(RigmillSystems::Command),
                advance.in_set(RigmillSystems::Pose),
                (write_joints, write_weights).in_set(RigmillSystems::Joints),
                report.in_set(RigmillSystems::Report),
            ),
        );
    }
}
