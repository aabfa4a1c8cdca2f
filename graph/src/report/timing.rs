//! [`Recorder`]: records when each part of a build ran and on which thread, for `rigmill build --timings`.
//!
//! Nothing is measured unless an observer provides a recorder. No result of a build depends on timings.

use std::sync::{Mutex, PoisonError};
use std::thread::{self, ThreadId};
use std::time::{Duration, Instant};
/// A part of a build.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Activity {
    /// A whole build, for one target.
    Build,
    /// Reading the state of the last build.
    LoadState,
    /// Finding the assets that may be out of date.
    Plan,
    /// Checking and building all of these assets.
    Work,
    /// Checking one asset.
    Check,
    /// Moving all new files to the output folder.
    Commit,
    /// Saving the state.
    Save,
    /// Looking up an action or an artifact in the object cache of this machine.
    LookUp,
    /// Looking up an action or an artifact in the remote cache, after the object cache of this machine.
    RemoteLookup,
    /// Running the actions of an asset on a different machine.
    RemoteRun,
    /// Running an importer.
    Import,
    /// Running a processor.
    Process,
    /// Running a writer.
    Write,
}

impl Activity {
    /// Returns the activity's name in traces.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Build => "build",
            Self::LoadState => "load state",
            Self::Plan => "plan",
            Self::Check => "check",
            Self::Work => "work",
            Self::Commit => "commit",
            Self::Save => "save",
            Self::LookUp => "look-up",
            Self::RemoteLookup => "remote look-up",
            Self::RemoteRun => "run elsewhere",
            Self::Import => "import",
            Self::Process => "process",
            Self::Write => "write",
        }
    }
}

/// The time of one activity. Two spans of the same thread are either disjoint or nested.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Span {
    /// The activity.
    pub what: Activity,
    /// The asset or target; `None` if the activity concerns the whole build.
    pub of: Option<String>,
    /// The number of the thread, counted from 0.
    pub thread: usize,
    /// When the activity began, as the time since the recorder was created.
    pub begin: Duration,
    /// When the activity ended, as the time since the recorder was created.
    pub end: Duration,
}

/// Collects the spans of one or more builds.
#[derive(Debug)]
pub struct Recorder {
    made: Instant,
    spans: Mutex<Vec<Span>>,
    /// Every thread that recorded a span, in the order of their first spans.
    threads: Mutex<Vec<ThreadId>>,
}

impl Recorder {
    /// Creates a recorder whose time starts now.
    #[must_use]
    pub fn new() -> Self {
        Self { made: Instant::now(), spans: Mutex::default(), threads: Mutex::default() }
    }

    /// Returns the number of the current thread.
    fn thread(&self) -> usize {
        let own = thread::current().id();
        let mut threads = self.threads.lock().unwrap_or_else(PoisonError::into_inner);
        threads.iter().position(|&thread| thread == own).unwrap_or_else(|| {
            threads.push(own);
            threads.len() - 1
        })
    }

    /// Removes and returns the spans that were recorded so far, sorted by thread and begin. Outer spans come before inner
    /// spans.
    #[must_use]
    pub fn take(&self) -> Vec<Span> {
        let mut spans = std::mem::take(&mut *self.spans.lock().unwrap_or_else(PoisonError::into_inner));
        spans.sort_by(|a, b| (a.thread, a.begin, b.end, a.what).cmp(&(b.thread, b.begin, a.end, b.what)));
        spans
    }
}

impl Default for Recorder {
    fn default() -> Self {
        Self::new()
    }
}

/// Measures times if there is a recorder.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Timer<'a>(pub(crate) Option<&'a Recorder>);

impl<'a> Timer<'a> {
    /// Begins a span. The span ends when the returned value is dropped.
    pub(crate) fn span(self, what: Activity, of: Option<&str>) -> Option<OpenSpan<'a>> {
        let recorder = self.0?;
        Some(OpenSpan { recorder, what, of: of.map(str::to_owned), begin: recorder.made.elapsed() })
    }

    /// Runs `action` and records it as a span.
    pub(crate) fn time<T>(self, what: Activity, action: impl FnOnce() -> T) -> T {
        let _span = self.span(what, None);
        action()
    }
}

/// A span that has not ended yet.
pub(crate) struct OpenSpan<'a> {
    recorder: &'a Recorder,
    what: Activity,
    of: Option<String>,
    begin: Duration,
}

impl Drop for OpenSpan<'_> {
    fn drop(&mut self) {
        let thread = self.recorder.thread();
        let end = self.recorder.made.elapsed();
        let span = Span { what: self.what, of: self.of.take(), thread, begin: self.begin, end };
        self.recorder.spans.lock().unwrap_or_else(PoisonError::into_inner).push(span);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_inner_span_lies_within_its_outer_one() {
        let recorder = Recorder::new();
        let timer = Timer(Some(&recorder));
        timer.time(Activity::Check, || drop(timer.span(Activity::Import, Some("a"))));
        let spans = recorder.take();
        let recorded: Vec<_> = spans.iter().map(|span| (span.what, span.of.as_deref())).collect();
        assert_eq!(recorded, [(Activity::Check, None), (Activity::Import, Some("a"))]);
        assert!(spans[0].begin <= spans[1].begin && spans[1].end <= spans[0].end);
        assert!(recorder.take().is_empty());
    }

    #[test]
    fn without_a_recorder_nothing_is_recorded() {
        assert!(Timer(None).span(Activity::Import, Some("a")).is_none());
    }
}
