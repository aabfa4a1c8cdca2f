//! How long to search for the best block.

use crate::fit::Care;

/// How long to search for the best block.
///
/// The README links to figures of all three.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Effort {
    /// For previews and quick builds.
    Fast,
    /// About twice the time of [`Fast`](Self::Fast).
    #[default]
    Normal,
    /// About eight times the time of [`Normal`](Self::Normal), for releases.
    Best,
}

/// What is tried for a block.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Plan {
    /// For each choice.
    pub(crate) care: Care,
    /// For the best choice, once more.
    pub(crate) last_care: Care,
    /// Partitions of each mode that are considered.
    pub(crate) partitions: usize,
    /// Whether modes with three subsets are considered.
    pub(crate) has_thirds: bool,
    /// Of all that are considered, those that are tried.
    pub(crate) choices: usize,
    /// Squares of differences in a block that are as good as none.
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
