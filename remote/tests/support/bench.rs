//! [`Bench`]: an executor with a program, and the files that its actions need.

use std::fs;
use std::sync::Arc;
use std::time::Duration;

use rigmill_graph::{
    ActionProgress, ExecutionReport, InputFile, OutputFile, RemoteAction, RemoteExecutor, RunningAction,
};
use rigmill_pipeline::Digest;
use rigmill_remote::{ExecutionSettings, RemoteSettings, open_executor};
use tempfile::TempDir;

/// An executor whose program is a shell script, and a folder for input files.
pub(crate) struct Bench {
    pub(crate) executor: Arc<dyn RemoteExecutor>,
    pub(crate) folder: TempDir,
}

impl Bench {
    pub(crate) fn new(url: &str, script: &str) -> Self {
        Self::with_program(url, format!("#!/bin/sh\nset -e\nmkdir out\n{script}\n").as_bytes())
    }

    pub(crate) fn with_program(url: &str, program: &[u8]) -> Self {
        let folder = TempDir::new().unwrap();
        let path = folder.path().join("program");
        fs::write(&path, program).unwrap();
        let settings = ExecutionSettings::new(RemoteSettings::new(url), path);
        let settings = ExecutionSettings { command: vec!["worker".to_owned()], jobs: 20, ..settings };
        Self { executor: open_executor(&settings).unwrap(), folder }
    }

    /// Creates a file on this machine that is an input under a path.
    pub(crate) fn input(&self, path: &str, content: &[u8]) -> InputFile {
        let digest = Digest::of(content);
        let file = self.folder.path().join(digest.to_string());
        fs::write(&file, content).unwrap();
        InputFile { path: path.to_owned(), file, digest }
    }

    pub(crate) fn start(&self, arguments: &[&str]) -> Box<dyn RunningAction> {
        self.executor.start(action(arguments))
    }

    pub(crate) fn run(&self, action: RemoteAction) -> Option<Vec<OutputFile>> {
        end(&mut *self.executor.start(action))
    }

    /// Ends a build, which must have had no problems.
    pub(crate) fn finish(&self) -> ExecutionReport {
        let report = self.executor.report();
        assert!(report.warnings.is_empty() && report.failed == 0, "{report:?}");
        report
    }
}

pub(crate) fn action(arguments: &[&str]) -> RemoteAction {
    RemoteAction { arguments: arguments.iter().map(|&it| it.to_owned()).collect(), ..RemoteAction::default() }
}

/// Waits until an action ends.
pub(crate) fn end(running: &mut dyn RunningAction) -> Option<Vec<OutputFile>> {
    match running.wait(Duration::from_secs(60)) {
        ActionProgress::Ended(files) => files,
        ActionProgress::Running => panic!("the action does not end"),
    }
}

pub(crate) fn is_running(running: &mut dyn RunningAction) -> bool {
    matches!(running.wait(Duration::ZERO), ActionProgress::Running)
}

/// Returns the bytes of an output.
pub(crate) fn bytes<'a>(files: &'a [OutputFile], name: &str) -> &'a [u8] {
    &files.iter().find(|file| file.name == name).unwrap().bytes
}

pub(crate) fn text<'a>(files: &'a [OutputFile], name: &str) -> &'a str {
    std::str::from_utf8(bytes(files, name)).unwrap().trim_end()
}

pub(crate) fn random(seed: u64, count: usize) -> Vec<u8> {
    let mut random = rigmill_test_random::Random::new(seed);
    (0..count).map(|_| random.byte()).collect()
}
