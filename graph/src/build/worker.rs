//! [`run_worker`]: builds one asset for another machine.

use std::fs;
use std::io;
use std::path::Path;

use rigmill_pipeline::{Digest, Registry, SourcePath};

use super::build;
use crate::disk::Disk;
use crate::error::{GraphError, io_error};
use crate::project::Project;
use crate::records::{AssetRecord, BuiltRecord, CachedRecord, WorkerResult};
use crate::report::{BuildOptions, NoObserver, Order};
use crate::run::worker_folder::{PROJECT, RESULT, RESULTS};
use crate::state::State;

/// The folder in which a worker builds.
const BUILD: &str = "build";

/// What a worker is to do.
#[derive(Clone, Debug)]
pub struct WorkerTask {
    /// The source of the asset to build.
    pub source: SourcePath,
    /// The target.
    pub target: String,
    /// The digest of the running program.
    pub program: Digest,
}

/// Builds one asset for another machine, which sent the files of `folder/project`, and puts the results into `folder/out`.
/// The result is there even if the asset fails: then it has what the asset asked for.
///
/// # Errors
/// If the project cannot be built at all.
pub fn run_worker(folder: &Path, registry: &Registry, task: &WorkerTask, disk: &dyn Disk) -> Result<(), GraphError> {
    let results = folder.join(RESULTS);
    fs::create_dir_all(&results).map_err(io_error("make", &results))?;
    let project = Project::find(Some(&folder.join(PROJECT)), Some(&folder.join(BUILD)), folder)?;
    let options = BuildOptions {
        target: task.target.clone(),
        jobs: Some(1),
        force: false,
        verify: false,
        list_fresh: false,
        cache: None,
        remote: None,
        executor: None,
        only: Some(task.source.clone()),
        order: Order::Forward,
        program: task.program,
    };
    build(&project, registry, &options, disk, &NoObserver)?;
    let record = record_of(&project, task, disk)?;
    write_result(&project, &task.target, record, &results).map_err(io_error("write the results to", &results))
}

/// The record of the asset that was built; `None` if the source is no asset without the files beside it.
fn record_of(project: &Project, task: &WorkerTask, disk: &dyn Disk) -> Result<Option<AssetRecord>, GraphError> {
    let file = project.state_file(&task.target);
    let (state, _) = State::load(&file, disk).map_err(io_error("read", &file))?;
    let asset = state.tree.find(&task.source).and_then(|file| state.asset_of(file));
    let record = asset.map(|asset| state.record(asset)).transpose();
    record.map_err(|error| io_error("read", &file)(io::Error::other(error)))
}

fn write_result(project: &Project, target: &str, record: Option<AssetRecord>, results: &Path) -> io::Result<()> {
    let result = match record {
        Some(AssetRecord { built: Some(built), failure: None, .. }) => {
            for output in &built.outputs {
                let artifact = results.join(output.fingerprint.digest().to_string());
                fs::copy(project.target_folder(target).join(&output.path), artifact)?;
            }
            let writes = built.writes();
            let BuiltRecord { import, process, .. } = *built;
            WorkerResult::Built(Box::new(CachedRecord { import, process, writes }))
        }
        record => WorkerResult::Failed(record.iter().flat_map(AssetRecord::dependencies).cloned().collect()),
    };
    fs::write(results.join(RESULT), result.seal().map_err(io::Error::other)?)
}
