//! The time to spend on each block.

use crate::fit::Care;

/// How long to search for the best encoding of each block.
///
/// The README links to measurements of all three levels.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Effort {
    /// The fastest level, for previews and quick builds.
    Fast,
    /// The default: takes about twice as long as [`Fast`](Self::Fast).
    #[default]
    Normal,
    /// The best quality, for releases: takes about eight times as long as [`Normal`](Self::Normal).
    Best,
}

/// The limits of the search for each block.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Plan {
    /// The care with which each choice is fitted.
    pub(crate) care: Care,
    /// The care with which the best choice is fitted once more at the end.
    pub(crate) last_care: Care,
    /// The number of partitions to put on the agenda for each mode.
    pub(crate) partitions: usize,
    /// Whether to consider modes with three subsets.
    pub(crate) has_thirds: bool,
    /// The maximum number of choices to try, in addition to mode 6, which is always tried first.
    pub(crate) choices: usize,
    /// The search ends when a block's sum of squared differences is at most this large.
    pub(crate) excellent: f32,
}

impl Effort {
    pub(crate) fn plan(self) -> Plan {
        match self {
            Self::Fast => Plan {
                care: Care { rounds: 1, all_low_bits: false, all_indices: false, polish: 0 },
                last_care: Care { rounds: 1, all_low_bits: true, all_indices: true, polish: 0 },
                partitions: 1,
                has_thirds: false,
                choices: 2,
                excellent: 2.0,
            },
            Self::Normal => Plan {
                care: Care { rounds: 1, all_low_bits: true, all_indices: false, polish: 0 },
                last_care: Care { rounds: 2, all_low_bits: true, all_indices: true, polish: 1 },
                partitions: 2,
                has_thirds: false,
                choices: 4,
                excellent: 2.0,
            },
            Self::Best => Plan {
                care: Care { rounds: 2, all_low_bits: true, all_indices: true, polish: 1 },
                last_care: Care { rounds: 3, all_low_bits: true, all_indices: true, polish: 4 },
                partitions: 8,
                has_thirds: true,
                choices: 20,
                excellent: 0.0,
            },
        }
    }
}
