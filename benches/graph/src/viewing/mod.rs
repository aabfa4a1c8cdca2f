//! Measures the time from a save until the page shows it, under `rigmill view`.

mod browser;
mod socket;
mod tab;

use std::fs::{self, File};
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

use wait4::Wait4;

use self::browser::Browser;
use self::tab::Tab;
use crate::args::Args;
use crate::console::note;
use crate::failure::Failure;
use crate::programs::child;
use crate::programs::rigmill::{Rigmill, RigmillPlace};
use crate::results::Viewed;
use crate::sources::{Kind, Sources};

/// The pause between saves, so that each causes a separate rebuild.
const PAUSE: Duration = Duration::from_millis(200);

/// Measures saves of one clip, in a separate project below `folder`: first for a tab without a browser, then for a tab in
/// Chromium, if it is installed.
pub(crate) fn run(rigmill: &Rigmill, args: &Args, folder: &Path) -> Result<Viewed, Failure> {
    note(format_args!("{} assets: making the sources to view", args.view_assets));
    let folder = folder.join("view");
    fs::create_dir(&folder).map_err(Failure::at(&folder))?;
    let mut sources = Sources::create(folder.join("project"), Kind::Clips, args.view_assets)?;
    let skeleton = sources.add_skeleton()?;
    let place = RigmillPlace::create(folder.join("rigmill"))?;
    child::sync_disk();
    let view = View::start(rigmill, &sources, &place, &folder.join("view.log"))?;
    let clip = sources.sample();
    let mut tab = Tab::open(&view.address, skeleton, &clip)?;
    note(format_args!("{} assets: {} saves under view", args.view_assets, args.saves));
    let (mut news_ms, mut pose_ms, mut frame_ms) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..args.saves {
        std::thread::sleep(PAUSE);
        let begun = Instant::now();
        let changed = sources.change_sample()?;
        tab.hear_of(&clip)?;
        news_ms.push(milliseconds(begun));
        tab.see_pose(&changed.mark)?;
        pose_ms.push(milliseconds(begun));
    }
    if let Some(mut browser) = Browser::open(&format!("{}#show={skeleton}&clip={clip}&time=0", view.address), &folder)?
    {
        note(format_args!("{} assets: {} saves in the browser", args.view_assets, args.saves));
        for _ in 0..args.saves {
            std::thread::sleep(PAUSE);
            browser.watch()?;
            let begun = Instant::now();
            sources.change_sample()?;
            browser.see_frame()?;
            frame_ms.push(milliseconds(begun));
        }
    }
    Ok(Viewed { assets: args.view_assets, news_ms, pose_ms, frame_ms, peak_bytes: view.end()? })
}

fn milliseconds(begun: Instant) -> f64 {
    begun.elapsed().as_secs_f64() * 1e3
}

/// A running `rigmill view`, killed when dropped.
struct View {
    /// `None` after the process was waited for, because its id may then belong to another process.
    child: Option<Child>,
    address: String,
}

impl View {
    /// Starts the program.
    fn start(rigmill: &Rigmill, sources: &Sources, place: &RigmillPlace, log: &Path) -> Result<Self, Failure> {
        let errors = File::create(log).map_err(Failure::at(log))?;
        let mut command = rigmill.command("view", sources, place);
        command.arg("--no-open").stdin(Stdio::null()).stdout(Stdio::piped()).stderr(errors);
        let mut child =
            command.spawn().map_err(|error| Failure::Start { program: child::command_line(&command), error })?;
        let mut address = String::new();
        if let Some(stdout) = child.stdout.take() {
            let mut lines = BufReader::new(stdout).lines().map_while(Result::ok);
            address = lines.next().unwrap_or_default();
            // Its output is read, so that it never blocks on it.
            std::thread::spawn(move || lines.for_each(drop));
        }
        Ok(Self { child: Some(child), address })
    }

    /// Ends the program. Returns its peak memory use, in bytes.
    fn end(mut self) -> Result<u64, Failure> {
        let Some(mut child) = self.child.take() else { return Ok(0) };
        let ended = child.kill().and_then(|()| child.wait4());
        Ok(ended.map_err(|error| Failure::View(error.to_string()))?.rusage.maxrss)
    }
}

impl Drop for View {
    fn drop(&mut self) {
        if let Some(child) = &mut self.child {
            // The process may already have ended.
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}
