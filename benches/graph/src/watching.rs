//! Measures the time from a save to the finished output, under `rigmill watch`.

use std::fs::{self, File};
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use serde_json::Value;
use wait4::Wait4;

use crate::args::Args;
use crate::console::note;
use crate::failure::Failure;
use crate::programs::child;
use crate::programs::rigmill::{self, Rigmill, RigmillPlace};
use crate::results::Watched;
use crate::sources::{Kind, Sources};

/// The time for which `rigmill watch` collects events (`WINDOW` in `cli/src/commands/watch/watching.rs`; a test compares the two).
const WINDOW: Duration = Duration::from_millis(30);
/// The pause between saves, so that each causes a separate rebuild.
const PAUSE: Duration = Duration::from_millis(100);
/// The interval at which the output is checked.
const GLANCE: Duration = Duration::from_micros(200);
/// Longer than any rebuild takes.
const PATIENCE: Duration = Duration::from_secs(60);

/// Measures saves one after another, in a separate project below `folder`.
pub(crate) fn run(rigmill: &Rigmill, args: &Args, folder: &Path) -> Result<Watched, Failure> {
    note(format_args!("{} assets: making the sources to watch", args.watch_assets));
    let folder = folder.join("watch");
    fs::create_dir(&folder).map_err(Failure::at(&folder))?;
    let mut sources = Sources::create(folder.join("project"), Kind::Clips, args.watch_assets)?;
    let place = RigmillPlace::create(folder.join("rigmill"))?;
    child::sync_disk();
    let mut watch = Watch::start(rigmill, &sources, &place, &folder.join("watch.log"))?;
    note(format_args!("{} assets: {} saves under watch", args.watch_assets, args.saves));
    let (mut output_ms, mut reload_ms) = (Vec::new(), Vec::new());
    for _ in 0..args.saves {
        std::thread::sleep(PAUSE);
        let (output, reload) = watch.save(&mut sources, &place)?;
        output_ms.push(output.as_secs_f64() * 1e3);
        reload_ms.push(reload.as_secs_f64() * 1e3);
    }
    let window_ms = WINDOW.as_secs_f64() * 1e3;
    Ok(Watched { assets: args.watch_assets, window_ms, output_ms, reload_ms, peak_bytes: watch.end()? })
}

/// A running `rigmill watch`, killed when dropped.
struct Watch {
    /// `None` after the process was waited for, because its id may then belong to another process.
    child: Option<Child>,
    /// The program's JSON messages, except those about assets.
    messages: Receiver<Value>,
}

impl Watch {
    /// Starts the program and waits for the end of its first build.
    fn start(rigmill: &Rigmill, sources: &Sources, place: &RigmillPlace, log: &Path) -> Result<Self, Failure> {
        let errors = File::create(log).map_err(Failure::at(log))?;
        let mut command = rigmill.command("watch", sources, place);
        command.args(["--message-format", "json"]);
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(errors);
        let mut child =
            command.spawn().map_err(|error| Failure::Start { program: child::command_line(&command), error })?;
        let (sender, messages) = channel();
        if let Some(stdout) = child.stdout.take() {
            std::thread::spawn(move || {
                let lines = BufReader::new(stdout).lines().map_while(Result::ok);
                // There are thousands of messages about assets, which are not needed.
                for line in lines.filter(|line| !line.starts_with("{\"reason\":\"asset\"")) {
                    let _ = sender.send(serde_json::from_str(&line).unwrap_or(Value::Null));
                }
            });
        }
        let watch = Self { child: Some(child), messages };
        watch.wait_for("the end of the first build", |message| message["reason"] == "build-finished")?;
        Ok(watch)
    }

    /// Changes a source. Returns the time from the save until its output is in place, and until that is reported.
    fn save(&mut self, sources: &mut Sources, place: &RigmillPlace) -> Result<(Duration, Duration), Failure> {
        let begun = Instant::now();
        let changed = sources.change()?;
        let output = place.output(&changed.asset);
        while !rigmill::holds(&output, &changed.mark) {
            if begun.elapsed() > PATIENCE {
                return Err(Failure::Stale(output));
            }
            std::thread::sleep(GLANCE);
        }
        let finished = begun.elapsed();
        self.wait_for("a reload", |message| {
            message["reason"] == "reload" && message["asset"] == changed.asset.as_str()
        })?;
        Ok((finished, begun.elapsed()))
    }

    fn wait_for(&self, what: &str, wanted: impl Fn(&Value) -> bool) -> Result<(), Failure> {
        loop {
            match self.messages.recv_timeout(PATIENCE) {
                Ok(message) if wanted(&message) => return Ok(()),
                Ok(message) if message["level"] == "error" => return Err(Failure::Watch(message.to_string())),
                Ok(_) => {}
                Err(_) => return Err(Failure::Watch(format!("{what} did not come"))),
            }
        }
    }

    /// Ends the program. Returns its peak memory use, in bytes.
    fn end(mut self) -> Result<u64, Failure> {
        let Some(mut child) = self.child.take() else { return Ok(0) };
        let ended = child.kill().and_then(|()| child.wait4());
        Ok(ended.map_err(|error| Failure::Watch(error.to_string()))?.rusage.maxrss)
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        if let Some(child) = &mut self.child {
            // The process may already have ended.
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}
