//! [`run_worker`] and [`run_isolated`]: build one asset for another machine or for another process.

use std::fs;
use std::io;
use std::path::Path;
use std::time::Duration;

use rigmill_disk::Disk;
use rigmill_pipeline::{Digest, Level, Registry, SourcePath, codes};

use super::build;
use crate::error::{GraphError, io_error};
use crate::project::Project;
use crate::records::{AssetRecord, BuiltRecord, CachedRecord, Failure, WorkerResult};
use crate::report::{AssetFilter, BuildOptions, BuildReport, NoObserver, Order};
use crate::run::worker_folder::{PROJECT, RESULT, RESULTS};
use crate::state::State;

/// The name of the output folder of a worker's build.
const BUILD: &str = "build";

/// The task of a worker: one asset to build.
#[derive(Clone, Debug)]
pub struct WorkerTask {
    /// The source of the asset.
    pub source: SourcePath,
    /// The target to build for.
    pub target: String,
    /// The digest of the running program.
    pub program: Digest,
}

/// Builds one asset for another machine. The other machine sent the files in `folder/project`. The results are written to
/// `folder/out`.
///
/// If the asset fails, the result contains the queries that its stages made.
///
/// # Errors
/// Returns an error if the project cannot be built at all, or if another attempt could have a different result (servers store
/// results, so such a result must not be returned).
pub fn run_worker(folder: &Path, registry: &Registry, task: &WorkerTask, disk: &dyn Disk) -> Result<(), GraphError> {
    let project = Project::find(Some(&folder.join(PROJECT)), Some(&folder.join(BUILD)), folder)?;
    let report = build_one(&project, registry, task, disk)?;
    must_be_settled(&project, task, disk)?;
    put_result(folder, &project, task, &report, disk)
}

/// Builds one asset of the project at `root` for another process on this machine, and writes the results to `folder/out`.
/// Results are also written if the asset fails.
///
/// # Errors
/// Returns an error if the project cannot be built at all.
pub fn run_isolated(
    root: &Path,
    folder: &Path,
    registry: &Registry,
    task: &WorkerTask,
    disk: &dyn Disk,
) -> Result<(), GraphError> {
    let project = Project::find(Some(root), Some(&folder.join(BUILD)), folder)?;
    let report = build_one(&project, registry, task, disk)?;
    put_result(folder, &project, task, &report, disk)
}

fn build_one(
    project: &Project,
    registry: &Registry,
    task: &WorkerTask,
    disk: &dyn Disk,
) -> Result<BuildReport, GraphError> {
    let options = BuildOptions {
        target: task.target.clone(),
        other_targets: Vec::new(),
        jobs: Some(1),
        force: false,
        verify: false,
        list_fresh: false,
        cache: None,
        remote: None,
        executor: None,
        isolation: None,
        only: Some(AssetFilter::of_source(&task.source)),
        order: Order::Forward,
        program: task.program,
    };
    let report = build(project, registry, &options, disk, &NoObserver)?;
    must_be_saved(&report)?;
    Ok(report)
}

/// Writes the asset's result, which it takes from the saved state.
fn put_result(
    folder: &Path,
    project: &Project,
    task: &WorkerTask,
    report: &BuildReport,
    disk: &dyn Disk,
) -> Result<(), GraphError> {
    let results = folder.join(RESULTS);
    fs::create_dir_all(&results).map_err(io_error("make", &results))?;
    let file = project.state_file(&task.target);
    let (state, _) = State::load(&file, disk).map_err(io_error("read", &file))?;
    let record = |asset| state.record(asset).map_err(|error| io_error("read", &file)(io::Error::other(error)));
    let record = state.tree.find(&task.source).and_then(|file| state.asset_of(file)).map(record).transpose()?;
    let time = report.assets.iter().find(|it| it.source == task.source.as_str()).map(|it| it.stage_time);
    let result = write_result(project, &task.target, record, time.unwrap_or_default(), &results);
    result.map_err(io_error("write the results to", &results))
}

/// Returns an error if the state was not saved, because the result is taken from the state.
fn must_be_saved(report: &BuildReport) -> Result<(), GraphError> {
    let error = report.diagnostics.iter().find(|it| it.code == codes::STATE_NOT_SAVED);
    error.map_or(Ok(()), |error| Err(GraphError::Transient { cause: error.message.to_string() }))
}

/// Checks that building again would have the same result.
///
/// # Errors
/// Returns an error if the state cannot be read, or if the next build would retry an asset.
fn must_be_settled(project: &Project, task: &WorkerTask, disk: &dyn Disk) -> Result<(), GraphError> {
    let file = project.state_file(&task.target);
    let (state, _) = State::load(&file, disk).map_err(io_error("read", &file))?;
    let record = |asset| state.record(asset).map_err(|error| io_error("read", &file)(io::Error::other(error)));
    for asset in state.tree.file_ids().filter_map(|file| state.asset_of(file)) {
        let record = record(asset)?;
        // An output conflict is the same on each attempt while the files are the same.
        let error =
            record.diagnostics().into_iter().find(|it| it.level == Level::Error && it.code != codes::OUTPUT_CONFLICT);
        if let Some(error) = error.filter(|_| record.must_retry()) {
            return Err(GraphError::Transient { cause: error.message.to_string() });
        }
    }
    Ok(())
}

fn write_result(
    project: &Project,
    target: &str,
    record: Option<AssetRecord>,
    time: Duration,
    results: &Path,
) -> io::Result<()> {
    let result = match record {
        Some(AssetRecord { built: Some(built), failure: None, .. }) => {
            for output in &built.outputs {
                let artifact = results.join(output.fingerprint.digest().to_string());
                fs::copy(project.target_folder(target).join(&output.path), artifact)?;
            }
            let writes = built.writes();
            let BuiltRecord { import, process, .. } = *built;
            WorkerResult::Built { record: Box::new(CachedRecord { import, process, writes }), time }
        }
        Some(AssetRecord { failure: Some(failure), .. }) => WorkerResult::Failed(failure),
        record => {
            // Without the files next to it, the source is not an asset.
            let dependencies = record.iter().flat_map(AssetRecord::dependencies).cloned().collect();
            WorkerResult::Failed(Box::new(Failure::new(dependencies, Vec::new())))
        }
    };
    fs::write(results.join(RESULT), result.seal().map_err(io::Error::other)?)
}
