//! [`TraceFile`]: writes a trace of a build in Chrome's format, for Perfetto and `chrome://tracing`.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use rigmill_disk::{real_path, replace};
use rigmill_graph::{Activity, MANIFEST, Span};
use serde::Serialize;

use super::object::object;
use crate::failure::Failure;
use crate::output::printable::quoted;
use crate::output::replaceable::must_be_replaceable;

/// The file of a trace. The file appears completely or not at all.
#[derive(Debug)]
pub(crate) struct TraceFile {
    path: PathBuf,
}

impl TraceFile {
    /// Checks that a trace can be written to `path`. `has_project` is whether the command line also names a project.
    pub(crate) fn prepare(path: &Path, has_project: bool) -> Result<Self, Failure> {
        if path.is_dir() {
            return Err(is_folder(path, has_project));
        }
        // If the path is a symbolic link, its target is replaced instead of the link.
        let path = real_path(path).unwrap_or_else(|_| path.to_owned());
        let failed = |error| Failure::io("write the timings to", &path)(error);
        if fs::metadata(&path).is_ok_and(|found| !found.is_file()) {
            return Err(failed(io::Error::new(
                io::ErrorKind::InvalidInput,
                "the path exists, and is not a regular file",
            )));
        }
        must_be_replaceable(&path, b"{\"displayTimeUnit\"", "a file of timings", "timings.json")?;
        let beside = beside(&path);
        File::create(&beside).and_then(|_| fs::remove_file(&beside)).map_err(failed)?;
        Ok(Self { path })
    }

    /// Writes a trace. Replaces an older trace.
    pub(crate) fn write(&self, spans: &[Span]) -> Result<(), Failure> {
        let beside = beside(&self.path);
        let written = write(&beside, spans).and_then(|()| replace(&beside, &self.path));
        written.map_err(|error| {
            // If the file cannot be removed, it stays.
            let _ = fs::remove_file(&beside);
            Failure::io("write the timings to", &self.path)(error)
        })
    }
}

/// The failure for a folder in place of the file. Without a project on the command line, the folder may be meant as the project.
fn is_folder(path: &Path, has_project: bool) -> Failure {
    let file = format!("write the path of a file, such as {}", quoted(&path.join("timings.json")));
    let before_project = format!("--timings timings.json {}", quoted(path));
    let help = match (has_project, path.join(MANIFEST).is_file()) {
        (true, _) => file,
        (false, true) => format!("write the path of a file first: {before_project}"),
        (false, false) => format!("{file}; if this folder is the project, write {before_project}"),
    };
    Failure::other(format!("--timings needs a file, but {} is a folder", quoted(path)), Some(&help))
}

/// Returns the path of the unfinished file, in the same folder.
fn beside(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(format!(".{}.tmp", std::process::id()));
    name.into()
}

fn write(path: &Path, spans: &[Span]) -> io::Result<()> {
    let mut file = BufWriter::new(File::create(path)?);
    serde_json::to_writer(&mut file, &trace(spans))?;
    file.write_all(b"\n")?;
    file.into_inner()?.sync_data()
}

/// Returns a trace in the trace event format. Events with `ph` X have a duration, and events with `ph` M are metadata. Times
/// are in microseconds.
fn trace(spans: &[Span]) -> impl Serialize {
    let mut threads: Vec<usize> = spans.iter().map(|span| span.thread).collect();
    threads.sort_unstable();
    threads.dedup();
    let names = threads.into_iter().map(|thread| {
        let args = serde_json::json!({ "name": format!("worker {thread}") });
        event("thread_name", "__metadata", thread, (0.0, None), args)
    });
    let spans = spans.iter().map(|span| {
        let name = span.of.as_deref().unwrap_or(span.what.name());
        let args = match (&span.of, span.what) {
            (Some(target), Activity::Build) => serde_json::json!({ "target": target }),
            (Some(asset), _) => serde_json::json!({ "asset": asset }),
            (None, _) => serde_json::json!({}),
        };
        let [begin, end] = [span.begin, span.end].map(|time| time.as_nanos() as f64);
        event(name, span.what.name(), span.thread, (begin / 1000.0, Some((end - begin) / 1000.0)), args)
    });
    object! { displayTimeUnit: "ms", traceEvents: names.chain(spans).collect::<Vec<_>>() }
}

fn event(name: &str, cat: &str, tid: usize, (ts, dur): (f64, Option<f64>), args: serde_json::Value) -> impl Serialize {
    let ph = if dur.is_some() { "X" } else { "M" };
    object! { name: name, cat: cat, ph: ph, pid: 1, tid: tid, ts: ts; dur: dur, args: Some(args) }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    fn span(what: Activity, of: Option<&str>, begin: u64, end: u64) -> Span {
        let [begin, end] = [begin, end].map(Duration::from_nanos);
        Span { what, of: of.map(str::to_owned), thread: 3, begin, end }
    }

    #[test]
    fn spans_become_complete_events_in_microseconds() {
        let spans = [span(Activity::Plan, None, 500, 2500), span(Activity::Import, Some("a\"b"), 1000, 1001)];
        let json = serde_json::to_value(trace(&spans)).unwrap();
        let events = &json["traceEvents"];
        assert_eq!(events[0]["args"]["name"], "worker 3");
        let plan = serde_json::json!({"name": "plan", "cat": "plan", "ph": "X", "pid": 1, "tid": 3, "ts": 0.5, "dur": 2.0, "args": {}});
        assert_eq!(events[1], plan);
        assert_eq!((&events[2]["name"], &events[2]["cat"]), (&"a\"b".into(), &"import".into()));
        assert_eq!((&events[2]["dur"], &events[2]["args"]["asset"]), (&0.001.into(), &"a\"b".into()));
    }

    #[test]
    fn a_trace_replaces_the_one_before_and_nothing_but_files() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("trace.json");
        for _ in 0..2 {
            TraceFile::prepare(&path, true).unwrap().write(&[]).unwrap();
        }
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
        assert!(TraceFile::prepare(folder.path(), true).is_err());
        assert!(TraceFile::prepare(&path.join("below"), true).is_err());
    }
}
