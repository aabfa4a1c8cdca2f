//! Runs actions on servers and networks that fail in every way: the results are right, or there are none.

use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use bazel_remote_apis::build::bazel::remote::execution::v2 as official;
use prost::Message;
use rigmill_graph::{ExecutionReport, RemoteAction};
use tonic::Code;

use crate::support::{
    Answer, Bench, Fault, HostileServer, PATIENCE, Proxy, Script, Wrong, action, address, end, random, wait_until,
};

/// Starts a server that follows a script and has blobs with these contents.
fn scripted(wrong: Wrong, answers: &[Answer], contents: &[&[u8]]) -> (HostileServer, Bench, Script) {
    let contents: Vec<Vec<u8>> = contents.iter().map(|&content| content.to_vec()).collect();
    let script = Script::new(answers.iter().cloned());
    let server = HostileServer::with_script(wrong, &contents, script.clone());
    let bench = Bench::new(&server.url(), "");
    (server, bench, script)
}

fn official_digest(content: &[u8]) -> official::Digest {
    let blob = address(content);
    let hash = blob.sha256.iter().map(|byte| format!("{byte:02x}")).collect();
    official::Digest { hash, size_bytes: i64::try_from(blob.size).unwrap() }
}

/// Returns a result with one file, and the bytes of the blobs that belong to it.
fn result_with(name: &str, content: &[u8]) -> (Answer, Vec<u8>) {
    let file =
        official::FileNode { name: name.to_owned(), digest: Some(official_digest(content)), ..Default::default() };
    let root = official::Directory { files: vec![file], ..Default::default() };
    let tree = official::Tree { root: Some(root), children: Vec::new() }.encode_to_vec();
    let folder = official::OutputDirectory {
        path: "out".to_owned(),
        tree_digest: Some(official_digest(&tree)),
        ..Default::default()
    };
    let result = official::ActionResult { output_directories: vec![folder], ..Default::default() };
    (Answer::Result(Box::new(result)), tree)
}

/// Runs an action. Returns whether it succeeded, the calls to the execution service, and the report.
fn play(wrong: Wrong, before: &[Answer], name: &str, content: &[u8]) -> (bool, Vec<String>, ExecutionReport) {
    let (result, tree) = result_with(name, content);
    let answers = [before, &[result]].concat();
    let (_server, bench, script) = scripted(wrong, &answers, &[content, &tree]);
    let outputs = bench.run(action(&[]));
    let is_right = outputs.as_ref().is_some_and(|files| files.len() == 1 && files[0].bytes == content);
    assert_eq!(is_right, outputs.is_some());
    (is_right, script.calls(), bench.executor.report())
}

#[test]
fn a_broken_stream_is_continued() {
    let (is_right, calls, report) = play(Wrong::Order, &[Answer::Broken], "a", b"content");
    assert!(is_right && report.retried == 1 && report.warnings.is_empty(), "{report:?}");
    assert_eq!(calls, ["upload", "execute", "wait for one"]);
}

#[test]
fn an_operation_that_the_server_forgot_begins_again() {
    for code in [Code::NotFound, Code::Unimplemented, Code::Unavailable] {
        let (is_right, calls, report) = play(Wrong::Order, &[Answer::Broken, Answer::Error(code)], "a", b"content");
        assert!(is_right && report.warnings.is_empty(), "{code:?} {report:?}");
        assert_eq!(calls, ["upload", "execute", "wait for one", "upload", "execute"]);
    }
}

#[test]
fn an_action_that_must_run_gets_no_result_of_the_cache() {
    let (result, tree) = result_with("a", b"content");
    let (_server, bench, script) = scripted(Wrong::Order, &[result], &[b"content", &tree]);
    assert!(bench.run(RemoteAction { must_run: true, ..action(&[]) }).is_some());
    assert_eq!(script.calls(), ["upload", "execute again"]);
}

#[test]
fn missing_blobs_are_uploaded_again() {
    for answer in [Answer::Error(Code::FailedPrecondition), Answer::Failure(Code::FailedPrecondition)] {
        let (is_right, calls, _) = play(Wrong::Order, &[answer], "a", b"content");
        assert!(is_right);
        assert_eq!(calls, ["upload", "execute", "upload", "execute"]);
    }
}

#[test]
fn machines_that_fail_are_tried_three_times() {
    for code in [Code::Unavailable, Code::Aborted, Code::Internal] {
        let (is_right, _, report) = play(Wrong::Order, &[Answer::Failure(code), Answer::Failure(code)], "a", b"b");
        assert!(is_right && report.retried == 2, "{report:?}");
        let three = [Answer::Failure(code), Answer::Failure(code), Answer::Failure(code)];
        let (is_right, _, report) = play(Wrong::Order, &three, "a", b"b");
        assert!(!is_right && report.retried == 2 && report.warnings.len() == 1, "{report:?}");
        assert!(report.warnings[0].message.contains("as the script says"), "{report:?}");
    }
}

