//! Runs a program and measures it.

use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use serde::Serialize;
use wait4::Wait4;

use crate::failure::Failure;

/// The number of bytes that are read from the end of a program's output.
const TAIL: i64 = 4096;

/// The cost of one run of a program.
#[derive(Clone, Copy, Debug, Serialize)]
pub(crate) struct Run {
    /// The elapsed time in seconds.
    pub(crate) seconds: f64,
    /// The processor time of the program and of the processes that it waited for, in seconds.
    pub(crate) processor_seconds: f64,
    /// The peak memory use of the program, or of a process that it waited for, in bytes (`ru_maxrss`).
    ///
    /// The memory of the parent at the time of creation counts for a new process. Therefore the benchmark itself uses little
    /// memory and keeps no list of files.
    pub(crate) peak_bytes: u64,
}

/// A run, and the end of the program's output.
pub(crate) struct Ran {
    pub(crate) run: Run,
    pub(crate) output: String,
}

/// Runs a program to completion. Its output goes to a file in `scratch`, so that the benchmark does not compete with it for
/// processor time.
///
/// # Errors
///
/// Returns an error if the program cannot be started or fails.
pub(crate) fn run(command: &mut Command, scratch: &Path) -> Result<Ran, Failure> {
    let log = scratch.join("printed.log");
    let file = File::create(&log).map_err(Failure::at(&log))?;
    let errors = file.try_clone().map_err(Failure::at(&log))?;
    command.stdin(Stdio::null()).stdout(file).stderr(errors);
    sync_disk();
    let begun = Instant::now();
    let ended = command.spawn().and_then(|mut child| child.wait4());
    let ended = ended.map_err(|error| Failure::Start { program: command_line(command), error })?;
    let seconds = begun.elapsed().as_secs_f64();
    let output = tail(&log)?;
    if !ended.status.success() {
        return Err(Failure::Ended { command: command_line(command), status: ended.status.to_string(), output });
    }
    let usage = ended.rusage;
    let processor: Duration = usage.utime + usage.stime;
    Ok(Ran { run: Run { seconds, processor_seconds: processor.as_secs_f64(), peak_bytes: usage.maxrss }, output })
}

/// Waits until all written data is on the disk, so that it does not slow down the next program.
pub(crate) fn sync_disk() {
    #[cfg(unix)]
    rustix::fs::sync();
}

/// Formats a command as it would be typed.
pub(crate) fn command_line(command: &Command) -> String {
    let words = std::iter::once(command.get_program()).chain(command.get_args());
    words.map(|word| word.to_string_lossy()).collect::<Vec<_>>().join(" ")
}

fn tail(log: &Path) -> Result<String, Failure> {
    let mut bytes = Vec::new();
    let read = File::open(log).and_then(|mut file| {
        let size = i64::try_from(file.metadata()?.len()).unwrap_or(i64::MAX);
        file.seek(SeekFrom::End(-size.min(TAIL)))?;
        file.read_to_end(&mut bytes)
    });
    read.map_err(Failure::at(log))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}
