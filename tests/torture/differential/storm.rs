//! Bursts of edits under `rigmill watch`.

use std::fs;
use std::thread;
use std::time::{Duration, Instant};

use super::clean::{Clean, CleanBuild, outputs};
use super::damage::damage_output;
use super::edit::{edit, write_manifest, write_source};
use super::manifest::{MALFORMED, targets};
use super::program::Program;
use super::promise::Promise;
use super::tree::Tree;
use super::world::World;
use crate::support::watching::{PATIENCE, Watching};

/// The number of bursts for each project.
const BURSTS_OF_A_PROJECT: usize = 10;

/// The interval at which the outputs are compared.
const LOOK_EVERY: Duration = Duration::from_millis(50);

/// Runs bursts in projects with consecutive seeds.
pub(super) fn bursts(program: Program, seed: u64, count: usize) {
    let mut left = count;
    for seed in seed.. {
        let bursts = left.min(BURSTS_OF_A_PROJECT);
        bursts_of_one(program, seed, bursts);
        left -= bursts;
        if left == 0 {
            break;
        }
    }
}

fn bursts_of_one(program: Program, seed: u64, count: usize) {
    let mut world = World::new(program, seed, Promise::unobserved());
    // With a malformed manifest, the watch does not start.
    while fs::read_to_string(world.game().join("rigmill.toml")).unwrap() == MALFORMED {
        write_manifest(&mut world);
    }
    let mut clean = Clean::new(program, &world.place.0);
    let cache = world.cache();
    let arguments = ["watch", ".", "--message-format", "json", "--cache-dir", cache.to_str().unwrap()];
    let command = program.command(&world.game(), &arguments, &world.environment);
    let mut watching = Watching::spawn(command);
    let environment = world.environment.clone();
    for burst in 0..count {
        let done = changes(&mut world);
        let expected = clean_build(&mut clean, &world, &environment);
        if let Err(difference) = reaches(&world, &expected) {
            panic!(
                "{program:?}, seed {seed}, burst {burst}: {difference}\nlast edits: {done:#?}\nthe project is in {}",
                world.place.0.display()
            );
        }
    }
    watching.end();
    let expected = clean_build(&mut clean, &world, &environment);
    let built = program.build(&world.game(), &cache, &environment);
    let targets = targets(&world.sources());
    let checked = world.promise.check(&built, &outputs(&world.out()), &expected, &targets);
    assert_eq!(checked, Ok(()), "{program:?}, seed {seed}, after the watch; in {}", world.place.0.display());
}

/// Makes edits, either all at the same time or while the first of them are being built. Outputs are repaired with the next
/// edit.
fn changes(world: &mut World) -> Vec<String> {
    let pause = Duration::from_millis(*world.random.pick(&[0, 0, 5, 40]));
    let mut done = Vec::new();
    for _ in 0..1 + world.random.below(12) {
        done.push(if world.random.once_in(8) { damage_output(world) } else { edit_seen(world) });
        thread::sleep(pause);
    }
    done.push(write_source(world));
    done
}

/// Makes an edit that causes file events: not in the environment, and not outside of the project.
fn edit_seen(world: &mut World) -> String {
    let (environment, outside) = (world.environment.clone(), Tree::read(&world.outside(), &[]));
    let done = edit(world);
    world.environment = environment;
    outside.restore(&world.outside(), &[]);
    done
}

fn clean_build(clean: &mut Clean, world: &World, environment: &super::program::Environment) -> CleanBuild {
    clean.build(&world.sources(), &world.surroundings(), environment)
}

/// Waits until the outputs are those of the clean build. If the clean build could not start, its outputs are not compared.
fn reaches(world: &World, expected: &CleanBuild) -> Result<(), String> {
    let targets = targets(&world.sources());
    let begun = Instant::now();
    loop {
        // The program may be about to replace a folder that is being read.
        let found = outputs(&world.out());
        let checked = world.promise.check_outputs(&found, expected, &targets);
        if checked.is_ok() || expected.outcome.code == Some(2) || begun.elapsed() > PATIENCE {
            return if expected.outcome.code == Some(2) { Ok(()) } else { checked };
        }
        thread::sleep(LOOK_EVERY);
    }
}
