//! Tests that whatever happens to a project between builds, a build ends like a build in a different folder with an empty
//! cache: with the same outputs, failures and diagnostics. The next build then has nothing to do. [`promise`] contains the
//! exact rule.
//!
//! A run creates a project of a few dozen sources that refer to each other ([`content`], [`manifest`]). Each step then consists
//! of some edits ([`edit`]), damage and killed builds ([`damage`]), a build, and the comparison ([`run`], [`clean`]). Half of
//! the runs use a program with stages that make every kind of query ([`stages`]).
//!
//! [`storm`] does the same for `rigmill watch`, with bursts of edits.
//!
//! `RIGMILL_TORTURE_STEPS` sets the number of steps, `RIGMILL_TORTURE_BURSTS` the number of bursts, and `RIGMILL_TORTURE_SEED`
//! the first seed. Each project has its own seed.

mod clean;
mod content;
mod damage;
mod edit;
mod kinds;
mod manifest;
mod messages;
mod outcome;
mod program;
mod promise;
mod run;
mod stages;
mod storm;
mod tree;
mod world;

use program::Program;
use run::{Run, Tally};

use crate::support::torture;

/// The number of steps for each project.
const STEPS_OF_A_RUN: usize = 60;

#[allow(clippy::disallowed_methods, reason = "the size of the tests is no part of what is tested")]
fn number(variable: &str) -> Option<usize> {
    std::env::var(variable).ok().map(|text| text.parse().unwrap())
}

/// Returns the first seed of a test.
fn first_seed() -> u64 {
    number("RIGMILL_TORTURE_SEED").unwrap_or(1) as u64
}

fn bursts() -> usize {
    number("RIGMILL_TORTURE_BURSTS").unwrap_or_else(|| torture(3, 250))
}

/// Runs histories. Returns what happened in them.
fn histories(program: Program) -> Tally {
    let mut left = number("RIGMILL_TORTURE_STEPS").unwrap_or_else(|| torture(20, 5_000));
    let mut tally = Tally::default();
    for seed in first_seed().. {
        let steps = left.min(STEPS_OF_A_RUN);
        Run::new(program, seed, &mut tally).go(steps);
        left -= steps;
        if left == 0 {
            break;
        }
    }
    if program == Program::WithProbes && tally.steps >= 1_000 {
        tally.kinds.must_be_complete();
    }
    tally
}

#[test]
fn builds_of_games_end_as_clean_ones() {
    println!("{:?}", histories(Program::Shipped));
}

#[test]
fn builds_of_stages_that_ask_everything_end_as_clean_ones() {
    println!("{:?}", histories(Program::WithProbes));
}

#[test]
fn watched_games_end_as_clean_builds() {
    storm::bursts(Program::Shipped, first_seed(), bursts());
}

#[test]
fn watched_stages_that_ask_everything_end_as_clean_builds() {
    storm::bursts(Program::WithProbes, first_seed(), bursts());
}
