//! Actions on other machines: they run, or the build learns within a bounded time that they do not.

use std::fs;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use bazel_remote_apis::build::bazel::remote::execution::v2 as official;
use prost::Message;
use rigmill_graph::{
    ActionProgress, ExecutionReport, InputFile, OutputFile, RemoteAction, RemoteExecutor, RunningAction,
};
use rigmill_pipeline::Digest;
use rigmill_remote::{ExecutionSettings, RemoteSettings, open_executor};
use tempfile::TempDir;
use tonic::Code;

use crate::support::{Answer, Casd, Fault, HostileServer, Proxy, Script, Wrong, address, wait_until};

/// An executor whose program is a shell script, and a folder for input files.
struct Bench {
    executor: Arc<dyn RemoteExecutor>,
    folder: TempDir,
}

impl Bench {
    fn new(url: &str, script: &str) -> Self {
        Self::with_program(url, format!("#!/bin/sh\nset -e\nmkdir out\n{script}\n").as_bytes())
    }

    fn with_program(url: &str, program: &[u8]) -> Self {
        let folder = TempDir::new().unwrap();
        let path = folder.path().join("program");
        fs::write(&path, program).unwrap();
        let settings = ExecutionSettings::new(RemoteSettings::new(url), path);
        let settings = ExecutionSettings { command: vec!["worker".to_owned()], jobs: 20, ..settings };
        Self { executor: open_executor(&settings).unwrap(), folder }
    }

    /// A file of this machine that is an input under a path.
    fn input(&self, path: &str, content: &[u8]) -> InputFile {
        let digest = Digest::of(content);
        let file = self.folder.path().join(digest.to_string());
        fs::write(&file, content).unwrap();
        InputFile { path: path.to_owned(), file, digest }
    }

    fn start(&self, arguments: &[&str]) -> Box<dyn RunningAction> {
        self.executor.start(action(arguments))
    }

    fn run(&self, action: RemoteAction) -> Option<Vec<OutputFile>> {
        end(&mut *self.executor.start(action))
    }

    /// Ends a build that had no trouble.
    fn finish(&self) -> ExecutionReport {
        let report = self.executor.report();
        assert!(report.warnings.is_empty() && report.failed == 0, "{report:?}");
        report
    }
}

fn action(arguments: &[&str]) -> RemoteAction {
    RemoteAction { arguments: arguments.iter().map(|&it| it.to_owned()).collect(), ..RemoteAction::default() }
}

/// Waits for an action.
fn end(running: &mut dyn RunningAction) -> Option<Vec<OutputFile>> {
    match running.wait(Duration::from_secs(60)) {
        ActionProgress::Ended(files) => files,
        ActionProgress::Running => panic!("the action does not end"),
    }
}

fn is_running(running: &mut dyn RunningAction) -> bool {
    matches!(running.wait(Duration::ZERO), ActionProgress::Running)
}

/// The bytes of an output.
fn bytes<'a>(files: &'a [OutputFile], name: &str) -> &'a [u8] {
    &files.iter().find(|file| file.name == name).unwrap().bytes
}

fn text<'a>(files: &'a [OutputFile], name: &str) -> &'a str {
    std::str::from_utf8(bytes(files, name)).unwrap().trim_end()
}

fn random(seed: u64, count: usize) -> Vec<u8> {
    let mut random = rigmill_test_random::Random::new(seed);
    (0..count).map(|_| random.byte()).collect()
}

#[test]
#[cfg_attr(not(casd), ignore = "needs RIGMILL_CASD")]
fn inputs_arguments_and_environment_arrive() {
    let casd = Casd::start_executing();
    let script = "find . -type f | sort > out/list; cp a/b/c.bin out/c; cp a/large out/large; cp none out/none\n\
                  echo \"$@\" > out/arguments; echo \"$ONE,$TWO\" > out/environment";
    let bench = Bench::new(&casd.url(), script);
    let (small, large) = (random(1, 3000), random(2, 3_000_000));
    let files = vec![
        bench.input("a/b/c.bin", &small),
        bench.input("none", b""),
        bench.input("a/large", &large),
        // Also a folder of the system.
        bench.input("usr/bin/sh", b"no shell"),
    ];
    let environment = [("TWO", "2 2"), ("ONE", "1")].map(|(name, value)| (name.to_owned(), value.to_owned())).to_vec();
    let outputs = bench.run(RemoteAction { files, environment, ..action(&["x", "a b"]) }).unwrap();
    assert_eq!(outputs.len(), 6);
    assert_eq!(text(&outputs, "list"), "./a/b/c.bin\n./a/large\n./none\n./out/list\n./rigmill\n./usr/bin/sh");
    assert!(bytes(&outputs, "c") == small && bytes(&outputs, "large") == large && bytes(&outputs, "none") == b"");
    assert_eq!(text(&outputs, "arguments"), "worker x a b");
    assert_eq!(text(&outputs, "environment"), "1,2 2");
    let report = bench.finish();
    assert_eq!((report.executed, report.retried), (1, 0), "{report:?}");
    assert!(report.sent > 3_000_000 && report.received > 3_000_000, "{report:?}");
}

