//! [`WeightBlock`]: a weight for each of eight bones.

/// A weight for each of eight bones, 0 to 1: a mask.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C, align(32))]
pub struct WeightBlock(pub [f32; 8]);

impl WeightBlock {
    /// No bone at all.
    pub const NONE: Self = Self([0.0; 8]);
    /// Every bone wholly.
    pub const ALL: Self = Self([1.0; 8]);
}

/// Converts weights of single bones to blocks. The lanes after the last bone are 0.
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
