//! The search for the best block for 16 pixels.

mod agenda;
mod spreads;

use crate::block::Block;
use crate::block::moments::Moments;
use crate::effort::Plan;
use crate::fit::Care;
use crate::modes::best::Best;
use crate::modes::joint::{MODE_0, MODE_1, MODE_2, MODE_3, MODE_6, MODE_7};
use crate::modes::solid::solid;
use crate::modes::split::MODES;
use crate::search::agenda::{Agenda, Choice};

#[inline(always)]
pub(crate) fn search(block: &Block, plan: &Plan) -> Best {
    if let Some(color) = block.single_color() {
        return Best { error: 0.0, bits: solid(color) };
    }
    let search = Search { block, moments: Moments::new(block), is_opaque: block.is_opaque() };
    search.run(plan)
}

struct Search<'a> {
    block: &'a Block,
    moments: Moments,
    is_opaque: bool,
}

impl Search<'_> {
    #[inline(always)]
    fn run(&self, plan: &Plan) -> Best {
        let mut best = Best::NONE;
        let mut agenda: Option<Agenda> = None;
        // One loop handles all choices, so that each mode's large inlined code is compiled only once.
        let (mut choice, mut care, mut is_last) = (Choice::Whole, plan.care, false);
        let mut best_choice = choice;
        loop {
            let before = best.error;
            self.attempt(choice, care, &mut best);
            if best.error < before {
                best_choice = choice;
            }
            if is_last || best.error <= plan.excellent {
                return best;
            }
            // Not a closure: a closure would be compiled without the processor features of its caller.
            let agenda = match &mut agenda {
                Some(agenda) => agenda,
                None => agenda.insert(Agenda::new(self.block, &self.moments, self.is_opaque, plan)),
            };
            match agenda.next(best.error) {
                Some(next) => choice = next,
                None => (choice, care, is_last) = (best_choice, plan.last_care, true),
            }
        }
    }

    #[inline(always)]
    fn attempt(&self, choice: Choice, care: Care, best: &mut Best) {
        let (block, moments) = (self.block, &self.moments);
        match choice {
            Choice::Whole if self.is_opaque => MODE_6.fit::<3, 1>(block, moments, 0, care, best),
            Choice::Whole => MODE_6.fit::<4, 1>(block, moments, 0, care, best),
            Choice::Partitioned { mode, partition } => {
                let partition = usize::from(partition);
                match mode {
                    0 => MODE_0.fit::<3, 3>(block, moments, partition, care, best),
                    1 => MODE_1.fit::<3, 2>(block, moments, partition, care, best),
                    2 => MODE_2.fit::<3, 3>(block, moments, partition, care, best),
                    3 => MODE_3.fit::<3, 2>(block, moments, partition, care, best),
                    _ => MODE_7.fit::<4, 2>(block, moments, partition, care, best),
                }
            }
            Choice::Split { mode, single } => {
                MODES[usize::from(mode)].fit(block, moments, usize::from(single), care, best);
            }
        }
    }
}
