//! The JSON messages of `--message-format json`: one object per line, which begins with its `reason` and ends with the version
//! of the messages. `docs/reference/messages.md` describes them, and `messages.schema.json` next to it defines their fields.
//!
//! Paths of files are relative to the current folder if their project or output folder is below it. Otherwise, they are
//! absolute. Names are separated by `/`.

use std::collections::BTreeSet;
use std::path::Path;
use std::time::Duration;

use rigmill_graph::{AssetReport, AssetSurvey, BuildReport, ExecutionReport, Status};
use rigmill_pipeline::Diagnostic;
use rigmill_store::RemoteReport;
use serde::Serialize;

use super::object::{line, object};
use super::paths::shown_path;
use crate::byte_size;

/// The version of the messages. It increases when a field is removed or its meaning changes, but not when one is added.
const VERSION: u32 = 1;

/// Formats a message as a line.
pub(crate) fn message(of: &impl Serialize) -> String {
    #[derive(Serialize)]
    struct Versioned<'a, T> {
        #[serde(flatten)]
        of: &'a T,
        version: u32,
    }
    line(&Versioned { of, version: VERSION })
}

/// Formats an asset's result. `folder` is the prefix of its files.
pub(crate) fn asset(report: &AssetReport, target: &str, folder: &str) -> String {
    message(&object! {
        reason: "asset",
        asset: &report.asset,
        status: report.status.name(),
        why: report.why.iter().map(ToString::to_string).collect::<Vec<_>>(),
        outputs: shown(&report.outputs, folder),
        ms: milliseconds(report.time),
        source: &report.source,
        target: target,
        ran: report.ran.iter().map(|stage| stage.name()).collect::<Vec<_>>(),
        fetched: report.fetched,
        executed: report.executed,
    })
}

/// Formats a message about a file that no importer accepts and no stage reads. `root` is the prefix of its path.
pub(crate) fn unknown(file: &str, root: &str, target: &str) -> String {
    message(&object! { reason: "unknown", file: format!("{root}{file}"), target: target })
}

/// Formats a message that a running game should reload this asset. `folder` is the prefix of its files.
pub(crate) fn reload(report: &AssetReport, target: &str, folder: &str) -> String {
    let (asset, status) = (&report.asset, report.status.name());
    let outputs = shown(&report.outputs, folder);
    message(&object! { reason: "reload", asset: asset, target: target, status: status, outputs: outputs })
}

/// Formats a message that any output of the target may have changed.
pub(crate) fn reload_all(target: &str) -> String {
    message(&object! { reason: "reload-all", target: target })
}

/// Formats a diagnostic. `root` is the prefix of the file's path.
pub(crate) fn diagnostic(diagnostic: &Diagnostic, root: &str) -> String {
    message(&object! {
        reason: "diagnostic",
        level: diagnostic.level.name(),
        code: &diagnostic.code,
        file: diagnostic.file.as_ref().map(|file| format!("{root}{file}")),
        line: diagnostic.location.as_ref().map(|location| location.line),
        column: diagnostic.location.as_ref().map(|location| location.column),
        message: &diagnostic.message,
        help: diagnostic.help.as_deref(),
    })
}

/// Formats a message about a file that `clean` removed.
pub(crate) fn removed(file: &Path) -> String {
    message(&object! { reason: "removed", file: shown_path(file) })
}

/// Formats the message at the end of `clean`.
pub(crate) fn clean_finished(removed: usize) -> String {
    message(&object! { reason: "clean-finished", removed: removed })
}

/// Formats a message about a file that `init` created or changed.
pub(crate) fn made(file: &str) -> String {
    message(&object! { reason: "made", file: file })
}

/// Formats a message about a content file or pack that `verify` read.
pub(crate) fn verified(file: &Path, content: &str) -> String {
    message(&object! { reason: "verified", file: shown_path(file), content: content })
}

