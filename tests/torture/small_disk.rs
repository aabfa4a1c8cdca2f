//! [`SmallDisk`]: a separate file system that tests fill up or give a coarse clock.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use tempfile::TempDir;

/// A small file system in memory, which is mounted in a private namespace.
pub(crate) struct SmallDisk {
    folder: TempDir,
    /// The process whose mount namespace contains the file system.
    holder: Child,
}

impl SmallDisk {
    pub(crate) fn new() -> Self {
        Self::mount("mount -t tmpfs -o size=1m tmpfs \"$0\"")
    }

    /// Creates a file system that a shell command mounts on the folder `$0`.
    pub(crate) fn mount(mount: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let mut command = Command::new("unshare");
        command.args(["--mount", "sh", "-c", &format!("{mount} && echo mounted && exec cat")]);
        command.arg(folder.path()).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut holder = command.spawn().unwrap();
        let mut line = String::new();
        BufReader::new(holder.stdout.take().unwrap()).read_line(&mut line).unwrap();
        if line != "mounted\n" {
            let output = holder.wait_with_output().unwrap();
            panic!("a file system cannot be mounted: {}", String::from_utf8_lossy(&output.stderr));
        }
        Self { folder, holder }
    }

    /// Returns a command that sees the file system and runs in a folder.
    pub(crate) fn command(&self, program: &str, folder: &Path) -> Command {
        let mut command = Command::new("nsenter");
        command.args(["--mount", "--target", &self.holder.id().to_string(), "sh", "-c", "cd \"$0\" && exec \"$@\""]);
        command.arg(folder).arg(program);
        command
    }

    pub(crate) fn resize(&self, options: &str) {
        let mut mount = self.command("mount", Path::new("/"));
        let status = mount.args(["-o", &format!("remount,{options}")]).arg(self.path()).status().unwrap();
        assert!(status.success(), "{options}");
    }

    /// The path inside the mount namespace.
    pub(crate) fn path(&self) -> &Path {
        self.folder.path()
    }

    /// The path from this process.
    pub(crate) fn path_from_here(&self) -> PathBuf {
        let root = PathBuf::from(format!("/proc/{}/root", self.holder.id()));
        root.join(self.path().strip_prefix("/").unwrap())
    }

    /// Returns the number of blocks and inodes in use.
    pub(crate) fn used(&self) -> (usize, usize) {
        let output =
            Command::new("stat").args(["-f", "-c", "%b %f %c %d"]).arg(self.path_from_here()).output().unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        let numbers: Vec<usize> = text.split_whitespace().map(|it| it.parse().unwrap()).collect();
        (numbers[0] - numbers[1], numbers[2] - numbers[3])
    }

    pub(crate) fn empty(&self) {
        for entry in fs::read_dir(self.path_from_here()).unwrap() {
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
