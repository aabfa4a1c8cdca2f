//! [`AssetId`]: an asset of a state.

use bytemuck::{Pod, Zeroable};
use serde::{Deserialize, Serialize};

/// The id of an asset in a state: the index of its row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, Pod, Zeroable)]
#[repr(transparent)]
pub(crate) struct AssetId(pub(crate) u32);

impl AssetId {
    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }
}
