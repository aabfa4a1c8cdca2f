//! [`examine`]: whether a project can be built where it is, for `rigmill doctor`.

use std::path::PathBuf;

use rigmill_pipeline::{Diagnostic, Digest, Registry};

use crate::build::{environment, target_must_be_known};
use crate::disk::Disk;
use crate::error::{GraphError, io_error};
use crate::plan::Planner;
use crate::project::Project;
use crate::state::State;

/// What a build would begin with.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Examination {
    /// How many assets there are.
    pub assets: usize,
    /// How many folders they and their neighbours lie in, the project's own included.
    pub folders: usize,
    /// What a build would warn of: files that cannot be used although an importer would take them, rules without effect.
    pub left_out: Vec<Diagnostic>,
    /// How many assets the state of the last build knows.
    pub known: usize,
    /// Why that state cannot be used, when it cannot.
    pub damage: Option<String>,
    /// The other project whose content the output folder holds, when it does.
    pub owner: Option<PathBuf>,
}

/// Loads the state and plans a build for one target. Reads folders and stamps, no sources; changes nothing.
///
/// # Errors
/// When the manifest is at fault, no writer writes for the target, or a folder or the state cannot be read.
pub fn examine(
    project: &Project,
    registry: &Registry,
    target: &str,
    program: Digest,
    disk: &dyn Disk,
) -> Result<Examination, GraphError> {
    target_must_be_known(project, registry, target)?;
    let environment = environment(project, registry, target, program)?;
    // The plan from nothing looks at every asset's recipe, and so at every rule that is of use.
    let planner =
        Planner { project, registry, target, environment, suspect_all: true, each_output: false, changed: None };
    let plan = planner.plan(&State::empty())?;
    let file = project.state_file(target);
    let (state, damage) = State::load(&file, disk).map_err(io_error("read", &file))?;
    let damage = damage.or_else(|| state.verify_records().err());
    let owner = state.meta.other_owner(project).map(ToOwned::to_owned);
    Ok(Examination {
        assets: plan.asset_count(),
        folders: plan.tree.folders.len(),
        left_out: plan.diagnostics(registry, project.manifest()),
        known: state.assets.len(),
        damage: damage.map(|damage| damage.to_string()),
        owner,
    })
}
