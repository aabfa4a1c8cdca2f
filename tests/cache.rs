//! Tests the object cache that projects share: parallel builds, damage, the size limit, and `rigmill cache`.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Child, Stdio};
use std::time::{Duration, SystemTime};

use assert_cmd::Command;
use serde_json::Value;
use tempfile::TempDir;

use crate::support::{Project, clip, files_below, rigmill, torture};

/// A cache in its own folder.
struct Cache {
    folder: TempDir,
}

impl Cache {
    fn new() -> Self {
        Self { folder: tempfile::tempdir().unwrap() }
    }

    fn path(&self) -> PathBuf {
        self.folder.path().join("cache")
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = rigmill();
        command.arg("cache").args(arguments).arg("--cache-dir").arg(self.path());
        command
    }

    /// Runs a command. Returns its exit code and all its output.
    fn run(&self, arguments: &[&str]) -> (Option<i32>, String) {
        let output = self.command(arguments).output().unwrap();
        (output.status.code(), String::from_utf8([output.stdout, output.stderr].concat()).unwrap())
    }

    fn stats(&self) -> Value {
        serde_json::from_slice(&self.command(&["stats", "--json"]).output().unwrap().stdout).unwrap()
    }

    fn files(&self, extension: &str) -> Vec<PathBuf> {
        let mut files = files_below(&self.path());
        files.retain(|path| path.extension().is_some_and(|it| it == extension));
        files
    }
}

/// Creates a project of some clips. Each number has different clips, except for one that all projects share.
fn project(number: usize, clips: usize) -> Project {
    let project = Project::new();
    for n in 0..clips {
        project.write(&format!("{n}.Animation"), clip(&[&number.to_string(), &n.to_string()]));
    }
    project.write("shared.Animation", clip(&["1", "2", "3"]));
    project
}

fn build(project: &Project, cache: &Path) -> std::process::Command {
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_rigmill"));
    command.args(["build", ".", "-q", "-j", "2", "--cache-dir"]).arg(cache).current_dir(project.root());
    command.stderr(Stdio::piped());
    command
}

fn flip(path: &Path, at: usize) {
    let mut bytes = fs::read(path).unwrap();
    bytes[at] ^= 0x10;
    fs::write(path, bytes).unwrap();
}

#[test]
fn thirty_two_builds_at_once_share_one_cache() {
    const BUILDS: usize = 32;
    let cache = Cache::new();
    let projects: Vec<Project> = (0..BUILDS).map(|number| project(number % 20, 12)).collect();
    let expected: Vec<_> = (0..20)
        .map(|number| {
            let alone = project(number, 12);
            assert_eq!(alone.build().code, 0);
            alone.outputs()
        })
        .collect();
    for round in 0..3 {
        let mut builds: Vec<Child> =
            projects.iter().map(|project| build(project, &cache.path()).spawn().unwrap()).collect();
        for build in &mut builds {
            assert!(build.wait().unwrap().success(), "round {round}");
        }
        for (number, project) in projects.iter().enumerate() {
            assert_eq!(project.outputs(), expected[number % 20], "round {round}, project {number}");
            fs::remove_dir_all(project.root().join("build")).unwrap();
        }
        let (code, reported) = cache.run(&["verify"]);
        assert_eq!(code, Some(0), "{reported}");
        assert!(cache.files("tmp").is_empty());
    }
    // By the third round, everything was found in the cache, and nothing was added.
    let stats = cache.stats();
    let output = build(&projects[0], &cache.path()).output().unwrap();
    assert!(output.status.success() && output.stderr.is_empty());
    assert_eq!(stats["entries"], cache.stats()["entries"]);
}

#[test]
fn killed_builds_leave_nothing_that_harms_or_stays() {
    let cache = Cache::new();
    let reference = project(1, 60);
    reference.build();
    let project = project(1, 60);
    for round in 0..torture(8, 100) as u64 {
        let mut killed = build(&project, &cache.path()).spawn().unwrap();
        std::thread::sleep(Duration::from_micros(round * 2700 % 22_500));
        killed.kill().unwrap();
        killed.wait().unwrap();
        let output = build(&project, &cache.path()).output().unwrap();
        assert!(output.status.success() && output.stderr.is_empty(), "round {round}");
        assert_eq!(project.outputs(), reference.outputs(), "round {round}");
        fs::remove_dir_all(project.root().join("build")).unwrap();
        assert_eq!(cache.run(&["verify"]).0, Some(0), "round {round}");
        if round % 2 == 0 {
            fs::remove_dir_all(cache.path()).unwrap();
        }
    }
    assert_eq!(cache.run(&["gc"]).0, Some(0));
    assert!(cache.files("tmp").is_empty());
}

