//! [`Query`]: everything that a stage can ask about, and [`Dependency`]: a query that a stage made, and the answer. Each kind of
//! query is one row of the table in this file.

use std::ffi::OsStr;
use std::fmt;
use std::io;

use serde::{Deserialize, Serialize};

use crate::{AssetError, AssetIndex, Digest, ProductInfo, SourcePath, Sources};

/// What a query is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subject<'q> {
    /// A file, which is not necessarily a source.
    File(&'q SourcePath),
    /// The sources that match a glob.
    Glob(&'q str),
    /// The sources with an asset name, ignoring case.
    SourcesNamed(&'q str),
    /// The names of all assets.
    AssetNames(&'q str),
    /// A product, by its name.
    Product(&'q str),
    /// The asset that is made from a source.
    Asset(&'q SourcePath),
    /// An environment variable.
    Variable(&'q str),
}

/// Defines all kinds of queries. A row contains what the query asks, the type of its text, its number in stored records, its name
/// in `rigmill explain`, its subject, and how to get the answer.
macro_rules! queries {
    (@is_asset Product) => { true };
    (@is_asset Asset) => { true };
    (@is_asset $other:ident) => { false };
    ($($(#[$doc:meta])* $kind:ident($text:ty) = $number:literal, $name:literal, $subject:ident, $answer:expr;)*) => {
        /// A question that a stage asks about anything other than its input.
        #[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        pub enum Query { $($(#[$doc])* $kind($text),)* }

        impl Query {
            /// Returns the kind of query, as `rigmill explain` names it.
            #[must_use]
            pub const fn kind(&self) -> &'static str {
                match self { $(Self::$kind(_) => $name,)* }
            }

            /// Returns what the query is about.
            #[must_use]
            pub fn subject(&self) -> Subject<'_> {
                match self { $(Self::$kind(text) => Subject::$subject(text),)* }
            }

            /// Returns the current answer.
            ///
            /// # Errors
            /// The error of `sources` or `assets`.
            pub fn answer(&self, sources: &dyn Sources, assets: &dyn AssetIndex) -> io::Result<Option<Digest>> {
                match self { $(Self::$kind(text) => answer(text, sources, assets, $answer),)* }
            }

            /// Returns the number of the query's kind in stored records, and the query's text.
            #[must_use]
            pub fn parts(&self) -> (u16, &str) {
                match self { $(Self::$kind(text) => ($number, text.as_str()),)* }
            }

            /// Returns the query with these parts; `None` if there is none.
            #[must_use]
            pub fn from_parts(kind: u16, text: &str) -> Option<Self> {
                match kind {
                    $($number => Some(Self::$kind(text.to_owned().try_into().ok()?)),)*
                    _ => None,
                }
            }

            /// Returns whether queries of the kind with this number are about another asset.
            #[must_use]
            pub const fn is_kind_about_asset(kind: u16) -> bool {
                match kind {
                    $($number => queries!(@is_asset $subject),)*
                    _ => true,
                }
            }
        }
    };
}

queries! {
    /// What does this file contain, if it exists?
    File(SourcePath) = 0, "file", File, |path, sources, _| sources.digest(path);

    /// Which sources match this glob?
    Listing(String) = 1, "listing", Glob, |pattern, _, assets| {
        Digest::of_value(&assets.list(pattern)?).map(Some).map_err(io::Error::other)
    };

    /// Does a product with this name exist, and of which type?
    Reference(String) = 2, "reference", Product, |name, _, assets| {
        Ok(Dependency::answer_of_reference(&assets.product(name)))
    };

    /// What is the value of the product with this name?
    Value(String) = 3, "value", Product, |name, _, assets| {
        Ok(Dependency::answer_of_value(&assets.product(name).map(|product| product.digest)))
    };

    /// What is the value of this environment variable?
    Env(String) = 4, "env", Variable, |name, sources, _| Ok(Dependency::answer_of_env(sources.env(name).as_deref()));

    /// Does this file exist?
    Presence(SourcePath) = 5, "presence", File, |path, sources, _| {
        Ok(Dependency::answer_of_presence(sources.size(path)?.is_some()))
    };

    /// Which sources have this asset name, ignoring case?
    SourcesNamed(String) = 6, "look-up", SourcesNamed, |name, _, assets| {
        Dependency::answer_of_sources_named(&assets.sources_named(name)).map_err(io::Error::other)
    };

    /// What are the type and the name of the product without a label of the asset made from this source?
    ReferenceTo(SourcePath) = 7, "reference", Asset, |source, _, assets| {
        Ok(Dependency::answer_of_reference(&assets.product_of(source)))
    };

    /// How large is this file?
    Size(SourcePath) = 8, "size", File, |path, sources, _| Ok(Dependency::answer_of_size(sources.size(path)?));

    /// Which assets' names are most similar to this one?
    Nearest(String) = 9, "nearest", AssetNames, |name, _, assets| {
        Ok(Dependency::answer_of_nearest(&assets.nearest(name)))
    };
}

/// Calls the function that answers a kind of query. It gives the function's parameters their types.
fn answer<T: ?Sized>(
    text: &T,
    sources: &dyn Sources,
    assets: &dyn AssetIndex,
    answer: impl FnOnce(&T, &dyn Sources, &dyn AssetIndex) -> io::Result<Option<Digest>>,
) -> io::Result<Option<Digest>> {
    answer(text, sources, assets)
}

impl Query {
    /// Returns whether the query is about another asset, which Rigmill may have to build first.
    #[must_use]
    pub fn is_about_asset(&self) -> bool {
        Self::is_kind_about_asset(self.parts().0)
    }
}

impl fmt::Display for Query {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.parts().1)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_keeps_its_number_and_its_text() {
        let kinds = (0..).map_while(|kind| Query::from_parts(kind, "a/b")).collect::<Vec<_>>();
        assert_eq!(kinds.len(), 10);
        for (number, query) in (0..).zip(&kinds) {
            assert_eq!((query.parts(), query.to_string()), ((number, "a/b"), "a/b".to_owned()));
            let is_about_asset = matches!(query.subject(), Subject::Product(_) | Subject::Asset(_));
            assert_eq!(query.is_about_asset(), is_about_asset, "{query:?}");
            // Records in caches use the number as well.
            assert_eq!(kinds.iter().position(|other| other == query), Some(usize::from(number)));
        }
        assert_eq!(Query::from_parts(0, "../a"), None);
    }
}
