//! Tests `--timings`: a Chrome trace of when each part of a build ran.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::channel;
use std::time::Duration;

use serde_json::Value;

use crate::support::{Project, clip};

/// Much longer than any rebuild takes.
const PATIENCE: Duration = Duration::from_secs(60);

/// Nanoseconds are written as fractions of microseconds, so the sum of two can be off by this much.
const ROUNDING: f64 = 0.000_5;

fn trace(project: &Project, path: &str) -> Vec<Value> {
    let trace: Value = serde_json::from_slice(&project.read(path)).unwrap();
    trace["traceEvents"].as_array().unwrap().iter().filter(|event| event["ph"] == "X").cloned().collect()
}

fn time(event: &Value, key: &str) -> f64 {
    event[key].as_f64().unwrap_or_else(|| panic!("no {key} in {event}"))
}

fn categories<'a>(events: &'a [Value], name: &str) -> BTreeSet<&'a str> {
    events.iter().filter(|event| event["name"] == name).map(|event| event["cat"].as_str().unwrap()).collect()
}

/// Whether a stage ran for an asset.
fn worked_on(events: &[Value], name: &str) -> bool {
    let found = categories(events, name);
    ["import", "process", "write"].iter().any(|stage| found.contains(stage))
}

/// Checks that spans of the same thread are nested or disjoint.
fn must_nest(events: &[Value]) {
    let mut threads: BTreeMap<u64, Vec<&Value>> = BTreeMap::new();
    for event in events {
        threads.entry(event["tid"].as_u64().unwrap()).or_default().push(event);
    }
    for events in threads.values() {
        let mut open: Vec<f64> = Vec::new();
        for event in events {
            let (begin, end) = (time(event, "ts"), time(event, "ts") + time(event, "dur"));
            assert!(begin >= 0.0 && end >= begin, "{event}");
            while open.last().is_some_and(|&outer| outer <= begin + ROUNDING) {
                open.pop();
            }
            assert!(open.last().is_none_or(|&outer| end <= outer + ROUNDING), "{event} is across {open:?}");
            open.push(end);
        }
    }
}

#[test]
fn a_trace_has_the_stages_of_each_asset_and_the_steps_of_the_build() {
    let project = Project::new();
    for number in 0..30 {
        project.write(&format!("clip{number}.Animation"), clip(&["1", &number.to_string()]));
    }
    let built = project.build_with(&["--timings", "trace.json", "-j", "3"]);
    assert_eq!(built.count("built"), 30);
    let events = trace(&project, "trace.json");
    for number in 0..30 {
        let found = categories(&events, &format!("clip{number}"));
        for stage in ["check", "import", "process", "write", "look-up"] {
            assert!(found.contains(stage), "clip{number}: {found:?}");
        }
    }
    for step in ["load state", "plan", "work", "commit", "save"] {
        assert!(categories(&events, step).contains(step), "{step}");
    }
    assert!(categories(&events, "native").contains("build"));
    must_nest(&events);
    assert_eq!(project.build_with(&["--timings", "trace.json"]).count("fresh"), 30);
    let events = trace(&project, "trace.json");
    assert!(!worked_on(&events, "clip1") && categories(&events, "plan").contains("plan"), "replaced");
    let left: Vec<_> = fs::read_dir(project.root()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(left.iter().filter(|name| name.to_string_lossy().contains("trace")).count(), 1, "{left:?}");
}

#[test]
fn a_build_that_fails_is_traced_too() {
    let project = Project::new();
    project.write("bad.Animation", "broken");
    assert_eq!(project.build_with(&["--timings", "trace.json"]).code, 1);
    assert!(categories(&trace(&project, "trace.json"), "bad").contains("import"));
    project.write("rigmill.toml", "[[rule]]\nmatch = \"*.Animation\"\nimporter = \"none\"\n");
    fs::remove_file(project.root().join("trace.json")).unwrap();
    assert_eq!(project.build_with(&["--timings", "trace.json"]).code, 2, "no such importer");
    assert!(categories(&trace(&project, "trace.json"), "plan").contains("plan"));
}

#[test]
fn a_trace_that_cannot_be_written_is_reported_before_anything_is_built() {
    let project = Project::new();
    project.write("a.Animation", clip(&["1"]));
    project.write("file", "");
    for path in ["no/such/folder/trace.json", ".", "file/below"] {
        let output = project.command("build").args([".", "--timings", path]).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{path}");
        let reported = String::from_utf8(output.stderr).unwrap();
        let expected = if path == "." { "--timings needs a file" } else { "cannot write the timings to" };
        assert!(reported.contains(expected), "{reported}");
        assert!(!project.native().exists(), "{path}: something was built");
    }
}

/// Ends a program when dropped, however the test ends.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[test]
fn watch_keeps_the_trace_of_the_last_rebuild() {
    let project = Project::new();
    project.write("a.Animation", clip(&["1"]));
    project.write("b.Animation", clip(&["1"]));
    let mut command = Command::new(env!("CARGO_BIN_EXE_rigmill"));
    command.args(["watch", ".", "--message-format", "json", "--cache-dir", "../cache", "--timings", "trace.json"]);
    let command = command.current_dir(project.root()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut running = Running(command.spawn().unwrap());
    let (sender, lines) = channel();
    let out = BufReader::new(running.0.stdout.take().unwrap()).lines();
    std::thread::spawn(move || out.map_while(Result::ok).try_for_each(|line| sender.send(line)));
    let wait_for = |what: &str| while !lines.recv_timeout(PATIENCE).expect(what).contains(what) {};
    wait_for("build-finished");
    assert!(categories(&trace(&project, "trace.json"), "b").contains("write"), "of the first build");
    project.write("a.Animation", clip(&["2"]));
    wait_for("\"reload\"");
    let events = trace(&project, "trace.json");
    assert!(categories(&events, "a").contains("write") && !worked_on(&events, "b"));
    must_nest(&events);
}
