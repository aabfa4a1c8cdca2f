//! Reads a finding again.

use std::io;
use std::path::Path;

use rigmill_fuzz::Harness;

use crate::findings::Input;
use crate::output::say;
use crate::{clock, memory};

pub(crate) fn run(folder: &Path, target: &str, seed: &str) -> io::Result<()> {
    let input = Input::find(folder, target, seed)?;
    let harness = Harness::new();
    let target = harness.target(target).ok_or_else(|| io::Error::other(format!("there is no target {target}")))?;
    let (time, start) = (clock::thread_time(), memory::start());
    let trace = target.run(&input.bytes, input.seed);
    let (time, bytes) = (clock::thread_time() - time, memory::peak_since(start));
    let accepted = if trace.accepted { "accepted" } else { "refused" };
    let params = if trace.has_params { ", with parameters" } else { "" };
    say(&format!("{accepted}{params}: {} ms, {} MB", time.as_millis(), bytes / 1_000_000));
    Ok(())
}
