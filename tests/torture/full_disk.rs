//! Tests the program on full disks and under a limit on file sizes: errors name the path and the cause, old outputs stay
//! complete, and once there is space again, the next build restores everything.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use crate::small_disk::SmallDisk;
use crate::support::known::{Known, Outputs, Sources, found, is_exactly, none_is_torn};
use crate::support::{Project, clip, torture};

const RIGMILL: &str = env!("CARGO_BIN_EXE_rigmill");

fn sources(clips: usize, first: usize) -> Sources {
    let keys = |number: usize| (0..=number % 90).map(|key| (key * number).to_string()).collect::<Vec<_>>();
    let text = |number: usize| clip(&keys(number).iter().map(String::as_str).collect::<Vec<_>>());
    (0..clips).map(|number| (format!("d{}/c{number}", number % 2), text(first + number * 7))).collect()
}

/// Returns twelve clips, and a second version in which some are changed, one is removed and one is added.
fn before_and_after() -> (Sources, Sources) {
    let before = sources(12, 0);
    let mut after = before.clone();
    after.extend(sources(4, 1000));
    after.remove("d1/c11");
    after.insert("d3/new".to_owned(), clip(&["5"; 50]));
    (before, after)
}

fn put(project: &Project, sources: &Sources) {
    for entry in fs::read_dir(project.root()).unwrap().map(|entry| entry.unwrap().path()) {
        if entry.is_dir() && entry.file_name().unwrap() != "build" {
            fs::remove_dir_all(entry).unwrap();
        }
    }
    sources.iter().for_each(|(path, text)| project.write(&format!("{path}.Animation"), text));
}

/// Checks that a build that ran out of space reported the cause and the path.
fn failed_with(output: &Output, cause: &str, folder: &Path, context: &str) {
    let text = String::from_utf8([output.stdout.as_slice(), &output.stderr].concat()).unwrap();
    let code = output.status.code();
    assert!(matches!(code, Some(1 | 2)), "{context}: {:?}: {text}", output.status);
    assert!(text.contains(cause), "{context}: {text}");
    assert!(text.contains(folder.to_str().unwrap()) || text.contains("a temporary file for "), "{context}: {text}");
}

const FULL: &str = "No space left on device (os error 28)";
const ROOM: &str = "size=16m,nr_inodes=4000";

/// Builds with more and more space until a build succeeds. The first build must fail.
fn with_ever_more_room(limit: impl Fn(usize, usize, usize) -> String) {
    let disk = SmallDisk::new();
    let project = Project::in_memory();
    let mut known = Known::default();
    let (before, after) = before_and_after();
    let (old, new) = (known.outputs(&before), known.outputs(&after));
    let (out, out_from_here) = (disk.path().join("out"), disk.path_from_here().join("out"));
    let build = || {
        let mut command = disk.command(RIGMILL, &project.root());
        command.args(["build", ".", "--cache-dir", "../cache", "--out"]).arg(&out).output().unwrap()
    };
    for cold in [true, false] {
        for room in (0..).step_by(torture(4, 1)) {
            disk.resize(ROOM);
            disk.empty();
            put(&project, &before);
            if !cold {
                assert!(build().status.success());
            }
            put(&project, &after);
            let (blocks, inodes) = disk.used();
            disk.resize(&limit(blocks, inodes, room));
            let context = format!("cold: {cold}, room for {room}");
            let output = build();
            let nothing = Outputs::new();
            none_is_torn(&out_from_here, if cold { &nothing } else { &old }, &new, &context);
            let enough = output.status.success();
            if !enough {
                failed_with(&output, FULL, disk.path(), &context);
            }
            disk.resize(ROOM);
            let output = build();
            assert!(output.status.success(), "{context}: {}", String::from_utf8_lossy(&output.stderr));
            is_exactly(&out_from_here, &new, &context);
            if enough {
                assert!(room > 2, "{context}");
                break;
            }
        }
    }
}

