//! [`KeyFrame`] and [`KeyIndex`]: the channels of one bone at one time, and the position of a time among keys.

use rigmill_format::Transform;

/// The channels of a bone at a time. Missing channels are `None`.
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
    /// The pose, with missing channels taken from `rest`.
    #[must_use]
    pub fn or(&self, rest: &Transform) -> Transform {
        Transform {
            translation: self.translation.unwrap_or(rest.translation),
            rotation: self.rotation.unwrap_or(rest.rotation),
            scale: self.scale.unwrap_or(rest.scale),
        }
    }
}

/// The keys before and after a time, and the fraction between them.
///
/// Under `Rules::RobotGame` an index may be no key of the sequence, as in the original: negative
/// for a negative time. Under `Rules::Standard` both are keys.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct KeyIndex {
    /// The key before.
    pub first: i32,
    /// The key after.
    pub second: i32,
    /// 0 at the first key, 1 at the second.
    pub fraction: f32,
}
