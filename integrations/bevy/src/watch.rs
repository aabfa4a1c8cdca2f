//! Runs `rigmill watch` as a child process of the game. It builds content when sources change, and the game reloads what was
//! built.

use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use async_channel::Sender;
use bevy_app::AppExit;
use bevy_asset::io::file::FileAssetReader;
use bevy_asset::io::{AssetSourceEvent, AssetWatcher};
use bevy_ecs::message::MessageReader;
use bevy_ecs::resource::Resource;
use bevy_ecs::system::Res;
use serde::Deserialize;
use tracing::{error, info, warn};

/// Settings for running `rigmill watch`.
#[derive(Clone, Debug)]
pub struct RigmillWatch {
    /// The project folder, which contains `rigmill.toml`. A relative path starts at the same folder as Bevy's asset paths.
    pub project: PathBuf,
    /// The `rigmill` program. By default, it is found in `PATH`.
    pub program: PathBuf,
    /// Additional arguments, such as `--target` and `native`.
    pub args: Vec<String>,
}

impl RigmillWatch {
    /// Creates settings that watch the project in a folder.
    #[must_use]
    pub fn new(project: impl Into<PathBuf>) -> Self {
        Self { project: project.into(), program: "rigmill".into(), args: Vec::new() }
    }

    /// Sets the program to run.
    #[must_use]
    pub fn with_program(self, program: impl Into<PathBuf>) -> Self {
        Self { program: program.into(), ..self }
    }

    /// Adds an argument.
    #[must_use]
    pub fn with_arg(mut self, arg: impl Into<String>) -> Self {
        self.args.push(arg.into());
        self
    }

    fn command(&self) -> Command {
        let mut command = Command::new(&self.program);
        command.arg("watch").arg(real(&absolute(&self.project))).args(["--message-format", "json"]).args(&self.args);
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }
}

/// The running child process. It ends when the app exits or is dropped.
#[derive(Clone, Debug, Default, Resource)]
pub struct RigmillChild(Arc<Mutex<Running>>);

#[derive(Debug, Default)]
struct Running(Option<Child>);

impl Running {
    fn end(&mut self) {
        let Some(mut child) = self.0.take() else { return };
        // A build that is killed leaves the last complete files, so the child needs no time to finish.
        if let Err(error) = child.kill() {
            warn!("cannot end `rigmill watch`: {error}");
        }
        let _ = child.wait();
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.end();
    }
}

impl RigmillChild {
    /// The process id while the process runs.
    #[must_use]
    pub fn id(&self) -> Option<u32> {
        self.lock().0.as_ref().map(Child::id)
    }

    /// Ends the process.
    pub fn end(&self) {
        self.lock().end();
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Running> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Starts the process. If it cannot be started, logs an error and returns `None`.
    pub(crate) fn watch(
        &self,
        watch: &RigmillWatch,
        folder: &Path,
        sender: Sender<AssetSourceEvent>,
    ) -> Option<Box<dyn AssetWatcher>> {
        let program = watch.program.display();
        let mut child = match watch.command().spawn() {
            Ok(child) => child,
            Err(error) => {
                error!("cannot run `{program} watch`: {error}; install it with `cargo install rigmill-cli`");
                return None;
            }
        };
        let (messages, log) = (child.stdout.take()?, child.stderr.take()?);
        self.lock().0 = Some(child);
        let reading = Reading { folder: real(folder), sender, child: Arc::downgrade(&self.0) };
        let started = spawn("rigmill-watch", move || reading.run(messages));
        let started = started.and_then(|()| spawn("rigmill-log", move || pass_on(log)));
        if let Err(error) = started {
            error!("cannot read the messages of `{program} watch`: {error}");
            self.end();
            return None;
        }
        Some(Box::new(ChildWatcher(self.clone())))
    }
}

/// Makes a path absolute. A relative path starts at the same folder as Bevy's asset paths.
pub(crate) fn absolute(path: &Path) -> PathBuf {
    FileAssetReader::get_base_path().join(path)
}

/// A path without links and `..`, in the form in which `rigmill` reports output paths. The end of the path need not exist yet.
fn real(path: &Path) -> PathBuf {
    match (path.canonicalize(), path.parent(), path.file_name()) {
        (Ok(real), ..) => real,
        (Err(_), Some(parent), Some(name)) => real(parent).join(name),
        _ => path.to_owned(),
    }
}

fn spawn(name: &str, run: impl FnOnce() + Send + 'static) -> std::io::Result<()> {
    thread::Builder::new().name(name.to_owned()).spawn(run).map(drop)
}

/// The value that the asset server keeps as long as it watches.
struct ChildWatcher(RigmillChild);

impl AssetWatcher for ChildWatcher {}

impl Drop for ChildWatcher {
    fn drop(&mut self) {
        self.0.end();
    }
}

/// Ends the child when the app exits. This is needed because a runner may end the process without dropping the app.
pub(crate) fn end_with_app(mut exits: MessageReader<AppExit>, child: Res<RigmillChild>) {
    if exits.read().next().is_some() {
        child.end();
    }
}

/// Copies the human-readable output of the child to the log.
fn pass_on(log: impl Read) {
    for line in BufReader::new(log).lines().map_while(Result::ok).filter(|line| !line.is_empty()) {
        match line.split([':', '[']).next() {
            Some("error") => error!("rigmill: {line}"),
            Some("warning") => warn!("rigmill: {line}"),
            _ => info!("rigmill: {line}"),
        }
    }
}

/// The needed parts of a `--message-format json` message.
#[derive(Debug, Deserialize)]
#[serde(tag = "reason", rename_all = "kebab-case")]
enum Message {
    Reload {
        #[serde(default)]
        outputs: Vec<PathBuf>,
    },
    ReloadAll,
    Diagnostic(Diagnostic),
    BuildFinished(Finished),
    #[serde(other)]
    Other,
}

#[derive(Debug, Deserialize)]
struct Diagnostic {
    level: String,
    code: String,
    file: Option<String>,
    line: Option<u32>,
    column: Option<u32>,
    message: String,
    help: Option<String>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Finished {
    built: usize,
    cached: usize,
    failed: usize,
    removed: usize,
    ms: f64,
}

/// The state of the thread that reads the child's messages.
struct Reading {
    /// The folder of the asset source.
    folder: PathBuf,
    sender: Sender<AssetSourceEvent>,
    child: std::sync::Weak<Mutex<Running>>,
}

impl Reading {
    fn run(self, messages: impl Read) {
        for line in BufReader::new(messages).lines().map_while(Result::ok) {
            match serde_json::from_str(&line) {
                Ok(message) => self.handle(message),
                Err(error) => warn!("a message of `rigmill watch` cannot be read: {error}: {line}"),
            }
        }
        self.report_end();
    }

