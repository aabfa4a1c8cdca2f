//! [`ActionContext`]: what all actions of a build share.

use std::path::Path;

use rigmill_pipeline::Product;

use super::action_inputs::KnownQueries;
use super::asset_build::AssetBuild;
use super::job::Outcome;
use super::permits::StagePermits;
use super::provenance::Provenance;
use super::remote_run::Execution;
use super::staging::Staging;
use super::task::Task;
use crate::cache::ObjectCache;
use crate::check::{AssetView, Checker};
use crate::plan::PlannedAsset;
use crate::project::Manifest;
use crate::records::BuiltRecord;
use crate::report::{Isolation, Timer};

/// The values that all actions of a build share.
pub(crate) struct ActionContext<'a> {
    pub(crate) checker: &'a Checker<'a>,
    pub(crate) cache: Option<&'a ObjectCache<'a>>,
    pub(crate) staging: &'a Staging<'a>,
    pub(crate) output_folder: &'a Path,
    pub(crate) permits: &'a StagePermits,
    /// The machines that run actions for this machine; `None` if there are none.
    pub(crate) execution: Option<&'a Execution>,
    /// How stages run in separate processes; `None` if they cannot.
    pub(crate) isolation: Option<&'a Isolation>,
    pub(crate) manifest: &'a Manifest,
    /// The folder of the sources.
    pub(crate) root: &'a Path,
    pub(crate) timer: Timer<'a>,
    /// Whether to run every stage, even if its result is known.
    pub(crate) force: bool,
}

impl ActionContext<'_> {
    /// Returns the number of calls to other machines that are useful to have in flight at the same time.
    pub(super) fn calls_at_once(&self) -> usize {
        let elsewhere = self.execution.map_or(0, |execution| execution.slots() + self.permits.here());
        self.cache.map_or(0, ObjectCache::calls_at_once).max(elsewhere)
    }

    /// Builds an asset. `old` is the record of its last successful build.
    pub(super) fn build(
        &self,
        asset: &PlannedAsset,
        old: Option<&BuiltRecord>,
        view: AssetView<'_>,
        others: &dyn KnownQueries,
    ) -> Outcome {
        AssetBuild::new(Task { context: self, asset, old, view, others: Some(others) }).finish()
    }

    /// Makes an asset's products again, for another asset that needs their values. Records nothing.
    pub(super) fn make_products(&self, asset: &PlannedAsset, view: AssetView<'_>) -> Option<Vec<Product>> {
        let task = Task { context: self, asset, old: None, view, others: None };
        let mut provenance = Provenance::default();
        let import = task.run_importer(&mut provenance).ok()?;
        task.run_processor(&import, &mut provenance).ok()?.products
    }
}
