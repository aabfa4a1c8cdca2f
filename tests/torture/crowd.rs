//! Tests many processes at the same time on one project and one cache, with `clean`, `cache gc` and source changes in between,
//! some of which are killed. All of them end, no file is ever incomplete, and in the end everything is as after a clean build.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::support::known::{Known, Sources, found, is_exactly};
use rigmill_test_random::Random;

use crate::support::{Project, clip, torture};

const CROWD: usize = 32;

/// Much longer than a crowd takes. A process that is still running after this time is considered hung.
const DEADLINE: Duration = Duration::from_secs(120);

/// Returns a command with a cache and two jobs, as far as it has options for these.
fn command(folder: &Path, cache: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_rigmill"));
    command.args(arguments).current_dir(folder).stdout(Stdio::null()).stderr(Stdio::null());
    if arguments[0] == "build" {
        command.args(["-j", "2"]);
    }
    if arguments[0] != "clean" {
        command.arg("--cache-dir").arg(cache);
    }
    command
}

fn rigmill(project: &Project, arguments: &[&str]) -> Command {
    command(&project.root(), Path::new("../cache"), arguments)
}

fn start(project: &Project, arguments: &[&str]) -> Child {
    rigmill(project, arguments).spawn().unwrap()
}

/// Waits for all processes. If this takes too long, kills them and fails.
fn end_of(mut children: Vec<Child>, place: &str) -> Vec<ExitStatus> {
    let begun = Instant::now();
    let ended = |child: &mut Child| child.try_wait().unwrap().is_some();
    while !children.iter_mut().all(ended) {
        if begun.elapsed() > DEADLINE {
            let running = children.iter_mut().filter_map(|it| it.try_wait().unwrap().is_none().then_some(it));
            let hung = running.map(|child| child.kill().unwrap()).count();
            panic!("{place}: {hung} processes hang");
        }
        thread::sleep(Duration::from_millis(2));
    }
    children.iter_mut().map(|child| child.wait().unwrap()).collect()
}

fn sources(clips: usize, seed: usize) -> Sources {
    let text = |number: usize| clip(&[&seed.to_string(), &number.to_string(), "3", "4"]);
    (0..clips).map(|number| (format!("d{}/c{number}", number % 4), text(number))).collect()
}

/// Saves like many editors: to a temporary file, which is then renamed.
fn save(project: &Project, path: &str, text: &str) {
    let place = project.root().join(format!("{path}.Animation"));
    fs::create_dir_all(place.parent().unwrap()).unwrap();
    let beside = place.with_file_name(".beside");
    fs::write(&beside, text).unwrap();
    fs::rename(beside, place).unwrap();
}

fn put(project: &Project, sources: &Sources) {
    sources.iter().for_each(|(path, text)| save(project, path, text));
}

fn ends_as_a_clean_build(project: &Project, known: &mut Known, sources: &Sources, place: &str) {
    let expected = known.outputs(sources);
    let status = end_of(vec![start(project, &["build", "."])], place).remove(0);
    assert_eq!(status.code(), Some(0), "{place}");
    is_exactly(&project.root().join("build"), &expected, place);
    let again = project.build_with(&["--cache-dir", "../cache"]);
    assert_eq!((again.code, again.changes()), (0, Vec::new()), "{place}");
}

#[test]
fn thirty_two_processes_build_one_project() {
    let project = Project::in_memory();
    let mut known = Known::default();
    for round in 0..torture(2, 40) {
        let sources = sources(40, round);
        put(&project, &sources);
        if round % 2 == 0 {
            let _ = fs::remove_dir_all(project.root().join("build"));
        }
        let place = format!("round {round}");
        let builds = (0..CROWD).map(|_| start(&project, &["build", "."])).collect();
        assert!(end_of(builds, &place).iter().all(ExitStatus::success), "{place}");
        is_exactly(&project.root().join("build"), &known.outputs(&sources), &place);
        ends_as_a_clean_build(&project, &mut known, &sources, &place);
    }
}

/// Checks that every file in the output folder can be decoded, and is the result of some version of its source.
fn none_is_torn(project: &Project, known: &mut Known, versions: &[Sources], place: &str) {
    let versions: Vec<_> = versions.iter().map(|sources| known.outputs(sources)).collect();
    for (path, bytes) in found(&project.root().join("build")) {
        let good = versions.iter().any(|outputs| outputs.get(&path) == Some(&bytes));
        assert!(good, "{place}: {path} is of no version of its source");
    }
}

