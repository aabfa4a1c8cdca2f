//! Tests special files (pipes, devices, sockets) and files larger than memory. No command waits for them or reads them as a
//! whole.

use std::fs;
use std::os::unix::net::UnixListener;
use std::path::Path;
use std::process::Output;
use std::time::Duration;

use crate::support::{Project, clip, rigmill};

/// Runs a command with a limit of ten seconds and 512 MiB of memory. Returns its output.
fn bounded(arguments: &[&str], folder: &Path) -> (Output, String) {
    let script = format!("ulimit -v 524288; exec \"{}\" \"$@\"", env!("CARGO_BIN_EXE_rigmill"));
    let mut command = assert_cmd::Command::new("sh");
    command.args(["-c", &script, "rigmill"]).args(arguments).current_dir(folder);
    let output = command.timeout(Duration::from_secs(10)).output().unwrap();
    assert!(output.status.code().is_some_and(|code| code == 1 || code == 2), "{arguments:?}: {output:?}");
    let reported = [&output.stdout[..], &output.stderr[..]].concat();
    (output, String::from_utf8(reported).unwrap())
}

fn pipe(path: &Path) {
    assert!(std::process::Command::new("mkfifo").arg(path).status().unwrap().success());
}

fn sparse(path: &Path, head: &[u8], length: u64) {
    fs::write(path, head).unwrap();
    fs::File::options().write(true).open(path).unwrap().set_len(length).unwrap();
}

/// Returns the header of a content file that states this length.
fn header(length: u64) -> Vec<u8> {
    let mut bytes = vec![0; 48];
    bytes[..4].copy_from_slice(b"RMB\0");
    bytes[4..6].copy_from_slice(&1_u16.to_le_bytes());
    bytes[6..8].copy_from_slice(&48_u16.to_le_bytes());
    bytes[32..40].copy_from_slice(&length.to_le_bytes());
    bytes
}

const FIVE_GIB: u64 = 5 << 30;

/// Creates a folder with one special file of each kind.
fn menagerie() -> Project {
    let project = Project::new();
    let at = |name: &str| project.root().join(name);
    pipe(&at("pipe.rmb"));
    pipe(&at("pipe.Animation"));
    pipe(&at("pipe.mgcb"));
    drop(UnixListener::bind(at("socket.rmb")).unwrap());
    std::os::unix::fs::symlink("/dev/zero", at("zero.rmb")).unwrap();
    std::os::unix::fs::symlink("/dev/zero", at("zero.Animation")).unwrap();
    sparse(&at("nothing.rmb"), b"", FIVE_GIB);
    sparse(&at("stated.rmb"), &header(FIVE_GIB), FIVE_GIB);
    sparse(&at("unstated.rmb"), &header(100), FIVE_GIB);
    sparse(&at("large.xnb"), b"XNBw\x05\0\xff\xff\xff\xff", FIVE_GIB);
    sparse(&at("large.glb"), b"glTF\x02\0\0\0\xff\xff\xff\xff", FIVE_GIB);
    project
}

#[test]
fn inspect_refuses_what_is_no_file_and_what_is_too_large() {
    let project = menagerie();
    for (file, why) in [
        ("pipe.rmb", "the path leads to a pipe, not to a file"),
        ("socket.rmb", "the path leads to a socket, not to a file"),
        ("zero.rmb", "the path leads to a device, not to a file"),
        ("/dev/zero", "the path leads to a device, not to a file"),
        (".", "the path leads to a folder, not to a file"),
        ("nothing.rmb", "not a Rigmill content file"),
        ("stated.rmb", "5368709120 bytes"),
        ("unstated.rmb", "5368709120 bytes"),
        ("large.xnb", "5368709120 bytes"),
        ("large.glb", "5368709120 bytes"),
    ] {
        let (_, reported) = bounded(&["inspect", file], &project.root());
        assert!(reported.contains(why), "{file}: {reported}");
    }
}

