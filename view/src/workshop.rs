//! [`Workshop`]: what the caller knows about the project behind the content.

use std::fmt::Debug;

use serde::Serialize;

/// Answers questions about how content is made. Called from the threads of connections, several at a time.
pub trait Workshop: Debug + Send + Sync {
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
