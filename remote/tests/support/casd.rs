//! [`Casd`]: BuildStream's server of the Remote Execution API, which also runs actions.

use std::fs;
use std::net::{TcpListener, TcpStream};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

use tempfile::TempDir;

use super::wait_until;

/// The folders of this system that actions can see.
const MOUNTS: [&str; 4] = ["/usr:/usr", "/usr/bin:/bin", "/usr/lib:/lib", "/usr/lib64:/lib64"];

/// A running server with an initially empty folder.
pub(crate) struct Casd {
    child: Child,
    port: u16,
    executes: bool,
    folder: TempDir,
}

impl Casd {
    /// Starts a server that is only a cache.
    pub(crate) fn start() -> Self {
        Self::on_port(free_port(), false)
    }

    /// Starts a server that also runs up to two actions at the same time, each in a sandbox.
    pub(crate) fn start_executing() -> Self {
        Self::on_port(free_port(), true)
    }

    fn on_port(port: u16, executes: bool) -> Self {
        let folder = TempDir::new().unwrap();
        let mut command = Command::new(program());
        command.arg(format!("--bind=127.0.0.1:{port}")).args(["--quota-high=4G", "--quota-low=3G"]);
        if executes {
            execute(&mut command);
        }
        let child = command.arg(folder.path()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        let casd = Self { child, port, executes, folder };
        wait_until("the server listens", || TcpStream::connect(("127.0.0.1", port)).is_ok());
        casd
    }

    /// Replaces the server with an empty one.
    pub(crate) fn lose_everything(&mut self) {
        self.kill();
        *self = Self::on_port(self.port, self.executes);
    }

    pub(crate) fn kill(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
        if self.executes {
            self.end_helpers();
        }
    }

    /// Kills the helper programs that outlive a killed server, and unmounts what they mounted in its folder.
    fn end_helpers(&self) {
        for signal in [vec!["TERM"; 50], vec!["KILL"; 50]].concat() {
            let helpers = self.helpers();
            if helpers.is_empty() {
                break;
            }
            let _ = Command::new("kill").args(["-s", signal]).args(helpers).stderr(Stdio::null()).status();
            thread::sleep(Duration::from_millis(20));
        }
        let mounts = fs::read_to_string("/proc/mounts").unwrap_or_default();
        let folder = self.folder.path().to_str().unwrap();
        let points = mounts.lines().filter_map(|line| line.split(' ').nth(1)).filter(|it| it.starts_with(folder));
        points.for_each(|point| drop(Command::new("umount").args(["-l", point]).status()));
    }

    /// Returns the processes whose arguments contain the server's folder.
    fn helpers(&self) -> Vec<String> {
        let folder = self.folder.path().to_str().unwrap();
        let processes = fs::read_dir("/proc").into_iter().flatten().flatten();
        let names_folder = |path: PathBuf| {
            fs::read(path.join("cmdline")).is_ok_and(|arguments| String::from_utf8_lossy(&arguments).contains(folder))
        };
        let helpers = processes.filter(|process| names_folder(process.path()));
        helpers.map(|process| process.file_name().into_string().unwrap()).collect()
    }

    /// Kills the programs that run the server's actions. Returns their number.
    pub(crate) fn kill_runners(&self) -> usize {
        let tasks = fs::read_dir(format!("/proc/{}/task", self.child.id())).into_iter().flatten().flatten();
        let children = tasks.filter_map(|task| fs::read_to_string(task.path().join("children")).ok());
        let children: Vec<String> =
            children.flat_map(|it| it.split_whitespace().map(str::to_owned).collect::<Vec<_>>()).collect();
        let is_runner = |id: &&String| {
            fs::read_to_string(format!("/proc/{id}/comm")).is_ok_and(|name| name.starts_with("buildbox-run"))
        };
        let runners = children.iter().filter(is_runner);
        runners.filter(|id| Command::new("kill").args(["-s", "KILL", id]).status().unwrap().success()).count()
    }

    pub(crate) fn port(&self) -> u16 {
        self.port
    }

    pub(crate) fn url(&self) -> String {
        format!("grpc://127.0.0.1:{}", self.port)
    }

    /// Sends a signal, such as `STOP`.
    pub(crate) fn signal(&self, name: &str) {
        let kill = Command::new("kill").args(["-s", name, &self.child.id().to_string()]).status();
        assert!(kill.unwrap().success());
        // The server's threads stop one after the other.
        if name == "STOP" {
            super::wait_until("the server has stopped", || self.threads().iter().all(|state| state == "T"));
        }
    }

    /// Returns the state of each of the server's threads in Linux' notation. Empty on other systems.
    fn threads(&self) -> Vec<String> {
        let threads = std::fs::read_dir(format!("/proc/{}/task", self.child.id())).into_iter().flatten().flatten();
        let stats = threads.filter_map(|thread| std::fs::read_to_string(thread.path().join("stat")).ok());
        stats.map(|stat| stat.rsplit_once(") ").unwrap().1.chars().take(1).collect()).collect()
    }
}

impl Drop for Casd {
    fn drop(&mut self) {
        self.kill();
    }
}

#[allow(clippy::disallowed_methods, reason = "the environment names the program")]
fn program() -> PathBuf {
    std::env::var_os("RIGMILL_CASD").unwrap().into()
}

fn free_port() -> u16 {
    TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port()
}

#[allow(clippy::disallowed_methods, reason = "the server finds its helpers by the search path")]
fn execute(command: &mut Command) {
    let programs = program().parent().unwrap().to_owned();
    let rest = std::env::var_os("PATH").unwrap();
    let path = std::env::join_paths(std::iter::once(programs.clone()).chain(std::env::split_paths(&rest)));
    command.env("PATH", path.unwrap()).arg("--jobs=2");
    command.arg(format!("--buildbox-run={}", programs.join("buildbox-run").display()));
    command.args(MOUNTS.map(|mount| format!("--runner-arg=--ro-bind-mount={mount}")));
}