#[test]
#[cfg_attr(not(casd), ignore = "needs RIGMILL_CASD")]
fn outputs_of_all_sizes_come_back() {
    let casd = Casd::start_executing();
    let script = ": > out/none; head -c 5000000 /dev/zero | tr '\\0' x > out/large\n\
                  for at in $(seq 200); do echo \"file $at\" > out/$at; done";
    let outputs = Bench::new(&casd.url(), script).run(action(&[])).unwrap();
    assert_eq!(outputs.len(), 202);
    assert!(bytes(&outputs, "none").is_empty() && bytes(&outputs, "large") == vec![b'x'; 5_000_000]);
    assert!((1..=200).all(|at| text(&outputs, &at.to_string()) == format!("file {at}")));
    // A folder of results without files, and none at all.
    assert_eq!(Bench::new(&casd.url(), "").run(action(&[])), Some(Vec::new()));
    assert_eq!(Bench::new(&casd.url(), "rmdir out").run(action(&[])), Some(Vec::new()));
}

#[test]
#[cfg_attr(not(casd), ignore = "needs RIGMILL_CASD")]
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
#[cfg_attr(not(casd), ignore = "needs RIGMILL_CASD")]
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
#[cfg_attr(not(casd), ignore = "needs RIGMILL_CASD")]
fn an_input_that_changed_is_not_sent() {
    let casd = Casd::start_executing();
    let bench = Bench::new(&casd.url(), "cp input out/output");
    for size in [10, 3_000_000] {
        let input = bench.input("input", &vec![1; size]);
        fs::write(&input.file, vec![2; size]).unwrap();
        assert_eq!(bench.run(RemoteAction { files: vec![input.clone()], ..action(&[]) }), None);
        fs::remove_file(&input.file).unwrap();
        assert_eq!(bench.run(RemoteAction { files: vec![input.clone()], ..action(&[]) }), None);
        // As it should be again.
        fs::write(&input.file, vec![1; size]).unwrap();
        let outputs = bench.run(RemoteAction { files: vec![input], ..action(&[]) }).unwrap();
        assert!(bytes(&outputs, "output") == vec![1; size]);
    }
    let report = bench.executor.report();
    assert_eq!((report.executed, report.failed, report.warnings.len()), (2, 4, 0), "{report:?}");
}

#[test]
#[cfg_attr(not(casd), ignore = "needs RIGMILL_CASD")]
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
#[cfg_attr(not(casd), ignore = "needs RIGMILL_CASD")]
fn the_same_action_runs_once() {
    let casd = Casd::start_executing();
    let bench = Bench::new(&casd.url(), "cat /proc/sys/kernel/random/uuid > out/uuid");
    let first = bench.run(action(&[])).unwrap();
    let start = Instant::now();
    assert_eq!(bench.run(action(&[])).unwrap(), first);
    assert!(start.elapsed() < Duration::from_millis(500), "{:?}", start.elapsed());
    bench.finish();
    assert_eq!(bench.run(action(&[])).unwrap(), first);
    assert_ne!(bench.run(action(&["other"])).unwrap(), first);
}

#[test]
#[cfg_attr(not(casd), ignore = "needs RIGMILL_CASD")]
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
#[cfg_attr(not(casd), ignore = "needs RIGMILL_CASD")]
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
#[cfg_attr(not(casd), ignore = "needs RIGMILL_CASD")]
fn a_program_that_is_killed_each_time_is_given_up() {
    let casd = Casd::start_executing();
    let bench = Bench::new(&casd.url(), "echo before >&2; kill -9 $$");
    assert_eq!(bench.run(action(&[])), None);
    let report = bench.executor.report();
    assert_eq!((report.failed, report.retried, report.warnings.len()), (1, 2, 1), "{report:?}");
    assert!(report.warnings[0].message.contains("exit code 137: before"), "{report:?}");
}

#[test]
#[cfg_attr(not(casd), ignore = "needs RIGMILL_CASD")]
fn an_action_that_takes_too_long_is_given_up() {
    let casd = Casd::start_executing();
    let bench = Bench::new(&casd.url(), "sleep 30");
    let program = bench.folder.path().join("program");
    let settings = ExecutionSettings::new(RemoteSettings::new(casd.url()), program);
    let executor = open_executor(&ExecutionSettings { timeout: Duration::from_secs(1), ..settings }).unwrap();
    let start = Instant::now();
    assert_eq!(end(&mut *executor.start(action(&[]))), None);
    let report = executor.report();
    assert!(start.elapsed() < Duration::from_secs(4) && report.retried == 0, "{:?} {report:?}", start.elapsed());
    assert!(report.warnings[0].message.contains("it took too long"), "{report:?}");
}