#[test]
fn builds_cleans_collections_and_edits_meet_on_one_project() {
    const VERSIONS: usize = 5;
    let project = Project::in_memory();
    let mut known = Known::default();
    let versions: Vec<Sources> = (0..VERSIONS).map(|seed| sources(20, seed)).collect();
    put(&project, &versions[0]);
    // Commands about the cache refuse a folder that does not exist.
    assert!(start(&project, &["build", "."]).wait().unwrap().success());
    let kinds: [&[&str]; 6] = [
        &["build", "."],
        &["build", ".", "--verify"],
        &["build", ".", "--force"],
        &["clean", "."],
        &["cache", "gc", "--max-size", "1K"],
        &["cache", "verify"],
    ];
    for round in 0..torture(2, 40) {
        let place = format!("round {round}");
        let crowd: Vec<Child> = (0..CROWD).map(|n| start(&project, kinds[(n * 7 + n / 6) % kinds.len()])).collect();
        // In the meantime, every source is saved repeatedly.
        versions.iter().for_each(|sources| put(&project, sources));
        let codes: Vec<Option<i32>> = end_of(crowd, &place).iter().map(ExitStatus::code).collect();
        // An asset may fail if its source changes constantly. Nothing else may fail.
        assert!(codes.iter().all(|code| matches!(code, Some(0 | 1))), "{place}: {codes:?}");
        none_is_torn(&project, &mut known, &versions, &place);
        ends_as_a_clean_build(&project, &mut known, &versions[VERSIONS - 1], &place);
    }
}

#[test]
fn different_projects_on_one_cache_survive_kills_and_collections() {
    let shared = Project::in_memory();
    let cache = shared.root().join("cache");
    let mut known = Known::default();
    let mut random = Random::new(5);
    let projects: Vec<(Project, Sources)> = (0..CROWD)
        .map(|number| {
            let (project, sources) = (Project::in_memory(), sources(12, number % 20));
            put(&project, &sources);
            (project, sources)
        })
        .collect();
    let command = |folder: &Path, arguments: &[&str]| command(folder, &cache, arguments).spawn().unwrap();
    for round in 0..torture(2, 30) {
        let place = format!("round {round}");
        let mut crowd: Vec<Child> =
            projects.iter().map(|(project, _)| command(&project.root(), &["build", "."])).collect();
        crowd.push(command(&shared.root(), &["cache", "gc", "--max-size", "20K"]));
        crowd.push(command(&shared.root(), &["cache", "verify"]));
        for _ in 0..8 {
            thread::sleep(Duration::from_millis(random.below(8) as u64));
            let _ = crowd[random.below(CROWD)].kill();
        }
        let codes: Vec<Option<i32>> = end_of(crowd, &place).iter().map(ExitStatus::code).collect();
        assert!(codes.iter().all(|code| matches!(code, Some(0) | None)), "{place}: {codes:?}");
        let again = projects.iter().map(|(project, _)| command(&project.root(), &["build", "."])).collect();
        assert!(end_of(again, &place).iter().all(ExitStatus::success), "{place}");
        for (project, sources) in &projects {
            is_exactly(&project.root().join("build"), &known.outputs(sources), &place);
            fs::remove_dir_all(project.root().join("build")).unwrap();
        }
    }
    assert!(end_of(vec![command(&shared.root(), &["cache", "verify"])], "the end")[0].success());
}

/// Sends a signal to a process that this test started.
fn signal(child: &Child, name: &str) {
    assert!(Command::new("kill").args([name, &child.id().to_string()]).status().unwrap().success());
}

/// Returns a build that is stopped while it holds the project's lock, and another build that waits for the lock. Returns `None`
/// if the first build finished too early.
fn owner_and_waiting(project: &Project) -> Option<(Child, Child)> {
    let _ = fs::remove_dir_all(project.root().join("build"));
    let mut owner = start(project, &["build", "."]);
    let words = format!("process {},", owner.id());
    let lock = project.root().join("build/.rigmill/lock");
    while !fs::read_to_string(&lock).unwrap_or_default().starts_with(&words) {
        if owner.try_wait().unwrap().is_some() {
            return None;
        }
    }
    signal(&owner, "-STOP");
    let mut waiting = rigmill(project, &["build", "."]).stderr(Stdio::piped()).spawn().unwrap();
    let reported =
        BufReader::new(waiting.stderr.take().unwrap()).lines().map_while(Result::ok).find(|it| it.contains(&words));
    if reported.is_none() {
        signal(&owner, "-CONT");
        end_of(vec![owner, waiting], "an owner that was done too early");
        return None;
    }
    Some((owner, waiting))
}

#[test]
fn an_owner_killed_with_the_lock_in_hand_blocks_nobody() {
    let project = Project::in_memory();
    let sources = sources(200, 1);
    put(&project, &sources);
    for round in 0..torture(2, 20) {
        let place = format!("round {round}");
        let (mut owner, waiting) = (0..100).find_map(|_| owner_and_waiting(&project)).unwrap();
        let mut crowd = vec![waiting];
        crowd.extend((0..6).map(|n| start(&project, if n == 3 { &["clean", "."] } else { &["build", "."] })));
        owner.kill().unwrap();
        owner.wait().unwrap();
        assert!(end_of(crowd, &place).iter().all(ExitStatus::success), "{place}");
        ends_as_a_clean_build(&project, &mut Known::default(), &sources, &place);
    }
}
