//! [`PoseBlock`]: the local transforms of eight bones, stored component by component.

use rigmill_format::Transform;

/// The local transforms of eight bones, stored component by component (structure of arrays): each component is an array of
/// eight numbers, one per bone.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C, align(32))]
pub struct PoseBlock {
    /// The components x, y, z, w of unit quaternions.
    pub rotation: [[f32; 8]; 4],
    /// The components x, y, z of the translations.
    pub translation: [[f32; 8]; 3],
    /// The scale factors along x, y, z.
    pub scale: [[f32; 8]; 3],
}

impl PoseBlock {
    /// Eight identity transforms.
    pub const IDENTITY: Self =
        Self { rotation: [[0.0; 8], [0.0; 8], [0.0; 8], [1.0; 8]], translation: [[0.0; 8]; 3], scale: [[1.0; 8]; 3] };

    /// Returns the transform of one of the eight bones. `lane` is 0 to 7.
    #[inline]
    #[must_use]
    pub fn transform(&self, lane: usize) -> Transform {
        let lane = lane % 8;
        Transform {
            translation: self.translation.map(|part| part[lane]),
            rotation: self.rotation.map(|part| part[lane]),
            scale: self.scale.map(|part| part[lane]),
        }
    }

    /// Sets the transform of one of the eight bones. `lane` is 0 to 7.
    #[inline]
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

/// Converts single transforms to blocks of eight. Unused lanes of the last block are the identity.
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
