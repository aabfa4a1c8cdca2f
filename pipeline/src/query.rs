//! [`Query`]: everything that a stage can ask about. Each kind of query is one row of the table in this file.

use std::ffi::OsString;
use std::fmt;
use std::io;

use serde::{Deserialize, Serialize};

use crate::{AssetError, Dependency, Digest, ProductInfo, SourcePath};

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

/// What queries are about, as it is now. Each implementation answers only some kinds of queries; the others fail.
pub trait World {
    /// Returns the digest of a file; `None` if the file does not exist.
    ///
    /// # Errors
    /// The system's error if the file cannot be read.
    fn digest(&self, _path: &SourcePath) -> io::Result<Option<Digest>> {
        Err(io::ErrorKind::Unsupported.into())
    }

    /// Returns the size of a file in bytes; `None` if the file does not exist.
    ///
    /// # Errors
    /// The system's error if the size cannot be read.
    fn size(&self, _path: &SourcePath) -> io::Result<Option<u64>> {
        Err(io::ErrorKind::Unsupported.into())
    }

    /// Returns the value of an environment variable; `None` if it is not set.
    ///
    /// # Errors
    /// Never, if the implementation answers queries about variables.
    fn variable(&self, _name: &str) -> io::Result<Option<OsString>> {
        Err(io::ErrorKind::Unsupported.into())
    }

    /// Returns the sources that match a glob, sorted by path.
    ///
    /// # Errors
    /// `InvalidInput` for a malformed glob.
    fn listing(&self, _pattern: &str) -> io::Result<Vec<SourcePath>> {
        Err(io::ErrorKind::Unsupported.into())
    }

    /// Returns the sources with an asset name, ignoring case, sorted by path.
    ///
    /// # Errors
    /// Never, if the implementation answers queries about sources.
    fn with_name(&self, _name: &str) -> io::Result<&[SourcePath]> {
        Err(io::ErrorKind::Unsupported.into())
    }

    /// Returns the names of assets that are most similar to a name.
    ///
    /// # Errors
    /// Never, if the implementation answers queries about names.
    fn similar_names(&self, _name: &str) -> io::Result<Vec<String>> {
        Err(io::ErrorKind::Unsupported.into())
    }

    /// Returns the type and digest of a product, or why it is not available.
    ///
    /// # Errors
    /// Never, if the implementation answers queries about products.
    fn named_product(&self, _name: &str) -> io::Result<Result<ProductInfo, AssetError>> {
        Err(io::ErrorKind::Unsupported.into())
    }

    /// Returns the product without a label of the asset made from a source, or why it is not available.
    ///
    /// # Errors
    /// Never, if the implementation answers queries about products.
    fn main_product(&self, _source: &SourcePath) -> io::Result<Result<ProductInfo, AssetError>> {
        Err(io::ErrorKind::Unsupported.into())
    }
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
            /// The error of `world`.
            pub fn answer(&self, world: &dyn World) -> io::Result<Option<Digest>> {
                match self {
                    $(Self::$kind(text) => {
                        let answer: fn(&dyn World, &$text) -> io::Result<Option<Digest>> = $answer;
                        answer(world, text)
                    })*
                }
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
    File(SourcePath) = 0, "file", File, |world, path| world.digest(path);

    /// Which sources match this glob?
    Listing(String) = 1, "listing", Glob, |world, pattern| {
        Digest::of_value(&world.listing(pattern)?).map(Some).map_err(io::Error::other)
    };

    /// Does a product with this name exist, and of which type?
    Reference(String) = 2, "reference", Product, |world, name| {
        Ok(Dependency::answer_of_reference(&world.named_product(name)?))
    };

    /// What is the value of the product with this name?
    Value(String) = 3, "value", Product, |world, name| {
        Ok(Dependency::answer_of_value(&world.named_product(name)?.map(|product| product.digest)))
    };

    /// What is the value of this environment variable?
    Env(String) = 4, "env", Variable, |world, name| Ok(Dependency::answer_of_env(world.variable(name)?.as_deref()));

    /// Does this file exist?
    Presence(SourcePath) = 5, "presence", File, |world, path| {
        Ok(Dependency::answer_of_presence(world.size(path)?.is_some()))
    };

    /// Which sources have this asset name, ignoring case?
    SourcesNamed(String) = 6, "look-up", SourcesNamed, |world, name| {
        Dependency::answer_of_sources_named(world.with_name(name)?).map_err(io::Error::other)
    };

    /// What are the type and the name of the product without a label of the asset made from this source?
    ReferenceTo(SourcePath) = 7, "reference", Asset, |world, source| {
        Ok(Dependency::answer_of_reference(&world.main_product(source)?))
    };

    /// How large is this file?
    Size(SourcePath) = 8, "size", File, |world, path| Ok(Dependency::answer_of_size(world.size(path)?));

    /// Which assets' names are most similar to this one?
    Nearest(String) = 9, "nearest", AssetNames, |world, name| {
        Ok(Dependency::answer_of_nearest(&world.similar_names(name)?))
    };
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
