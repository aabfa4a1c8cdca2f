//! [`CommitInput`]: everything that the commit step reads.

use rigmill_disk::Disk;

use crate::check::{OutputFiles, ProjectFiles};
use crate::plan::{Plan, Planner};
use crate::project::Project;
use crate::report::{BuildOptions, Timer};
use crate::run::Staging;
use crate::state::State;

/// Everything that the commit step reads.
pub(crate) struct CommitInput<'a> {
    pub(crate) planner: &'a Planner<'a>,
    pub(crate) options: &'a BuildOptions,
    pub(crate) plan: &'a Plan,
    /// The state of the previous build.
    pub(crate) state: &'a State,
    pub(crate) sources: &'a ProjectFiles<'a>,
    pub(crate) outputs: &'a OutputFiles<'a>,
    pub(crate) staging: &'a Staging<'a>,
    pub(crate) disk: &'a dyn Disk,
    pub(crate) timer: Timer<'a>,
}

impl<'a> CommitInput<'a> {
    pub(super) fn project(&self) -> &'a Project {
        self.planner.project
    }
}
