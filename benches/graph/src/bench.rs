//! What is timed, in which order.

use std::fs;
use std::path::{Path, PathBuf};

use crate::args::Args;
use crate::child::Run;
use crate::clip;
use crate::console::note;
use crate::failure::Failure;
use crate::machine::Machine;
use crate::ninja::{self, NinjaPlace};
use crate::results::figure::Figure;
use crate::results::{Results, Row, Step};
use crate::rigmill::{Rigmill, RigmillPlace};
use crate::sources::Sources;
use crate::watching;

/// Above this number of assets, ninja's cold build is timed only on request.
const NINJA_COLD_LIMIT: u32 = 10_000;

/// Runs the whole benchmark, in an empty folder.
pub(crate) fn run(args: &Args, folder: &Path) -> Result<Results, Failure> {
    let ninja = if args.no_ninja { None } else { Some(ninja::version()?) };
    let rigmill = Rigmill::find(args)?;
    let machine = Machine::look(folder, rigmill.version()?, ninja);
    let mut sizes = args.assets.clone();
    sizes.sort_unstable();
    sizes.dedup();
    let mut rows = Vec::new();
    let mut output_bytes = 0;
    for count in sizes {
        let bench = SizeBench { rigmill: &rigmill, args, folder: folder.join(count.to_string()) };
        let (size, of_size) = bench.run(count)?;
        output_bytes = size;
        rows.extend(of_size);
    }
    let watch = if args.watch_assets == 0 { None } else { Some(watching::run(&rigmill, args, folder)?) };
    let command = called_as();
    let source_bytes = clip::source(0).len();
    Ok(Results { machine, command, source_bytes, output_bytes, rows, watch })
}

fn called_as() -> String {
    let arguments = std::env::args_os().skip(1);
    let arguments: String = arguments.map(|argument| format!(" {}", argument.to_string_lossy())).collect();
    let dashes = if arguments.is_empty() { "" } else { " --" };
    format!("cargo run --release -p rigmill-bench-graph{dashes}{arguments}")
}

/// Everything at one number of assets, in a folder of its own.
struct SizeBench<'a> {
    rigmill: &'a Rigmill,
    args: &'a Args,
    folder: PathBuf,
}

/// The runs of one step, side by side.
#[derive(Default)]
struct Pair {
    rigmill: Vec<Run>,
    ninja: Vec<Run>,
}

impl Pair {
    fn row(self, assets: u32, step: Step) -> Row {
        let ninja = if self.ninja.is_empty() { None } else { Some(Figure::new(self.ninja)) };
        Row { assets, step, rigmill: Figure::new(self.rigmill), ninja }
    }
}

impl SizeBench<'_> {
    /// The size of an output in bytes, and the rows.
    fn run(&self, count: u32) -> Result<(u64, [Row; 3]), Failure> {
        note(format_args!("{count} assets: making the sources"));
        fs::create_dir(&self.folder).map_err(Failure::at(&self.folder))?;
        let mut sources = Sources::create(self.folder.join("project"), count)?;
        let (cold, rigmill_place, ninja_place) = self.cold(&sources)?;
        let output = rigmill_place.output(0);
        let size = fs::metadata(&output).map_err(Failure::at(&output))?.len();
        let (no_op, one_change) = self.warm(&mut sources, &rigmill_place, ninja_place.as_ref())?;
        let rows = [cold.row(count, Step::Cold), no_op.row(count, Step::NoOp), one_change.row(count, Step::OneChange)];
        Ok((size, rows))
    }

    /// Cold builds, and the places of the last ones.
    fn cold(&self, sources: &Sources) -> Result<(Pair, RigmillPlace, Option<NinjaPlace>), Failure> {
        let timed_ninja = !self.args.no_ninja && (sources.count() <= NINJA_COLD_LIMIT || self.args.ninja_cold_full);
        let mut pair = Pair::default();
        let mut round = 0;
        loop {
            round += 1;
            note(format_args!("{} assets: cold build {round} of {}", sources.count(), self.args.cold_rounds));
            let rigmill_place = RigmillPlace::create(self.folder.join(format!("rigmill-{round}")))?;
            pair.rigmill.push(self.rigmill.build(sources, &rigmill_place, sources.count())?);
            let ninja_folder = self.folder.join(format!("ninja-{round}"));
            let last = round == self.args.cold_rounds;
            let ninja_place = if timed_ninja || (last && !self.args.no_ninja) {
                Some(NinjaPlace::create(ninja_folder, sources)?)
            } else {
                None
            };
            match &ninja_place {
                Some(place) if timed_ninja => pair.ninja.push(place.build(sources.count())?),
                Some(place) => place.make_finished(sources)?,
                None => {}
            }
            if last {
                return Ok((pair, rigmill_place, ninja_place));
            }
        }
    }

    /// Builds with nothing to do and with one source changed, the first of each not counted.
    fn warm(
        &self,
        sources: &mut Sources,
        rigmill_place: &RigmillPlace,
        ninja_place: Option<&NinjaPlace>,
    ) -> Result<(Pair, Pair), Failure> {
        let (mut no_op, mut one_change) = (Pair::default(), Pair::default());
        for round in 0..=self.args.rounds {
            if round > 0 {
                note(format_args!("{} assets: warm round {round} of {}", sources.count(), self.args.rounds));
            }
            let still = self.both(sources, rigmill_place, ninja_place, 0)?;
            let changed = sources.change()?;
            let moved = self.both(sources, rigmill_place, ninja_place, 1)?;
            rigmill_place.check(&changed)?;
            ninja_place.map_or(Ok(()), |place| place.check(sources, &changed))?;
            if round > 0 {
                no_op.rigmill.push(still.0);
                no_op.ninja.extend(still.1);
                one_change.rigmill.push(moved.0);
                one_change.ninja.extend(moved.1);
            }
        }
        Ok((no_op, one_change))
    }

    /// One build by each program, of this number of assets.
    fn both(
        &self,
        sources: &Sources,
        rigmill_place: &RigmillPlace,
        ninja_place: Option<&NinjaPlace>,
        stale: u32,
    ) -> Result<(Run, Option<Run>), Failure> {
        let rigmill = self.rigmill.build(sources, rigmill_place, stale)?;
        Ok((rigmill, ninja_place.map(|place| place.build(stale)).transpose()?))
    }
}
