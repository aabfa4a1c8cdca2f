//! Progress on standard error, for builds that take longer than half a second.

use std::sync::Mutex;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use rigmill_graph::{Observer, Recorder};

use crate::output::shell::Shell;

/// Shorter builds show no progress.
const PATIENCE: Duration = Duration::from_millis(500);

/// Shows progress: a bar on a terminal, otherwise a line every few seconds.
pub(crate) struct Progress<'a> {
    shell: Shell,
    recorder: Option<&'a Recorder>,
    begun: Instant,
    bar: Mutex<Bar>,
}

struct Bar {
    bar: ProgressBar,
    shown: bool,
    last_line: Option<Instant>,
}

/// How often a line is printed where there is no terminal.
const LINE_EVERY: Duration = Duration::from_secs(5);

impl<'a> Progress<'a> {
    pub(crate) fn new(shell: &Shell) -> Self {
        let begun = Instant::now();
        let bar = Bar { bar: ProgressBar::hidden(), shown: false, last_line: None };
        Self { shell: *shell, recorder: None, begun, bar: Mutex::new(bar) }
    }

    /// Records what the build does when.
    pub(crate) fn recording(self, recorder: Option<&'a Recorder>) -> Self {
        Self { recorder, ..self }
    }

    /// Removes the bar, so results can be printed.
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

    fn planned(&self, assets: usize) {
        if let Ok(mut bar) = self.bar.lock() {
            bar.bar = ProgressBar::with_draw_target(Some(assets as u64), ProgressDrawTarget::hidden());
            bar.shown = false;
        }
    }

    fn advanced(&self) {
        let Ok(mut bar) = self.bar.lock() else { return };
        bar.bar.inc(1);
        if self.shell.quiet() || self.begun.elapsed() < PATIENCE {
            return;
        }
        if !self.shell.watched() {
            if bar.last_line.is_none_or(|last| last.elapsed() >= LINE_EVERY) {
                let (done, all) = (bar.bar.position(), bar.bar.length().unwrap_or_default());
                if done < all {
                    bar.last_line = Some(Instant::now());
                    self.shell.note(format_args!("{done} of {all} assets"));
                }
            }
        } else if !bar.shown {
            let style = ProgressStyle::with_template("{bar:30} {pos} of {len} assets, {eta} left");
            bar.bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
            bar.bar.set_draw_target(ProgressDrawTarget::stderr());
            bar.shown = true;
        }
    }
}
