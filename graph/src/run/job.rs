//! [`Job`]: an asset during a build.

use std::collections::BTreeSet;
use std::time::Duration;

use rigmill_pipeline::{Dependency, Diagnostic, Product, Query, SourcePath};

use super::provenance::Provenance;
use super::staging::{Staged, Staging};
use crate::plan::PlannedAsset;
use crate::records::{AssetRecord, BuiltRecord, Failure, OutputRecord};
use crate::report::Reason;

/// An asset that was checked, and built if necessary.
pub(crate) struct Job {
    pub(crate) asset: PlannedAsset,
    pub(crate) old: Option<AssetRecord>,
    pub(crate) why: Vec<Reason>,
    /// `None` if the asset is up to date.
    pub(crate) outcome: Option<Outcome>,
    pub(crate) time: Duration,
    /// Whether the build is only for other assets, and none of them needs this asset.
    pub(crate) left_out: bool,
}

/// The result of building an asset.
pub(crate) struct Outcome {
    pub(crate) result: Result<Box<BuiltRecord>, Box<Failure>>,
    /// New files, each with the index of its output in the result.
    pub(crate) staged: Vec<(usize, Staged)>,
    /// Where the result comes from.
    pub(crate) provenance: Provenance,
    /// The products, if the processor ran and the build succeeded.
    pub(crate) products: Option<Vec<Product>>,
}

impl Outcome {
    /// Creates the outcome of a failure before any stage ran.
    pub(crate) fn failed(failure: Failure) -> Self {
        let (staged, provenance) = (Vec::new(), Provenance::default());
        Self { result: Err(Box::new(failure)), staged, provenance, products: None }
    }

    /// Creates the outcome of an asset that was up to date.
    pub(crate) fn unchanged(old: Option<&AssetRecord>) -> Self {
        let unknown = || Failure::postponed(None);
        let result = match old {
            Some(AssetRecord { failure: Some(failure), .. }) => Err(failure.clone()),
            Some(AssetRecord { built: Some(built), .. }) => Ok(built.clone()),
            _ => Err(Box::new(unknown())),
        };
        Self { result, ..Self::failed(unknown()) }
    }
}

impl Job {
    /// Creates the job of an asset that keeps its record.
    pub(crate) fn unchanged(asset: PlannedAsset, old: Option<AssetRecord>) -> Self {
        Self { asset, old, why: Vec::new(), outcome: None, time: Duration::ZERO, left_out: false }
    }

    /// Creates the job of an asset that this build leaves out. If the asset may be out of date, a later build builds it.
    pub(crate) fn left_out(asset: &PlannedAsset, old: Option<AssetRecord>) -> Self {
        let failure = || Failure::postponed(old.as_ref().and_then(|old| old.failure.as_deref()));
        let outcome = (asset.may_differ || old.is_none()).then(|| Outcome::failed(failure()));
        Self { outcome, left_out: true, ..Self::unchanged(asset.clone(), old) }
    }

    /// Whether the asset's last build (this one or an earlier one) failed.
    pub(crate) fn failed(&self) -> bool {
        match &self.outcome {
            Some(outcome) => outcome.result.is_err(),
            None => self.old.as_ref().is_some_and(|old| old.failure.is_some()),
        }
    }

    /// Marks the asset as failed with a diagnostic, and discards its new files.
    pub(crate) fn fail(&mut self, diagnostic: Diagnostic, staging: &Staging<'_>) {
        let mut outcome = self.outcome.take().unwrap_or_else(|| Outcome::unchanged(self.old.as_ref()));
        outcome.staged.drain(..).for_each(|(_, staged)| staging.discard(&staged));
        let mut failure = match outcome.result {
            Err(failure) => failure,
            Ok(built) => {
                let dependencies = built.dependencies().cloned().collect();
                Box::new(Failure { retry: true, ..Failure::new(dependencies, Vec::new()) })
            }
        };
        if !failure.diagnostics.contains(&diagnostic) {
            failure.diagnostics.push(diagnostic);
        }
        self.outcome = Some(Outcome { result: Err(failure), ..outcome });
        self.left_out = false;
    }

    /// Returns the record of the asset's last successful build before this one.
    pub(crate) fn old_built(&self) -> Option<&BuiltRecord> {
        self.old.as_ref()?.built.as_deref()
    }

    /// Returns the record of the asset's last build (this one or an earlier one); `None` if it failed.
    pub(crate) fn built(&self) -> Option<&BuiltRecord> {
        match &self.outcome {
            Some(outcome) => outcome.result.as_deref().ok(),
            None => self.old_built().filter(|_| !self.failed()),
        }
    }

    /// Returns the paths of the outputs before this build.
    pub(crate) fn old_outputs(&self) -> BTreeSet<&str> {
        paths(self.old.as_ref().map_or(&[], AssetRecord::outputs)).collect()
    }

    /// Returns the paths of the outputs after this build.
    pub(crate) fn outputs_after(&self) -> Vec<&str> {
        match self.outcome.as_ref().map(|outcome| &outcome.result) {
            Some(Ok(built)) => paths(&built.outputs).collect(),
            _ => paths(self.old.as_ref().map_or(&[], AssetRecord::outputs)).collect(),
        }
    }

    /// Returns the files that the asset writes. A failed asset writes none, even if files of an earlier build remain.
    pub(crate) fn claims(&self) -> Vec<&str> {
        if self.failed() { Vec::new() } else { self.outputs_after() }
    }

    /// Returns the claimed files that the asset did not have after its last successful build.
    pub(crate) fn new_claims(&self) -> Vec<&str> {
        let old = self.old_outputs();
        self.claims().into_iter().filter(|path| !old.contains(path)).collect()
    }

    /// Returns the staged files, with the index of their outputs.
    pub(crate) fn staged(&self) -> &[(usize, Staged)] {
        self.outcome.as_ref().map_or(&[], |outcome| &outcome.staged)
    }

    /// Returns the dependencies of the asset's last build (this one or an earlier one).
    pub(crate) fn dependencies(&self) -> Vec<&Dependency> {
        match self.outcome.as_ref().map(|outcome| &outcome.result) {
            Some(Ok(built)) => built.dependencies().collect(),
            Some(Err(failure)) => failure.dependencies.iter().collect(),
            None => self.old.iter().flat_map(AssetRecord::dependencies).collect(),
        }
    }

    /// Returns the files that the stages read when they last ran.
    pub(crate) fn files_read(&self) -> impl Iterator<Item = &SourcePath> {
        self.dependencies().into_iter().filter_map(|dependency| match &dependency.query {
            Query::File(path) | Query::Presence(path) => Some(path),
            _ => None,
        })
    }
}

fn paths(outputs: &[OutputRecord]) -> impl Iterator<Item = &str> {
    outputs.iter().map(|output| output.path.as_str())
}
