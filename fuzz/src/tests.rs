//! Runs every target a few hundred times.

use crate::{Corpus, Cost, Harness, damage, random, seeds};

/// The number of damaged inputs per target.
const INPUTS: u64 = 300;
/// The maximum size of a source in bytes, which keeps the test fast.
const LONGEST: u64 = 8 << 10;

#[test]
fn no_damaged_input_makes_a_target_panic() {
    let harness = Harness::new();
    let seeds = seeds::collect(&harness, &[seeds::own(), seeds::content()], LONGEST);
    for target in harness.targets() {
        let seeds = seeds.iter().filter(|seed| seed.target == target.name()).map(|seed| seed.bytes.clone());
        let mut corpus = Corpus::new(seeds.collect());
        for number in 0..INPUTS {
            let random = &mut random(number);
            let input = damage::damaged(corpus.pick(random), corpus.pick(random), target.parts(), random);
            let trace = target.run(&input, number);
            corpus.offer(&input, &trace, Cost::default(), random);
        }
        assert!(corpus.signatures() > 0, "{} was not read", target.name());
    }
}

#[test]
fn intact_inputs_are_accepted() {
    let harness = Harness::new();
    let seeds = seeds::collect(&harness, &[seeds::own(), seeds::content()], LONGEST);
    for target in harness.targets().iter().filter(|target| target.name() != "compressed-clips") {
        let mut own = seeds.iter().filter(|seed| seed.target == target.name());
        assert!(own.any(|seed| (0..8).any(|choices| target.run(&seed.bytes, choices).accepted)), "{}", target.name());
    }
}
