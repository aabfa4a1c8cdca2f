//! [`Job`]: an asset on its way through a build.

use std::collections::BTreeSet;
use std::time::Duration;

use rigmill_pipeline::{Dependency, Probe, SourcePath};

use crate::chain::Work;
use crate::plan::PlannedAsset;
use crate::reason::Reason;
use crate::staging::Staged;
use crate::state::AssetRecord;

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
