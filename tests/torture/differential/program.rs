//! [`Program`]: the program under test, in separate processes.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitCode, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};

use super::outcome::Outcome;

/// The environment variables that sources may query.
pub(super) type Environment = BTreeMap<String, String>;

/// The environment variable with the command line for a test program that is started as `rigmill`. Its arguments are separated
/// by line breaks.
const ARGUMENTS: &str = "RIGMILL_TEST_ARGUMENTS";

/// The program to test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Program {
    /// The released `rigmill`.
    Shipped,
    /// A `rigmill` with the stages in [`super::stages`].
    WithProbes,
}

impl Program {
    /// Returns a command of the program, which runs in `folder`.
    pub(super) fn command(self, folder: &Path, arguments: &[&str], environment: &Environment) -> Command {
        let mut command = match self {
            Self::Shipped => {
                let mut command = Command::new(env!("CARGO_BIN_EXE_rigmill"));
                command.args(arguments);
                command
            }
            Self::WithProbes => {
                let mut command = Command::new(std::env::current_exe().unwrap());
                command.args(["differential::program::a_rigmill_with_probes", "--exact", "--ignored", "--nocapture"]);
                command.env(ARGUMENTS, arguments.join("\n")).env("RUST_MIN_STACK", "8388608");
                command
            }
        };
        command.current_dir(folder).envs(environment).stdin(Stdio::null());
        command
    }

    /// Returns the command of a build with JSON messages.
    pub(super) fn build_command(self, folder: &Path, cache: &Path, environment: &Environment) -> Command {
        let cache = cache.to_str().unwrap();
        self.command(folder, &["build", ".", "--message-format", "json", "--cache-dir", cache], environment)
    }

    /// Builds a project.
    pub(super) fn build(self, folder: &Path, cache: &Path, environment: &Environment) -> Outcome {
        let output = self.build_command(folder, cache, environment).output().unwrap();
        Outcome::new(folder, &output)
    }

    /// Starts a build without output.
    pub(super) fn start_build(self, folder: &Path, cache: &Path, environment: &Environment) -> Child {
        let mut command = self.build_command(folder, cache, environment);
        command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()
    }

    /// Returns the output of `explain` for an asset, as a line of JSON.
    pub(super) fn explain(self, folder: &Path, source: &str, target: &str, environment: &Environment) -> String {
        let arguments = ["explain", source, ".", "--json", "--target", target];
        let output = self.command(folder, &arguments, environment).output().unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        text.lines().find(|line| line.starts_with('{')).unwrap_or_default().to_owned()
    }
}

/// Runs the test program as `rigmill`. This is not a test, but the way in which [`Program::WithProbes`] is started.
#[test]
#[ignore = "a program for the other tests"]
#[allow(
    clippy::disallowed_methods,
    reason = "its arguments come by the environment, since the test harness has its own"
)]
fn a_rigmill_with_probes() {
    let Some(arguments) = std::env::var_os(ARGUMENTS) else { return };
    let arguments = arguments.into_string().unwrap();
    let arguments = std::iter::once("rigmill").chain(arguments.split('\n')).map(Into::into);
    let code = rigmill_cli::main_with_arguments(super::stages::registry(), arguments);
    let known = [0, 1, 2].into_iter().find(|it| ExitCode::from(*it) == code);
    std::process::exit(known.unwrap_or(3).into());
}

/// The number of the next folder, because tests with the same seeds run at the same time.
static PLACES: AtomicUsize = AtomicUsize::new(0);

/// A folder for one test. It is removed unless the test fails.
pub(super) struct Place(pub(super) PathBuf);

impl Place {
    pub(super) fn new(name: &str) -> Self {
        let memory = Path::new("/dev/shm");
        let top = if cfg!(target_os = "linux") && memory.is_dir() { memory.to_owned() } else { std::env::temp_dir() };
        let number = PLACES.fetch_add(1, Ordering::Relaxed);
        let folder = top.join(format!("rigmill-differential-{}-{number}-{name}", std::process::id()));
        fs::create_dir(&folder).unwrap();
        Self(folder)
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        if !std::thread::panicking() {
            let _ = fs::remove_dir_all(&self.0);
        }
    }
}
