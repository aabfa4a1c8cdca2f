//! [`Toolchain`]: what the caller knows about the project behind the content.

use std::fmt::Debug;
use std::path::PathBuf;

use serde::Serialize;

/// Answers questions about how content is made. Called from the threads of connections, several at a time.
pub trait Toolchain: Debug + Send + Sync {
    /// How an asset of the project is made.
    ///
    /// # Errors
    /// Why that is not known, for people.
    fn explain(&self, asset: &str) -> Result<Explanation, String>;

    /// The build graph, an asset a node.
    ///
    /// # Errors
    /// Why there is none, for people.
    fn graph(&self) -> Result<BuildGraph, String>;

    /// The folder in which small pictures of assets are kept from run to run, and what tells the running program from others, which may
    /// draw other pictures; `None` to draw them in every run. The folder is made when it is needed.
    fn picture_folder(&self) -> Option<(PathBuf, String)> {
        None
    }

    /// The source of a compressed clip as the content file of an animation sequence.
    ///
    /// # Errors
    /// Why it has none, for people.
    fn source(&self, clip: &str) -> Result<Vec<u8>, String>;

    /// A texture as it is before block compression, but in all else as its build makes it: its content file.
    ///
    /// # Errors
    /// Why it has no such source, for people.
    fn pixels(&self, texture: &str) -> Result<Vec<u8>, String>;

    /// Compresses the source of a clip, with the parameters of its build but for these bounds, and for the skeleton of this name if its
    /// build names none. Writes nothing.
    ///
    /// # Errors
    /// Why that is not possible, for people.
    fn compress(&self, clip: &str, skeleton: &str, bounds: Bounds) -> Result<Trial, String>;
}

/// Bounds of a compression, as the parameters of the processor `compress` state them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bounds {
    /// How far a point of the shell round a bone may be from where the source has it, in millimetres.
    pub error_mm: f64,
    /// How far from its bone the shell is, in centimetres.
    pub shell_cm: f64,
}

/// A clip that was compressed on trial.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trial {
    /// Its content file.
    pub bytes: Vec<u8>,
    /// The rule that makes the build do the same, for `rigmill.toml`.
    pub rule: String,
}

/// How an asset is made.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Explanation {
    /// Its source, relative to the project's folder.
    pub source: String,
    /// `fresh`, `stale`, `new` or `failed`.
    pub state: String,
    /// Why it is not up to date; empty if it is.
    pub why: Vec<String>,
    /// Its importer, its processor and its writers, in this order.
    pub stages: Vec<Stage>,
    /// Where its files came from, such as `object cache`.
    pub origin: Option<String>,
    /// What its stages asked for.
    pub dependencies: Vec<Dependency>,
    /// The assets that depend on it, by name.
    pub dependents: Vec<String>,
}

/// A stage with its parameters.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Stage {
    /// `importer`, `processor` or `writer`.
    pub kind: String,
    /// Name and version.
    pub name: String,
    /// Name and value of each parameter, with defaults.
    pub params: Vec<(String, String)>,
}

/// Something that a stage asked for.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Dependency {
    /// The kind of the question, such as `file` or `listing`.
    pub kind: String,
    /// A path, a glob, an asset or a variable.
    pub name: String,
    /// The asset that the answer is about.
    pub asset: Option<String>,
    /// Whether the answer is another one than in the last build.
    pub changed: bool,
}

/// A build graph.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct BuildGraph {
    /// Assets, and whatever else they depend on.
    pub nodes: Vec<GraphNode>,
    /// Pairs of nodes: the second depends on the first.
    pub edges: Vec<[usize; 2]>,
}

/// A node of a build graph.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct GraphNode {
    /// An asset's name, a path, a glob or a variable.
    pub name: String,
    /// `asset`, or the kind of a dependency such as `file`.
    pub kind: String,
    /// `fresh`, `stale`, `new`, `failed` or `absent`.
    pub state: String,
}
