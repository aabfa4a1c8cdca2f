//! The three kinds of stage, as their authors write them.

mod error;

use std::borrow::Cow;
use std::fmt;

use serde::{Deserialize, Serialize};

use crate::{Diagnostic, ImportContext, Params, ProcessContext, Products, Value, WriteContext};

pub use error::StageError;

/// A stage's name and version. Both are part of the key of each of its actions.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct StageId {
    /// As the manifest names it.
    pub name: Cow<'static, str>,
    /// Raised by the author whenever the stage's results change; the assets that use the stage are then rebuilt.
    pub version: u32,
}

impl fmt::Display for StageId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} v{}", self.name, self.version)
    }
}

/// Turns source bytes into a dom value.
///
/// # Example
/// The crate in `docs/examples/beats` is a complete importer, processor and writer.
pub trait Importer: Send + Sync + 'static {
    /// The type of its result: the content of the source.
    type Output: Value;
    /// Its parameters; [`NoParams`](crate::NoParams) when it has none.
    type Params: Params;
    /// As the manifest names it.
    const NAME: &'static str;
    /// Raise it whenever the importer's results change.
    const VERSION: u32;
    /// The extensions of the files it takes by default, without the leading dot; case does not matter: `Animation`,
    /// `actions.toml`. If two importers take a file, the longer extension wins.
    const EXTENSIONS: &'static [&'static str];
    /// The processor its output goes to by default.
    const DEFAULT_PROCESSOR: &'static str;
    /// Which files with these extensions are assets; `None`: all of them.
    const CLAIM_RULE: Option<ClaimRule> = None;

    /// Imports `ctx.source()`.
    ///
    /// # Errors
    /// [`StageError::Diagnosed`] when the source is at fault, with the diagnostics in `ctx`; [`StageError::Io`] when
    /// reading failed.
    fn import(&self, ctx: &mut ImportContext<'_>, params: &Self::Params) -> Result<Self::Output, StageError>;
}

/// Decides whether a file is an asset, by its name and the names in its folder: `fn(file_name, is_in_folder) -> claim`.
pub type ClaimRule = fn(&str, &dyn Fn(&str) -> bool) -> Claim;

/// How an importer treats a file with one of its extensions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claim {
    /// An asset.
    Asset,
    /// Part of another asset's source; not an asset itself.
    Part,
    /// An unrelated file with the same extension: an asset only if a rule names the importer.
    Unrelated,
}

/// Turns a dom value into the content that a game loads. A pure function of its input, its parameters and the answers of
/// `ctx`.
pub trait Processor: Send + Sync + 'static {
    /// The type of its input: the output of an importer.
    type Input: Value;
    /// The type of its result: one value, or [`Labelled`](crate::Labelled) for several.
    type Output: Products;
    /// Its parameters; [`NoParams`](crate::NoParams) when it has none.
    type Params: Params;
    /// As the manifest names it.
    const NAME: &'static str;
    /// Raise it whenever the processor's results change.
    const VERSION: u32;

    /// Processes `input`.
    ///
    /// # Errors
    /// [`StageError::Diagnosed`] when the input is at fault, with the diagnostics in `ctx`.
    fn process(
        &self,
        input: &Self::Input,
        params: &Self::Params,
        ctx: &mut ProcessContext<'_>,
    ) -> Result<Self::Output, StageError>;
}

/// Serialises one type for one target.
pub trait Writer: Send + Sync + 'static {
    /// The type that it writes.
    type Input: Value;
    /// Its parameters; [`NoParams`](crate::NoParams) when it has none.
    type Params: Params;
    /// As the manifest names it. Writers of different types may share a name; together they are one file format.
    const NAME: &'static str;
    /// Raise it whenever the writer's bytes change.
    const VERSION: u32;
    /// The target it writes for: `native`, `xna`.
    const TARGET: &'static str;
    /// The extension of the files it writes, without the dot; empty if the labels include it.
    const EXTENSION: &'static str;
    /// Files that it writes in addition to the main one.
    const EXTRA_FILES: &'static [ExtraFile<Self::Input, Self::Params>] = &[];

    /// Whether its bytes depend on the asset's name or on the product's label, which it then finds in the context.
    const NAMED: bool = false;

    /// The text after the asset's name in the file name of a product with this label: the label itself, unless games expect
    /// files of this format under other names.
    #[must_use]
    fn label(label: &str) -> &str {
        label
    }

    /// The bytes of the file.
    ///
    /// # Errors
    /// [`StageError::Diagnosed`] when the format cannot hold the value, with the diagnostics in `ctx`.
    fn write(&self, value: &Self::Input, params: &Self::Params, ctx: &mut WriteContext) -> Result<Vec<u8>, StageError>;
}

/// A file that a [`Writer`] writes in addition to its main one.
pub struct ExtraFile<I, P> {
    /// The text after the asset's name and the product's label in the file name.
    pub suffix: &'static str,
    /// Gives its bytes, as [`Writer::write`] does for the main file.
    pub write: fn(&I, &P, &mut WriteContext) -> Result<Vec<u8>, StageError>,
}

/// The diagnostic for a stage whose output serde cannot serialise.
pub(crate) fn unserialisable(stage: &str, error: &str) -> Diagnostic {
    Diagnostic::error("R0004", format!("the value made by `{stage}` cannot be digested: {error}"))
        .help("a stage's output must be plain data that serde can serialize")
}
