//! [`Casd`]: BuildStream's server of the Remote Execution API, which also runs actions.

use std::fs;
use std::net::{TcpListener, TcpStream};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};

use tempfile::TempDir;

use super::wait_until;

/// What actions see of this system.
const MOUNTS: [&str; 4] = ["/usr:/usr", "/usr/bin:/bin", "/usr/lib:/lib", "/usr/lib64:/lib64"];

/// A server with an empty folder.
pub(crate) struct Casd {
    child: Child,
    port: u16,
    executes: bool,
    _folder: TempDir,
}

impl Casd {
    /// A cache.
    pub(crate) fn start() -> Self {
        Self::on_port(free_port(), false)
    }

    /// A server that runs up to two actions at the same time, each in a sandbox.
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
        let casd = Self { child, port, executes, _folder: folder };
        wait_until("the server listens", || TcpStream::connect(("127.0.0.1", port)).is_ok());
        casd
    }

    /// Replaces the server by one that has nothing.
    pub(crate) fn lose_everything(&mut self) {
        self.kill();
        *self = Self::on_port(self.port, self.executes);
    }

    pub(crate) fn kill(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }

    /// Kills the programs that run its actions. Returns their number.
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
        // Its threads stop one after the other.
        if name == "STOP" {
            super::wait_until("the server has stopped", || self.threads().iter().all(|state| state == "T"));
        }
    }

    /// The state of each of its threads, as Linux names it; none elsewhere.
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
