//! Actions on a real server: either they run, or the build learns within a bounded time that they do not.

use std::fs;
use std::thread;
use std::time::{Duration, Instant};

use rigmill_graph::{ActionProgress, RemoteAction};
use rigmill_remote::{ExecutionSettings, RemoteSettings, open_executor};

use crate::support::{Bench, Casd, PATIENCE, action, bytes, end, is_running, random, text, wait_until};

#[test]
#[cfg_attr(not(all(casd, sandbox)), ignore = "needs RIGMILL_CASD and bubblewrap")]
fn inputs_and_arguments_arrive() {
    let casd = Casd::start_executing();
    let script = "find . -type f | sort > out/list; cp a/b/c.bin out/c; cp a/large out/large; cp none out/none\n\
                  echo \"$@\" > out/arguments";
    let bench = Bench::new(&casd.url(), script);
    let (small, large) = (random(1, 3000), random(2, 3_000_000));
    let files = vec![
        bench.input("a/b/c.bin", &small),
        bench.input("none", b""),
        bench.input("a/large", &large),
        // This path exists in the system, too.
        bench.input("usr/bin/sh", b"no shell"),
    ];
    let outputs = bench.run(RemoteAction { files, ..action(&["x", "a b"]) }).unwrap();
    assert_eq!(outputs.len(), 5);
    assert_eq!(text(&outputs, "list"), "./a/b/c.bin\n./a/large\n./none\n./out/list\n./rigmill\n./usr/bin/sh");
    assert!(bytes(&outputs, "c") == small && bytes(&outputs, "large") == large && bytes(&outputs, "none") == b"");
    assert_eq!(text(&outputs, "arguments"), "worker x a b");
    let report = bench.finish();
    assert_eq!((report.executed, report.retried), (1, 0), "{report:?}");
    assert!(report.sent > 3_000_000 && report.received > 3_000_000, "{report:?}");
}

#[test]
#[cfg_attr(not(all(casd, sandbox)), ignore = "needs RIGMILL_CASD and bubblewrap")]
fn outputs_of_all_sizes_come_back() {
    let casd = Casd::start_executing();
    let script = ": > out/none; head -c 5000000 /dev/zero | tr '\\0' x > out/large\n\
                  for at in $(seq 200); do echo \"file $at\" > out/$at; done";
    let outputs = Bench::new(&casd.url(), script).run(action(&[])).unwrap();
    assert_eq!(outputs.len(), 202);
    assert!(bytes(&outputs, "none").is_empty() && bytes(&outputs, "large") == vec![b'x'; 5_000_000]);
    assert!((1..=200).all(|at| text(&outputs, &at.to_string()) == format!("file {at}")));
    // The first action creates an empty folder of results, the second creates none.
    assert_eq!(Bench::new(&casd.url(), "").run(action(&[])), Some(Vec::new()));
    assert_eq!(Bench::new(&casd.url(), "rmdir out").run(action(&[])), Some(Vec::new()));
}

#[test]
#[cfg_attr(not(all(casd, sandbox)), ignore = "needs RIGMILL_CASD and bubblewrap")]
fn a_failure_of_the_program_is_reported_once_with_its_standard_error() {
    let casd = Casd::start_executing();
    let bench = Bench::new(&casd.url(), "printf 'no \\033[2J such thing\\nmore\\n' >&2; exit 3");
    for _ in 0..2 {
        assert_eq!((bench.run(action(&["1"])), bench.run(action(&["2"]))), (None, None));
        let report = bench.executor.report();
        assert_eq!((report.failed, report.retried, report.warnings.len()), (2, 0, 1), "{report:?}");
        let warning = &report.warnings[0];
        assert_eq!(warning.code, "R0323");
        assert!(warning.message.contains("exit code 3: no \\u{1b}[2J such thing | more;"), "{warning:?}");
    }
}

#[test]
#[cfg_attr(not(all(casd, sandbox)), ignore = "needs RIGMILL_CASD and bubblewrap")]
fn results_with_folders_or_links_are_rejected() {
    let casd = Casd::start_executing();
    for script in ["mkdir out/a; echo b > out/a/b", "mkdir out/a", "ln -s /etc/passwd out/a", "rmdir out; echo a > out"]
    {
        let bench = Bench::new(&casd.url(), script);
        assert_eq!(bench.run(action(&[])), None, "{script}");
        let report = bench.executor.report();
        assert!(report.warnings.len() == 1 && report.warnings[0].message.contains("rejected"), "{script}: {report:?}");
    }
}