#[test]
fn failures_that_stay_are_not_tried_again() {
    let rubbish = [Answer::Nothing, Answer::Rubbish, Answer::Endless];
    let codes = [Code::InvalidArgument, Code::PermissionDenied, Code::DeadlineExceeded, Code::Unimplemented];
    let answers = codes.into_iter().flat_map(|code| [Answer::Error(code), Answer::Failure(code)]);
    for answer in answers.chain(rubbish) {
        let start = Instant::now();
        let (is_right, _, report) = play(Wrong::Order, std::slice::from_ref(&answer), "a", b"b");
        assert!(!is_right && report.retried == 0 && report.warnings.len() == 1, "{answer:?} {report:?}");
        assert!(start.elapsed() < PATIENCE, "{answer:?}: {:?}", start.elapsed());
    }
}

#[test]
fn a_server_that_runs_nothing_gets_nothing() {
    let script = Script::without_machines();
    let server = HostileServer::with_script(Wrong::Order, &[], script.clone());
    let bench = Bench::new(&server.url(), "");
    assert!((0..10).all(|_| bench.run(action(&[])).is_none()));
    let report = bench.executor.report();
    assert!(script.calls().is_empty() && report.warnings.len() == 1, "{report:?}");
    assert!(report.warnings[0].message.contains("the server does not run actions"), "{report:?}");
}

#[test]
fn wrong_bytes_are_rejected() {
    let large = random(1, 2_000_000);
    for wrong in [Wrong::Swapped, Wrong::Longer(1), Wrong::Longer(900_000), Wrong::Shorter, Wrong::LeftOut] {
        let (is_right, _, report) = play(wrong, &[], "a", b"content");
        assert!(!is_right && report.warnings.len() == 1, "{wrong:?} {report:?}");
    }
    let (is_right, _, report) = play(Wrong::Endless, &[], "a", &large);
    assert!(!is_right && report.received < 20_000_000 && report.warnings.len() == 1, "{report:?}");
    assert!(play(Wrong::Order, &[], "a", &large).0);
}

#[test]
fn hostile_names_and_inputs_are_rejected() {
    for name in ["a/b", "../a", "a\u{1b}", ""] {
        let (is_right, _, report) = play(Wrong::Order, &[], name, b"content");
        assert!(!is_right && report.warnings[0].message.contains("rejected"), "{report:?}");
    }
    for path in ["../a", "/a", "a//b", "rigmill", "rigmill/a", "out/a", "out"] {
        let (_server, bench, script) = scripted(Wrong::Order, &[], &[]);
        let files = vec![bench.input(path, b"content")];
        assert_eq!(bench.run(RemoteAction { files, ..action(&[]) }), None);
        assert!(script.calls().is_empty() && bench.executor.report().warnings.len() == 1);
    }
}

#[test]
fn a_list_of_files_that_is_too_large_is_not_read() {
    let tree_digest = Some(official::Digest { hash: "ab".repeat(32), size_bytes: 1 << 40 });
    let folder = official::OutputDirectory { path: "out".to_owned(), tree_digest, ..Default::default() };
    let result = official::ActionResult { output_directories: vec![folder], ..Default::default() };
    let (_server, bench, _) = scripted(Wrong::Order, &[Answer::Result(Box::new(result))], &[]);
    assert_eq!(bench.run(action(&[])), None);
    assert!(bench.executor.report().warnings[0].message.contains("too large"));
}

#[test]
fn a_result_whose_files_are_gone_is_made_again() {
    let (result, tree) = result_with("a", b"content");
    let (gone, gone_tree) = result_with("b", b"not on the server");
    let (_server, bench, script) = scripted(Wrong::Order, &[gone, result], &[b"content", &tree, &gone_tree]);
    assert_eq!(bench.run(action(&[])).unwrap()[0].name, "a");
    assert_eq!(script.calls(), ["upload", "execute", "upload", "execute again"]);
    assert_eq!(bench.finish().retried, 1);
}

#[test]
fn a_network_that_fails_never_hinders_a_build() {
    let (result, tree) = result_with("a", &random(1, 100_000));
    let next = AtomicU64::new(0);
    thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| {
                loop {
                    let seed = next.fetch_add(1, Ordering::Relaxed);
                    if seed >= 48 {
                        return;
                    }
                    let script = Script::new(vec![result.clone(); 20]);
                    let server = HostileServer::with_script(Wrong::Order, &[random(1, 100_000), tree.clone()], script);
                    survives_network(seed, &server);
                }
            });
        }
    });
}

