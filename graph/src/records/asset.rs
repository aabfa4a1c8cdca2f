//! The records of assets, as the build state stores them.

use std::borrow::Cow;

use rigmill_pipeline::{Dependency, Diagnostic, Query, SourcePath, StageId};
use serde::{Deserialize, Serialize};

use super::action::{ImportRecord, OutputRecord, ProcessRecord, WriteRecord};
use super::output_name::OutputName;

/// The id of a recipe in a state: its index in the list of recipes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct RecipeId(pub(crate) u32);

/// The record of an asset.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct AssetRecord {
    /// The recipe of the last build.
    pub(crate) recipe: RecipeId,
    /// The last successful build. Its outputs are on disk.
    pub(crate) built: Option<Box<BuiltRecord>>,
    /// The last build, if it failed.
    pub(crate) failure: Option<Box<Failure>>,
}

impl AssetRecord {
    /// Returns the dependencies of the last build. The source is the first.
    pub(crate) fn dependencies(&self) -> Vec<&Dependency> {
        match &self.failure {
            Some(failure) => failure.dependencies.iter().collect(),
            None => self.built.iter().flat_map(|built| built.dependencies()).collect(),
        }
    }

    /// Returns the diagnostics of the last build.
    pub(crate) fn diagnostics(&self) -> Vec<Diagnostic> {
        match &self.failure {
            Some(failure) => failure.diagnostics.clone(),
            None => self.built.iter().flat_map(|built| built.diagnostics()).cloned().collect(),
        }
    }

    /// Returns the outputs of the last successful build.
    pub(crate) fn outputs(&self) -> &[OutputRecord] {
        self.built.as_ref().map_or(&[], |built| &built.outputs)
    }

    /// Whether every build must report the asset, because its last build failed or had diagnostics.
    pub(crate) fn must_report(&self) -> bool {
        self.failure.is_some() || !self.diagnostics().is_empty()
    }

    /// Whether the next build must build the asset again, even if nothing changed.
    pub(crate) fn must_retry(&self) -> bool {
        self.failure.as_ref().is_some_and(|failure| failure.retry)
    }

    /// Returns the dependencies of the last build except the content of the source. The stamp of the source is recorded with
    /// the asset.
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
    /// Whether any of the results come from a server that only the project names (not the user), directly or through another
    /// asset. If so, this record must not be stored in caches that other projects use.
    pub(crate) is_confined: bool,
}

/// Where the output files of an asset come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Origin {
    /// The stages ran on this machine.
    Stages,
    /// The object cache of this machine.
    Cache,
    /// A different machine, through a remote cache.
    RemoteCache,
    /// The stages ran on a different machine, for this build.
    RemoteExecution,
}

/// The record of an asset's failed build.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Failure {
    pub(crate) dependencies: Vec<Dependency>,
    pub(crate) diagnostics: Vec<Diagnostic>,
    /// The sources of the dependency cycle that the asset is part of; empty if there is no cycle.
    pub(crate) cycle: Vec<String>,
    /// Whether the next build retries, because the cause is outside the inputs (such as a full disk).
    pub(crate) retry: bool,
}

impl Failure {
    /// Creates a failure that lasts until a dependency changes.
    pub(crate) fn new(dependencies: Vec<Dependency>, diagnostics: Vec<Diagnostic>) -> Self {
        Self { dependencies, diagnostics, cycle: Vec::new(), retry: false }
    }

    /// Creates a placeholder for a build that was postponed. The next build retries it.
    pub(crate) fn postponed(earlier: Option<&Self>) -> Self {
        let earlier = earlier.cloned().unwrap_or_else(|| Self::new(Vec::new(), Vec::new()));
        Self { retry: true, ..earlier }
    }

    /// Whether this is a placeholder for a build that was postponed.
    pub(crate) fn is_postponed(&self) -> bool {
        self.retry && self.diagnostics.is_empty()
    }
}

impl BuiltRecord {
    pub(crate) fn dependencies(&self) -> impl Iterator<Item = &Dependency> {
        self.import.dependencies.iter().chain(&self.process.dependencies)
    }

    /// Returns the records of the write actions, as the cache stores them.
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

/// The record of a [`Recipe`](crate::Recipe). Later builds compare recipes with it to find out what changed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecipeRecord {
    /// The importer's name and version.
    pub importer: StageId,
    /// The importer's parameters, including defaults.
    pub importer_params: Vec<(String, String)>,
    /// The processor's name and version.
    pub processor: StageId,
    /// The processor's parameters, including defaults.
    pub processor_params: Vec<(String, String)>,
    /// The writer that the manifest names; `None` if it names none.
    pub writer: Option<String>,
    /// The parameters from the rules that neither the importer nor the processor has.
    pub writer_params: Vec<(String, String)>,
    /// The name that a rule gives to the asset; `None` if the name comes from the source path.
    pub output: Option<OutputName>,
    /// The labels of the asset's variants.
    pub variants: Vec<String>,
}

impl RecipeRecord {
    /// Returns the name of the asset that is made from `source` with this recipe.
    pub(crate) fn asset_name<'s>(&self, source: &'s SourcePath) -> Cow<'s, str> {
        self.output.as_ref().map_or_else(|| source.asset_name().into(), |output| output.asset_name(source).into())
    }
}