#[test]
#[cfg_attr(not(all(casd, sandbox)), ignore = "needs RIGMILL_CASD and bubblewrap")]
fn an_input_that_changed_is_not_sent() {
    let casd = Casd::start_executing();
    let bench = Bench::new(&casd.url(), "cp input out/output");
    for size in [10, 3_000_000] {
        let input = bench.input("input", &vec![1; size]);
        fs::write(&input.file, vec![2; size]).unwrap();
        assert_eq!(bench.run(RemoteAction { files: vec![input.clone()], ..action(&[]) }), None);
        fs::remove_file(&input.file).unwrap();
        assert_eq!(bench.run(RemoteAction { files: vec![input.clone()], ..action(&[]) }), None);
        // Restores the file.
        fs::write(&input.file, vec![1; size]).unwrap();
        let outputs = bench.run(RemoteAction { files: vec![input], ..action(&[]) }).unwrap();
        assert!(bytes(&outputs, "output") == vec![1; size]);
    }
    let report = bench.executor.report();
    assert_eq!((report.executed, report.failed, report.warnings.len()), (2, 4, 0), "{report:?}");
}

#[test]
#[cfg_attr(not(all(casd, sandbox)), ignore = "needs RIGMILL_CASD and bubblewrap")]
fn an_input_that_changed_after_it_was_seen_is_not_sent() {
    let mut casd = Casd::start_executing();
    let bench = Bench::new(&casd.url(), "cp input out/output");
    let inputs = [10, 3_000_000].map(|size| bench.input("input", &vec![1; size]));
    for input in &inputs {
        assert!(bench.run(RemoteAction { files: vec![input.clone()], ..action(&[]) }).is_some());
        fs::write(&input.file, b"changed").unwrap();
    }
    bench.finish();
    casd.lose_everything();
    for input in inputs {
        assert_eq!(bench.run(RemoteAction { files: vec![input], ..action(&[]) }), None);
    }
    assert_eq!(bench.executor.report().executed, 0);
}

#[test]
#[cfg_attr(not(all(casd, sandbox)), ignore = "needs RIGMILL_CASD and bubblewrap")]
fn the_same_action_runs_once() {
    let casd = Casd::start_executing();
    let bench = Bench::new(&casd.url(), "cat /proc/sys/kernel/random/uuid > out/uuid");
    let first = bench.run(action(&[])).unwrap();
    assert_eq!(bench.run(action(&[])).unwrap(), first);
    bench.finish();
    assert_eq!(bench.run(action(&[])).unwrap(), first);
    assert_ne!(bench.run(action(&["other"])).unwrap(), first);
}

#[test]
#[cfg_attr(not(all(casd, sandbox)), ignore = "needs RIGMILL_CASD and bubblewrap")]
fn many_actions_at_once_share_the_upload_of_a_large_program() {
    let casd = Casd::start_executing();
    let script = b"#!/bin/sh\nmkdir out; echo $2 > out/number; exit\n";
    let program = [script.as_slice(), &random(1, 27_000_000)].concat();
    let bench = Bench::with_program(&casd.url(), &program);
    let mut running: Vec<_> = (0..20).map(|at| bench.start(&[&at.to_string()])).collect();
    for (at, running) in running.iter_mut().enumerate() {
        assert_eq!(text(&end(&mut **running).unwrap(), "number"), at.to_string());
    }
    let report = bench.finish();
    assert!(report.executed == 20 && report.sent < 28_000_000, "{report:?}");
}

#[test]
#[cfg_attr(not(all(casd, sandbox)), ignore = "needs RIGMILL_CASD and bubblewrap")]
fn an_action_whose_machine_is_killed_runs_again() {
    let casd = Casd::start_executing();
    let bench = Bench::new(&casd.url(), "sleep 1; echo done > out/result");
    let mut running = bench.start(&[]);
    wait_until("the action runs", || casd.kill_runners() > 0);
    assert_eq!(text(&end(&mut *running).unwrap(), "result"), "done");
    let report = bench.finish();
    assert_eq!((report.executed, report.retried), (1, 1), "{report:?}");
}

#[test]
#[cfg_attr(not(all(casd, sandbox)), ignore = "needs RIGMILL_CASD and bubblewrap")]
fn a_program_that_is_killed_each_time_is_given_up() {
    let casd = Casd::start_executing();
    let bench = Bench::new(&casd.url(), "echo before >&2; kill -9 $$");
    assert_eq!(bench.run(action(&[])), None);
    let report = bench.executor.report();
    assert_eq!((report.failed, report.retried, report.warnings.len()), (1, 2, 1), "{report:?}");
    assert!(report.warnings[0].message.contains("exit code 137: before"), "{report:?}");
}

#[test]
#[cfg_attr(not(all(casd, sandbox)), ignore = "needs RIGMILL_CASD and bubblewrap")]
fn an_action_that_takes_too_long_is_given_up() {
    let casd = Casd::start_executing();
    let bench = Bench::new(&casd.url(), "sleep 300");
    let program = bench.folder.path().join("program");
    let settings = ExecutionSettings::new(RemoteSettings::new(casd.url()), program);
    let executor = open_executor(&ExecutionSettings { timeout: Duration::from_secs(1), ..settings }).unwrap();
    let start = Instant::now();
    assert_eq!(end(&mut *executor.start(action(&[]))), None);
    let report = executor.report();
    assert!(start.elapsed() < PATIENCE && report.retried == 0, "{:?} {report:?}", start.elapsed());
    assert!(report.warnings[0].message.contains("the action took too long"), "{report:?}");
}