/// Formats the message at the end of `verify`.
pub(crate) fn verify_finished(good: usize, bad: usize, success: bool) -> String {
    message(&object! { reason: "verify-finished", success: success, good: good, bad: bad })
}

/// The message at the end of a build.
#[derive(Default, Serialize)]
#[serde(tag = "reason", rename = "build-finished")]
pub(crate) struct FinishedMessage {
    pub(crate) success: bool,
    pub(crate) built: usize,
    pub(crate) fresh: usize,
    pub(crate) cached: usize,
    pub(crate) failed: usize,
    pub(crate) removed: usize,
    /// The number of assets that may be out of date but were not requested.
    #[serde(skip_serializing_if = "is_zero")]
    pub(crate) postponed: usize,
    pub(crate) ms: f64,
    pub(crate) warnings: usize,
    /// The total number of files that no importer accepts and no stage reads, in all targets.
    pub(crate) unknown: usize,
    /// The number of assets with an output from a different machine.
    pub(crate) fetched: usize,
    /// The total time that the stages of fetched assets took on the machines that ran them, as far as it is known.
    pub(crate) saved_ms: f64,
    /// The number of assets whose stages ran on other machines.
    pub(crate) executed: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) remote: Option<RemoteMessage>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) execution: Option<ExecutionMessage>,
    #[serde(skip)]
    pub(crate) unknown_files: BTreeSet<String>,
}

impl FinishedMessage {
    /// Formats the message as a line, without a line ending.
    pub(crate) fn line(&self) -> String {
        message(self)
    }

    /// Adds the counts of one target's build.
    pub(crate) fn add(&mut self, report: &BuildReport) {
        self.built += report.count(Status::Built);
        self.fresh += report.count(Status::Fresh);
        self.cached += report.count(Status::Cached);
        self.failed += report.count(Status::Failed);
        self.removed += report.count(Status::Removed);
        self.postponed += report.postponed;
        self.warnings += report.warnings();
        self.unknown_files.extend(report.unknown_files.iter().cloned());
        self.unknown = self.unknown_files.len();
        self.fetched += report.assets.iter().filter(|asset| asset.fetched).count();
        self.saved_ms += milliseconds(report.saved);
        self.executed += report.assets.iter().filter(|asset| asset.executed).count();
        self.success = self.failed == 0;
    }

    /// Adds the report of the remote cache.
    pub(crate) fn add_remote(&mut self, report: &RemoteReport) {
        self.warnings += report.warnings.len();
        let &RemoteReport { asked, found, calls, received, sent, stored, given_up, waited, .. } = report;
        let waited_ms = milliseconds(waited);
        self.remote = Some(RemoteMessage { asked, found, calls, received, sent, stored, given_up, waited_ms });
    }

    /// Adds the report of other machines.
    pub(crate) fn add_execution(&mut self, report: &ExecutionReport) {
        self.warnings += report.warnings.len();
        let &ExecutionReport { executed, retried, failed, received, sent, .. } = report;
        self.execution = Some(ExecutionMessage { executed, retried, failed, received, sent });
    }

    /// Marks the build as failed if there are files that no importer accepts.
    pub(crate) fn deny_unknown(&mut self) {
        self.success &= self.unknown == 0;
    }

    /// Marks the build as failed if there are warnings. Warnings about servers are added later and do not count, because they
    /// do not concern the project.
    pub(crate) fn deny_warnings(&mut self) {
        self.success &= self.warnings == 0;
    }

