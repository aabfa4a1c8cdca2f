//! The program on disks that are really full, and under a limit on the size of files: the error names path and cause, old
//! outputs stay whole, and with room again the next build mends all.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};

use tempfile::TempDir;

use crate::known::{Known, Outputs, Sources, found, is_exactly, none_is_torn};
use crate::support::{Project, clip, skipped};

const RIGMILL: &str = env!("CARGO_BIN_EXE_rigmill");

/// A file system of its own size in memory, mounted where nobody else sees it.
pub(crate) struct SmallDisk {
    folder: TempDir,
    /// Holds the mount as long as it lives.
    holder: Child,
}

impl SmallDisk {
    /// `None` where mounting is not permitted, which is told.
    fn mount(test: &str) -> Option<Self> {
        Self::mount_with(test, "mount -t tmpfs -o size=1m tmpfs \"$0\"")
    }

    /// One that a shell command mounts on the folder `$0`.
    pub(crate) fn mount_with(test: &str, mount: &str) -> Option<Self> {
        let folder = tempfile::tempdir().unwrap();
        let mut command = Command::new("unshare");
        command.args(["--mount", "sh", "-c", &format!("{mount} && echo mounted && exec cat")]);
        command.arg(folder.path()).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut holder = command.spawn().unwrap();
        let mut line = String::new();
        BufReader::new(holder.stdout.take().unwrap()).read_line(&mut line).unwrap();
        if line != "mounted\n" {
            let output = holder.wait_with_output().unwrap();
            let why = String::from_utf8_lossy(&output.stderr).trim().to_owned();
            skipped(test, &format!("a file system cannot be mounted here: {why}"));
            return None;
        }
        Some(Self { folder, holder })
    }

    /// A command where the file system is to be seen, in a folder.
    pub(crate) fn command(&self, program: &str, folder: &Path) -> Command {
        let mut command = Command::new("nsenter");
        command.args(["--mount", "--target", &self.holder.id().to_string(), "sh", "-c", "cd \"$0\" && exec \"$@\""]);
        command.arg(folder).arg(program);
        command
    }

    fn resize(&self, options: &str) {
        let mut mount = self.command("mount", Path::new("/"));
        let status = mount.args(["-o", &format!("remount,{options}")]).arg(self.path()).status().unwrap();
        assert!(status.success(), "{options}");
    }

    /// Where those see it that are inside.
    pub(crate) fn path(&self) -> &Path {
        self.folder.path()
    }

    /// Where this test sees it.
    pub(crate) fn seen_from_here(&self) -> PathBuf {
        let root = PathBuf::from(format!("/proc/{}/root", self.holder.id()));
        root.join(self.path().strip_prefix("/").unwrap())
    }

    /// How many blocks and inodes are in use.
    fn used(&self) -> (usize, usize) {
        let output =
            Command::new("stat").args(["-f", "-c", "%b %f %c %d"]).arg(self.seen_from_here()).output().unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        let numbers: Vec<usize> = text.split_whitespace().map(|it| it.parse().unwrap()).collect();
        (numbers[0] - numbers[1], numbers[2] - numbers[3])
    }

    fn empty(&self) {
        for entry in fs::read_dir(self.seen_from_here()).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() { fs::remove_dir_all(path).unwrap() } else { fs::remove_file(path).unwrap() }
        }
    }
}

impl Drop for SmallDisk {
    fn drop(&mut self) {
        let _ = self.holder.kill();
        let _ = self.holder.wait();
    }
}

fn sources(clips: usize, first: usize) -> Sources {
    let keys = |number: usize| (0..=number % 90).map(|key| (key * number).to_string()).collect::<Vec<_>>();
    let text = |number: usize| clip(&keys(number).iter().map(String::as_str).collect::<Vec<_>>());
    (0..clips).map(|number| (format!("d{}/c{number}", number % 2), text(first + number * 7))).collect()
}

/// Twelve clips; and the same with some changed, one removed and one added.
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

/// Fails unless a build that ran out of room said so, with cause and place.
fn told(output: &Output, cause: &str, folder: &Path, place: &str) {
    let text = String::from_utf8([output.stdout.as_slice(), &output.stderr].concat()).unwrap();
    let code = output.status.code();
    assert!(matches!(code, Some(1 | 2)), "{place}: {:?}: {text}", output.status);
    assert!(text.contains(cause), "{place}: {text}");
    assert!(text.contains(folder.to_str().unwrap()) || text.contains("a temporary file for "), "{place}: {text}");
}

