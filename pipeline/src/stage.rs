//! The three kinds of stage, as their authors write them.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::{Diagnostic, ImportContext, Params, ProcessContext, Products, StageError, Value, WriteContext};

/// A stage's name and version. Both are in the key of whatever the stage makes.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct StageId {
    /// As the manifest names it.
    pub name: String,
    /// Raised by the author whenever the stage's results change; what used the stage is then rebuilt.
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
    /// What it makes: the source as the importer understood it.
    type Output: Value;
    /// Its parameters; [`NoParams`](crate::NoParams) when it has none.
    type Params: Params;
    /// As the manifest names it.
    const NAME: &'static str;
    /// Raise it whenever the importer's results change.
    const VERSION: u32;
    /// The endings of the files it takes by default, without the leading dot and in any case: `Animation`,
    /// `actions.toml`. Where two importers claim a file, the longer ending wins.
    const EXTENSIONS: &'static [&'static str];
    /// The processor its output goes to by default.
    const DEFAULT_PROCESSOR: &'static str;
    /// Whether not every file of these endings is an asset: some are parts of other sources, or something else altogether.
    /// [`claim`](Self::claim) tells which.
    const CHOOSY: bool = false;

    /// What a file that this importer may take is to it, given which files lie beside it. Asked only of an importer that
    /// is [`CHOOSY`](Self::CHOOSY).
    fn claim(&self, _file_name: &str, _beside: &dyn Fn(&str) -> bool) -> Claim {
        Claim::Asset
    }

    /// Imports `ctx.source()`.
    ///
    /// # Errors
    /// [`StageError::Diagnosed`] when the source is at fault, with the diagnostics in `ctx`; [`StageError::Io`] when
    /// reading failed.
    fn import(&self, ctx: &mut ImportContext<'_>, params: &Self::Params) -> Result<Self::Output, StageError>;
}

/// What a file is to an importer that may take it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claim {
    /// An asset.
    Asset,
    /// A part of the source of another asset, and none of its own.
    Part,
    /// Something else of the same ending: an asset only where a rule names the importer.
    Unlike,
}

/// Turns a dom value into what a game loads. A pure function of its input, its parameters and what `ctx` answers.
pub trait Processor: Send + Sync + 'static {
    /// What it takes: some importer's output.
    type Input: Value;
    /// What it makes: one value, or [`Labelled`](crate::Labelled) for several.
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
    /// What it writes.
    type Input: Value;
    /// Its parameters; [`NoParams`](crate::NoParams) when it has none.
    type Params: Params;
    /// As the manifest names it. Writers of different types may share a name: together they are one file format.
    const NAME: &'static str;
    /// Raise it whenever the writer's bytes change.
    const VERSION: u32;
    /// The target it writes for: `native`, `xna`.
    const TARGET: &'static str;
    /// The ending of the files it writes, without the dot; empty where labels and parts have it already.
    const EXTENSION: &'static str;
    /// What follows the name of the asset and the product's label in the name of each file that it writes. Most write one
    /// file, of just that name; one that writes several has an entry for each.
    const PARTS: &'static [&'static str] = &[""];

    /// Whether its bytes depend on the name of the asset or on the product's label; it may ask the context for them then.
    const NAMED: bool = false;

    /// What stands behind the asset's name in the file's, for a product of this label: the label itself, unless games look for
    /// files of this format by other names.
    #[must_use]
    fn label(label: &str) -> &str {
        label
    }

    /// The bytes of the file that [`PARTS`](Self::PARTS) has this entry for, where there are several.
    ///
    /// # Errors
    /// As [`write`](Self::write).
    fn write_part(
        &self,
        value: &Self::Input,
        _part: &str,
        params: &Self::Params,
        ctx: &mut WriteContext,
    ) -> Result<Vec<u8>, StageError> {
        self.write(value, params, ctx)
    }

    /// The bytes of the file; of the first, where there are several.
    ///
    /// # Errors
    /// [`StageError::Diagnosed`] when the value cannot be written so, with the diagnostics in `ctx`.
    fn write(&self, value: &Self::Input, params: &Self::Params, ctx: &mut WriteContext) -> Result<Vec<u8>, StageError>;
}

/// The diagnostics of a stage that gave none of its own: what serde refused.
pub(crate) fn unserialisable(stage: &str, error: &str) -> Diagnostic {
    Diagnostic::error("R0004", format!("the value made by `{stage}` cannot be digested: {error}"))
        .help("a stage's output must be plain data that serde can serialise")
}
