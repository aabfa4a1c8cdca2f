//! A worker: damages and reads one input after another.

use std::cell::RefCell;
use std::collections::HashMap;
use std::fs;
use std::io::{self, Write};
use std::panic::{self, AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

use rigmill_fuzz::{Corpus, Cost, Harness, Parts, Target, Trace, damage, random};

use crate::args::WorkOptions;
use crate::findings::{self, Current, Input};
use crate::tally::Tally;
use crate::{clock, memory};

/// The number of inputs for a target before the next target's turn.
const TURN: u64 = 16;
/// The factor for the time limit of an input whose stages have parameters other than their defaults. A few bytes can describe a
/// large image, which has many pixels to scale.
const PARAMS: u32 = 4;

/// The maximum number of live bytes for an input that is read with default parameters.
const LARGE: u64 = 512 << 20;
/// The maximum number of findings with the same cause that are stored.
const SAME: u32 = 3;
/// The interval between reports.
const REPORT: Duration = Duration::from_secs(1);

thread_local! {
    static PANIC: RefCell<String> = const { RefCell::new(String::new()) };
}

pub(crate) fn run(options: &WorkOptions) -> io::Result<()> {
    panic::set_hook(Box::new(|info| {
        let place = info.location().map(|it| format!("{}:{}", it.file(), it.line())).unwrap_or_default();
        let text = info.payload().downcast_ref::<String>().map(String::as_str);
        let message = text.or_else(|| info.payload().downcast_ref::<&str>().copied()).unwrap_or_default();
        PANIC.set(format!("{place}: {message}"));
    }));
    let harness = Harness::new();
    Worker::new(&harness, options)?.run()
}

/// A target with its inputs.
struct Lane<'a> {
    target: &'a Target,
    /// The target's index in the harness.
    number: usize,
    corpus: Corpus,
    tally: Tally,
    spent: u64,
}

impl Lane<'_> {
    /// Returns the time that the target's inputs took, relative to its share. Importers get a larger share, because they have
    /// more code behind them.
    fn share(&self) -> u64 {
        match self.target.parts() {
            Parts::Two => self.spent / 3,
            Parts::One => self.spent,
        }
    }
}

struct Worker<'a> {
    options: &'a WorkOptions,
    lanes: Vec<Lane<'a>>,
    current: Current,
    causes: HashMap<String, u32>,
    next: u64,
}

impl<'a> Worker<'a> {
    fn new(harness: &'a Harness, options: &'a WorkOptions) -> io::Result<Self> {
        let run = &options.run;
        let wanted = |target: &&Target| run.targets.is_empty() || run.targets.iter().any(|it| it == target.name());
        let lane = |(number, target): (usize, &'a Target)| {
            let corpus = Corpus::new(seeds(options, target.name()));
            Lane { target, number, corpus, tally: Tally::default(), spent: 0 }
        };
        Ok(Self {
            options,
            lanes: harness.targets().iter().enumerate().filter(|(_, target)| wanted(target)).map(lane).collect(),
            current: Current::create(&run.folder, options.number)?,
            causes: HashMap::new(),
            // Workers and runs with different seeds do not share inputs.
            next: random_start(run.seed, options.number),
        })
    }

    fn run(mut self) -> io::Result<()> {
        let (start, mut reported, mut left) = (Instant::now(), Instant::now(), self.options.run.count);
        while left > 0 && start.elapsed() < self.options.run.time {
            // Targets share time rather than inputs, so that slow targets do not take most of the time.
            let Some(lane) = (0..self.lanes.len()).min_by_key(|lane| self.lanes[*lane].share()) else { break };
            for _ in 0..TURN.min(left) {
                self.once(lane)?;
            }
            left = left.saturating_sub(TURN);
            if reported.elapsed() > REPORT {
                self.report()?;
                reported = Instant::now();
            }
        }
        self.keep_worst()?;
        self.report()
    }

    fn keep_worst(&self) -> io::Result<()> {
        let all = self.lanes.iter().flat_map(|lane| lane.corpus.worst().map(|bytes| (lane.target.name(), bytes)));
        all.into_iter().try_for_each(|(name, bytes)| findings::keep_seed(&self.options.run.folder, name, bytes))
    }