/// Runs actions through a network with a fault.
fn survives_network(seed: u64, server: &HostileServer) {
    let mut random_numbers = rigmill_test_random::Random::new(seed);
    let bits = 4 + random_numbers.below(14);
    let at = random_numbers.below(1 << bits) as u64;
    let fault = match seed % 4 {
        0 => Fault::Cut(at),
        1 | 2 => Fault::Flip(at),
        _ => Fault::Endless(at),
    };
    let proxy = Proxy::start(server.port(), fault);
    let bench = Bench::new(&format!("grpc://127.0.0.1:{}", proxy.port()), "");
    let start = Instant::now();
    for at in 0..3 {
        // If the network changes a result so that it has no folder, this cannot be detected.
        let outputs = bench.run(action(&[&at.to_string()])).filter(|files| !files.is_empty());
        let is_right = outputs.is_none_or(|files| files.len() == 1 && files[0].bytes == random(1, 100_000));
        assert!(is_right, "seed {seed}, {fault:?}");
    }
    assert!(start.elapsed() < PATIENCE, "seed {seed}, {fault:?}: {:?}", start.elapsed());
    let report = bench.executor.report();
    assert!(report.executed + report.failed == 3 && report.warnings.len() <= 2, "seed {seed}, {fault:?}: {report:?}");
}

#[test]
fn a_connection_that_is_cut_while_many_actions_run_costs_none_of_them() {
    const ACTIONS: usize = 8;
    let (result, tree) = result_with("a", b"content");
    for before in [Answer::Silent, Answer::Late] {
        let answers = [vec![before.clone(); ACTIONS], vec![result.clone(); ACTIONS]].concat();
        let script = Script::new(answers);
        let server = HostileServer::with_script(Wrong::Order, &[b"content".to_vec(), tree.clone()], script.clone());
        let proxy = Proxy::start(server.port(), Fault::None);
        let bench = Bench::new(&format!("grpc://127.0.0.1:{}", proxy.port()), "");
        let mut running: Vec<_> = (0..ACTIONS).map(|at| bench.start(&[&at.to_string()])).collect();
        let executed = || script.calls().iter().filter(|call| *call == "execute").count();
        wait_until("the actions run", || executed() == ACTIONS);
        // Waits until the first messages have arrived.
        thread::sleep(Duration::from_millis(300));
        proxy.cut();
        assert!(running.iter_mut().all(|running| end(&mut **running).is_some()), "{before:?} {:?}", script.calls());
        let report = bench.finish();
        assert_eq!((report.executed, report.retried), (8, 8), "{before:?} {report:?}");
        assert_eq!(script.calls().contains(&"wait for one".to_owned()), matches!(before, Answer::Silent));
    }
}

#[test]
fn a_program_that_cannot_run_there_is_not_tried_for_ever() {
    let failed = Answer::Result(Box::new(official::ActionResult { exit_code: 127, ..Default::default() }));
    let run = |answers: &[Answer]| {
        let (result, tree) = result_with("a", b"content");
        let answers = [answers, &[result]].concat();
        let (_server, bench, script) = scripted(Wrong::Order, &answers, &[b"content", &tree]);
        let ran = (0..answers.len()).filter(|at| bench.run(action(&[&at.to_string()])).is_some()).count();
        let executed = script.calls().iter().filter(|call| *call == "execute").count();
        (ran, executed, bench.executor.report())
    };
    let (ran, executed, report) = run(&vec![failed.clone(); 6]);
    assert_eq!((ran, executed, report.failed, report.warnings.len()), (0, 3, 7, 1), "{report:?}");
    let message = &report.warnings[0].message;
    assert!(message.contains("is not used") && message.contains("exit code 127"), "{message}");
    // If other actions succeed, the failing action is to blame.
    let (result, _) = result_with("a", b"content");
    let (ran, executed, report) = run(&[vec![result], vec![failed; 6]].concat());
    assert_eq!((ran, executed, report.failed, report.warnings.len()), (2, 8, 6, 1), "{report:?}");
    assert!(!report.warnings[0].message.contains("is not used"), "{report:?}");
}

#[test]
fn dropping_an_action_cancels_its_call() {
    let (_server, bench, script) = scripted(Wrong::Order, &[Answer::Silent], &[]);
    let running = bench.start(&[]);
    wait_until("the action runs", || script.calls().contains(&"execute".to_owned()));
    assert!(!script.calls().contains(&"cancelled".to_owned()));
    drop(running);
    wait_until("the call is cancelled", || script.calls().contains(&"cancelled".to_owned()));
    let report = bench.finish();
    assert_eq!((report.executed, report.retried), (0, 0), "{report:?}");
}
