//! [`Recorder`]: what a build did when, and on which thread. For `rigmill build --timings`.
//!
//! Nothing is measured unless an observer lends a recorder. No result of a build depends on what is recorded.

use std::sync::{Mutex, PoisonError};
use std::thread::{self, ThreadId};
use std::time::{Duration, Instant};
/// What a span of time went into.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Activity {
    /// A whole build, for one target.
    Build,
    /// Reading the state of the last build.
    LoadState,
    /// Finding the assets that may not be up to date.
    Plan,
    /// Bringing those up to date, all together.
    Work,
    /// Looking whether one of them is up to date.
    Check,
    /// Putting new files in place, all together.
    Commit,
    /// Writing the state, at the end of that.
    Save,
    /// Asking state and object cache for an action's result.
    LookUp,
    /// Running an importer.
    Import,
    /// Running a processor.
    Process,
    /// Running a writer.
    Write,
}

impl Activity {
    /// As in traces.
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
            Self::Import => "import",
            Self::Process => "process",
            Self::Write => "write",
        }
    }
}

/// One activity, from begin to end. Spans of one thread lie within or beside each other, never across.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Span {
    /// What was done.
    pub what: Activity,
    /// For which asset, or which target; `None` for a part of the build as a whole.
    pub of: Option<String>,
    /// By which thread of the build, from 0.
    pub thread: usize,
    /// When it began, since the recorder was made.
    pub begin: Duration,
    /// When it ended.
    pub end: Duration,
}

/// Collects the spans of one build or several.
#[derive(Debug)]
pub struct Recorder {
    made: Instant,
    spans: Mutex<Vec<Span>>,
    /// Every thread that recorded a span, in the order of their first ones.
    threads: Mutex<Vec<ThreadId>>,
}

impl Recorder {
    /// A recorder whose time begins now.
    #[must_use]
    pub fn new() -> Self {
        Self { made: Instant::now(), spans: Mutex::default(), threads: Mutex::default() }
    }

    /// The number of the thread that asks.
    fn thread(&self) -> usize {
        let own = thread::current().id();
        let mut threads = self.threads.lock().unwrap_or_else(PoisonError::into_inner);
        threads.iter().position(|&thread| thread == own).unwrap_or_else(|| {
            threads.push(own);
            threads.len() - 1
        })
    }

    /// The spans so far, by thread, then begin, outer ones before those in them.
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

/// Takes the time where someone wants to know it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Timer<'a>(Option<&'a Recorder>);

impl<'a> Timer<'a> {
    pub(crate) fn new(recorder: Option<&'a Recorder>) -> Self {
        Self(recorder)
    }

    /// Begins a span, which ends when the result is dropped.
    pub(crate) fn span(self, what: Activity, of: Option<&str>) -> Option<Running<'a>> {
        let recorder = self.0?;
        Some(Running { recorder, what, of: of.map(str::to_owned), begin: recorder.made.elapsed() })
    }

    /// What `action` gives, and how long it took.
    pub(crate) fn time<T>(self, what: Activity, action: impl FnOnce() -> T) -> T {
        let _span = self.span(what, None);
        action()
    }
}

/// A span that has begun.
pub(crate) struct Running<'a> {
    recorder: &'a Recorder,
    what: Activity,
    of: Option<String>,
    begin: Duration,
}

impl Drop for Running<'_> {
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
        let timer = Timer::new(Some(&recorder));
        timer.time(Activity::Check, || drop(timer.span(Activity::Import, Some("a"))));
        let spans = recorder.take();
        let told: Vec<_> = spans.iter().map(|span| (span.what, span.of.as_deref())).collect();
        assert_eq!(told, [(Activity::Check, None), (Activity::Import, Some("a"))]);
        assert!(spans[0].begin <= spans[1].begin && spans[1].end <= spans[0].end);
        assert!(recorder.take().is_empty());
    }

    #[test]
    fn nobody_who_asks_means_nothing_recorded() {
        assert!(Timer::new(None).span(Activity::Import, Some("a")).is_none());
    }
}