    /// Creates an input and reads it.
    fn once(&mut self, lane: usize) -> io::Result<()> {
        let begin = clock::thread_time();
        let lane = &mut self.lanes[lane];
        self.next = self.next.wrapping_add(1);
        let random = &mut random(self.next);
        let (input, other) = (lane.corpus.pick(random), lane.corpus.pick(random));
        // If damaging the input ends the process, this input is the cause.
        self.current.set(lane.number, self.next, input)?;
        let damaged = catch_unwind(AssertUnwindSafe(|| damage::damaged(input, other, lane.target.parts(), random)));
        let Ok(bytes) = damaged else {
            let input = Input { target: lane.target.name().to_owned(), seed: self.next, bytes: input.to_vec() };
            return self.found(&PANIC.take(), &input);
        };
        self.current.set(lane.number, self.next, &bytes)?;
        let (time, start) = (clock::thread_time(), memory::start());
        let result = catch_unwind(AssertUnwindSafe(|| lane.target.run(&bytes, self.next)));
        let (time, memory) = (clock::thread_time() - time, memory::peak_since(start));
        let nanoseconds = u64::try_from(time.as_nanos()).unwrap_or(u64::MAX);
        let cause = cause(&result, (time, self.options.run.slow), memory);
        if let Ok(trace) = &result {
            lane.tally.add(&Tally {
                inputs: trace.executions,
                accepted: if trace.accepted { trace.executions } else { 0 },
                nanoseconds,
                worst_nanoseconds: nanoseconds,
                worst_bytes: memory,
                signatures: 0,
            });
            if !trace.has_params {
                let is_new = lane.corpus.offer(&bytes, trace, Cost { nanoseconds, bytes: memory }, random);
                if is_new {
                    findings::keep_seed(&self.options.run.folder, lane.target.name(), &bytes)?;
                }
            }
        }
        lane.spent += u64::try_from((clock::thread_time() - begin).as_nanos()).unwrap_or(u64::MAX);
        let input = Input { target: lane.target.name().to_owned(), seed: self.next, bytes };
        cause.map_or(Ok(()), |cause| self.found(&cause, &input))
    }

    fn found(&mut self, cause: &str, input: &Input) -> io::Result<()> {
        let place = cause.split_once(": ").map_or(cause, |(place, _)| place);
        let same = self.causes.entry(format!("{} {place}", input.target)).or_default();
        *same += 1;
        if *same > SAME {
            return Ok(());
        }
        input.keep(&self.options.run.folder)?;
        let cause: String =
            cause.chars().map(|letter| if letter.is_control() { ' ' } else { letter }).take(300).collect();
        writeln!(io::stdout(), "finding {} {:016x} {cause}", input.target, input.seed)
    }

    /// Reports what happened since the last report.
    fn report(&mut self) -> io::Result<()> {
        let mut text = String::new();
        for lane in &mut self.lanes {
            let mut tally = std::mem::take(&mut lane.tally);
            tally.signatures = lane.corpus.signatures() as u64;
            text += &format!("tally {} {tally}\n", lane.target.name());
        }
        let mut out = io::stdout();
        out.write_all(text.as_bytes())?;
        out.flush()
    }
}

fn random_start(seed: u64, worker: u64) -> u64 {
    rigmill_fuzz::digest(&[seed.to_le_bytes(), worker.to_le_bytes()].concat())
}

/// Returns why an input is a finding; `None` if it is not.
fn cause(result: &std::thread::Result<Trace>, (time, slow): (Duration, Duration), memory: u64) -> Option<String> {
    match result {
        Err(_) => Some(PANIC.take()),
        Ok(trace) if time > if trace.has_params { PARAMS * slow } else { slow } => {
            Some(format!("slow: {} ms", time.as_millis()))
        }
        Ok(trace) if memory > LARGE && !trace.has_params => Some(format!("memory: {} MB", memory >> 20)),
        Ok(_) => None,
    }
}

/// Returns the intact inputs of a target that the supervisor stored, and those that earlier runs stored.
fn seeds(options: &WorkOptions, target: &str) -> Vec<Vec<u8>> {
    let folders = ["seeds", "kept"].map(|folder| options.run.folder.join(folder).join(target));
    let entries = folders.iter().filter_map(|folder| fs::read_dir(folder).ok()).flatten().flatten();
    let mut paths: Vec<_> = entries.map(|entry| entry.path()).collect();
    paths.sort();
    paths.iter().filter_map(|path| fs::read(path).ok()).collect()
}
