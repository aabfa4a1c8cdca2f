//! The JSON messages of `--message-format json`: one object a line.

use std::path::Path;
use std::time::Duration;

use rigmill_graph::{AssetReport, BuildReport, Status};
use rigmill_pipeline::Diagnostic;
use serde::Serialize;

#[derive(Serialize)]
#[serde(tag = "reason", rename_all = "kebab-case")]
pub(crate) enum Message<'a> {
    Asset(AssetMessage<'a>),
    Diagnostic(DiagnosticMessage<'a>),
    Reload(ReloadMessage<'a>),
    ReloadAll(ReloadAllMessage<'a>),
    BuildFinished(FinishedMessage),
}

#[derive(Serialize)]
pub(crate) struct AssetMessage<'a> {
    asset: &'a str,
    status: &'static str,
    why: Vec<String>,
    outputs: Vec<String>,
    ms: f64,
    source: &'a str,
    target: &'a str,
    ran: Vec<&'static str>,
}

#[derive(Serialize)]
pub(crate) struct ReloadMessage<'a> {
    asset: &'a str,
    target: &'a str,
    status: &'static str,
    outputs: Vec<String>,
}

#[derive(Serialize)]
pub(crate) struct ReloadAllMessage<'a> {
    target: &'a str,
}

#[derive(Serialize)]
pub(crate) struct DiagnosticMessage<'a> {
    level: &'static str,
    code: &'a str,
    file: Option<String>,
    line: Option<u32>,
    column: Option<u32>,
    message: &'a str,
    help: Option<&'a str>,
}

#[derive(Default, Serialize)]
pub(crate) struct FinishedMessage {
    pub(crate) success: bool,
    pub(crate) built: usize,
    pub(crate) fresh: usize,
    pub(crate) cached: usize,
    pub(crate) failed: usize,
    pub(crate) removed: usize,
    pub(crate) ms: f64,
    pub(crate) warnings: usize,
}

impl<'a> Message<'a> {
    /// An asset's result, with its files as paths below `folder`.
    pub(crate) fn asset(report: &'a AssetReport, target: &'a str, folder: &Path) -> Self {
        Self::Asset(AssetMessage {
            asset: &report.asset,
            status: report.status.name(),
            why: report.why.iter().map(ToString::to_string).collect(),
            outputs: shown(&report.outputs, folder),
            ms: milliseconds(report.time),
            source: &report.source,
            target,
            ran: report.ran.iter().map(|stage| stage.name()).collect(),
        })
    }

    /// A running game should reload this asset.
    pub(crate) fn reload(report: &'a AssetReport, target: &'a str, folder: &Path) -> Self {
        let outputs = shown(&report.outputs, folder);
        Self::Reload(ReloadMessage { asset: &report.asset, target, status: report.status.name(), outputs })
    }

    /// Any output may have changed.
    pub(crate) fn reload_all(target: &'a str) -> Self {
        Self::ReloadAll(ReloadAllMessage { target })
    }

    /// A diagnostic; `root` is the prefix of the file's path.
    pub(crate) fn diagnostic(diagnostic: &'a Diagnostic, root: &str) -> Self {
        Self::Diagnostic(DiagnosticMessage {
            level: diagnostic.level.name(),
            code: &diagnostic.code,
            file: diagnostic.file.as_ref().map(|file| format!("{root}{file}")),
            line: diagnostic.place.as_ref().map(|place| place.line),
            column: diagnostic.place.as_ref().map(|place| place.column),
            message: &diagnostic.message,
            help: diagnostic.help.as_deref(),
        })
    }

    /// The message as a line, without a line end.
    pub(crate) fn line(&self) -> String {
        // These types have no map with keys that are not text, and nothing else can fail.
        serde_json::to_string(self).unwrap_or_default()
    }
}

impl FinishedMessage {
    /// Adds the sums of one target's build.
    pub(crate) fn add(&mut self, report: &BuildReport) {
        self.built += report.count(Status::Built);
        self.fresh += report.count(Status::Fresh);
        self.cached += report.count(Status::Cached);
        self.failed += report.count(Status::Failed);
        self.removed += report.count(Status::Removed);
        self.warnings += report.warnings();
        self.success = self.failed == 0;
    }

    /// The last line for people.
    pub(crate) fn summary(&self) -> String {
        let Self { built, cached, fresh, failed, ms, .. } = self;
        let removed = if self.removed == 0 { String::new() } else { format!("removed {}\n", self.removed) };
        let warnings = counted_warnings(self.warnings).map(|warnings| warnings + "\n").unwrap_or_default();
        format!(
            "{warnings}{removed}built {built}, cached {cached}, fresh {fresh}, failed {failed} in {:.2} s",
            ms / 1000.0
        )
    }
}

/// The number of warnings as text, if there are any.
pub(crate) fn counted_warnings(warnings: usize) -> Option<String> {
    match warnings {
        0 => None,
        1 => Some("1 warning".to_owned()),
        _ => Some(format!("{warnings} warnings")),
    }
}

/// Files as paths below `folder`, separated by `/`.
fn shown(outputs: &[String], folder: &Path) -> Vec<String> {
    outputs.iter().map(|path| folder.join(path).to_string_lossy().replace('\\', "/")).collect()
}

/// Milliseconds, rounded to a tenth.
pub(crate) fn milliseconds(time: Duration) -> f64 {
    (time.as_secs_f64() * 10_000.0).round() / 10.0
}
