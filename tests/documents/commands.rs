//! [`Shell`]: simulates the terminal of a reader who copies the commands of a page into it, in a fresh clone.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use tempfile::TempDir;

use super::names;
use super::page::Block;
use crate::support::watching::Watching;
use crate::support::{files_below, repository};

/// The command line in documents that runs this program. The tests replace it with the program that they were built with.
const CARGO_RUN: &str = "cargo run --release -- ";

/// A terminal in a copy of the sample game's sources. Each block begins in the folder in which the previous one ended.
pub(super) struct Shell {
    folder: TempDir,
    /// What the commands of the last block printed.
    pub(super) printed: String,
}

impl Shell {
    /// Opens a terminal in a folder that looks like a clone of the repository, as far as the book's commands need it.
    pub(super) fn in_fresh_clone() -> Self {
        let shell = Self { folder: tempfile::tempdir().unwrap(), printed: String::new() };
        let clone = shell.clone_folder();
        for path in files_below(&repository().join("content")) {
            let relative = path.strip_prefix(repository()).unwrap();
            if !relative.starts_with("content/build") {
                fs::create_dir_all(clone.join(relative).parent().unwrap()).unwrap();
                fs::copy(&path, clone.join(relative)).unwrap();
            }
        }
        fs::create_dir_all(clone.join("docs/images")).unwrap();
        fs::create_dir(shell.folder.path().join("bin")).unwrap();
        std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_rigmill"), shell.folder.path().join("bin/rigmill")).unwrap();
        shell.go_to(&clone);
        shell
    }

    fn clone_folder(&self) -> PathBuf {
        self.folder.path().join("rigmill")
    }

    /// The folder in which the last block ended.
    pub(super) fn here(&self) -> PathBuf {
        fs::read_to_string(self.folder.path().join("here")).unwrap().trim_end().into()
    }

    fn go_to(&self, folder: &Path) {
        fs::write(self.folder.path().join("here"), folder.to_str().unwrap()).unwrap();
    }

    /// Writes a file that the page shows.
    pub(super) fn write(&self, path: &str, text: &str) {
        let path = self.here().join(path);
        assert!(path.starts_with(self.folder.path()) && !path.to_str().unwrap().contains(".."), "{path:?}");
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    /// Runs the commands of a block. A command that runs until Ctrl-C receives it after it has started.
    pub(super) fn run(&mut self, block: &Block) {
        self.printed.clear();
        let expected: i32 = block.noted("exits with").map_or(0, |code| code.parse().unwrap());
        let mut commands = Vec::new();
        for command in joined(&block.text) {
            let command = command.replace(CARGO_RUN, "rigmill ");
            if command.starts_with("cargo ") {
                names::check_cargo(&block.place, &command);
            } else if goes_on(&command) {
                self.run_script(&block.place, &std::mem::take(&mut commands), 0);
                self.start_and_stop(&block.place, &command);
            } else {
                commands.push(command);
            }
        }
        self.run_script(&block.place, &commands, expected);
    }

    fn run_script(&mut self, place: &str, commands: &[String], expected: i32) {
        if commands.is_empty() {
            return;
        }
        let script = commands.join("\n");
        let here = self.folder.path().join("here");
        let script = format!("trap 'pwd > {}' EXIT\nset -eu\nexec 2>&1\n{script}\n", here.display());
        let output = self.command("sh").args(["-c", &script]).stdin(Stdio::null()).output().unwrap();
        let printed = String::from_utf8(output.stdout).unwrap();
        assert_eq!(output.status.code(), Some(expected), "{place}: {commands:#?} printed\n{printed}");
        self.printed += &printed;
    }

    /// Checks that `rigmill watch` or `rigmill view` reports that it is ready, keeps running, and exits with success on Ctrl-C.
    fn start_and_stop(&self, place: &str, command: &str) {
        let no_browser = if command.starts_with("rigmill view") { " --no-open" } else { "" };
        let mut shell = self.command("sh");
        shell.args(["-c", &format!("exec {command}{no_browser}")]);
        let mut watching = Watching::spawn(shell);
        // Before its handler is set, Ctrl-C would end the program immediately.
        watching.said("Ctrl-C");
        if command.starts_with("rigmill view") {
            assert!(watching.line().starts_with("http://127.0.0.1:"), "{place}: {command}");
        }
        assert_eq!(watching.stop("INT").code(), Some(0), "{place}: {command}");
    }

    fn command(&self, program: &str) -> Command {
        let bin = self.folder.path().join("bin");
        let mut command = Command::new(program);
        command.current_dir(self.here()).env("PATH", format!("{}:/usr/local/bin:/usr/bin:/bin", bin.display()));
        // All pages share one cache, which is not the user's own, so that the sample game is built only once.
        command.env("RIGMILL_CACHE_DIR", std::env::temp_dir().join("rigmill-test-cache"));
        command.env("HOME", self.folder.path()).env("XDG_CACHE_HOME", self.folder.path().join("cache"));
        command.env_remove("RIGMILL_REMOTE_CACHE").env_remove("RIGMILL_REMOTE_EXEC");
        command
    }
}

fn goes_on(command: &str) -> bool {
    let draws = command.contains("--png") || command.contains("--gif");
    command.starts_with("rigmill watch") || (command.starts_with("rigmill view") && !draws)
}

/// Returns the commands of a block, one per line. Lines that a backslash continues are joined, and comments are left out.
pub(super) fn joined(text: &str) -> Vec<String> {
    let text = text.replace("\\\n", " ");
    let without_comment = |line: &str| line.split(" # ").next().unwrap_or_default().trim_end().to_owned();
    let lines = text.lines().filter(|line| !line.trim().is_empty() && !line.starts_with('#'));
    lines.map(without_comment).collect()
}
