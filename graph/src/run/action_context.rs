//! [`ActionContext`]: what all actions of a build share.

use std::path::Path;

use rigmill_store::ObjectCache;

use super::execution::Execution;
use super::permits::StagePermits;
use super::staging::Staging;
use crate::check::Checker;
use crate::project::Manifest;
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
}