    /// Formats the summary line for people.
    pub(crate) fn summary(&self) -> String {
        let Self { built, cached, fresh, failed, ms, .. } = self;
        let removed = if self.removed == 0 { String::new() } else { format!("removed {}\n", self.removed) };
        let postponed = match self.postponed {
            0 => String::new(),
            1 => "1 asset outside of --asset may be out of date\n".to_owned(),
            others => format!("{others} assets outside of --asset may be out of date\n"),
        };
        let warnings = counted_warnings(self.warnings).map(|warnings| warnings + "\n").unwrap_or_default();
        let remote = self.remote.as_ref().filter(|remote| remote.calls > 0);
        let remote = remote.map(|remote| remote.summary(self.fetched, self.saved_ms) + "\n").unwrap_or_default();
        let execution = self.execution.as_ref().filter(|execution| execution.executed + execution.failed > 0);
        let execution = execution.map(|execution| execution.summary(self.executed) + "\n").unwrap_or_default();
        format!(
            "{warnings}{removed}{postponed}{remote}{execution}built {built}, cached {cached}, fresh {fresh}, failed {failed} in {:.2} s",
            ms / 1000.0
        )
    }
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "as serde calls it")]
fn is_zero(count: &usize) -> bool {
    *count == 0
}

/// What the remote cache did in a build. Sizes are in bytes.
#[derive(Serialize)]
pub(crate) struct RemoteMessage {
    /// The number of lookups.
    asked: u64,
    /// The number of lookups with a result.
    found: u64,
    calls: u64,
    received: u64,
    sent: u64,
    /// The number of uploaded values. An asset has several.
    stored: u64,
    given_up: u64,
    waited_ms: f64,
}

impl RemoteMessage {
    /// Formats a line for people.
    fn summary(&self, fetched: usize, saved_ms: f64) -> String {
        let Self { asked, found, .. } = self;
        let [received, sent] = [self.received, self.sent].map(byte_size::show);
        let assets = if fetched == 1 { "asset" } else { "assets" };
        let saved =
            if saved_ms >= 100.0 { format!(", {:.1} s of work saved", saved_ms / 1000.0) } else { String::new() };
        format!(
            "remote cache: {found} of {asked} found, {fetched} {assets} fetched, {received} received, {sent} sent{saved}"
        )
    }
}

/// What other machines did in a build. Sizes are in bytes.
#[derive(Serialize)]
pub(crate) struct ExecutionMessage {
    /// The number of actions that ran to completion. An asset can take several, each with more of the files that it needs.
    executed: u64,
    /// The number of actions that were restarted because a machine failed.
    retried: u64,
    failed: u64,
    received: u64,
    sent: u64,
}

impl ExecutionMessage {
    /// Formats a line for people.
    fn summary(&self, assets: usize) -> String {
        let Self { executed, failed, .. } = self;
        let [received, sent] = [self.received, self.sent].map(byte_size::show);
        let failed = if *failed == 0 { String::new() } else { format!(", {failed} failed") };
        format!(
            "remote execution: {assets} assets built in {executed} actions{failed}, {received} received, {sent} sent"
        )
    }
}

/// Formats the number of warnings, if there are any.
pub(crate) fn counted_warnings(warnings: usize) -> Option<String> {
    match warnings {
        0 => None,
        1 => Some("1 warning".to_owned()),
        _ => Some(format!("{warnings} warnings")),
    }
}

/// Adds a prefix to file paths.
fn shown(outputs: &[String], folder: &str) -> Vec<String> {
    outputs.iter().map(|path| format!("{folder}{path}")).collect()
}

/// Converts to milliseconds, rounded to a tenth.
pub(crate) fn milliseconds(time: Duration) -> f64 {
    (time.as_secs_f64() * 10_000.0).round() / 10.0
}

/// Formats an asset for `list`.
pub(crate) fn listed(asset: &AssetSurvey) -> String {
    message(&object! {
        reason: "listed",
        asset: &asset.asset,
        source: &asset.source,
        importer: &asset.importer.stage,
        processor: &asset.processor.stage,
        writers: &asset.writers,
        outputs: asset.outputs.iter().map(|output| output.path.as_str()).collect::<Vec<_>>(),
        state: asset.state(),
        why: asset.why.iter().map(ToString::to_string).collect::<Vec<_>>(),
    })
}
