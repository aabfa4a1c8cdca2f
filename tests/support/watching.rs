//! A `rigmill watch` in a separate process, and its output.

use std::collections::BTreeMap;
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
#[cfg(unix)]
use std::process::ExitStatus;
use std::process::{Child, ChildStdout, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use serde_json::Value;

use super::files::relative;
use super::{Project, files_below, torture};

/// Much longer than any operation here takes.
pub(crate) const PATIENCE: Duration = Duration::from_secs(120);

/// The interval at which the output folder is compared with the expected contents.
const LOOK_EVERY: Duration = Duration::from_millis(100);

/// Returns the number of assets in a storm.
pub(crate) fn many() -> usize {
    torture(200, 10_000)
}

/// Returns the command, for a project in the current folder.
pub(crate) fn command(project: &Project, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_rigmill"));
    command.args(["watch", "."]).args(arguments).args(["--cache-dir", "../cache"]).current_dir(project.root());
    command
}

/// The running program. Its lines are read as they arrive.
pub(crate) struct Watching {
    child: Child,
    out: Receiver<String>,
    err: Receiver<String>,
}

impl Watching {
    /// Starts the program with JSON messages, and waits until the first build is finished.
    pub(crate) fn start(project: &Project) -> Self {
        Self::start_with(project, &[])
    }

    pub(crate) fn start_with(project: &Project, arguments: &[&str]) -> Self {
        let arguments = [&["--message-format", "json"], arguments].concat();
        let watching = Self::spawn(command(project, &arguments));
        watching.finished();
        watching
    }

    /// Starts the command and reads all its output.
    pub(crate) fn spawn(command: Command) -> Self {
        Self::spawn_with(command, |_| {})
    }

    /// Like [`Self::spawn`]. The lines of standard output are also passed to `tap`.
    pub(crate) fn spawn_with(mut command: Command, mut tap: impl FnMut(&str) + Send + 'static) -> Self {
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let stdout: ChildStdout = child.stdout.take().unwrap();
        let (send, out) = channel();
        std::thread::spawn(move || {
            for line in BufReader::new(stdout).lines().map_while(Result::ok) {
                tap(&line);
                let _ = send.send(line);
            }
        });
        let stderr = child.stderr.take().unwrap();
        let (send, err) = channel();
        std::thread::spawn(move || {
            for line in BufReader::new(stderr).lines().map_while(Result::ok) {
                let _ = send.send(line);
            }
        });
        Self { child, out, err }
    }

    /// Returns the process id.
    pub(crate) fn id(&self) -> u32 {
        self.child.id()
    }

    /// Returns the next line of standard output.
    pub(crate) fn line(&self) -> String {
        self.out.recv_timeout(PATIENCE).expect("the line did not come")
    }

    /// Waits for a message.
    pub(crate) fn wait_for(&self, wanted: impl Fn(&Value) -> bool) -> Value {
        loop {
            let message: Value = serde_json::from_str(&self.line()).unwrap();
            if wanted(&message) {
                return message;
            }
        }
    }

    /// Waits for the end of a build.
    pub(crate) fn finished(&self) -> Value {
        self.wait_for(|message| message["reason"] == "build-finished")
    }

    pub(crate) fn reloaded(&self, asset: &str) -> Value {
        self.wait_for(|message| message["reason"] == "reload" && message["asset"] == asset)
    }

    /// Waits for a line of standard error that contains these words.
    pub(crate) fn said(&self, words: &str) -> String {
        self.said_within(PATIENCE, words).unwrap_or_else(|| panic!("it did not say {words:?}"))
    }

    /// Returns the next line of standard error that contains these words, or `None` if there is none in time.
    pub(crate) fn said_within(&self, patience: Duration, words: &str) -> Option<String> {
        loop {
            let line = self.err.recv_timeout(patience).ok()?;
            if line.contains(words) {
                return Some(line);
            }
        }
    }

    /// Waits until the output is that of a clean build of the current sources, without changing anything. Then ends the program
    /// and checks that the output stays the same.
    pub(crate) fn settles(mut self, project: &Project, out: &str) {
        let expected = clean_build(project, out);
        self.reaches(project, out, &expected);
        self.end();
        assert!(outputs(&project.root().join(out)) == expected, "it changed once more at the end");
        let again = project.build();
        assert_eq!((again.code, again.changes()), (0, Vec::new()), "the state it left is not that of its output");
    }

    /// Waits until the output is as expected.
    pub(crate) fn reaches(&self, project: &Project, out: &str, expected: &BTreeMap<String, Vec<u8>>) {
        let begun = Instant::now();
        loop {
            let found = outputs(&project.root().join(out));
            if found == *expected {
                return;
            }
            if begun.elapsed() > PATIENCE {
                let wrong = |name: &&String| found.get(*name) != expected.get(*name);
                let names: Vec<_> = expected.keys().chain(found.keys()).filter(wrong).take(10).collect();
                let said: Vec<_> = self.err.try_iter().collect();
                panic!("{} files, expected {}; not right: {names:?}; {said:?}", found.len(), expected.len());
            }
            match self.out.recv_timeout(LOOK_EVERY) {
                Ok(_) => self.out.try_iter().for_each(drop),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => {
                    panic!("it ended: {:?}", self.err.try_iter().collect::<Vec<_>>())
                }
            }
        }
    }

    /// Ends the program as Ctrl-C does.
    #[cfg(unix)]
    pub(crate) fn end(&mut self) {
        assert_eq!(self.stop("INT").code(), Some(0));
    }

    /// Ends the program. On Windows, only a console can send Ctrl-C.
    #[cfg(not(unix))]
    pub(crate) fn end(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    /// Sends a signal by name.
    #[cfg(unix)]
    pub(crate) fn signal(&self, name: &str) {
        let sent = Command::new("kill").args([&format!("-{name}"), &self.child.id().to_string()]).status().unwrap();
        assert!(sent.success());
    }

    /// Sends a signal and waits for the end.
    #[cfg(unix)]
    pub(crate) fn stop(&mut self, signal: &str) -> ExitStatus {
        loop {
            self.signal(signal);
            // A signal that arrives before the program waits for it is lost if the shell that runs the tests ignores it, as
            // shells do for background processes.
            for _ in 0..250 {
                if let Some(status) = self.child.try_wait().unwrap() {
                    return status;
                }
                std::thread::sleep(Duration::from_millis(20));
            }
        }
    }
}

impl Drop for Watching {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Returns the files of a folder with their bytes, while other programs may change them.
fn outputs(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut files = BTreeMap::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(next).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else if let Ok(bytes) = fs::read(&path) {
                files.insert(relative(&path, folder), bytes);
            }
        }
    }
    files
}

/// Returns the result of building the same sources in a fresh folder with a fresh cache.
pub(crate) fn clean_build(project: &Project, out: &str) -> BTreeMap<String, Vec<u8>> {
    let top = Path::new(out).iter().next().unwrap();
    let fresh = Project::new();
    for path in files_below(&project.root()) {
        let relative = path.strip_prefix(project.root()).unwrap();
        if !relative.starts_with(top) && !relative.starts_with("build") {
            fresh.write(relative.to_str().unwrap(), fs::read(&path).unwrap());
        }
    }
    let built = fresh.build();
    assert_eq!(built.code, 0, "{:?}", built.diagnostics());
    outputs(&fresh.root().join(out))
}
