//! [`RemoteRun`]: runs the actions of an asset on another machine.
//!
//! The other machine gets the manifest, the source and the files that the asset is known to depend on, and builds the asset
//! like any build. It returns its queries with their answers. If an answer differs from this machine's answer, a file was
//! missing: the file is added, and the action runs again. A result is used only if all answers are correct, so it is not
//! necessary to know all queries in advance.

use std::time::{Duration, Instant};

use rigmill_pipeline::{Digest, Query, SourcePath};

use super::action_inputs::{ActionInputs, KnownQueries};
use super::execution::Execution;
use super::known::{Artifacts, Executed};
use super::permits::{Permit, Place};
use super::task::Task;
use crate::project::MANIFEST;
use crate::records::{BuiltRecord, WorkerResult};
use crate::report::{ActionProgress, InputFile, OutputFile, RemoteAction};

/// The maximum number of times that an action is sent, each time with more files.
const ROUNDS: usize = 5;

/// If an action takes longer than this elsewhere, this machine may run it itself.
const PATIENCE: Duration = Duration::from_secs(2);

/// The interval at which this machine checks whether it has nothing else to do.
const LOOK: Duration = Duration::from_millis(50);

/// The names of files and folders in a worker's folder.
pub(crate) mod worker_folder {
    /// The folder of the project.
    pub(crate) const PROJECT: &str = "project";
    /// The folder of the results. It contains the artifacts, each named after its digest, and [`RESULT`].
    pub(crate) const RESULTS: &str = "out";
    /// The file that contains the [`WorkerResult`](crate::records::WorkerResult).
    pub(crate) const RESULT: &str = "result";
}

/// A run of an asset's actions on a different machine.
pub(super) struct RemoteRun<'a> {
    pub(super) task: Task<'a>,
    pub(super) execution: &'a Execution,
    pub(super) others: &'a dyn KnownQueries,
}

impl RemoteRun<'_> {
    /// Runs the actions. Returns `None` if this fails, if the asset fails, or if this machine should take over.
    pub(super) fn run(&self, permit: Permit<'_>) -> Option<Executed> {
        let begun = Instant::now();
        let mut permit = Some(permit);
        let mut inputs = self.first_inputs()?;
        for _ in 0..ROUNDS {
            let files = {
                let _permit = permit.take().unwrap_or_else(|| self.task.context.permits.take(&[Place::Elsewhere]));
                self.execute(&inputs)?
            };
            let result = files.iter().find(|file| file.name == worker_folder::RESULT)?;
            let result = WorkerResult::open(&result.bytes).ok()?;
            let missing = self.wrong_answers(&result)?;
            if missing.is_empty() {
                let WorkerResult::Built { record, time } = result else { return None };
                let time = time.min(begun.elapsed());
                return Some(Executed { record: *record, time, artifacts: artifacts(files) });
            }
            // Queries about files that must not be sent are not remembered either.
            let is_new = inputs.add(missing.clone(), self.others).ok()?;
            self.execution.learn(self.task.asset.recipe.digest, &missing);
            if !is_new {
                return None;
            }
        }
        None
    }

    /// Returns the manifest, the source, and the files that this asset or a similar one queried before.
    fn first_inputs(&self) -> Option<ActionInputs<'_>> {
        let mut inputs = ActionInputs::new(&self.execution.disclosure, self.task.view);
        inputs.add_file(SourcePath::new(MANIFEST).ok()?).ok()?;
        inputs.add_file(self.task.asset.source.clone()).ok()?;
        if self.task.asset.recipe.importer.claim_rule().is_some() {
            // The files next to a source can determine whether it is an asset.
            let tree = &self.task.view.files.plan().tree;
            let folder = tree.folder(self.task.asset.source.folder())?;
            let beside = folder.files().filter_map(|file| tree.path(file));
            for path in beside.filter(|path| !self.execution.disclosure.is_secret(path)) {
                inputs.add_file(path).ok()?;
            }
        }
        let queries = self.task.old.into_iter().flat_map(BuiltRecord::dependencies).map(|it| it.query.clone());
        let queries = queries.chain(self.execution.learnt(self.task.asset.recipe.digest)).collect();
        inputs.add(queries, self.others).ok()?;
        Some(inputs)
    }

    fn execute(&self, inputs: &ActionInputs<'_>) -> Option<Vec<OutputFile>> {
        let input = |(path, digest): (&SourcePath, Digest)| InputFile {
            path: format!("{}/{path}", worker_folder::PROJECT),
            file: self.task.context.root.join(path.as_str()),
            digest,
        };
        // The `=` form is used because a name may begin with a dash.
        let arguments = vec![
            format!("--target={}", self.task.context.checker.target),
            format!("--source={}", self.task.asset.source),
        ];
        let files = inputs.files().map(input).collect();
        let action = RemoteAction { arguments, files, must_run: self.task.context.force };
        let mut running = self.execution.access.executor.start(action);
        let started = Instant::now();
        loop {
            match running.wait(LOOK) {
                ActionProgress::Ended(files) => return files,
                ActionProgress::Running if !self.task.context.force && started.elapsed() > PATIENCE => {
                    // Checks that a permit is free. The stages that run here next take it again.
                    if self.task.context.permits.try_take(Place::Here).is_some() {
                        return None;
                    }
                }
                ActionProgress::Running => {}
            }
        }
    }

    /// Returns the queries whose answers differ from this machine's answers, and the queries about other assets that follow
    /// them. As in a lookup, another asset is built only if the stage would ask for it on this machine. Returns `None` if a
    /// query fails.
    fn wrong_answers(&self, result: &WorkerResult) -> Option<Vec<Query>> {
        let mut wrong = Vec::new();
        for dependency in result.dependencies() {
            let query = &dependency.query;
            let follows_wrong_answer = query.is_about_asset() && !wrong.is_empty();
            if follows_wrong_answer || self.task.view.change(dependency).ok()?.is_some() {
                wrong.push(query.clone());
            }
        }
        Some(wrong)
    }
}

/// Returns the files by the digest of their bytes.
fn artifacts(files: Vec<OutputFile>) -> Artifacts {
    let verified = |file: OutputFile| {
        let digest = Digest::of(&file.bytes);
        (digest.to_string() == file.name).then_some((digest, file.bytes))
    };
    files.into_iter().filter_map(verified).collect()
}
