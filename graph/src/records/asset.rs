//! What is remembered of assets: the rows of the build state.

use rigmill_pipeline::{Dependency, Diagnostic, StageId};
use serde::{Deserialize, Serialize};

use super::action::{ImportMemo, OutputRecord, ProcessMemo};

/// An asset as it was last built.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct AssetRecord {
    /// Index into [`Meta::recipes`], of the last try.
    pub(crate) recipe: u32,
    /// The last build that succeeded; its outputs are the ones on disk.
    pub(crate) good: Option<Good>,
    /// The last build, when it failed.
    pub(crate) failure: Option<Failure>,
}

impl AssetRecord {
    /// What the asset's last try looked at; its source is the first.
    pub(crate) fn dependencies(&self) -> Vec<&rigmill_pipeline::Dependency> {
        match &self.failure {
            Some(failure) => failure.dependencies.iter().collect(),
            None => self.good.iter().flat_map(Good::dependencies).collect(),
        }
    }

    /// Whether every build must look at the record: it depends on more than its source, or has something to tell.
    pub(crate) fn needs_a_look(&self) -> bool {
        let told = self.good.iter().flat_map(Good::diagnostics).next().is_some();
        self.failure.is_some() || told || self.dependencies().len() != 1
    }
}

/// An asset's last build that succeeded.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Good {
    pub(crate) import: ImportMemo,
    pub(crate) process: ProcessMemo,
    pub(crate) outputs: Vec<OutputRecord>,
}

/// An asset's last build, when it failed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Failure {
    pub(crate) dependencies: Vec<Dependency>,
    pub(crate) diagnostics: Vec<Diagnostic>,
    /// The cause lies outside the inputs (a full disk, say), so the next build tries again.
    pub(crate) retry: bool,
}

impl Good {
    pub(crate) fn dependencies(&self) -> impl Iterator<Item = &Dependency> {
        self.import.dependencies.iter().chain(&self.process.dependencies)
    }

    pub(crate) fn diagnostics(&self) -> impl Iterator<Item = &Diagnostic> {
        let written = self.outputs.iter().flat_map(|output| &output.diagnostics);
        self.import.diagnostics.iter().chain(&self.process.diagnostics).chain(written)
    }
}

/// What the state remembers of a [`Recipe`], to say later what changed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecipeRecord {
    /// Name and version of the importer.
    pub importer: StageId,
    /// The importer's parameters, defaults filled in.
    pub importer_params: Vec<(String, String)>,
    /// Name and version of the processor.
    pub processor: StageId,
    /// The processor's parameters, defaults filled in.
    pub processor_params: Vec<(String, String)>,
    /// The writer the manifest asks for.
    pub writer: Option<String>,
    /// What the rules give to writers: parameters that neither importer nor processor has.
    pub given: Vec<(String, String)>,
}