#[test]
#[cfg_attr(not(all(casd, sandbox)), ignore = "needs RIGMILL_CASD and bubblewrap")]
fn a_server_that_is_killed_is_not_used_until_the_next_build() {
    let mut casd = Casd::start_executing();
    let bench = Bench::new(&casd.url(), "sleep $2; echo done > out/result");
    let mut running = bench.start(&["30"]);
    thread::sleep(Duration::from_millis(500));
    assert!(is_running(&mut *running));
    casd.kill();
    let start = Instant::now();
    assert_eq!(end(&mut *running), None);
    assert!(start.elapsed() < PATIENCE, "{:?}", start.elapsed());
    let start = Instant::now();
    assert!((0..1000).all(|_| matches!(bench.start(&[]).wait(Duration::ZERO), ActionProgress::Ended(None))));
    assert!(start.elapsed() < PATIENCE, "{:?}", start.elapsed());
    let report = bench.executor.report();
    assert_eq!((report.failed, report.warnings.len(), report.warnings[0].code.as_ref()), (1001, 1, "R0323"));
    assert!(report.warnings[0].message.contains("is not used"), "{report:?}");
    casd.lose_everything();
    assert_eq!(text(&bench.run(action(&["0"])).unwrap(), "result"), "done");
    bench.finish();
}

#[test]
#[cfg_attr(not(all(casd, sandbox)), ignore = "needs RIGMILL_CASD and bubblewrap")]
fn a_server_that_stops_without_a_word_is_noticed() {
    let casd = Casd::start_executing();
    let bench = Bench::new(&casd.url(), "sleep 300");
    let mut running: Vec<_> = (0..3).map(|at| bench.start(&[&at.to_string()])).collect();
    thread::sleep(Duration::from_millis(500));
    casd.signal("STOP");
    let start = Instant::now();
    assert!(running.iter_mut().all(|running| end(&mut **running).is_none()));
    assert!(start.elapsed() < PATIENCE, "{:?}", start.elapsed());
    assert_eq!(bench.executor.report().warnings.len(), 1);
    casd.signal("CONT");
}

#[test]
#[cfg_attr(not(all(casd, sandbox)), ignore = "needs RIGMILL_CASD and bubblewrap")]
fn blobs_that_the_server_lost_are_uploaded_again() {
    let mut casd = Casd::start_executing();
    let bench = Bench::new(&casd.url(), "cat input > out/result");
    let file = bench.input("input", b"content");
    let run = |at: &str| bench.run(RemoteAction { files: vec![file.clone()], ..action(&[at]) });
    assert!(run("1").is_some());
    casd.lose_everything();
    assert_eq!(text(&run("2").unwrap(), "result"), "content");
    let report = bench.finish();
    assert!(report.retried > 0, "{report:?}");
}

#[test]
#[cfg_attr(not(all(casd, sandbox)), ignore = "needs RIGMILL_CASD and bubblewrap")]
fn dropping_never_waits() {
    let casd = Casd::start_executing();
    let bench = Bench::new(&casd.url(), "sleep 300; echo done > out/result");
    let running: Vec<_> = (0..4).map(|at| bench.start(&[&at.to_string()])).collect();
    thread::sleep(Duration::from_millis(300));
    let start = Instant::now();
    drop(running);
    let running = bench.start(&["last"]);
    let Bench { executor, folder: _folder } = bench;
    let report = executor.report();
    assert_eq!((report.executed, report.failed), (0, 0), "{report:?}");
    drop(executor);
    drop(running);
    assert!(start.elapsed() < PATIENCE, "{:?}", start.elapsed());
}

/// Prints how long actions take.
#[test]
#[ignore = "measures"]
#[allow(clippy::print_stdout, reason = "it measures")]
fn measure() {
    let casd = Casd::start_executing();
    let bench = Bench::new(&casd.url(), "echo $2 > out/number");
    bench.run(action(&["first"])).unwrap();
    for (name, offset) in [("executed", 0), ("cached", 0), ("executed", 100)] {
        let start = Instant::now();
        (0..20).for_each(|at| drop(bench.run(action(&[&(at + offset).to_string()])).unwrap()));
        println!("one by one, {name}: {:?} each", start.elapsed() / 20);
    }
    for (name, offset) in [("executed", 1000), ("cached", 1000), ("executed", 2000), ("cached", 2000)] {
        let start = Instant::now();
        let mut running: Vec<_> = (0..20).map(|at| bench.start(&[&(at + offset).to_string()])).collect();
        running.iter_mut().for_each(|running| drop(end(&mut **running).unwrap()));
        println!("20 together, {name}: {:.0} a second", 20.0 / start.elapsed().as_secs_f64());
    }
}
