//! [`Casd`]: BuildStream's server of the Remote Execution API.

use std::net::{TcpListener, TcpStream};
use std::process::{Child, Command, Stdio};

use tempfile::TempDir;

use super::wait_until;

/// A server with an empty folder.
pub(crate) struct Casd {
    child: Child,
    port: u16,
    _folder: TempDir,
}

impl Casd {
    pub(crate) fn start() -> Self {
        #[allow(clippy::disallowed_methods, reason = "the environment names the program")]
        let program = std::env::var_os("RIGMILL_CASD").unwrap();
        let folder = TempDir::new().unwrap();
        let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let mut command = Command::new(program);
        command.arg(format!("--bind=127.0.0.1:{port}")).args(["--quota-high=4G", "--quota-low=3G"]).arg(folder.path());
        let child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        let casd = Self { child, port, _folder: folder };
        wait_until("the server listens", || TcpStream::connect(("127.0.0.1", port)).is_ok());
        casd
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
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
