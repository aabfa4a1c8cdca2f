//! [`Pair`]: the runs of one step and those that they are compared with.

use crate::programs::child::Run;
use crate::results::figure::Figure;
use crate::results::{Row, Step};
use crate::shape::Shape;

/// The runs of one step by Rigmill, and those that they are compared with.
#[derive(Default)]
pub(super) struct Pair {
    rigmill: Vec<Run>,
    yardstick: Vec<Run>,
}

impl Pair {
    pub(super) fn push(&mut self, rigmill: Run, yardstick: Option<Run>) {
        self.rigmill.push(rigmill);
        self.yardstick.extend(yardstick);
    }

    pub(super) fn row(self, shape: Shape, assets: u32, step: Step) -> Row {
        let yardstick = if self.yardstick.is_empty() { None } else { Some(Figure::new(self.yardstick)) };
        Row { shape, assets, step, rigmill: Figure::new(self.rigmill), yardstick }
    }
}
