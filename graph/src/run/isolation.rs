//! [`IsolatedRun`]: runs the stages of an asset in a child process.
//!
//! A stack overflow or an abort cannot be caught and ends the process. In a child process, it ends only the child. The child
//! builds the asset from the project's own files into a temporary folder, and returns its records: queries with their answers,
//! keys and artifacts. This process checks them, so an isolated asset has the same records as any other asset.

use std::fs;
use std::io;
use std::path::Path;
use std::process::{Command, ExitStatus, Stdio};
use std::time::Instant;

use rigmill_pipeline::{Diagnostic, Digest, codes};

use super::known::{Artifacts, Executed};
use super::remote_run::worker_folder;
use super::task::Task;
use crate::records::{Failure, WorkerResult};
use crate::report::Isolation;

/// The number of times that a child runs if files change while it runs.
const ATTEMPTS: usize = 3;

/// The maximum number of characters of a child's error output that are shown.
const MAX_SHOWN: usize = 500;

/// A run of an asset's stages in a child process.
pub(super) struct IsolatedRun<'a> {
    pub(super) isolation: &'a Isolation,
    pub(super) task: Task<'a>,
}

impl IsolatedRun<'_> {
    /// Runs the stages in `folder`, which is removed at the end.
    pub(super) fn run(&self, folder: &Path) -> Result<Executed, Failure> {
        for _ in 0..ATTEMPTS {
            let begun = Instant::now();
            let result = self.attempt(folder);
            let artifacts = result.as_ref().map_or_else(|_| Ok(Artifacts::new()), |_| artifacts(folder));
            // If this fails, the folder is removed at the end of the build.
            let _ = fs::remove_dir_all(folder);
            let result = result?;
            // This process must get the same answers to all queries of the child.
            if !self.task.view.holds(result.dependencies()) {
                continue;
            }
            let artifacts = artifacts.map_err(|error| self.not_run(&error))?;
            return match result {
                WorkerResult::Built { record, time } => {
                    Ok(Executed { record: *record, time: time.min(begun.elapsed()), artifacts })
                }
                WorkerResult::Failed(failure) => Err(*failure),
            };
        }
        Err(self.not_run(&io::Error::other("files of the asset changed during its build")))
    }

    fn attempt(&self, folder: &Path) -> Result<WorkerResult, Failure> {
        fs::create_dir_all(folder).map_err(|error| self.not_run(&error))?;
        let output =
            self.task.context.permits.run(|| self.command(folder).output()).map_err(|error| self.not_run(&error))?;
        let bytes = fs::read(folder.join(worker_folder::RESULTS).join(worker_folder::RESULT)).ok();
        let result = bytes.filter(|_| output.status.success()).and_then(|bytes| WorkerResult::open(&bytes).ok());
        result.ok_or_else(|| self.crashed(output.status, &String::from_utf8_lossy(&output.stderr)))
    }

    fn command(&self, folder: &Path) -> Command {
        let mut command = Command::new(&self.isolation.program);
        command.args(&self.isolation.arguments).arg("--project").arg(self.task.context.root);
        // The `=` form is used because a name may begin with a dash.
        command
            .arg(format!("--target={}", self.task.context.checker.target))
            .arg(format!("--source={}", self.task.asset.source));
        command.current_dir(folder).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
        command
    }

    fn crashed(&self, status: ExitStatus, stderr: &str) -> Failure {
        let said: String = stderr.split_whitespace().collect::<Vec<_>>().join(" ").chars().take(MAX_SHOWN).collect();
        let said = if said.is_empty() { String::new() } else { format!(": {said}") };
        let message = format!("a stage of this asset crashed ({status}){said}");
        let help = "this is a bug in the stage; please report it, and attach the source";
        self.failure(Diagnostic::error(codes::STAGE_CRASHED, message).help(help))
    }

    fn not_run(&self, error: &io::Error) -> Failure {
        self.failure(Diagnostic::error(
            codes::FILE_ACCESS,
            format!("cannot run the stages in a separate process: {error}"),
        ))
    }

    /// Returns a failure that the next build retries, because the queries of a child that died are unknown.
    fn failure(&self, diagnostic: Diagnostic) -> Failure {
        Failure { retry: true, ..Failure::new(Vec::new(), vec![diagnostic.in_file(&self.task.asset.source)]) }
    }
}

/// Returns the files of the child's results by the digest of their bytes.
fn artifacts(folder: &Path) -> io::Result<Artifacts> {
    let mut found = Artifacts::new();
    for entry in fs::read_dir(folder.join(worker_folder::RESULTS))? {
        let entry = entry?;
        if entry.file_name() != worker_folder::RESULT {
            let bytes = fs::read(entry.path())?;
            found.insert(Digest::of(&bytes), bytes);
        }
    }
    Ok(found)
}