const FULL: &str = "No space left on device (os error 28)";
const ROOM: &str = "size=16m,nr_inodes=4000";

/// Builds with ever more room until it is enough. Fails if that was enough at once.
fn with_ever_more_room(test: &str, limit: impl Fn(usize, usize, usize) -> String) {
    let Some(disk) = SmallDisk::mount(test) else { return };
    let project = Project::in_memory();
    let mut known = Known::default();
    let (before, after) = before_and_after();
    let (old, new) = (known.outputs(&before), known.outputs(&after));
    let (out, out_seen_from_here) = (disk.path().join("out"), disk.seen_from_here().join("out"));
    let build = || {
        let mut command = disk.command(RIGMILL, &project.root());
        command.args(["build", ".", "--cache-dir", "../cache", "--out"]).arg(&out).output().unwrap()
    };
    for cold in [true, false] {
        for room in 0.. {
            disk.resize(ROOM);
            disk.empty();
            put(&project, &before);
            if !cold {
                assert!(build().status.success());
            }
            put(&project, &after);
            let (blocks, inodes) = disk.used();
            disk.resize(&limit(blocks, inodes, room));
            let place = format!("{test}, cold: {cold}, room for {room}");
            let output = build();
            let nothing = Outputs::new();
            none_is_torn(&out_seen_from_here, if cold { &nothing } else { &old }, &new, &place);
            let enough = output.status.success();
            if !enough {
                told(&output, FULL, disk.path(), &place);
            }
            disk.resize(ROOM);
            let output = build();
            assert!(output.status.success(), "{place}: {}", String::from_utf8_lossy(&output.stderr));
            is_exactly(&out_seen_from_here, &new, &place);
            if enough {
                assert!(room > 2, "{place}");
                break;
            }
        }
    }
}

#[test]
#[cfg_attr(not(unshare), ignore = "needs unshare")]
fn a_full_output_folder_is_told_and_mended() {
    let limit = |blocks, _, room| format!("size={},nr_inodes=4000", (blocks + room + 1) * 4096);
    with_ever_more_room("a_full_output_folder_is_told_and_mended", limit);
}

#[test]
#[cfg_attr(not(unshare), ignore = "needs unshare")]
fn an_output_folder_without_inodes_is_told_and_mended() {
    let limit = |_, inodes, room| format!("size=16m,nr_inodes={}", inodes + room);
    with_ever_more_room("an_output_folder_without_inodes_is_told_and_mended", limit);
}

#[test]
#[cfg_attr(not(unshare), ignore = "needs unshare")]
fn a_full_cache_folder_harms_no_build() {
    let Some(disk) = SmallDisk::mount("a_full_cache_folder_harms_no_build") else { return };
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
    for room in 1..24 {
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

/// Builds where no file may be longer than so many blocks of 512 bytes. Longer ones are short writes and then errors; or,
/// when `killed`, the end of the program.
fn limited(project: &Project, blocks: usize, killed: bool) -> Output {
    let trap = if killed { "" } else { "trap '' XFSZ; " };
    let script = format!("{trap}ulimit -c 0; ulimit -f {blocks}; exec \"$0\" \"$@\"");
    let mut command = Command::new("sh");
    command.args(["-c", &script, RIGMILL, "build", ".", "--cache-dir", "../cache"]).current_dir(project.root());
    command.output().unwrap()
}

#[test]
fn files_that_may_not_grow_are_told_and_mended() {
    let mut known = Known::default();
    let (before, after) = before_and_after();
    let (old, new) = (known.outputs(&before), known.outputs(&after));
    for (cold, killed) in [(true, false), (false, false), (true, true), (false, true)] {
        for blocks in 0.. {
            let project = Project::in_memory();
            let out = project.root().join("build");
            if !cold {
                put(&project, &before);
                assert!(project.build().code == 0);
            }
            put(&project, &after);
            let place = format!("cold: {cold}, killed: {killed}, {blocks} blocks");
            let output = limited(&project, blocks, killed);
            let nothing = Outputs::new();
            none_is_torn(&out, if cold { &nothing } else { &old }, &new, &place);
            let enough = output.status.success();
            if enough {
                assert_eq!(found(&out), new, "{place}");
            } else if !killed {
                told(&output, "File too large (os error 27)", &out, &place);
            } else {
                assert!(output.status.code().is_none(), "{place}: {:?}", output.status);
            }
            let mended = project.build();
            assert_eq!(mended.code, 0, "{place}");
            is_exactly(&out, &new, &place);
            if enough {
                assert!(blocks > 2, "{place}");
                break;
            }
        }
    }
}
