//! The pose of one bone at one moment, channel by channel.

use rigmill_format::Transform;

/// The channels that a clip gives a bone at a moment; the others are `None`.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct KeyFrame {
    /// x, y, z.
    pub translation: Option<[f32; 3]>,
    /// A quaternion x, y, z, w.
    pub rotation: Option<[f32; 4]>,
    /// Factors along x, y, z.
    pub scale: Option<[f32; 3]>,
}

impl KeyFrame {
    /// The pose with `rest` in place of the channels that are missing.
    #[must_use]
    pub fn or(&self, rest: &Transform) -> Transform {
        Transform {
            translation: self.translation.unwrap_or(rest.translation),
            rotation: self.rotation.unwrap_or(rest.rotation),
            scale: self.scale.unwrap_or(rest.scale),
        }
    }
}
