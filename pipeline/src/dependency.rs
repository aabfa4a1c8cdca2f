//! What a stage looked at, and what it saw there.

use std::ffi::OsStr;
use std::fmt;

use serde::{Deserialize, Serialize};

use crate::{AssetError, Digest, ProductInfo, SourcePath};

/// A question a stage asked of the world outside its input.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Probe {
    /// What does this file hold, if it is there?
    File(SourcePath),
    /// Which sources match this glob?
    Listing(String),
    /// Is there a product of this name, and of what type?
    Reference(String),
    /// What is the value of the product of this name?
    Value(String),
    /// What is the value of this environment variable?
    Env(String),
    /// Is this file there, whatever it holds?
    Presence(SourcePath),
    /// Which sources would make an asset of this name, if upper and lower case were the same?
    LookUp(String),
    /// Of what type is the product that goes by the bare name of the asset made from this source?
    ReferenceTo(SourcePath),
    /// How large is this file, whatever it holds?
    Size(SourcePath),
}

impl Probe {
    /// The kind of question, as `rigmill explain` names it.
    #[must_use]
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::File(_) => "file",
            Self::Listing(_) => "listing",
            Self::Reference(_) | Self::ReferenceTo(_) => "reference",
            Self::Value(_) => "value",
            Self::Env(_) => "env",
            Self::Presence(_) => "presence",
            Self::LookUp(_) => "look-up",
            Self::Size(_) => "size",
        }
    }

    /// Whether it asks for another asset, so that the answer may have to be built.
    #[must_use]
    pub const fn asks_for_asset(&self) -> bool {
        matches!(self, Self::Reference(_) | Self::ReferenceTo(_) | Self::Value(_))
    }
}

impl fmt::Display for Probe {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File(path) | Self::Presence(path) | Self::ReferenceTo(path) | Self::Size(path) => path.fmt(f),
            Self::Listing(text) | Self::Reference(text) | Self::Value(text) | Self::Env(text) | Self::LookUp(text) => {
                f.write_str(text)
            }
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

impl Dependency {
    /// What a reference to a product saw: the product's type.
    #[must_use]
    pub fn seen_of_reference(answer: &Result<ProductInfo, AssetError>) -> Option<Digest> {
        match answer {
            Ok(product) => Some(Digest::of(product.type_path.as_bytes())),
            Err(error) => seen_of_error(error),
        }
    }

    /// What a question for a product's value saw; `answer` is the value's digest.
    #[must_use]
    pub fn seen_of_value(answer: &Result<Digest, AssetError>) -> Option<Digest> {
        match answer {
            Ok(digest) => Some(*digest),
            Err(error) => seen_of_error(error),
        }
    }

    /// What a search for sources saw.
    ///
    /// # Errors
    /// Says what serde said; it never does for paths.
    pub fn seen_of_look_up(found: &[SourcePath]) -> Result<Option<Digest>, String> {
        if found.is_empty() { Ok(None) } else { Digest::of_value(found).map(Some) }
    }

    /// What a question for an environment variable saw.
    #[must_use]
    pub fn seen_of_env(value: Option<&OsStr>) -> Option<Digest> {
        value.map(|value| Digest::of(value.as_encoded_bytes()))
    }

    /// What a question for a file's size saw.
    #[must_use]
    pub fn seen_of_size(size: Option<u64>) -> Option<Digest> {
        size.map(|size| Digest::of(&size.to_le_bytes()))
    }

    /// What a question whether a file is there saw.
    #[must_use]
    pub fn seen_of_presence(there: bool) -> Option<Digest> {
        there.then(|| Digest::of(b""))
    }
}

/// Nothing where there is no such product; a mark that no product's answer can be for one that cannot be had.
fn seen_of_error(error: &AssetError) -> Option<Digest> {
    match error {
        AssetError::Missing { .. } => None,
        AssetError::OtherType { found, .. } => Some(Digest::of(format!("\0type {found}").as_bytes())),
        AssetError::Failed { .. } => Some(Digest::of(b"\0failed")),
        AssetError::Ring { .. } => Some(Digest::of(b"\0ring")),
    }
}
