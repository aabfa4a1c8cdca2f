//! `rigmill worker`: what a build has other machines run.

use std::env;

use rigmill_graph::{RealDisk, WorkerTask, run_worker};
use rigmill_pipeline::{Registry, SourcePath};

use crate::args::{Settings, WorkerArgs};
use crate::failure::Failure;
use crate::program;
use crate::project::NATIVE;

pub(crate) fn run(registry: &Registry, settings: &Settings, args: &WorkerArgs) -> Result<bool, Failure> {
    let folder = env::current_dir().map_err(Failure::io("find the current folder", "."))?;
    let source = SourcePath::new(&args.source).map_err(|error| Failure::other(error.to_string(), None))?;
    let target = settings.target.first().cloned().unwrap_or_else(|| NATIVE.to_owned());
    run_worker(&folder, registry, &WorkerTask { source, target, program: program::digest()? }, &RealDisk)?;
    Ok(true)
}
