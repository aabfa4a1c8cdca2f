//! The supervisor: starts workers, adds up their reports, and stores the inputs that crash them.

use std::collections::BTreeMap;
use std::env;
use std::fs;
use std::io::{self, BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::Mutex;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use rigmill_fuzz::{Harness, seeds};

use crate::args::RunOptions;
use crate::findings::Current;
use crate::output::say;
use crate::tally::Tally;

/// The interval between tables.
const TABLE: Duration = Duration::from_secs(30);
/// A worker that reports nothing for this time is considered hung.
const HANG: Duration = Duration::from_secs(60);
/// The maximum size of a source that is used for seeds, in bytes.
const LONGEST_SOURCE: u64 = 160 << 10;
/// The environment variables that name folders with more seeds.
const MORE: [&str; 4] = ["RIGMILL_ROBOTGAME", "RIGMILL_ROBOTGAME_PROJECT", "RIGMILL_FBX", "RIGMILL_CLIPS"];

/// The totals of all workers' reports.
#[derive(Default)]
struct Totals {
    tallies: BTreeMap<String, Tally>,
    findings: Vec<String>,
}

/// Runs all workers. Returns true if there were no findings.
pub(crate) fn run(options: &RunOptions) -> io::Result<bool> {
    let harness = Harness::new();
    let targets: Vec<String> = harness.targets().iter().map(|target| target.name().to_owned()).collect();
    if let Some(unknown) = options.targets.iter().find(|wanted| !targets.contains(wanted)) {
        return Err(io::Error::other(format!("there is no target {unknown}; there are {}", targets.join(", "))));
    }
    store_seeds(&harness, options)?;
    let (totals, start) = (Mutex::new(Totals::default()), Instant::now());
    thread::scope(|scope| {
        let watch = |number| Watch { options, targets: &targets, totals: &totals, start, number, counted: 0 };
        let workers: Vec<_> = (0..options.jobs as u64).map(|number| scope.spawn(move || watch(number).run())).collect();
        let mut shown = Instant::now();
        while workers.iter().any(|worker| !worker.is_finished()) {
            thread::sleep(Duration::from_millis(100));
            if shown.elapsed() > TABLE {
                show(&totals, start);
                shown = Instant::now();
            }
        }
        workers.into_iter().try_for_each(|worker| worker.join().unwrap_or(Ok(())))
    })?;
    show(&totals, start);
    Ok(totals.lock().is_ok_and(|totals| totals.findings.is_empty()))
}

/// Collects the seeds for all workers.
fn store_seeds(harness: &Harness, options: &RunOptions) -> io::Result<()> {
    #[expect(clippy::disallowed_methods, reason = "more seeds are found through the environment")]
    let more = MORE.iter().filter_map(env::var_os).map(PathBuf::from);
    let folders: Vec<PathBuf> = [seeds::own(), seeds::content()].into_iter().chain(more).collect();
    let folder = options.folder.join("seeds");
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    for (number, seed) in seeds::collect(harness, &folders, LONGEST_SOURCE).iter().enumerate() {
        let folder = folder.join(&seed.target);
        fs::create_dir_all(&folder)?;
        fs::write(folder.join(format!("{number:06}")), &seed.bytes)?;
    }
    Ok(())
}

fn show(totals: &Mutex<Totals>, start: Instant) {
    let Ok(totals) = totals.lock() else { return };
    let mut all = Tally::default();
    say(Tally::HEAD);
    for (name, tally) in &totals.tallies {
        all.add(tally);
        say(&tally.line(name));
    }
    say(&all.line("all"));
    let (seconds, findings) = (start.elapsed().as_secs(), totals.findings.len());
    say(&format!("{} inputs in {seconds} s, {findings} findings", all.inputs));
}

/// A worker process. It is started again if an input ends it.
struct Watch<'a> {
    options: &'a RunOptions,
    targets: &'a [String],
    totals: &'a Mutex<Totals>,
    start: Instant,
    number: u64,
    counted: u64,
}

impl Watch<'_> {
    fn run(mut self) -> io::Result<()> {
        for generation in 0.. {
            let left = self.options.time.saturating_sub(self.start.elapsed());
            let count = (self.options.count / self.options.jobs as u64).saturating_sub(self.counted);
            if left.is_zero() || count == 0 {
                break;
            }
            let mut worker = self.start_worker(left, count, generation)?;
            let hangs = self.follow(&lines(&mut worker));
            if hangs {
                worker.kill()?;
            }
            let status = worker.wait()?;
            if !status.success() {
                self.ended(&if hangs { "hang".to_owned() } else { format!("the process ended: {status}") });
            }
        }
        Ok(())
    }

    fn start_worker(&self, left: Duration, count: u64, generation: u64) -> io::Result<Child> {
        let mut command = Command::new(env::current_exe()?);
        command.args(["--worker", &self.number.to_string(), "--seconds", &left.as_secs_f64().to_string()]);
        if self.options.count < u64::MAX {
            command.args(["--count", &count.to_string()]);
        }
        command.args(["--slow", &self.options.slow.as_secs_f64().to_string()]);
        // A restarted worker must not create the same inputs again.
        let seed = self.options.seed.wrapping_add(generation.wrapping_mul(1_000_003));
        command.args(["--seed", &seed.to_string(), "--folder"]).arg(&self.options.folder);
        command.args(self.options.targets.iter().flat_map(|target| ["--target", target]));
        command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn()
    }

    /// Adds up the reports of a worker until it ends. Returns true if it hangs.
    fn follow(&mut self, lines: &Receiver<String>) -> bool {
        loop {
            match lines.recv_timeout(HANG) {
                Ok(line) => self.take(&line),
                Err(RecvTimeoutError::Timeout) => return true,
                Err(RecvTimeoutError::Disconnected) => return false,
            }
        }
    }

    fn take(&mut self, line: &str) {
        let Ok(mut totals) = self.totals.lock() else { return };
        let mut words = line.splitn(3, ' ');
        match (words.next(), words.next(), words.next()) {
            (Some("tally"), Some(name), Some(numbers)) => {
                let tally: Tally = numbers.parse().unwrap_or_default();
                self.counted += tally.inputs;
                totals.tallies.entry(name.to_owned()).or_default().add(&tally);
            }
            (Some("finding"), ..) => {
                say(line);
                totals.findings.push(line.to_owned());
            }
            _ => (),
        }
    }

    /// Stores the input that ended a worker.
    fn ended(&mut self, cause: &str) {
        let Some(input) = Current::last(&self.options.folder, self.number, self.targets) else { return };
        let kept = input.keep(&self.options.folder).map_or_else(|error| error.to_string(), |_| cause.to_owned());
        self.take(&format!("finding {} {:016x} {kept}", input.target, input.seed));
    }
}

/// Returns the lines that a worker prints.
fn lines(worker: &mut Child) -> Receiver<String> {
    let (sender, receiver) = mpsc::channel();
    if let Some(stdout) = worker.stdout.take() {
        thread::spawn(move || {
            BufReader::new(stdout).lines().map_while(Result::ok).try_for_each(|line| sender.send(line))
        });
    }
    receiver
}
