//! [`PoseBlock`]: local transforms of eight bones, component by component.

use rigmill_format::Transform;

/// The local transforms of eight bones, component by component: each component is an array of eight numbers.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C, align(32))]
pub struct PoseBlock {
    /// x, y, z, w of quaternions of unit length.
    pub rotation: [[f32; 8]; 4],
    /// x, y, z.
    pub translation: [[f32; 8]; 3],
    /// Factors along x, y, z.
    pub scale: [[f32; 8]; 3],
}

impl PoseBlock {
    /// Transforms that change nothing.
    pub const IDENTITY: Self =
        Self { rotation: [[0.0; 8], [0.0; 8], [0.0; 8], [1.0; 8]], translation: [[0.0; 8]; 3], scale: [[1.0; 8]; 3] };

    /// The transform of one of the eight bones.
    #[must_use]
    pub fn transform(&self, lane: usize) -> Transform {
        let lane = lane % 8;
        Transform {
            translation: self.translation.map(|part| part[lane]),
            rotation: self.rotation.map(|part| part[lane]),
            scale: self.scale.map(|part| part[lane]),
        }
    }

    /// Sets the transform of one of the eight bones.
    pub fn set(&mut self, lane: usize, transform: &Transform) {
        let lane = lane % 8;
        for (part, value) in self.rotation.iter_mut().zip(transform.rotation) {
            part[lane] = value;
        }
        for (part, value) in self.translation.iter_mut().zip(transform.translation) {
            part[lane] = value;
        }
        for (part, value) in self.scale.iter_mut().zip(transform.scale) {
            part[lane] = value;
        }
    }
}

/// Converts transforms of single bones to blocks. The lanes after the last bone are the identity.
#[must_use]
pub fn pose_blocks(transforms: impl IntoIterator<Item = Transform>) -> Vec<PoseBlock> {
    let mut blocks = Vec::new();
    for (bone, transform) in transforms.into_iter().enumerate() {
        if bone % 8 == 0 {
            blocks.push(PoseBlock::IDENTITY);
        }
        if let Some(block) = blocks.last_mut() {
            block.set(bone, &transform);
        }
    }
    blocks
}
