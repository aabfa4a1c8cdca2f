//! What a stage looked at, and what it saw there.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::{Digest, SourcePath};

/// A question a stage asked of the world outside its input.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Probe {
    /// What does this file hold, if it is there?
    File(SourcePath),
    /// Which sources match this glob?
    Listing(String),
    /// Is there an asset of this name?
    Asset(String),
}

impl Probe {
    /// The kind of question, as `rigmill explain` names it.
    #[must_use]
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::File(_) => "file",
            Self::Listing(_) => "listing",
            Self::Asset(_) => "asset",
        }
    }
}

impl fmt::Display for Probe {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File(path) => path.fmt(f),
            Self::Listing(pattern) => f.write_str(pattern),
            Self::Asset(name) => f.write_str(name),
        }
    }
}

/// A [`Probe`] and its answer. The answer is part of the asker's key: a file that appears where one was looked for
/// and missed is a change like any other.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Dependency {
    /// What was asked.
    pub probe: Probe,
    /// The digest of what was found; `None` when nothing was there.
    pub seen: Option<Digest>,
}
