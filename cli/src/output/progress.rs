//! Shows progress on standard error, for builds that take longer than half a second.

use std::sync::Mutex;
use std::time::{Duration, Instant};

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
    done: usize,
    all: usize,
    estimate: Estimate,
    begun: Instant,
    /// When progress was shown last.
    last: Option<Instant>,
    /// The number of characters on the terminal.
    shown: usize,
}

impl Bar {
    fn new(all: usize, estimate: Estimate) -> Self {
        Self { done: 0, all, estimate, begun: Instant::now(), last: None, shown: 0 }
    }

    /// Formats the progress.
    fn text(&self) -> String {
        let left = self.left().map(|left| format!(", {left}")).unwrap_or_default();
        format!("{} of {} assets{left}", self.done, self.all)
    }

    /// Draws the bar, or removes it if `text` is empty.
    fn draw(&mut self, shell: &Shell, text: &str) {
        shell.show_status(text, self.shown);
        self.shown = text.chars().count();
    }

    /// Whether progress is due to be shown again.
    fn is_due(&mut self, every: Duration) -> bool {
        let is_due = self.last.is_none_or(|last| last.elapsed() >= every);
        if is_due {
            self.last = Some(Instant::now());
        }
        is_due
    }

    /// Formats the remaining time.
    fn left(&self) -> Option<String> {
        self.estimate.remaining(self.begun.elapsed()).map(estimate::shown)
    }
}

/// The interval between lines if there is no terminal.
const LINE_EVERY: Duration = Duration::from_secs(5);

/// The interval between two drawings of the bar.
const DRAW_EVERY: Duration = Duration::from_millis(50);

/// The width of the bar, in characters.
const WIDTH: usize = 24;

impl<'a> Progress<'a> {
    pub(crate) fn new(shell: &Shell) -> Self {
        let bar = Mutex::new(Bar::new(0, Estimate::default()));
        Self { shell: *shell, recorder: None, times: None, begun: Instant::now(), bar }
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
        if let Ok(mut bar) = self.bar.lock()
            && bar.shown > 0
        {
            bar.draw(&self.shell, "");
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
            let estimate = Estimate::new(sources, &times.map(TimesFile::read).unwrap_or_default());
            let shown = bar.shown;
            *bar = Bar { shown, ..Bar::new(sources.len(), estimate) };
        }
    }

    fn advanced(&self, source: &SourcePath) {
        let Ok(mut bar) = self.bar.lock() else { return };
        bar.done += 1;
        bar.estimate.advance(source);
        if self.shell.quiet() || self.begun.elapsed() < PATIENCE {
            return;
        }
        let is_terminal = self.shell.watched();
        if !bar.is_due(if is_terminal { DRAW_EVERY } else { LINE_EVERY }) {
            return;
        }
        if is_terminal {
            let filled = WIDTH * bar.done / bar.all.max(1);
            let text = format!("[{:WIDTH$}] {}", "=".repeat(filled.min(WIDTH)), bar.text());
            bar.draw(&self.shell, &text);
        } else if bar.done < bar.all {
            self.shell.note(bar.text());
        }
    }
}
