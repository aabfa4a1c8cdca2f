//! A copy of the sample game's sources, for editing while a game runs.

use std::collections::hash_map::RandomState;
use std::fs;
use std::hash::{BuildHasher, Hasher};
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use bevy_app::App;
use bevy_ecs::prelude::*;
use bevy_rigmill::{RigJoints, RigPlayer};
use bevy_transform::components::Transform;

/// The clip that is edited, and the clip that replaces it.
const CLIP: &str = "Animation/Players/Grund/Low_Idle.Animation";
const OTHER: &str = "Animation/Players/Grund/Low_Run.Animation";

/// A project in a temporary folder.
pub(crate) struct Project {
    folder: tempfile::TempDir,
    rigmill: PathBuf,
}

impl Project {
    /// Copies the sources next to built content (for example `content` for `content/build/native`), and builds them.
    pub(crate) fn copied_from(built: &Path, rigmill: &Path) -> Self {
        let sources = built.ancestors().nth(2).expect("the folder of the sources");
        let folder = tempfile::tempdir().expect("a temporary folder");
        copy(sources, folder.path()).expect("a copy of the sources");
        let project = Self { folder, rigmill: rigmill.to_owned() };
        project.build();
        project
    }

    pub(crate) fn path(&self) -> &Path {
        self.folder.path()
    }

    pub(crate) fn built(&self) -> PathBuf {
        self.path().join("build/native")
    }

    pub(crate) fn build(&self) {
        let done = Command::new(&self.rigmill).arg("build").arg(self.path()).arg("-q").status();
        let done = done.unwrap_or_else(|error| panic!("cannot run {}: {error}; set RIGMILL", self.rigmill.display()));
        assert!(done.success(), "`rigmill build` failed: {done}");
    }

    /// Saves the idle clip with the keys of a run. Changes the numbers so that no cache contains the result.
    pub(crate) fn save_clip(&self) {
        let other = fs::read_to_string(self.path().join(OTHER)).expect("a clip");
        let digits = RandomState::new().build_hasher().finish() % 1_000_000;
        let other = other.replace("<X>0.420595</X>", &format!("<X>0.42{digits:06}</X>"));
        fs::write(self.path().join(CLIP), other).expect("a clip that can be written");
    }
}

fn copy(from: &Path, to: &Path) -> io::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let (path, name) = (entry.path(), entry.file_name());
        match entry.file_type()? {
            kind if kind.is_dir() && name != "build" => copy(&path, &to.join(name))?,
            kind if kind.is_file() => drop(fs::copy(path, to.join(name))?),
            _ => {}
        }
    }
    Ok(())
}

/// Spawns a robot that holds the first pose of its idle clip.
pub(crate) fn spawn_still_robot(mut commands: Commands, assets: Res<bevy_asset::AssetServer>) {
    let mut player = RigPlayer::new(assets.load("rigmill://Hero/Grund.actions.rmb"));
    player.play("body", "Idle").set_speed("body", 0.0);
    commands.spawn(player);
}

/// The transforms of a robot's bones.
pub(crate) fn bones(app: &mut App) -> Vec<Transform> {
    let world = app.world_mut();
    let mut robots = world.query::<&RigJoints>();
    let joints = robots.single(world).expect("a robot").entities.clone();
    joints.iter().map(|joint| *world.get::<Transform>(*joint).expect("a bone")).collect()
}

/// Updates an app until a bone moves, and returns how long this took.
pub(crate) fn until_bones_move(app: &mut App, before: &[Transform], since: Instant) -> Option<Duration> {
    while since.elapsed() < Duration::from_secs(60) {
        app.update();
        if bones(app) != before {
            return Some(since.elapsed());
        }
        std::thread::sleep(Duration::from_millis(4));
    }
    None
}
