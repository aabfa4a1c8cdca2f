//! [`ShapeBench`]: all measurements of one project.

use std::fs;
use std::path::PathBuf;

use super::pair::Pair;
use crate::args::Args;
use crate::console::note;
use crate::failure::Failure;
use crate::programs::child::Run;
use crate::programs::ninja::NinjaPlace;
use crate::programs::rigmill::{Rigmill, RigmillPlace};
use crate::results::{Results, Row, Step};
use crate::shape::Shape;
use crate::sources::{Changed, Kind, Sources};

/// If there are more sources than this, ninja's cold build is measured only on request.
const NINJA_COLD_LIMIT: u32 = 10_000;

/// A project of one shape and size, in its own empty folder.
pub(super) struct ShapeBench<'a> {
    pub(super) rigmill: &'a Rigmill,
    pub(super) args: &'a Args,
    pub(super) folder: PathBuf,
    pub(super) shape: Shape,
    pub(super) count: u32,
}

/// The project, and the outputs of both programs.
struct Built {
    sources: Sources,
    rigmill: RigmillPlace,
    ninja: Option<NinjaPlace>,
}

impl ShapeBench<'_> {
    /// Adds the rows of this project.
    pub(super) fn run(&self, results: &mut Results) -> Result<(), Failure> {
        let kind = match self.shape {
            Shape::Shared => Kind::SharedSkeleton,
            Shape::Models => Kind::Models,
            Shape::Plain | Shape::Manifest | Shape::Cache | Shape::Watch | Shape::View => Kind::Clips,
        };
        self.note("making the sources");
        let sources = Sources::create(self.folder.join("project"), kind, self.count)?;
        let (rounds, cold_rounds) = (self.args.rounds, self.args.cold_rounds);
        match self.shape {
            Shape::Plain => {
                let (cold, mut built) = self.cold(sources, cold_rounds)?;
                let output = built.rigmill.output(&built.sources.sample());
                results.output_bytes = Some(fs::metadata(&output).map_err(Failure::at(&output))?.len());
                results.rows.push(self.row(cold, Step::Cold));
                results.rows.push(self.warm(&mut built, Step::NoOp, rounds)?);
                results.rows.push(self.warm(&mut built, Step::OneChange, rounds)?);
            }
            Shape::Shared => {
                let mut built = self.cold(sources, 1)?.1;
                results.rows.push(self.warm(&mut built, Step::NoOp, rounds)?);
                results.rows.push(self.warm(&mut built, Step::OneChange, rounds)?);
                results.rows.push(self.warm(&mut built, Step::SkeletonChange, cold_rounds)?);
            }
            Shape::Models => {
                let mut built = self.cold(sources, 1)?.1;
                results.rows.push(self.warm(&mut built, Step::NoOp, rounds)?);
                results.rows.push(self.warm(&mut built, Step::OneChange, rounds)?);
            }
            Shape::Manifest => {
                let mut built = self.cold(sources, 1)?.1;
                results.rows.push(self.warm(&mut built, Step::Comment, rounds)?);
            }
            Shape::Cache => results.rows.push(self.restored(&sources, cold_rounds)?),
            Shape::Watch | Shape::View => {}
        }
        Ok(())
    }

    /// Performs cold builds, and returns the outputs of the last ones.
    fn cold(&self, sources: Sources, rounds: u32) -> Result<(Pair, Built), Failure> {
        let with_ninja = !self.args.no_ninja;
        let timed_ninja = with_ninja && (sources.assets() <= NINJA_COLD_LIMIT || self.args.ninja_cold_full);
        let mut pair = Pair::default();
        let mut round = 0;
        loop {
            round += 1;
            self.note(&format!("cold build {round} of {rounds}"));
            let last = round == rounds;
            let rigmill = RigmillPlace::create(self.folder.join(format!("rigmill-{round}")))?;
            let run = self.rigmill.build(&sources, &rigmill, sources.assets())?;
            let ninja = (timed_ninja || (last && with_ninja))
                .then(|| NinjaPlace::create(self.folder.join(format!("ninja-{round}")), &sources))
                .transpose()?;
            match &ninja {
                Some(place) if timed_ninja => pair.push(run, Some(place.build(sources.assets())?)),
                Some(place) => {
                    place.make_finished(&sources)?;
                    pair.push(run, None);
                }
                None => pair.push(run, None),
            }
            if last {
                return Ok((pair, Built { sources, rigmill, ninja }));
            }
        }
    }

    /// Performs builds in which few or no files have to be read again. The first round is not counted, because effects of the
    /// previous step (such as untrusted stamps) are not part of this step.
    fn warm(&self, built: &mut Built, step: Step, rounds: u32) -> Result<Row, Failure> {
        let mut pair = Pair::default();
        for round in 0..=rounds {
            if round > 0 {
                self.note(&format!("{}, round {round} of {rounds}", step.name()));
            }
            let (rigmill, ninja) = self.step(built, step)?;
            if round > 0 {
                pair.push(rigmill, ninja);
            }
        }
        Ok(self.row(pair, step))
    }

    /// Makes the change of a step, builds with each program, and checks the results.
    fn step(&self, built: &mut Built, step: Step) -> Result<(Run, Option<Run>), Failure> {
        let changed = built.edit(step)?;
        let stale = changed.as_ref().map_or(0, |changed| changed.stale);
        let rigmill = self.rigmill.build(&built.sources, &built.rigmill, stale)?;
        let ninja = built.ninja.as_ref().map(|place| place.build(stale)).transpose()?;
        if let Some(changed) = &changed {
            built.rigmill.check(changed)?;
            built.ninja.as_ref().map_or(Ok(()), |place| place.check(&built.sources, changed))?;
        }
        Ok((rigmill, ninja))
    }

    /// Builds from the cache that a cold build filled, and compares with that build.
    fn restored(&self, sources: &Sources, rounds: u32) -> Result<Row, Failure> {
        let mut pair = Pair::default();
        for round in 1..=rounds {
            self.note(&format!("from the cache, round {round} of {rounds}"));
            let filling = RigmillPlace::create(self.folder.join(format!("cold-{round}")))?;
            let cold = self.rigmill.build(sources, &filling, sources.assets())?;
            let place = filling.with_same_cache(self.folder.join(format!("restored-{round}")))?;
            let restored = self.rigmill.restore(sources, &place)?;
            place.check_same(&filling, &sources.sample())?;
            pair.push(restored, Some(cold));
        }
        Ok(self.row(pair, Step::FromCache))
    }

    fn row(&self, pair: Pair, step: Step) -> Row {
        pair.row(self.shape, self.count, step)
    }

    fn note(&self, what: &str) {
        note(format_args!("{}, {}: {what}", self.shape.title(), self.count));
    }
}

impl Built {
    /// Makes the change at the beginning of a step.
    fn edit(&mut self, step: Step) -> Result<Option<Changed>, Failure> {
        match step {
            Step::Cold | Step::NoOp | Step::FromCache => Ok(None),
            Step::OneChange => self.sources.change().map(Some),
            Step::SkeletonChange => self.sources.change_skeleton().map(Some),
            Step::Comment => {
                self.sources.comment()?;
                self.ninja.as_ref().map_or(Ok(()), NinjaPlace::comment)?;
                Ok(None)
            }
        }
    }
}
