//! A real server of the Remote Execution API: buildbox-casd, on its own port.

use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use tempfile::TempDir;

use super::outside;

/// A running server, which stops when dropped.
pub(crate) struct Casd {
    folder: TempDir,
    port: u16,
    has_workers: bool,
    process: Child,
}

impl Casd {
    pub(crate) fn start() -> Self {
        Self::start_with(false)
    }

    /// Starts a server that runs actions, each in a sandbox with the programs of this machine.
    pub(crate) fn with_workers() -> Self {
        Self::start_with(true)
    }

    fn start_with(has_workers: bool) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let port = free_port();
        let process = spawn(folder.path(), port, has_workers);
        let server = Self { folder, port, has_workers, process };
        server.wait();
        server
    }

    pub(crate) fn url(&self) -> String {
        format!("grpc://127.0.0.1:{}", self.port)
    }

    /// Kills the server and starts it again on the same port. If `empty` is true, it has lost its contents.
    pub(crate) fn restart(&mut self, empty: bool) {
        self.kill();
        if empty {
            self.folder = tempfile::tempdir().unwrap();
        }
        self.process = spawn(self.folder.path(), self.port, self.has_workers);
        self.wait();
    }

    pub(crate) fn kill(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }

    /// Sends a signal, such as `STOP`.
    pub(crate) fn signal(&self, signal: &str) {
        let id = self.process.id().to_string();
        assert!(Command::new("kill").args([&format!("-{signal}"), &id]).status().unwrap().success());
    }

    fn wait(&self) {
        let begun = Instant::now();
        while TcpStream::connect(("127.0.0.1", self.port)).is_err() {
            assert!(begun.elapsed() < Duration::from_secs(30), "the server does not start");
            thread::sleep(Duration::from_millis(20));
        }
    }
}

impl Drop for Casd {
    fn drop(&mut self) {
        // A stopped process receives no other signal than this one.
        self.kill();
    }
}

fn spawn(folder: &Path, port: u16, has_workers: bool) -> Child {
    let program: PathBuf = outside("RIGMILL_CASD");
    let mut command = Command::new(&program);
    command.args([&format!("--bind=127.0.0.1:{port}"), "--log-level=error", "--quota-high=2G", "--quota-low=1G"]);
    if has_workers {
        // The programs that run actions are in the same folder.
        let beside = program.parent().unwrap();
        let path = std::env::join_paths([beside, Path::new("/usr/bin"), Path::new("/bin")]).unwrap();
        command
            .env("PATH", path)
            .arg("--jobs=4")
            .arg(format!("--buildbox-run={}", beside.join("buildbox-run").display()));
        let mounts = ["/usr:/usr", "/usr/bin:/bin", "/usr/lib:/lib", "/usr/lib64:/lib64"];
        command.args(mounts.map(|mount| format!("--runner-arg=--ro-bind-mount={mount}")));
    }
    command.arg(folder).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()
}

fn free_port() -> u16 {
    TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port()
}
