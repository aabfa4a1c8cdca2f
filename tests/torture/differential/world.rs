//! [`World`]: a project under test with its surroundings.

use std::fs;
use std::path::{Path, PathBuf};

use rigmill_test_random::Random;

use super::content::{other_file, source};
use super::manifest::manifest;
use super::program::{Environment, Place, Program};
use super::promise::Promise;
use super::tree::Tree;

/// The number of sources that are written at first. Many have the same path.
const FIRST_SOURCES: usize = 70;

pub(super) struct World {
    pub(super) program: Program,
    pub(super) random: Random,
    pub(super) environment: Environment,
    pub(super) promise: Promise,
    /// Earlier versions of the sources.
    pub(super) former_sources: Vec<Tree>,
    /// Earlier versions of states and object caches.
    pub(super) former_states: Vec<Tree>,
    pub(super) former_caches: Vec<Tree>,
    pub(super) place: Place,
}

impl World {
    pub(super) fn new(program: Program, seed: u64, promise: Promise) -> Self {
        let place = Place::new(&format!("{program:?}-{seed}"));
        let (former_sources, former_states, former_caches) = Default::default();
        let (random, environment) = (Random::new(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15)), Environment::new());
        let mut world =
            Self { program, random, environment, promise, former_sources, former_states, former_caches, place };
        fs::create_dir_all(world.game()).unwrap();
        fs::create_dir_all(world.outside().join("deep")).unwrap();
        fs::write(world.outside().join("clip.Animation"), crate::support::clip(&["1"])).unwrap();
        fs::write(world.outside().join("deep/x.txt"), "x").unwrap();
        world.first_sources();
        world
    }

    fn first_sources(&mut self) {
        for number in 0..FIRST_SOURCES {
            let (path, bytes) =
                if number % 10 == 0 { other_file(&mut self.random) } else { source(self.program, &mut self.random) };
            self.put(&path, &bytes);
        }
        let text = manifest(self.program, &mut self.random);
        self.put("rigmill.toml", text.as_bytes());
    }

    pub(super) fn game(&self) -> PathBuf {
        self.place.0.join("game")
    }

    /// A folder that links may lead to.
    pub(super) fn outside(&self) -> PathBuf {
        self.place.0.join("outside")
    }

    pub(super) fn cache(&self) -> PathBuf {
        self.place.0.join("cache")
    }

    pub(super) fn out(&self) -> PathBuf {
        self.game().join("build")
    }

    pub(super) fn state(&self) -> PathBuf {
        self.out().join(".rigmill")
    }

    pub(super) fn sources(&self) -> Tree {
        Tree::read(&self.game(), &["build"])
    }

    /// Returns the files outside of the project that links may lead to. Edits through links may also create files there.
    pub(super) fn surroundings(&self) -> Tree {
        Tree::read(&self.place.0, &["game", "clean", "cache", "clean-cache"])
    }

    /// Writes a source, if its folder can be created and its path is not a folder. Follows links on the path.
    pub(super) fn put(&self, path: &str, bytes: &[u8]) {
        let path = self.game().join(path);
        let _ = fs::create_dir_all(path.parent().unwrap_or(Path::new("")));
        let _ = fs::write(path, bytes);
    }

    /// Returns a source's path relative to the project's folder, if there is any source.
    pub(super) fn any_file(&mut self) -> Option<PathBuf> {
        let files = self.sources().files();
        (!files.is_empty()).then(|| self.random.pick(&files).clone())
    }

    pub(super) fn any_folder(&mut self) -> Option<PathBuf> {
        let folders = self.sources().folders();
        (!folders.is_empty()).then(|| self.random.pick(&folders).clone())
    }
}
