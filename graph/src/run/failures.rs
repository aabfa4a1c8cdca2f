//! The failures of an asset's actions.

use std::io;

use rigmill_disk::LeavesProject;
use rigmill_pipeline::{Code, Dependency, Diagnostic, Level, SourcePath, StageError, codes};

use super::task::Task;
use crate::records::Failure;

const LINKS_HELP: &str =
    "copy the file into the project, or allow such links with `follow_links = true` under [project] in rigmill.toml";

const STAGE_HELP: &str = "this is a bug in the stage; please report it, and attach the source";

impl Task<'_> {
    /// Returns a stage's result, or the failure to record.
    pub(super) fn stage_result<T>(
        &self,
        result: Result<Result<T, StageError>, String>,
        stage: &str,
        dependencies: &[Dependency],
        diagnostics: &[Diagnostic],
    ) -> Result<T, Failure> {
        let has_error = has_error(diagnostics);
        let stage_fault =
            |message| Some(Diagnostic::error(codes::STAGE_BUG, message).in_file(&self.asset.source).help(STAGE_HELP));
        let (error, retry) = match result {
            Ok(Ok(value)) if !has_error => return Ok(value),
            Ok(Err(StageError::Io { path, error })) => (Some(self.unreadable(&path, &error)), true),
            Ok(_) if has_error => (None, false),
            Ok(_) => (stage_fault(format!("`{stage}` failed without a diagnostic")), false),
            Err(panic) => (stage_fault(format!("`{stage}` panicked: {panic}")), false),
        };
        let diagnostics = diagnostics.iter().cloned().chain(error).collect();
        Err(Failure { retry, ..Failure::new(dependencies.to_vec(), diagnostics) })
    }

    pub(super) fn not_deterministic(&self) -> Failure {
        self.input_failure(codes::RESULTS_DIFFER, "a stage returned different results for the same input".to_owned())
    }

    /// Returns the failure of an isolated asset whose records have different keys than in this process.
    pub(super) fn other_program(&self) -> Failure {
        self.io_failure("the stages ran in a different version of this program; restart the program".to_owned())
    }

    pub(super) fn input_failure(&self, code: Code, message: String) -> Failure {
        let diagnostic = Diagnostic::error(code, message).in_file(&self.asset.source);
        Failure::new(Vec::new(), vec![diagnostic])
    }

    pub(super) fn io_failure(&self, message: String) -> Failure {
        Failure { retry: true, ..self.input_failure(codes::FILE_ACCESS, message) }
    }

    pub(super) fn unreadable(&self, path: &SourcePath, error: &io::Error) -> Diagnostic {
        let leaves = LeavesProject::is_cause_of(error);
        let code = if leaves { codes::LINK_OUTSIDE } else { codes::FILE_ACCESS };
        let diagnostic = Diagnostic::error(code, format!("cannot read {path}: {error}")).in_file(&self.asset.source);
        if leaves { diagnostic.help(LINKS_HELP) } else { diagnostic }
    }
}

pub(super) fn has_error(diagnostics: &[Diagnostic]) -> bool {
    diagnostics.iter().any(|diagnostic| diagnostic.level == Level::Error)
}
