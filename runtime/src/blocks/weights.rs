//! [`WeightBlock`]: a weight for each of eight bones.

/// The weights of eight bones, each 0 to 1. A list of these blocks is a bone mask.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C, align(32))]
pub struct WeightBlock(pub [f32; 8]);

impl WeightBlock {
    /// Weight 0 for every bone.
    pub const NONE: Self = Self([0.0; 8]);
    /// Weight 1 for every bone.
    pub const ALL: Self = Self([1.0; 8]);
}

/// Converts single weights to blocks of eight. Unused lanes of the last block are 0.
#[must_use]
pub fn weight_blocks(weights: impl IntoIterator<Item = f32>) -> Vec<WeightBlock> {
    let mut blocks = Vec::new();
    for (bone, weight) in weights.into_iter().enumerate() {
        if bone % 8 == 0 {
            blocks.push(WeightBlock::NONE);
        }
        if let Some(block) = blocks.last_mut() {
            block.0[bone % 8] = weight;
        }
    }
    blocks
}
