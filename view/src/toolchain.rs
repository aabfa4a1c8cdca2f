//! [`Toolchain`]: provides information about the project that the content belongs to.

use std::fmt::Debug;
use std::path::PathBuf;

use serde::Serialize;

/// Answers questions about how content is made. Methods are called from the threads of connections, several at the same time.
pub trait Toolchain: Debug + Send + Sync {
    /// Explains how an asset of the project is made. The asset is given by its source, or by its name if its source is unknown.
    ///
    /// # Errors
    /// Returns a message for the user that says why this is not known.
    fn explain(&self, asset: &str) -> Result<Explanation, String>;

    /// Returns the build graph, with one node per asset.
    ///
    /// # Errors
    /// Returns a message for the user that says why there is no graph.
    fn graph(&self) -> Result<BuildGraph, String>;

    /// Returns the folder in which small pictures of assets are kept between runs, and a text that identifies the running
    /// program, because a different program may draw different pictures. Returns `None` to draw the pictures in every run. The
    /// folder is created when it is needed.
    fn picture_folder(&self) -> Option<(PathBuf, String)> {
        None
    }

    /// Returns the axis that points up in the page, such as `z` or `-z`, if the user has chosen one for this project.
    fn up_axis(&self) -> Option<String> {
        None
    }

    /// Remembers the axis that points up, for this project and later runs. An empty text forgets it.
    fn remember_up_axis(&self, _up: &str) {}

    /// Returns the source of a compressed clip, as the content file of an animation sequence.
    ///
    /// # Errors
    /// Returns a message for the user that says why the clip has no source.
    fn source(&self, clip: &str) -> Result<Vec<u8>, String>;

    /// Returns the content file of a texture without block compression. Otherwise, it is made in the same way as in its build.
    ///
    /// # Errors
    /// Returns a message for the user that says why the texture has no such source.
    fn pixels(&self, texture: &str) -> Result<Vec<u8>, String>;

    /// Compresses the source of a clip with these bounds. All other parameters are those of its build. If its build names no
    /// skeleton, the skeleton called `skeleton` is used. Writes no files.
    ///
    /// # Errors
    /// Returns a message for the user that says why this is not possible.
    fn compress(&self, clip: &str, skeleton: &str, bounds: Bounds) -> Result<Trial, String>;
}

/// The bounds of a compression, as in the parameters of the processor `compress`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bounds {
    /// The maximum distance of a point on the shell around a bone from its position in the source, in millimetres.
    pub error_mm: f64,
    /// The radius of the shell around each bone, in centimetres.
    pub shell_cm: f64,
}

/// The result of compressing a clip as a trial.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trial {
    /// The content file of the compressed clip.
    pub bytes: Vec<u8>,
    /// The rule for `rigmill.toml` that makes the build do the same.
    pub rule: String,
}

/// How an asset is made.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Explanation {
    /// The asset's source, relative to the project's folder.
    pub source: String,
    /// The asset's state: `fresh`, `stale`, `new` or `failed`.
    pub state: String,
    /// Why the asset is not up to date; empty if it is.
    pub why: Vec<String>,
    /// The asset's importer, processor and writers, in this order.
    pub stages: Vec<Stage>,
    /// Where the asset's files came from, such as `object cache`.
    pub origin: Option<String>,
    /// The dependencies that the asset's stages recorded.
    pub dependencies: Vec<Dependency>,
    /// The names of the assets that depend on this asset.
    pub dependents: Vec<String>,
}

/// A stage with its parameters.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Stage {
    /// The kind of stage: `importer`, `processor` or `writer`.
    pub kind: String,
    /// The stage's name and version.
    pub name: String,
    /// The name and value of each parameter, including defaults.
    pub params: Vec<(String, String)>,
}

/// A dependency that a stage recorded.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Dependency {
    /// The kind of query, such as `file` or `listing`.
    pub kind: String,
    /// The subject of the query: a path, a glob, an asset or a variable.
    pub name: String,
    /// The asset that the answer is about, if any.
    pub asset: Option<String>,
    /// Whether the answer has changed since the last build.
    pub changed: bool,
}

/// A build graph.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct BuildGraph {
    /// The assets and everything else that they depend on.
    pub nodes: Vec<GraphNode>,
    /// Pairs of node indices. The second node depends on the first.
    pub edges: Vec<[usize; 2]>,
}

/// A node of a build graph.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct GraphNode {
    /// The name of an asset, a path, a glob or a variable.
    pub name: String,
    /// `asset`, or the kind of a dependency, such as `file`.
    pub kind: String,
    /// The node's state: `fresh`, `stale`, `new`, `failed` or `absent`.
    pub state: String,
}
