//! Parses the command line.

use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::thread;
use std::time::Duration;

pub(crate) const USAGE: &str = "\
usage: rigmill-fuzz [--minutes N | --hours N | --count N] [--target NAME]... [--seed S] [--jobs J] [--slow SECONDS] [--folder PATH]
       rigmill-fuzz repeat TARGET SEED [--folder PATH]";

/// The command to perform.
pub(crate) enum Command {
    Run(RunOptions),
    Work(WorkOptions),
    Repeat { folder: PathBuf, target: String, seed: String },
}

/// The options of a run of all workers.
#[derive(Clone)]
pub(crate) struct RunOptions {
    pub(crate) time: Duration,
    pub(crate) count: u64,
    /// The names of targets; empty means all.
    pub(crate) targets: Vec<String>,
    pub(crate) seed: u64,
    pub(crate) jobs: usize,
    /// The maximum processor time for an input that is read with default parameters.
    pub(crate) slow: Duration,
    pub(crate) folder: PathBuf,
}

/// The options of a worker, which include the worker's own number.
#[derive(Clone)]
pub(crate) struct WorkOptions {
    pub(crate) run: RunOptions,
    pub(crate) number: u64,
}

pub(crate) fn parse(words: impl Iterator<Item = String>) -> Result<Command, String> {
    let mut words = words;
    let mut options = RunOptions {
        time: Duration::from_secs(60),
        count: u64::MAX,
        targets: Vec::new(),
        seed: 1,
        jobs: thread::available_parallelism().map_or(1, usize::from),
        slow: Duration::from_secs(8),
        folder: Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/hostile"),
    };
    let (mut worker, mut names) = (None, Vec::new());
    while let Some(word) = words.next() {
        let mut value = || words.next().ok_or_else(|| format!("{word} needs a value"));
        match word.as_str() {
            "--minutes" => options.time = time(&value()?, 60.0)?,
            "--hours" => options.time = time(&value()?, 3600.0)?,
            "--seconds" => options.time = time(&value()?, 1.0)?,
            "--count" => (options.count, options.time) = (number(&value()?)?, Duration::from_secs(u64::from(u32::MAX))),
            "--target" => options.targets.push(value()?),
            "--seed" => options.seed = number(&value()?)?,
            "--jobs" => options.jobs = number::<usize>(&value()?)?.max(1),
            "--slow" => options.slow = time(&value()?, 1.0)?,
            "--folder" => options.folder = value()?.into(),
            "--worker" => worker = Some(number(&value()?)?),
            _ => names.push(word),
        }
    }
    match (names.as_slice(), worker) {
        ([], None) => Ok(Command::Run(options)),
        ([], Some(number)) => Ok(Command::Work(WorkOptions { run: options, number })),
        ([repeat, target, seed], None) if repeat == "repeat" => {
            Ok(Command::Repeat { folder: options.folder, target: target.clone(), seed: seed.clone() })
        }
        _ => Err(format!("unexpected: {}", names.join(" "))),
    }
}

fn number<N: FromStr>(text: &str) -> Result<N, String> {
    text.parse().map_err(|_| format!("{text} is not a number"))
}

fn time(text: &str, unit: f64) -> Result<Duration, String> {
    Duration::try_from_secs_f64(number::<f64>(text)? * unit).map_err(|error| format!("{text}: {error}"))
}
