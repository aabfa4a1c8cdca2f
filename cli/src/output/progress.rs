//! Shows progress on standard error, for builds that take longer than half a second.

use std::sync::Mutex;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use rigmill_graph::{Observer, Recorder};
use rigmill_pipeline::SourcePath;

use crate::output::estimate::{self, Estimate};
use crate::output::shell::Shell;
use crate::output::times::TimesFile;

/// Builds that take less than this time show no progress.
const PATIENCE: Duration = Duration::from_millis(500);

/// Shows progress: a bar on a terminal, otherwise a line every few seconds.
pub(crate) struct Progress<'a> {
    shell: Shell,
    recorder: Option<&'a Recorder>,
    times: Option<TimesFile>,
    begun: Instant,
    bar: Mutex<Bar>,
}

struct Bar {
    bar: ProgressBar,
    estimate: Estimate,
    begun: Instant,
    shown: bool,
    last_line: Option<Instant>,
}

impl Bar {
    /// Formats the remaining time.
    fn left(&self) -> Option<String> {
        self.estimate.remaining(self.begun.elapsed()).map(estimate::shown)
    }
}

/// The interval between lines if there is no terminal.
const LINE_EVERY: Duration = Duration::from_secs(5);

impl<'a> Progress<'a> {
    pub(crate) fn new(shell: &Shell) -> Self {
        let begun = Instant::now();
        let estimate = Estimate::default();
        let bar = Bar { bar: ProgressBar::hidden(), estimate, begun, shown: false, last_line: None };
        Self { shell: *shell, recorder: None, times: None, begun, bar: Mutex::new(bar) }
    }

    /// Records when each part of the build runs.
    pub(crate) fn recording(self, recorder: Option<&'a Recorder>) -> Self {
        Self { recorder, ..self }
    }

    /// Estimates the remaining time with these times of earlier builds.
    pub(crate) fn with_times(self, times: TimesFile) -> Self {
        Self { times: Some(times), ..self }
    }

    /// Removes the bar, so that results can be printed.
    pub(crate) fn finish(&self) {
        if let Ok(bar) = self.bar.lock() {
            bar.bar.finish_and_clear();
        }
    }
}

impl Observer for Progress<'_> {
    fn recorder(&self) -> Option<&Recorder> {
        self.recorder
    }

    fn waiting(&self, owner: &str) {
        self.shell.note(format_args!("waiting for another build of this project ({owner})"));
    }

    fn planned(&self, sources: &[&SourcePath]) {
        if let Ok(mut bar) = self.bar.lock() {
            let times = self.times.as_ref().filter(|_| !sources.is_empty() && !self.shell.quiet());
            bar.estimate = Estimate::new(sources, &times.map(TimesFile::read).unwrap_or_default());
            bar.bar = ProgressBar::with_draw_target(Some(sources.len() as u64), ProgressDrawTarget::hidden());
            bar.begun = Instant::now();
            bar.shown = false;
        }
    }

    fn advanced(&self, source: &SourcePath) {
        let Ok(mut bar) = self.bar.lock() else { return };
        bar.bar.inc(1);
        bar.estimate.advance(source);
        if self.shell.quiet() || self.begun.elapsed() < PATIENCE {
            return;
        }
        if !self.shell.watched() {
            if bar.last_line.is_none_or(|last| last.elapsed() >= LINE_EVERY) {
                let (done, all) = (bar.bar.position(), bar.bar.length().unwrap_or_default());
                if done < all {
                    bar.last_line = Some(Instant::now());
                    let left = bar.left().map(|left| format!(", {left}")).unwrap_or_default();
                    self.shell.note(format_args!("{done} of {all} assets{left}"));
                }
            }
            return;
        }
        bar.bar.set_message(bar.left().unwrap_or_default());
        if !bar.shown {
            let style = ProgressStyle::with_template("{bar:30} {pos} of {len} assets  {msg}");
            bar.bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
            bar.bar.set_draw_target(ProgressDrawTarget::stderr());
            bar.shown = true;
        }
    }
}