#[test]
fn verify_counts_them_among_the_bad() {
    let project = menagerie();
    project.write("broken/gone.rmb", "");
    fs::remove_file(project.root().join("broken/gone.rmb")).unwrap();
    std::os::unix::fs::symlink("nowhere", project.root().join("broken/gone.rmb")).unwrap();
    let (output, reported) = bounded(&["verify", "."], &project.root());
    assert_eq!(output.status.code(), Some(1));
    assert!(reported.contains("verified 7 content files: 0 good, 7 bad"), "{reported}");
    assert!(
        reported.contains("bad[R0386] ./pipe.rmb: cannot read: the path leads to a pipe, not to a file"),
        "{reported}"
    );
    let (_, reported) = bounded(&["verify", "pipe.mgcb"], &project.root());
    assert!(reported.contains("verified 1 content file: 0 good, 1 bad"), "{reported}");
}

#[test]
fn play_and_init_do_not_wait_either() {
    let project = menagerie();
    for script in ["pipe.rmb", "/dev/zero", "nothing.rmb"] {
        let (_, reported) = bounded(&["play", script], &project.root());
        assert!(reported.contains("error: cannot read"), "{script}: {reported}");
    }
    for content in ["pipe.rmb", "pipe.Animation", "zero.rmb", "zero.Animation", "nothing.rmb", "large.xnb"] {
        let commands = if content.ends_with(".Animation") { &["clip"][..] } else { &["clip", "curve", "motion"] };
        for command in commands {
            project.write("play.txt", format!("{command}\tRun\t{content}\n"));
            let (_, reported) = bounded(&["play", "play.txt"], &project.root());
            assert!(reported.contains(content), "{command} {content}: {reported}");
        }
    }
    let (_, reported) = bounded(&["init", "--from-mgcb", "pipe.mgcb", "made", "--create"], &project.root());
    assert!(reported.contains("the path leads to a pipe, not to a file"), "{reported}");
}

#[test]
fn a_manifest_is_a_file_of_bounded_size() {
    let project = Project::new();
    project.write("run.Animation", clip(&["1"]));
    pipe(&project.root().join("rigmill.toml"));
    let (_, reported) = bounded(&["build", "."], &project.root());
    assert!(reported.contains("the path leads to a pipe, not to a file"), "{reported}");
    fs::remove_file(project.root().join("rigmill.toml")).unwrap();
    sparse(&project.root().join("rigmill.toml"), b"", FIVE_GIB);
    let (_, reported) = bounded(&["build", "."], &project.root());
    assert!(reported.contains("5368709120 bytes"), "{reported}");
}

#[test]
fn damage_to_a_small_file_is_still_reported_by_its_header() {
    let project = Project::new();
    project.write("run.Animation", clip(&["1"]));
    assert_eq!(project.build().count("failed"), 0);
    let path = project.native().join("run.rmb");
    let good = fs::read(&path).unwrap();
    let (short, long) = (&good[..good.len() - 1], [&good[..], b"x"].concat());
    for (bytes, why) in [(short, "is cut short"), (&long, "bytes follow the end"), (&good[..20], "is cut short")] {
        fs::write(&path, bytes).unwrap();
        let output = rigmill().arg("inspect").arg(&path).output().unwrap();
        let reported = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.code() == Some(1) && reported.contains(why), "{reported}");
    }
}

#[test]
fn a_source_of_five_gigabytes_is_refused_unread() {
    let project = Project::new();
    project.write("huge.Animation", "");
    let file = fs::File::options().write(true).open(project.root().join("huge.Animation")).unwrap();
    file.set_len(5 << 30).unwrap();
    for _ in 0..2 {
        let started = read_by_children();
        let built = project.build();
        assert_eq!((built.code, built.diagnostics()[0]["code"].as_str()), (1, Some("R0017")));
        // Other tests start programs at the same time.
        assert!(read_by_children() - started < 4 << 30, "it was read");
    }
    file.set_len(0).unwrap();
    assert_ne!(project.build().diagnostics()[0]["code"], "R0017", "another size is looked at again");
}

/// Returns the number of bytes read by finished child processes of this process.
fn read_by_children() -> u64 {
    let io = fs::read_to_string("/proc/self/io").unwrap();
    let line = io.lines().find_map(|line| line.strip_prefix("rchar: ")).unwrap();
    line.parse().unwrap()
}