#[test]
fn damage_is_reported_once_and_made_anew_once() {
    let cache = Cache::new();
    let project = project(1, 3);
    let rebuild = || {
        fs::remove_dir_all(project.root().join("build")).unwrap();
        let built = project.build_with(&["--cache-dir", cache.path().to_str().unwrap()]);
        let codes: Vec<String> = built.diagnostics().iter().map(|it| it["code"].as_str().unwrap().to_owned()).collect();
        (built.code, codes, built.count("cached"))
    };
    assert!(build(&project, &cache.path()).output().unwrap().status.success());
    let outputs = project.outputs();
    let length = fs::metadata(&cache.files("pack")[0]).unwrap().len();
    let places = (0..8).map(|part| usize::try_from(length * part / 8).unwrap() + 60);
    for at in places.chain([usize::try_from(length).unwrap() - 1]) {
        flip(&cache.files("pack")[0], at);
        let (code, reported, _) = rebuild();
        assert_eq!((code, reported), (0, vec!["R0105".to_owned()]), "byte {at}");
        assert_eq!(project.outputs(), outputs, "byte {at}");
        assert_eq!(rebuild(), (0, vec![], 4), "byte {at}");
        assert_eq!(cache.run(&["verify"]).0, Some(0), "byte {at}");
        fs::remove_dir_all(cache.path()).unwrap();
        assert_eq!(rebuild(), (0, vec![], 0));
    }
}

#[test]
fn a_cache_that_cannot_be_written_fails_no_build() {
    let cache = Cache::new();
    fs::write(cache.path(), "a file stands where the folder should be").unwrap();
    let project = project(1, 3);
    let output = build(&project, &cache.path()).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(project.outputs().len(), 4);
}

#[test]
fn stats_count_packs_entries_and_bytes() {
    let cache = Cache::new();
    fs::create_dir(cache.path()).unwrap();
    assert_eq!((cache.stats()["packs"].as_u64(), cache.stats()["oldest_use"].as_u64()), (Some(0), None));
    build(&project(1, 3), &cache.path()).output().unwrap();
    let stats = cache.stats();
    // For each of four clips, the records and the file.
    assert_eq!((stats["packs"].as_u64(), stats["entries"].as_u64()), (Some(1), Some(8)));
    assert_eq!(stats["bytes"].as_u64(), Some(fs::metadata(&cache.files("pack")[0]).unwrap().len()));
    assert_eq!(stats["oldest_use"], stats["newest_use"]);
    let (code, reported) = cache.run(&["stats"]);
    assert!(
        code == Some(0) && reported.contains("8 entries in 1 pack, ") && reported.contains("last used "),
        "{reported}"
    );
}

#[test]
fn the_folder_that_the_environment_names_need_not_exist_yet() {
    let cache = Cache::new();
    for arguments in [["cache", "stats"], ["cache", "gc"], ["cache", "verify"]] {
        rigmill().args(arguments).env("RIGMILL_CACHE_DIR", cache.path()).assert().success();
    }
}

#[test]
fn gc_removes_what_was_not_used_for_longest() {
    let cache = Cache::new();
    let projects = [project(1, 3), project(2, 3), project(3, 3)];
    for (age, project) in (0..).zip(&projects) {
        build(project, &cache.path()).output().unwrap();
        let newest = File::options().write(true).open(cache.files("pack").last().unwrap()).unwrap();
        newest.set_modified(SystemTime::UNIX_EPOCH + Duration::from_secs(1_000_000_000 + age)).unwrap();
    }
    // Uses the oldest entries once more.
    fs::remove_dir_all(projects[0].root().join("build")).unwrap();
    build(&projects[0], &cache.path()).output().unwrap();
    let packs = cache.files("pack");
    assert_eq!(packs.len(), 3);
    let bound = fs::metadata(&packs[0]).unwrap().len() + fs::metadata(&packs[2]).unwrap().len();
    let (code, reported) = cache.run(&["gc", "--max-size", &format!("{bound}B")]);
    assert_eq!(code, Some(0), "{reported}");
    assert!(reported.contains(packs[1].to_str().unwrap()) && reported.contains("removed 1 pack ("), "{reported}");
    assert_eq!(cache.files("pack"), [packs[0].clone(), packs[2].clone()]);
}

#[test]
fn builds_keep_to_the_size_they_are_given() {
    let cache = Cache::new();
    for number in 0..12 {
        let project = project(number, 10);
        let mut command = build(&project, &cache.path());
        assert!(command.env("RIGMILL_CACHE_SIZE", "50K").output().unwrap().status.success());
        assert!(cache.stats()["bytes"].as_u64().unwrap() <= 50 * 1024);
    }
    assert!(cache.stats()["packs"].as_u64().unwrap() > 1);
    let project = project(1, 1);
    for wrong in ["much", "5X", "-1", "10"] {
        let mut command = build(&project, &cache.path());
        assert_eq!(command.env("RIGMILL_CACHE_SIZE", wrong).output().unwrap().status.code(), Some(2));
    }
}

#[test]
fn verify_names_damaged_packs_and_leaves_the_damage_out() {
    let cache = Cache::new();
    build(&project(1, 3), &cache.path()).output().unwrap();
    assert_eq!(cache.run(&["verify"]), (Some(0), "verified 1 pack: 8 entries good, 0 packs damaged\n".to_owned()));
    let pack = cache.files("pack")[0].clone();
    flip(&pack, 60);
    let (code, reported) = cache.run(&["verify"]);
    assert_eq!(code, Some(1), "{reported}");
    assert!(reported.contains(pack.to_str().unwrap()) && reported.contains("1 of 8 entries"), "{reported}");
    assert!(reported.contains("recreate them"), "{reported}");
    assert_eq!(cache.run(&["verify"]), (Some(0), "verified 1 pack: 7 entries good, 0 packs damaged\n".to_owned()));
}
