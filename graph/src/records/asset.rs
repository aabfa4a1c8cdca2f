//! The records of assets in the build state.

use std::borrow::Cow;

use rigmill_pipeline::{Dependency, Diagnostic, Query, SourcePath, StageId};
use serde::{Deserialize, Serialize};

use super::action::{ImportRecord, OutputRecord, ProcessRecord, WriteRecord};
use super::output_name::OutputName;

/// A recipe of a state: its index in the list of recipes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct RecipeId(pub(crate) u32);

/// The record of an asset.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct AssetRecord {
    /// The recipe of the last build.
    pub(crate) recipe: RecipeId,
    /// The last successful build; its outputs are on disk.
    pub(crate) built: Option<Box<BuiltRecord>>,
    /// The last build, if it failed.
    pub(crate) failure: Option<Box<Failure>>,
}

impl AssetRecord {
    /// The dependencies of the last build; the source is the first.
    pub(crate) fn dependencies(&self) -> Vec<&Dependency> {
        match &self.failure {
            Some(failure) => failure.dependencies.iter().collect(),
            None => self.built.iter().flat_map(|built| built.dependencies()).collect(),
        }
    }

    /// The diagnostics of the last build.
    pub(crate) fn diagnostics(&self) -> Vec<Diagnostic> {
        match &self.failure {
            Some(failure) => failure.diagnostics.clone(),
            None => self.built.iter().flat_map(|built| built.diagnostics()).cloned().collect(),
        }
    }

    /// The outputs of the last successful build.
    pub(crate) fn outputs(&self) -> &[OutputRecord] {
        self.built.as_ref().map_or(&[], |built| &built.outputs)
    }

    /// Whether every build must report it: the last build failed or had diagnostics.
    pub(crate) fn must_report(&self) -> bool {
        self.failure.is_some() || !self.diagnostics().is_empty()
    }

    /// Whether the next build must build it again, whatever changed.
    pub(crate) fn must_retry(&self) -> bool {
        self.failure.as_ref().is_some_and(|failure| failure.retry)
    }

    /// The dependencies of the last build, without the content of the source, whose stamp is recorded with the asset.
    pub(crate) fn further_dependencies(&self) -> Vec<&Dependency> {
        let mut dependencies = self.dependencies();
        if dependencies.first().is_some_and(|source| matches!(source.query, Query::File(_))) {
            dependencies.remove(0);
        }
        dependencies
    }
}

/// The record of an asset's last successful build.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct BuiltRecord {
    pub(crate) import: ImportRecord,
    pub(crate) process: ProcessRecord,
    pub(crate) outputs: Vec<OutputRecord>,
    pub(crate) origin: Origin,
    /// Whether anything in it comes from a server that the project names, not the user, or from another asset of which that is
    /// so. Then it stays out of the caches that other projects use.
    pub(crate) confined: bool,
}

/// Where the output files of an asset come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Origin {
    /// Its stages ran here.
    Stages,
    /// The object cache of this machine.
    Cache,
    /// Another machine, through a remote cache.
    RemoteCache,
    /// Its stages ran on another machine, for this build.
    RemoteExecution,
}

/// The record of an asset's failed build.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Failure {
    pub(crate) dependencies: Vec<Dependency>,
    pub(crate) diagnostics: Vec<Diagnostic>,
    /// The sources of the cycle that the asset is part of; empty if it is in none.
    pub(crate) cycle: Vec<String>,
    /// The cause is outside the inputs (a full disk, say), so the next build tries again.
    pub(crate) retry: bool,
}

impl Failure {
    /// A failure that lasts until a dependency changes.
    pub(crate) fn new(dependencies: Vec<Dependency>, diagnostics: Vec<Diagnostic>) -> Self {
        Self { dependencies, diagnostics, cycle: Vec::new(), retry: false }
    }

    /// What stands for a build that did not happen. The next build tries it.
    pub(crate) fn postponed(earlier: Option<&Self>) -> Self {
        let earlier = earlier.cloned().unwrap_or_else(|| Self::new(Vec::new(), Vec::new()));
        Self { retry: true, ..earlier }
    }

    /// Whether it stands for a build that did not happen.
    pub(crate) fn is_postponed(&self) -> bool {
        self.retry && self.diagnostics.is_empty()
    }
}

impl BuiltRecord {
    pub(crate) fn dependencies(&self) -> impl Iterator<Item = &Dependency> {
        self.import.dependencies.iter().chain(&self.process.dependencies)
    }

    /// The records of the write actions, as the cache stores them.
    pub(crate) fn writes(&self) -> Vec<WriteRecord> {
        let write = |output: &OutputRecord| WriteRecord {
            key: output.key,
            artifact: output.fingerprint.digest(),
            diagnostics: output.diagnostics.clone(),
        };
        self.outputs.iter().map(write).collect()
    }

    pub(crate) fn diagnostics(&self) -> impl Iterator<Item = &Diagnostic> {
        let written = self.outputs.iter().flat_map(|output| &output.diagnostics);
        self.import.diagnostics.iter().chain(&self.process.diagnostics).chain(written)
    }
}

/// The record of a [`Recipe`](crate::Recipe), from which later builds find out what changed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecipeRecord {
    /// Name and version of the importer.
    pub importer: StageId,
    /// The importer's parameters, with defaults.
    pub importer_params: Vec<(String, String)>,
    /// Name and version of the processor.
    pub processor: StageId,
    /// The processor's parameters, with defaults.
    pub processor_params: Vec<(String, String)>,
    /// The writer that the manifest names.
    pub writer: Option<String>,
    /// The parameters of the rules that neither importer nor processor has.
    pub writer_params: Vec<(String, String)>,
    /// The name that a rule gives to the asset; `None` for that of its source.
    pub output: Option<OutputName>,
}

impl RecipeRecord {
    /// The name of the asset that is made from `source` by this recipe.
    pub(crate) fn asset_name<'s>(&self, source: &'s SourcePath) -> Cow<'s, str> {
        self.output.as_ref().map_or_else(|| source.asset_name().into(), |output| output.of(source).into())
    }
}