    fn handle(&self, message: Message) {
        match message {
            Message::Reload { outputs } => outputs.iter().for_each(|output| self.reload(output)),
            Message::ReloadAll => self.reload_all(&self.folder),
            Message::Diagnostic(diagnostic) => diagnostic.log(),
            Message::BuildFinished(finished) => finished.log(),
            Message::Other => {}
        }
    }

    /// Reports an output as changed. If the output is a companion, also reports its clip, which must be reloaded if the
    /// companion is new.
    fn reload(&self, output: &Path) {
        let output = real(output);
        let Ok(path) = output.strip_prefix(&self.folder) else { return };
        let name = path.to_string_lossy();
        let of = [".motion.rmb", ".events.rmb", ".weights.rmb"].iter().find_map(|end| name.strip_suffix(end));
        let clip = of.map(|clip| PathBuf::from(format!("{clip}.rmb")));
        for path in clip.into_iter().chain([path.to_owned()]) {
            // If nobody receives the event, the app has ended.
            let _ = self.sender.send_blocking(AssetSourceEvent::ModifiedAsset(path));
        }
    }

    /// Reports all files below a folder as changed. Bevy reloads only those that are loaded.
    fn reload_all(&self, folder: &Path) {
        for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
            match entry.file_type() {
                Ok(kind) if kind.is_dir() => self.reload_all(&entry.path()),
                Ok(kind) if kind.is_file() => self.reload(&entry.path()),
                _ => {}
            }
        }
    }

    /// Logs that the child has ended, unless the app ended it.
    fn report_end(&self) {
        let Some(running) = self.child.upgrade() else { return };
        let mut running = running.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(mut child) = running.0.take() else { return };
        match child.wait() {
            Ok(status) => error!("`rigmill watch` has ended ({status}); content is not reloaded any more"),
            Err(error) => error!("`rigmill watch` has ended: {error}"),
        }
    }
}

impl Diagnostic {
    fn log(&self) {
        let mut text = self.file.clone().unwrap_or_default();
        for number in [self.line, self.column].into_iter().flatten() {
            text.push_str(&format!(":{number}"));
        }
        let colon = if text.is_empty() { "" } else { ": " };
        let help = self.help.as_ref().map(|help| format!("; help: {help}")).unwrap_or_default();
        let text = format!("[{}] {text}{colon}{}{help}", self.code, self.message);
        if self.level == "error" { error!("{text}") } else { warn!("{text}") }
    }
}

impl Finished {
    fn log(&self) {
        let Self { built, cached, failed, removed, ms } = *self;
        if failed > 0 {
            error!("rigmill: {failed} assets failed; the game keeps their last good files");
        }
        if built + cached + removed > 0 {
            info!("rigmill: built {built}, cached {cached}, removed {removed} in {ms:.0} ms");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outputs_below_the_folder_are_reported_with_the_clips_that_they_belong_to() {
        let (sender, receiver) = async_channel::unbounded();
        let reading = Reading { folder: "/game/build/native".into(), sender, child: std::sync::Weak::new() };
        let line = r#"{"reason":"reload","asset":"Motion/Stroll","target":"native","status":"built",
            "outputs":["/game/build/native/Motion/Stroll.events.rmb","/elsewhere/Run.rmb"]}"#;
        reading.handle(serde_json::from_str(line).unwrap());
        let events: Vec<_> = std::iter::from_fn(|| receiver.try_recv().ok()).collect();
        let modified = |path: &str| AssetSourceEvent::ModifiedAsset(path.into());
        assert_eq!(events, [modified("Motion/Stroll.rmb"), modified("Motion/Stroll.events.rmb")]);
    }

    #[test]
    fn paths_lose_their_detours() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir(folder.path().join("game")).unwrap();
        let detour = folder.path().join("game/../game/build/native");
        assert_eq!(real(&detour), folder.path().canonicalize().unwrap().join("game/build/native"));
    }

    #[test]
    fn unknown_messages_are_skipped() {
        assert!(matches!(serde_json::from_str(r#"{"reason":"unknown","file":"a.txt"}"#).unwrap(), Message::Other));
    }
}
