//! [`Dependency`]: a query that a stage made, and the answer.

use std::ffi::OsStr;
use std::fmt;

use serde::{Deserialize, Serialize};

use crate::{AssetError, Digest, ProductInfo, SourcePath};

/// A question that a stage asks about anything other than its input.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Query {
    /// What does this file contain, if it exists?
    File(SourcePath),
    /// Which sources match this glob?
    Listing(String),
    /// Does a product with this name exist, and of which type?
    Reference(String),
    /// What is the value of the product with this name?
    Value(String),
    /// What is the value of this environment variable?
    Env(String),
    /// Does this file exist?
    Presence(SourcePath),
    /// Which sources have this asset name, ignoring case?
    SourcesNamed(String),
    /// What are the type and the name of the product without a label of the asset made from this source?
    ReferenceTo(SourcePath),
    /// How large is this file?
    Size(SourcePath),
    /// Which assets' names are most similar to this one?
    Nearest(String),
}

impl Query {
    /// Returns the kind of query, as `rigmill explain` names it.
    #[must_use]
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::File(_) => "file",
            Self::Listing(_) => "listing",
            Self::Reference(_) | Self::ReferenceTo(_) => "reference",
            Self::Value(_) => "value",
            Self::Env(_) => "env",
            Self::Presence(_) => "presence",
            Self::SourcesNamed(_) => "look-up",
            Self::Size(_) => "size",
            Self::Nearest(_) => "nearest",
        }
    }

    /// Returns whether the query is about another asset, which Rigmill may have to build first.
    #[must_use]
    pub const fn is_about_asset(&self) -> bool {
        matches!(self, Self::Reference(_) | Self::ReferenceTo(_) | Self::Value(_))
    }
}

impl fmt::Display for Query {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File(path) | Self::Presence(path) | Self::ReferenceTo(path) | Self::Size(path) => path.fmt(f),
            Self::Listing(text)
            | Self::Reference(text)
            | Self::Value(text)
            | Self::Env(text)
            | Self::SourcesNamed(text)
            | Self::Nearest(text) => f.write_str(text),
        }
    }
}

/// A [`Query`] and its answer.
///
/// Rigmill reuses the result of an action only if all of its dependencies still have the same answers. This includes queries
/// without a result: if a stage looked for a missing file, the file's creation changes the answer.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Dependency {
    /// The query.
    pub query: Query,
    /// The digest of the answer; `None` if nothing was found.
    pub answer: Option<Digest>,
}

impl Dependency {
    /// Computes the answer to a reference to a product: the digest of the product's type and name.
    #[must_use]
    pub fn answer_of_reference(found: &Result<ProductInfo, AssetError>) -> Option<Digest> {
        match found {
            Ok(product) => Some(Digest::of(format!("{}\0{}", product.type_path, product.name).as_bytes())),
            Err(error) => answer_of_error(error),
        }
    }

    /// Computes the answer to a query for a product's value: the value's digest.
    #[must_use]
    pub fn answer_of_value(found: &Result<Digest, AssetError>) -> Option<Digest> {
        match found {
            Ok(digest) => Some(*digest),
            Err(error) => answer_of_error(error),
        }
    }

    /// Computes the answer to a query for sources by name.
    ///
    /// # Errors
    /// The error of serde, which never fails for paths.
    pub fn answer_of_sources_named(found: &[SourcePath]) -> Result<Option<Digest>, String> {
        if found.is_empty() { Ok(None) } else { Digest::of_value(found).map(Some) }
    }

    /// Computes the answer to a query for the most similar names.
    #[must_use]
    pub fn answer_of_nearest<S: AsRef<str>>(found: &[S]) -> Option<Digest> {
        let names: Vec<&str> = found.iter().map(AsRef::as_ref).collect();
        (!names.is_empty()).then(|| Digest::of(names.join("\0").as_bytes()))
    }

    /// Computes the answer to a query for an environment variable.
    #[must_use]
    pub fn answer_of_env(value: Option<&OsStr>) -> Option<Digest> {
        value.map(|value| Digest::of(value.as_encoded_bytes()))
    }

    /// Computes the answer to a query for a file's size.
    #[must_use]
    pub fn answer_of_size(size: Option<u64>) -> Option<Digest> {
        size.map(|size| Digest::of(&size.to_le_bytes()))
    }

    /// Computes the answer to a query about a file's existence.
    #[must_use]
    pub fn answer_of_presence(exists: bool) -> Option<Digest> {
        exists.then(|| Digest::of(b""))
    }
}

/// Returns `None` for a missing product. For other errors, returns a digest that no product's answer can have.
fn answer_of_error(error: &AssetError) -> Option<Digest> {
    match error {
        AssetError::Missing { .. } => None,
        AssetError::OtherType { found, .. } => Some(Digest::of(format!("\0type {found}").as_bytes())),
        AssetError::Failed { .. } => Some(Digest::of(b"\0failed")),
        AssetError::Cycle { sources } => Some(Digest::of(format!("\0cycle {}", sources.join("\0")).as_bytes())),
    }
}
