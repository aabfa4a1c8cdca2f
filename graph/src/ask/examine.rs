//! [`examine`]: checks whether a project can be built, for `rigmill doctor`.

use std::path::PathBuf;

use rigmill_disk::{Disk, Threads};
use rigmill_pipeline::{Diagnostic, Digest, Registry};

use crate::build::{configuration, target_must_be_known};
use crate::error::{GraphError, io_error};
use crate::plan::Planner;
use crate::project::Project;
use crate::state::State;

/// What a build of a project would start with: its sources and the state of its last build.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Examination {
    /// The number of assets.
    pub assets: usize,
    /// The number of folders, including the project's own folder.
    pub folders: usize,
    /// The number of ignored files and folders. Files and folders below an ignored folder are not counted.
    pub ignored: usize,
    /// The warnings that a build would report about unusable source files and rules without effect.
    pub left_out: Vec<Diagnostic>,
    /// The number of assets in the state of the last build.
    pub known: usize,
    /// The number of output files in the state of the last build.
    pub outputs: usize,
    /// Why the state of the last build cannot be used; `None` if it can.
    pub damage: Option<String>,
    /// The other project that the output folder belongs to; `None` if it does not belong to another project.
    pub owner: Option<PathBuf>,
}

/// Loads the state and plans a build for one target. Reads folders and stamps, but not the contents of sources. Changes
/// nothing.
///
/// # Errors
/// Returns an error if the manifest is invalid, if no writer supports the target, or if a folder or the state cannot be read.
pub fn examine(
    project: &Project,
    registry: &Registry,
    target: &str,
    program: Digest,
    disk: &dyn Disk,
) -> Result<Examination, GraphError> {
    target_must_be_known(project, registry, target)?;
    let configuration = configuration(project, registry, target, project.program_in_keys(program))?;
    // A plan without a state determines the recipe of every asset, so it tries every rule.
    let planner = Planner {
        project,
        registry,
        disk,
        threads: Threads::new(None),
        target,
        configuration,
        suspect_all: true,
        only: None,
        check_each_output: false,
        changed: None,
    };
    let plan = planner.plan(&State::empty())?;
    let file = project.state_file(target);
    let (state, damage) = State::load(&file, disk).map_err(io_error("read", &file))?;
    let damage = damage.or_else(|| state.verify_records().err());
    let owner = state.meta.other_owner(project).map(ToOwned::to_owned);
    Ok(Examination {
        assets: plan.asset_count(),
        folders: plan.tree.folders.len(),
        ignored: plan.ignored,
        left_out: plan.diagnostics(registry, project.manifest(), &[planner.target]),
        known: state.assets.len(),
        outputs: state.outputs.rows.len(),
        damage: damage.map(|damage| damage.to_string()),
        owner,
    })
}
