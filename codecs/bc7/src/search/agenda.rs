//! The list of choices to try for a block, most promising first.

use crate::block::Block;
use crate::block::moments::Moments;
use crate::effort::Plan;
use crate::modes::joint::{Joint, MODE_0, MODE_1, MODE_2, MODE_3, MODE_7};
use crate::modes::split::{MODES, Spread};
use crate::search::spreads::Spreads;

/// A mode, and its way to divide pixels or channels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Choice {
    /// Mode 6, which divides neither pixels nor channels.
    Whole,
    /// Modes 0 to 3 and 7, which divide pixels.
    Partitioned { mode: u8, partition: u8 },
    /// One of [`MODES`], and the channel that has its own indices.
    Split { mode: u8, single: u8 },
}

/// The maximum number of choices on an agenda.
const LENGTH: usize = 32;

/// Choices, sorted by their estimated errors.
pub(crate) struct Agenda {
    entries: [Entry; LENGTH],
    length: usize,
    /// The maximum number of entries; at most [`LENGTH`].
    limit: usize,
    /// The number of entries that were returned or skipped.
    begun: usize,
}

#[derive(Clone, Copy)]
struct Entry {
    choice: Choice,
    /// The estimated error.
    estimate: f32,
    /// A lower bound on the error.
    least: f32,
}

impl Agenda {
    #[inline(always)]
    pub(crate) fn new(block: &Block, moments: &Moments, is_opaque: bool, plan: &Plan) -> Self {
        let none = Entry { choice: Choice::Whole, estimate: f32::INFINITY, least: f32::INFINITY };
        let mut agenda = Self { entries: [none; LENGTH], length: 0, limit: plan.choices.min(LENGTH), begun: 0 };
        agenda.add_splits(block, moments, is_opaque);
        let halves = Spreads::new::<2>(moments, !is_opaque);
        if is_opaque {
            agenda.add_partitions(&halves, MODE_1, plan);
            agenda.add_partitions(&halves, MODE_3, plan);
        } else {
            agenda.add_partitions(&halves, MODE_7, plan);
        }
        if is_opaque && plan.has_thirds {
            let thirds = Spreads::new::<3>(moments, false);
            agenda.add_partitions(&thirds, MODE_0, plan);
            agenda.add_partitions(&thirds, MODE_2, plan);
        }
        agenda
    }

    /// Returns the next choice that can still have a smaller error than `error`.
    #[inline(always)]
    pub(crate) fn next(&mut self, error: f32) -> Option<Choice> {
        while self.begun < self.length {
            let entry = self.entries[self.begun];
            self.begun += 1;
            if entry.least < error {
                return Some(entry.choice);
            }
        }
        None
    }

    /// Adds modes 4 and 5. In opaque blocks, alpha never gets its own indices.
    #[inline(always)]
    fn add_splits(&mut self, block: &Block, moments: &Moments, is_opaque: bool) {
        let mut sums = [0.0; 16];
        moments.of_mask(0xFFFF, &mut sums);
        for single in 0..if is_opaque { 3 } else { 4 } {
            let spread = Spread::new(block, &sums, single);
            for mode in 0..MODES.len() {
                let estimate = spread.off_line + MODES[mode].estimate(&spread);
                #[expect(clippy::cast_possible_truncation, reason = "below 4")]
                let choice = Choice::Split { mode: mode as u8, single: single as u8 };
                self.add(Entry { choice, estimate, least: spread.off_line });
            }
        }
    }

    /// Adds the most promising partitions of a mode.
    #[inline(always)]
    fn add_partitions(&mut self, spreads: &Spreads, mode: Joint, plan: &Plan) {
        let mut estimates = [f32::INFINITY; 64];
        for number in 0..mode.partitions() {
            estimates[number] = spreads.off_line[number] + mode.estimate(spreads.line[number]);
        }
        for _ in 0..plan.partitions {
            let best = least(&estimates);
            #[expect(clippy::cast_possible_truncation, reason = "below 64")]
            let choice = Choice::Partitioned { mode: mode.number(), partition: best as u8 };
            self.add(Entry { choice, estimate: estimates[best], least: spreads.off_line[best] });
            estimates[best] = f32::INFINITY;
        }
    }

    /// Inserts an entry in order. If the agenda is full, drops the least promising entry.
    #[inline(always)]
    fn add(&mut self, entry: Entry) {
        let mut place = self.length;
        while place > 0 && self.entries[place - 1].estimate > entry.estimate {
            place -= 1;
        }
        if place >= self.limit {
            return;
        }
        self.length = (self.length + 1).min(self.limit);
        self.entries.copy_within(place..self.length - 1, place + 1);
        self.entries[place] = entry;
    }
}

#[inline(always)]
fn least(estimates: &[f32; 64]) -> usize {
    let mut best = 0;
    for number in 1..64 {
        if estimates[number] < estimates[best] {
            best = number;
        }
    }
    best
}
