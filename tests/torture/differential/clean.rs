//! [`Clean`]: the results of clean builds, each in a different folder with an empty cache. Earlier results are remembered.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use super::outcome::{Outcome, as_one_file};
use super::program::{Environment, Program};
use super::tree::{Node, Tree, remove};

use crate::support::files::{identity, relative};

/// The result of a clean build.
#[derive(Clone, Debug)]
pub(super) struct CleanBuild {
    pub(super) outcome: Outcome,
    /// Output files by their paths relative to the output folder.
    pub(super) outputs: BTreeMap<String, Vec<u8>>,
}

type Key = ([u64; 2], [u64; 2], Environment);

/// Performs clean builds with one program, in a folder next to the project's, so that links out of the project lead to the same
/// place.
pub(super) struct Clean {
    program: Program,
    place: PathBuf,
    known: BTreeMap<Key, CleanBuild>,
}

impl Clean {
    pub(super) fn new(program: Program, place: &Path) -> Self {
        Self { program, place: place.to_owned(), known: BTreeMap::new() }
    }

    /// Returns the folder of the project's copy.
    pub(super) fn folder(&self) -> PathBuf {
        self.place.join("clean")
    }

    /// Returns the result of a clean build of these sources.
    pub(super) fn build(&mut self, sources: &Tree, outside: &Tree, environment: &Environment) -> CleanBuild {
        let key = (sources.digest(), outside.digest(), environment.clone());
        if let Some(known) = self.known.get(&key) {
            return known.clone();
        }
        let (folder, cache) = (self.folder(), self.place.join("clean-cache"));
        remove(&folder);
        remove(&cache);
        sources.write(&folder);
        let outcome = self.program.build(&folder, &cache, environment);
        let build = CleanBuild { outcome, outputs: outputs(&folder.join("build")) };
        self.known.insert(key, build.clone());
        build
    }
}

/// Returns the files of an output folder, except for Rigmill's own files. A link is treated like its target, because a link to
/// the correct bytes is not replaced.
pub(super) fn outputs(out: &Path) -> BTreeMap<String, Vec<u8>> {
    let files = Tree::read(out, &[".rigmill"]).0.into_iter();
    let files = files.filter_map(|(path, node)| match node {
        Node::File(bytes) => Some((path, bytes)),
        Node::Link(target) => {
            let bytes = fs::read(out.join(&path)).unwrap_or_else(|_| format!("link to {}", target.display()).into());
            Some((path, bytes))
        }
        Node::Huge(size) => Some((path, format!("{size} zeros").into_bytes())),
        Node::Folder => None,
    });
    files.map(|(path, bytes)| (as_one_file(relative(&path, Path::new(""))), bytes)).collect()
}

/// Returns identities that change if a file is written again.
pub(super) fn identities(out: &Path) -> BTreeMap<PathBuf, impl PartialEq + use<>> {
    let files = Tree::read(out, &[".rigmill"]).files().into_iter();
    files.map(|path| (path.clone(), identity(&out.join(path)).unwrap())).collect()
}
