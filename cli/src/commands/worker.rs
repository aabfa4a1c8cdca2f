//! `rigmill worker`: the command that a build runs on other machines and in child processes.

use std::env;

use rigmill_disk::RealDisk;
use rigmill_graph::{WorkerTask, run_isolated, run_worker};
use rigmill_pipeline::{Registry, SourcePath};

use crate::args::{Settings, WorkerArgs};
use crate::failure::Failure;
use crate::program;
use crate::project::NATIVE;

pub(crate) fn run(registry: &Registry, settings: &Settings, args: &WorkerArgs) -> Result<bool, Failure> {
    let folder = env::current_dir().map_err(Failure::io("find the current folder", "."))?;
    let source = SourcePath::new(&args.source).map_err(|error| Failure::other(error.to_string(), None))?;
    let target = settings.target.first().cloned().unwrap_or_else(|| NATIVE.to_owned());
    let task = WorkerTask { source, target, program: program::digest()? };
    match &args.project {
        Some(root) => run_isolated(root, &folder, registry, &task, &RealDisk)?,
        None => run_worker(&folder, registry, &task, &RealDisk)?,
    }
    Ok(true)
}
