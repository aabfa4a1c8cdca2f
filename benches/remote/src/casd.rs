//! [`Casd`]: a server of the Remote Execution API.

use std::fs;
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

use crate::failure::Failure;

/// A running buildbox-casd, which stops when dropped.
pub(crate) struct Casd {
    port: u16,
    process: Child,
}

impl Casd {
    pub(crate) fn start(program: &Path, folder: &Path) -> Result<Self, Failure> {
        fs::create_dir(folder).map_err(Failure::at(folder))?;
        let listener = TcpListener::bind("127.0.0.1:0").map_err(Failure::at("a port"))?;
        let port = listener.local_addr().map_err(Failure::at("a port"))?.port();
        drop(listener);
        let mut command = Command::new(program);
        command.args([&format!("--bind=127.0.0.1:{port}"), "--log-level=error", "--quota-high=20G", "--quota-low=18G"]);
        command.arg(folder).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        let server = Self { port, process: command.spawn().map_err(Failure::at(program))? };
        let is_up = || TcpStream::connect(("127.0.0.1", port)).is_ok();
        let waits = (0..500).any(|_| {
            thread::sleep(Duration::from_millis(20));
            is_up()
        });
        if waits { Ok(server) } else { Err(Failure::NoServer) }
    }

    pub(crate) fn port(&self) -> u16 {
        self.port
    }

    pub(crate) fn url(&self) -> String {
        format!("grpc://127.0.0.1:{}", self.port)
    }
}

impl Drop for Casd {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
