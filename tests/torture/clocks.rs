//! Tests sources on file systems with different clocks than the output's: one that counts whole seconds, and one that is
//! read-only. Every edit is noticed, however soon it follows a build, and an unchanged file is not read forever.

use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use serde_json::Value;
use tempfile::TempDir;

use crate::small_disk::SmallDisk;
use crate::support::clip;
use crate::support::known::{Known, Sources, is_exactly};

const RIGMILL: &str = env!("CARGO_BIN_EXE_rigmill");

/// Inodes of 128 bytes have no space for fractions of seconds. Each read of a file updates its access time.
const WHOLE_SECONDS: &str = "dd if=/dev/zero of=\"$0/image\" bs=1M count=8 status=none && mkfs.ext4 -q -I 128 \"$0/image\" >&2 \
                             && mount -o loop,strictatime \"$0/image\" \"$0\"";

/// The location of the outputs.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Out {
    Beside,
    Elsewhere,
}

/// A project on its own file system.
struct Game {
    disk: SmallDisk,
    out: Out,
    elsewhere: TempDir,
    sources: Sources,
}

impl Game {
    fn new(out: Out) -> Self {
        let disk = SmallDisk::mount(WHOLE_SECONDS);
        let game = Self { disk, out, elsewhere: tempfile::tempdir().unwrap(), sources: Sources::new() };
        fs::create_dir(game.root_from_here()).unwrap();
        fs::write(game.root_from_here().join("rigmill.toml"), "").unwrap();
        game
    }

    fn root(&self) -> PathBuf {
        self.disk.path().join("game")
    }

    fn root_from_here(&self) -> PathBuf {
        self.disk.path_from_here().join("game")
    }

    /// Returns the path of the output folder, as the program and as this test sees it.
    fn outs(&self) -> (PathBuf, PathBuf) {
        match self.out {
            Out::Beside => (self.disk.path().join("out"), self.disk.path_from_here().join("out")),
            Out::Elsewhere => (self.elsewhere.path().join("out"), self.elsewhere.path().join("out")),
        }
    }

    fn write(&mut self, path: &str, number: usize) {
        let text = clip(&[&number.to_string()]);
        let place = self.place(path);
        fs::create_dir_all(place.parent().unwrap()).unwrap();
        fs::write(place, &text).unwrap();
        self.sources.insert(path.to_owned(), text);
    }

    fn place(&self, path: &str) -> PathBuf {
        self.root_from_here().join(format!("{path}.Animation"))
    }

    fn build(&self) {
        let mut command = self.disk.command(RIGMILL, &self.root());
        command.args(["build", ".", "--cache-dir"]).arg(self.elsewhere.path().join("cache"));
        let output = command.arg("--out").arg(self.outs().0).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }

    fn is_clean(&self, known: &mut Known, place: &str) {
        is_exactly(&self.outs().1, &known.outputs(&self.sources), place);
    }

    fn last_read(&self, path: &str) -> (i64, i64) {
        let metadata = fs::metadata(self.place(path)).unwrap();
        (metadata.atime(), metadata.atime_nsec())
    }

    /// Builds every other second until a source is no longer read.
    fn rests(&self, path: &str) {
        for _ in 0..8 {
            let before = self.last_read(path);
            thread::sleep(Duration::from_millis(1800));
            self.build();
            if self.last_read(path) == before {
                return;
            }
        }
        panic!("{path} is read by every build");
    }
}

#[test]
#[cfg_attr(not(loop_mounts), ignore = "needs unshare, mkfs.ext4 and the right to mount")]
fn edits_within_one_second_are_never_missed() {
    let mut known = Known::default();
    for out in [Out::Elsewhere, Out::Beside] {
        let mut game = Game::new(out);
        game.write("d/still", 100);
        for round in 0..12 {
            game.write("d/a", 100 + round);
            game.build();
            // The size is the same and, in most rounds, also the second.
            game.write("d/a", 200 + round);
            game.write(&format!("e/new{}", round % 5), 300 + round);
            game.build();
            game.is_clean(&mut known, &format!("{out:?}, round {round}"));
            game.write("d/a", 500 + round);
            if round % 3 == 0 {
                game.write(&format!("e/late{round}"), 700);
            }
            game.build();
            game.is_clean(&mut known, &format!("{out:?}, round {round}, once more"));
            thread::sleep(Duration::from_millis(170));
        }
        game.rests("d/still");
        game.rests("d/a");
        game.write("d/a", 900);
        game.build();
        game.is_clean(&mut known, &format!("{out:?}, after a rest"));
    }
}

