//! [`Corpus`]: the inputs of a target that are damaged further.

use std::collections::BTreeSet;

use rigmill_test_random::Random;

use crate::seeds::LONGEST;
use crate::trace::Trace;

/// The maximum number of inputs that are kept because they got further than others.
const KEPT: usize = 400;
/// The number of slowest inputs, and of inputs with the highest memory use, that are kept.
const WORST: usize = 4;

/// The cost of reading an input.
#[derive(Clone, Copy, Debug, Default)]
pub struct Cost {
    /// The processor time in nanoseconds.
    pub nanoseconds: u64,
    /// The peak number of live bytes.
    pub bytes: u64,
}

/// The intact inputs of a target, and damaged inputs that got further, were slow, or used much memory.
#[derive(Debug, Default)]
pub struct Corpus {
    intact: Vec<Vec<u8>>,
    kept: Vec<Vec<u8>>,
    /// Each with its time in nanoseconds.
    slowest: Vec<(u64, Vec<u8>)>,
    /// Each with its memory use in bytes.
    largest: Vec<(u64, Vec<u8>)>,
    seen: BTreeSet<u64>,
}

impl Corpus {
    /// Creates a corpus of intact inputs.
    #[must_use]
    pub fn new(mut intact: Vec<Vec<u8>>) -> Self {
        intact.sort_by_key(Vec::len);
        Self { intact, ..Self::default() }
    }

    /// Returns a random input, with a preference for short ones.
    pub fn pick(&self, random: &mut Random) -> &[u8] {
        let worst = self.slowest.len() + self.largest.len();
        if worst > 0 && random.once_in(50) {
            let mut all = self.slowest.iter().chain(&self.largest);
            return all.nth(random.below(worst)).map_or(&[], |(_, bytes)| bytes);
        }
        if !self.kept.is_empty() && random.once_in(2) {
            return &self.kept[random.below(self.kept.len())];
        }
        match self.intact.len() {
            0 => &[],
            count => {
                let (first, second) = (random.below(count), random.below(count));
                &self.intact[if random.once_in(4) { first } else { first.min(second) }]
            }
        }
    }

    /// Keeps an input if it behaves like no earlier input, or if it is among the worst. Returns whether it behaves like no
    /// earlier input.
    pub fn offer(&mut self, bytes: &[u8], trace: &Trace, cost: Cost, random: &mut Random) -> bool {
        if bytes.len() > LONGEST {
            return false;
        }
        keep_worst(&mut self.slowest, cost.nanoseconds, bytes);
        keep_worst(&mut self.largest, cost.bytes, bytes);
        let is_new = self.seen.insert(trace.signature());
        if is_new {
            if self.kept.len() >= KEPT {
                self.kept.swap_remove(random.below(KEPT));
            }
            self.kept.push(bytes.to_vec());
        }
        is_new
    }

    /// Returns the slowest inputs, and those with the highest memory use.
    pub fn worst(&self) -> impl Iterator<Item = &[u8]> {
        self.slowest.iter().chain(&self.largest).map(|(_, bytes)| bytes.as_slice())
    }

    /// Returns the number of different sets of stages and codes that occurred.
    #[must_use]
    pub fn signatures(&self) -> usize {
        self.seen.len()
    }
}

fn keep_worst(worst: &mut Vec<(u64, Vec<u8>)>, cost: u64, bytes: &[u8]) {
    if worst.len() >= WORST && worst.iter().all(|(other, _)| *other >= cost) {
        return;
    }
    worst.push((cost, bytes.to_vec()));
    worst.sort_by_key(|(cost, _)| std::cmp::Reverse(*cost));
    worst.truncate(WORST);
}