#[test]
#[cfg_attr(not(casd), ignore = "needs RIGMILL_CASD")]
fn a_server_that_is_killed_is_not_used_until_the_next_build() {
    let mut casd = Casd::start_executing();
    let bench = Bench::new(&casd.url(), "sleep $2; echo done > out/result");
    let mut running = bench.start(&["30"]);
    thread::sleep(Duration::from_millis(500));
    assert!(is_running(&mut *running));
    casd.kill();
    let start = Instant::now();
    assert_eq!(end(&mut *running), None);
    assert!(start.elapsed() < Duration::from_secs(5), "{:?}", start.elapsed());
    let start = Instant::now();
    assert!((0..1000).all(|_| matches!(bench.start(&[]).wait(Duration::ZERO), ActionProgress::Ended(None))));
    assert!(start.elapsed() < Duration::from_millis(200), "{:?}", start.elapsed());
    let report = bench.executor.report();
    assert_eq!((report.failed, report.warnings.len(), report.warnings[0].code.as_ref()), (1001, 1, "R0323"));
    assert!(report.warnings[0].message.contains("is not used"), "{report:?}");
    casd.lose_everything();
    assert_eq!(text(&bench.run(action(&["0"])).unwrap(), "result"), "done");
    bench.finish();
}

#[test]
#[cfg_attr(not(casd), ignore = "needs RIGMILL_CASD")]
fn a_server_that_stops_without_a_word_is_noticed() {
    let casd = Casd::start_executing();
    let bench = Bench::new(&casd.url(), "sleep 30");
    let mut running: Vec<_> = (0..3).map(|at| bench.start(&[&at.to_string()])).collect();
    thread::sleep(Duration::from_millis(500));
    casd.signal("STOP");
    let start = Instant::now();
    assert!(running.iter_mut().all(|running| end(&mut **running).is_none()));
    assert!(start.elapsed() < Duration::from_secs(25), "{:?}", start.elapsed());
    assert_eq!(bench.executor.report().warnings.len(), 1);
    casd.signal("CONT");
}

#[test]
#[cfg_attr(not(casd), ignore = "needs RIGMILL_CASD")]
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
#[cfg_attr(not(casd), ignore = "needs RIGMILL_CASD")]
fn dropping_never_waits() {
    let casd = Casd::start_executing();
    let bench = Bench::new(&casd.url(), "sleep 5; echo done > out/result");
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
    assert!(start.elapsed() < Duration::from_millis(200), "{:?}", start.elapsed());
}

/// A server that follows a script, and has a result with these files.
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

/// A result with one file, and the blobs that belong to it.
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

/// What comes of an action, the calls of the execution service, and the report.
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
        assert!(start.elapsed() < Duration::from_secs(5), "{answer:?}: {:?}", start.elapsed());
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
    assert!(report.warnings[0].message.contains("it does not run actions"), "{report:?}");
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
        // If the network changes a result so that it has no folder, nothing shows that.
        let outputs = bench.run(action(&[&at.to_string()])).filter(|files| !files.is_empty());
        let is_right = outputs.is_none_or(|files| files.len() == 1 && files[0].bytes == random(1, 100_000));
        assert!(is_right, "seed {seed}, {fault:?}");
    }
    assert!(start.elapsed() < Duration::from_secs(45), "seed {seed}, {fault:?}: {:?}", start.elapsed());
    let report = bench.executor.report();
    assert!(report.executed + report.failed == 3 && report.warnings.len() <= 2, "seed {seed}, {fault:?}: {report:?}");
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
    for (name, offset) in [("executed", 1000), ("cached", 1000)] {
        let start = Instant::now();
        let mut running: Vec<_> = (0..100).map(|at| bench.start(&[&(at + offset).to_string()])).collect();
        running.iter_mut().for_each(|running| drop(end(&mut **running).unwrap()));
        println!("100 together, {name}: {:.0} a second", 100.0 / start.elapsed().as_secs_f64());
    }
    for _ in 0..3 {
        let at = Instant::now();
        let mut running: Vec<_> = (0..20).map(|_| bench.start(&[&format!("{at:?}")])).collect();
        let mut other: Vec<_> = (0..20).map(|number| bench.start(&[&format!("{at:?} {number}")])).collect();
        let start = Instant::now();
        running.iter_mut().for_each(|running| drop(end(&mut **running).unwrap()));
        println!("20 equal ones: {:?}", start.elapsed());
        other.iter_mut().for_each(|running| drop(end(&mut **running).unwrap()));
    }
}