#[test]
#[cfg_attr(not(loop_mounts), ignore = "needs unshare, mkfs.ext4 and the right to mount")]
fn sources_on_two_file_systems_and_on_a_read_only_one_are_never_missed() {
    let mut known = Known::default();
    let mut game = Game::new(Out::Elsewhere);
    game.write("a", 100);
    // The program sees the project read-only. This test writes to it through a different path, and one subfolder is on a
    // different file system.
    let sub = game.root().join("sub");
    fs::create_dir(game.root_from_here().join("sub")).unwrap();
    let script = "mkdir ../other && mount -t tmpfs tmpfs ../other && mkdir ../view && mount --bind . ../view && \
                  mount --bind ../other ../view/sub && mount -o remount,ro,bind ../view";
    let status = game.disk.command("sh", &game.root()).args(["-c", script]).status().unwrap();
    assert!(status.success() && sub.ends_with("sub"));
    let (other, view) = (game.disk.path_from_here().join("other"), game.disk.path().join("view"));
    let build = |game: &Game| {
        let mut command = game.disk.command(RIGMILL, &view);
        command.args(["build", ".", "--cache-dir"]).arg(game.elsewhere.path().join("cache"));
        let output = command.arg("--out").arg(game.outs().0).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    };
    for round in 0..10 {
        for number in [200, 400] {
            game.write("a", number + round);
            let text = clip(&[&(number + round).to_string()]);
            fs::write(other.join("b.Animation"), &text).unwrap();
            game.sources.insert("sub/b".to_owned(), text);
            build(&game);
            game.is_clean(&mut known, &format!("round {round}, {number}"));
        }
    }
}

/// Returns the result of a check of `rigmill doctor`.
fn doctor(game: &Game, folder: &Path, check: &str) -> Option<(String, String)> {
    let mut command = game.disk.command(RIGMILL, folder);
    let output =
        command.args(["doctor", ".", "--message-format", "json", "--out"]).arg(game.outs().0).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let messages: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let found = messages.into_iter().find(|message| message["check"] == check)?;
    Some((found["level"].as_str().unwrap().to_owned(), found["message"].as_str().unwrap().to_owned()))
}

#[test]
#[cfg_attr(not(loop_mounts), ignore = "needs unshare, mkfs.ext4 and the right to mount")]
fn doctor_looks_at_the_clock_of_the_sources_too() {
    let game = Game::new(Out::Elsewhere);
    let whole = ("warning".to_owned(), "this file system stores timestamps in whole seconds".to_owned());
    assert_eq!(doctor(&game, &game.root(), "sources' clock"), Some(whole.clone()));
    assert_eq!(doctor(&game, &game.root(), "clock").unwrap().0, "ok");
    assert_eq!(fs::read_dir(game.root_from_here()).unwrap().count(), 1, "what was made to look is gone");
    let script = "mkdir ../view && mount --bind . ../view && mount -o remount,ro,bind ../view";
    assert!(game.disk.command("sh", &game.root()).args(["-c", script]).status().unwrap().success());
    let (level, message) = doctor(&game, &game.disk.path().join("view"), "sources' clock").unwrap();
    assert!(level == "ok" && message.contains("Read-only file system"), "{message}");
    let game = Game::new(Out::Beside);
    assert_eq!(doctor(&game, &game.root(), "clock"), Some(whole));
    assert_eq!(doctor(&game, &game.root(), "sources' clock"), None, "it is the same clock");
}
