//! [`Job`]: an asset on its way through a build.

use std::collections::BTreeSet;
use std::time::Duration;

use rigmill_pipeline::{Dependency, Probe, Product, SourcePath};

use super::staging::Staged;
use crate::plan::PlannedAsset;
use crate::records::{AssetRecord, Failure, Good};
use crate::report::{Reason, StageKind};

/// What became of an asset.
pub(crate) struct Work {
    pub(crate) result: Result<Good, Failure>,
    /// New bytes for outputs, by index into the result's outputs.
    pub(crate) staged: Vec<(usize, Staged)>,
    /// The stages that ran.
    pub(crate) ran: Vec<StageKind>,
    /// The processor's products, when it ran.
    pub(crate) made: Option<Vec<Product>>,
}

impl Work {
    /// The work of an asset that needed none.
    pub(crate) fn of(old: Option<&AssetRecord>) -> Self {
        let nothing = || Failure { dependencies: Vec::new(), diagnostics: Vec::new(), retry: true };
        let result = match old {
            Some(AssetRecord { failure: Some(failure), .. }) => Err(failure.clone()),
            Some(AssetRecord { good: Some(good), .. }) => Ok(good.clone()),
            _ => Err(nothing()),
        };
        Self { result, staged: Vec::new(), ran: Vec::new(), made: None }
    }
}

/// An asset that was looked at, and what was done about it.
pub(crate) struct Job {
    pub(crate) asset: PlannedAsset,
    pub(crate) old: Option<AssetRecord>,
    pub(crate) why: Vec<Reason>,
    /// `None` for an asset that is up to date.
    pub(crate) work: Option<Work>,
    pub(crate) time: Duration,
}

impl Job {
    /// Whether the asset's last try, in this build or an earlier one, failed.
    pub(crate) fn failed(&self) -> bool {
        match &self.work {
            Some(work) => work.result.is_err(),
            None => self.old.as_ref().is_some_and(|old| old.failure.is_some()),
        }
    }

    /// The files the asset makes. One that failed makes none, whatever it left behind when it last succeeded.
    pub(crate) fn claims(&self) -> Vec<&str> {
        if self.failed() { Vec::new() } else { self.outputs_after() }
    }

    /// Those of them that the asset did not make when it last succeeded.
    pub(crate) fn new_claims(&self) -> Vec<&str> {
        let old = self.old.iter().filter_map(|old| old.good.as_ref()).flat_map(|good| &good.outputs);
        let old: BTreeSet<&str> = old.map(|output| output.path.as_str()).collect();
        self.claims().into_iter().filter(|path| !old.contains(path)).collect()
    }

    /// The files that wait to be put in place, by index into the asset's outputs.
    pub(crate) fn staged(&self) -> &[(usize, Staged)] {
        self.work.as_ref().map_or(&[], |work| &work.staged)
    }

    /// The files that its stages looked at when they last ran.
    pub(crate) fn files_read(&self) -> impl Iterator<Item = &SourcePath> {
        let dependencies: Vec<&Dependency> = match self.work.as_ref().map(|work| &work.result) {
            Some(Ok(good)) => good.dependencies().collect(),
            Some(Err(failure)) => failure.dependencies.iter().collect(),
            None => self.old.iter().flat_map(AssetRecord::dependencies).collect(),
        };
        dependencies.into_iter().filter_map(|dependency| match &dependency.probe {
            Probe::File(path) | Probe::Presence(path) => Some(path),
            _ => None,
        })
    }

    /// The files the asset has once the build is done.
    pub(crate) fn outputs_after(&self) -> Vec<&str> {
        let good = match &self.work {
            Some(Work { result: Ok(good), .. }) => Some(good),
            _ => self.old.as_ref().and_then(|old| old.good.as_ref()),
        };
        good.iter().flat_map(|good| &good.outputs).map(|output| output.path.as_str()).collect()
    }
}
