//! The traits for importers, processors and writers, which authors of stages implement.

mod error;

use std::borrow::Cow;
use std::fmt;

use serde::{Deserialize, Serialize};

use crate::{Diagnostic, ImportContext, Params, ProcessContext, Products, Value, WriteContext, codes};

pub use error::StageError;

/// A stage's name and version. Both are part of the key of each of its actions.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct StageId {
    /// The name of the stage in the manifest.
    pub name: Cow<'static, str>,
    /// The version of the stage. The stage's author increases it whenever the stage's results change, and Rigmill then rebuilds
    /// the assets that use the stage.
    pub version: u32,
}

impl fmt::Display for StageId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} v{}", self.name, self.version)
    }
}

/// Turns the bytes of a source into a value, usually of a type from the crate `rigmill-dom`.
///
/// # Example
/// The crate in `docs/examples/beats` is a complete importer, processor and writer.
pub trait Importer: Send + Sync + 'static {
    /// The type of the result, which represents the content of the source.
    type Output: Value;
    /// The parameters of the stage; [`NoParams`](crate::NoParams) if it has no parameters.
    type Params: Params;
    /// The name of the stage in the manifest.
    const NAME: &'static str;
    /// The version. Increase it whenever the importer's results change.
    const VERSION: u32;
    /// The extensions of the files that the importer takes by default, without the leading dot, such as `Animation` or
    /// `actions.toml`. Case does not matter. If two importers take a file, Rigmill uses the importer with the longer extension.
    const EXTENSIONS: &'static [&'static str];
    /// The name of the processor that gets the importer's output by default.
    const DEFAULT_PROCESSOR: &'static str;
    /// A rule that decides which files with these extensions are assets; `None` if all of them are assets.
    const CLAIM_RULE: Option<ClaimRule> = None;
    /// The parameters that have different defaults for some targets.
    const TARGET_DEFAULTS: &'static [TargetDefault] = &[];
    /// Whether the importer or its default processor may read files other than the source. Such files may be in use although an
    /// asset failed before it read them, so Rigmill does not report them as unused.
    const READS_OTHER_FILES: bool = true;

    /// Imports `ctx.source()`.
    ///
    /// # Errors
    /// [`StageError::Diagnosed`] if the source is invalid; the diagnostics are then in `ctx`. [`StageError::Io`] if a read
    /// failed.
    fn import(&self, ctx: &mut ImportContext<'_>, params: &Self::Params) -> Result<Self::Output, StageError>;
}

/// The default of a parameter for one target.
#[derive(Clone, Debug, PartialEq)]
pub struct TargetDefault {
    /// The target, such as `xna`.
    pub target: &'static str,
    /// The name of the parameter.
    pub name: &'static str,
    /// The value that the parameter has for this target, unless a rule sets it.
    pub value: toml::Value,
}

/// Decides how an importer treats a file, by its name and the names in its folder: `fn(file_name, is_in_folder) -> claim`.
pub type ClaimRule = fn(&str, &dyn Fn(&str) -> bool) -> Claim;

/// How an importer treats a file with one of its extensions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claim {
    /// An asset.
    Asset,
    /// Part of another asset's source, and not an asset itself.
    Part,
    /// An unrelated file with the same extension. It is an asset only if a rule names the importer.
    Unrelated,
}

/// Turns an imported value into the content that a game loads. A processor is a pure function of its input, its
/// parameters and the answers of `ctx`.
pub trait Processor: Send + Sync + 'static {
    /// The type of the input, which is the output of an importer.
    type Input: Value;
    /// The type of the result: one value, or [`Labelled`](crate::Labelled) for several values.
    type Output: Products;
    /// The parameters of the stage; [`NoParams`](crate::NoParams) if it has no parameters.
    type Params: Params;
    /// The name of the stage in the manifest.
    const NAME: &'static str;
    /// The version. Increase it whenever the processor's results change.
    const VERSION: u32;

    /// Processes `input`.
    ///
    /// # Errors
    /// [`StageError::Diagnosed`] if the input is invalid; the diagnostics are then in `ctx`.
    fn process(
        &self,
        input: &Self::Input,
        params: &Self::Params,
        ctx: &mut ProcessContext<'_>,
    ) -> Result<Self::Output, StageError>;
}

/// Turns values of one type into the bytes of files, for one target.
pub trait Writer: Send + Sync + 'static {
    /// The type of the values that the writer writes.
    type Input: Value;
    /// The parameters of the stage; [`NoParams`](crate::NoParams) if it has no parameters.
    type Params: Params;
    /// The name of the stage in the manifest. Writers of different types can share a name: together, they write one
    /// file format.
    const NAME: &'static str;
    /// The version. Increase it whenever the bytes that the writer writes change.
    const VERSION: u32;
    /// The target for which the writer writes, such as `native` or `xna`.
    const TARGET: &'static str;
    /// The extension of the files that the writer writes, without the dot; empty if the labels include the extension.
    const EXTENSION: &'static str;
    /// The files that the writer writes in addition to the main file.
    const EXTRA_FILES: &'static [ExtraFile<Self::Input, Self::Params>] = &[];

    /// Whether the bytes depend on the asset's name or on the product's label. Only if true, the context contains both.
    const NAMED: bool = false;

    /// Returns the text that follows the asset's name in the file name of a product with this label. This is the label itself,
    /// unless games expect different names for files of this format.
    #[must_use]
    fn label(label: &str) -> &str {
        label
    }

    /// Returns the bytes of the file.
    ///
    /// # Errors
    /// [`StageError::Diagnosed`] if the format cannot represent the value; the diagnostics are then in `ctx`.
    fn write(&self, value: &Self::Input, params: &Self::Params, ctx: &mut WriteContext) -> Result<Vec<u8>, StageError>;
}

/// A file that a [`Writer`] writes in addition to its main file.
pub struct ExtraFile<I, P> {
    /// The text after the asset's name and the product's label in the file name.
    pub suffix: &'static str,
    /// Returns the bytes of the file, as [`Writer::write`] does for the main file.
    pub write: fn(&I, &P, &mut WriteContext) -> Result<Vec<u8>, StageError>,
}

/// Creates the diagnostic for a stage whose output serde cannot serialize.
pub(crate) fn unserialisable(stage: &str, error: &str) -> Diagnostic {
    Diagnostic::error(
        codes::NOT_SERIALIZABLE,
        format!("cannot compute a digest of the value that `{stage}` returned: {error}"),
    )
    .help("change the stage: its output must be plain data that serde can serialize")
}
