//! [`Run`]: the steps of a project's history. After each step, a build must end like a clean build, and the next build must do
//! nothing.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use super::clean::{Clean, identities, outputs};
use super::damage::{damage, kill_a_build, take_snapshots};
use super::edit::edit;
use super::kinds::Kinds;
use super::manifest::targets;
use super::outcome::Outcome;
use super::program::Program;
use super::promise::Promise;
use super::world::World;

/// What a run has done.
#[derive(Debug, Default)]
pub(super) struct Tally {
    pub(super) steps: usize,
    pub(super) kills: usize,
    pub(super) failed_assets: usize,
    pub(super) kept_files: usize,
    pub(super) kinds: Kinds,
}

pub(super) struct Run<'a> {
    world: World,
    clean: Clean,
    tally: &'a mut Tally,
    /// The changes since the last build that was compared.
    done: Vec<String>,
    /// The duration of the longest recent build.
    longest: Duration,
    /// How to reproduce this run.
    place: String,
}

impl<'a> Run<'a> {
    pub(super) fn new(program: Program, seed: u64, tally: &'a mut Tally) -> Self {
        let world = World::new(program, seed, Promise::default());
        let clean = Clean::new(program, &world.place.0);
        let (done, longest) = (vec!["the first build".to_owned()], Duration::from_millis(100));
        Self { world, clean, tally, done, longest, place: format!("{program:?}, seed {seed}") }
    }

    /// Performs this number of steps. Fails at the first difference.
    pub(super) fn go(mut self, steps: usize) {
        self.compare(0);
        for step in 1..=steps {
            self.change();
            self.compare(step);
            self.tally.steps += 1;
            self.done.clear();
            if self.world.random.once_in(6) {
                take_snapshots(&mut self.world);
            }
        }
    }

    fn change(&mut self) {
        self.edits();
        if self.world.random.once_in(4) {
            self.done.push(kill_a_build(&mut self.world, self.longest));
            self.tally.kills += 1;
            if self.world.random.once_in(2) {
                self.edits();
            }
        }
    }

    fn edits(&mut self) {
        for _ in 0..*self.world.random.pick(&[0, 1, 1, 1, 1, 2, 2, 3, 5, 12]) {
            let done = if self.world.random.once_in(7) { damage(&mut self.world) } else { edit(&mut self.world) };
            self.done.push(done);
        }
    }

    fn build(&self) -> Outcome {
        let World { program, environment, .. } = &self.world;
        program.build(&self.world.game(), &self.world.cache(), environment)
    }

    fn compare(&mut self, step: usize) {
        let sources = self.world.sources();
        let outside = self.world.surroundings();
        let clean = self.clean.build(&sources, &outside, &self.world.environment);
        let begun = Instant::now();
        let built = self.build();
        self.longest = (self.longest / 2).max(begun.elapsed());
        let found = outputs(&self.world.out());
        let targets = targets(&sources);
        let checked = self.world.promise.check(&built, &found, &clean, &targets);
        checked.unwrap_or_else(|difference| self.fail(step, &difference, &built));
        self.must_be_idle(step, &built);
        // A build that cannot continue ends at this target. The results of earlier targets are not checked.
        let targets = match built.code {
            Some(2) => {
                self.world.promise.killed(targets);
                Vec::new()
            }
            _ => targets,
        };
        self.world.promise.keep(&found, &clean, &targets);
        self.explain_one(&built, &targets);
        self.tally.failed_assets += built.failed().len();
        self.tally.kept_files += found.keys().filter(|path| !clean.outputs.contains_key(*path)).count();
    }

    fn must_be_idle(&self, step: usize, built: &Outcome) {
        let before = identities(&self.world.out());
        let again = self.build();
        if !again.work().is_empty() {
            self.fail(step, &format!("the next build has something to do: {:#?}", again.work()), built);
        }
        if again.code != built.code || again.lasting_diagnostics() != built.lasting_diagnostics() {
            self.fail(step, &format!("the next build says something else: {:#?}", again.diagnostics), built);
        }
        if identities(&self.world.out()) != before {
            self.fail(step, "the next build writes files", built);
        }
    }

    /// Counts the queries of one asset.
    fn explain_one(&mut self, built: &Outcome, targets: &[String]) {
        let sources: BTreeSet<String> = built.present().into_iter().map(|(_, source)| source).collect();
        let names: Vec<&String> = sources.iter().collect();
        if names.is_empty() || targets.is_empty() {
            return;
        }
        let name = self.world.random.pick(&names).to_owned();
        let target = self.world.random.pick(targets);
        let explained = self.world.program.explain(&self.world.game(), name, target, &self.world.environment);
        self.tally.kinds.count(&explained, &sources);
    }

    fn fail(&self, step: usize, difference: &str, built: &Outcome) -> ! {
        let Self { world, place, done, .. } = self;
        let why: Vec<String> =
            built.assets.iter().map(|it| format!("{} {}: {} {}", it.target, it.source, it.status, it.why)).collect();
        let folder = world.place.0.display();
        panic!(
            "{place}, step {step}: {difference}\nlast edits: {done:#?}\nassets: {why:#?}\nenvironment: {:?}\n\
             the project is in {folder}/game, the clean one in {folder}/clean\n\
             repeat with RIGMILL_TORTURE_SEED={} RIGMILL_TORTURE_STEPS={}",
            world.environment,
            place.rsplit(' ').next().unwrap_or_default(),
            step.max(1)
        );
    }
}