#[test]
#[cfg_attr(not(mounts), ignore = "needs unshare and the right to mount")]
fn a_full_output_folder_is_reported_and_restored() {
    let limit = |blocks, _, room| format!("size={},nr_inodes=4000", (blocks + room + 1) * 4096);
    with_ever_more_room(limit);
}

#[test]
#[cfg_attr(not(mounts), ignore = "needs unshare and the right to mount")]
fn an_output_folder_without_inodes_is_reported_and_restored() {
    let limit = |_, inodes, room| format!("size=16m,nr_inodes={}", inodes + room);
    with_ever_more_room(limit);
}

#[test]
#[cfg_attr(not(mounts), ignore = "needs unshare and the right to mount")]
fn a_full_cache_folder_harms_no_build() {
    let disk = SmallDisk::new();
    let project = Project::in_memory();
    let mut known = Known::default();
    let (before, after) = before_and_after();
    let (old, new) = (known.outputs(&before), known.outputs(&after));
    let out = project.root().join("build");
    let cache = disk.path().join("cache");
    let run = |arguments: &[&str]| {
        let mut command = disk.command(RIGMILL, &project.root());
        let output = command.args(arguments).arg("--cache-dir").arg(&cache).output().unwrap();
        (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
    };
    for room in (1..24).step_by(torture(6, 1)) {
        disk.resize(ROOM);
        disk.empty();
        let _ = fs::remove_dir_all(&out);
        disk.resize(&format!("size={},nr_inodes={}", room * 4096, 3 + room));
        for (sources, outputs) in [(&before, &old), (&after, &new), (&before, &old)] {
            put(&project, sources);
            assert_eq!(run(&["build", "."]).0, Some(0), "room for {room}");
            is_exactly(&out, outputs, &format!("room for {room}"));
        }
        disk.resize(ROOM);
        assert_eq!(run(&["cache", "verify"]).0, Some(0), "room for {room}");
        fs::remove_dir_all(&out).unwrap();
        assert_eq!(run(&["build", "."]), (Some(0), String::new()), "room for {room}");
        is_exactly(&out, &old, &format!("room for {room}"));
    }
}

/// Builds with a limit of this number of 512-byte blocks per file. A longer write fails, or kills the program if `killed` is
/// true.
fn limited(project: &Project, blocks: usize, killed: bool) -> Output {
    let trap = if killed { "" } else { "trap '' XFSZ; " };
    let script = format!("{trap}ulimit -c 0; ulimit -f {blocks}; exec \"$0\" \"$@\"");
    let mut command = Command::new("sh");
    command.args(["-c", &script, RIGMILL, "build", ".", "--cache-dir", "../cache"]).current_dir(project.root());
    command.output().unwrap()
}

#[test]
fn files_that_may_not_grow_are_reported_and_restored() {
    let mut known = Known::default();
    let (before, after) = before_and_after();
    let (old, new) = (known.outputs(&before), known.outputs(&after));
    for (cold, killed) in [(true, false), (false, false), (true, true), (false, true)] {
        for blocks in (0..).step_by(torture(4, 1)) {
            let project = Project::in_memory();
            let out = project.root().join("build");
            if !cold {
                put(&project, &before);
                assert!(project.build().code == 0);
            }
            put(&project, &after);
            let context = format!("cold: {cold}, killed: {killed}, {blocks} blocks");
            let output = limited(&project, blocks, killed);
            let nothing = Outputs::new();
            none_is_torn(&out, if cold { &nothing } else { &old }, &new, &context);
            let enough = output.status.success();
            if enough {
                assert_eq!(found(&out), new, "{context}");
            } else if !killed {
                failed_with(&output, "File too large (os error 27)", &out, &context);
            } else {
                assert!(output.status.code().is_none(), "{context}: {:?}", output.status);
            }
            let restored = project.build();
            assert_eq!(restored.code, 0, "{context}");
            is_exactly(&out, &new, &context);
            if enough {
                assert!(blocks > 2, "{context}");
                break;
            }
        }
    }
}
