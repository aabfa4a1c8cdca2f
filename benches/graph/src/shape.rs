//! [`Shape`]: a form of project, and what is measured in it.

use clap::ValueEnum;
use serde::Serialize;

/// A form of project, and what is measured in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Shape {
    /// Clips without dependencies: cold, no-op, one change.
    Plain,
    /// Clips that all depend on one skeleton: no-op, one change, a change of the skeleton.
    Shared,
    /// Models with one texture each: no-op, one changed texture.
    Models,
    /// Plain clips: a comment added to the manifest.
    Manifest,
    /// Plain clips: from a full object cache into an empty output folder, compared with a cold build.
    Cache,
    /// Plain clips: saves under `rigmill watch`.
    Watch,
    /// Plain clips and a skeleton: saves under `rigmill view`.
    View,
}

impl Shape {
    /// Returns the title of the shape's table.
    pub(crate) fn title(self) -> &'static str {
        match self {
            Self::Plain => "Plain clips",
            Self::Shared => "Clips that share a skeleton",
            Self::Models => "Models with a texture each",
            Self::Manifest => "A comment in the manifest of plain clips",
            Self::Cache => "Plain clips from the object cache",
            Self::Watch => "From a save to its finished output, in ms",
            Self::View => "From a save to the page of `rigmill view`, in ms",
        }
    }

    /// Returns what Rigmill is compared with.
    pub(crate) fn yardstick(self) -> &'static str {
        if self == Self::Cache { "cold" } else { "ninja" }
    }
}
