//! [`KeyFrame`] and [`KeyIndex`]: the channels of one bone at one time, and the keys around a time.

use rigmill_format::Transform;

/// The channels of a bone at one time. Missing channels are `None`.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct KeyFrame {
    /// The translation x, y, z.
    pub translation: Option<[f32; 3]>,
    /// The rotation as a quaternion x, y, z, w.
    pub rotation: Option<[f32; 4]>,
    /// The scale factors along x, y, z.
    pub scale: Option<[f32; 3]>,
}

impl KeyFrame {
    /// The transform of these channels. Missing channels are taken from `rest`.
    #[inline]
    #[must_use]
    pub fn or(&self, rest: &Transform) -> Transform {
        Transform {
            translation: self.translation.unwrap_or(rest.translation),
            rotation: self.rotation.unwrap_or(rest.rotation),
            scale: self.scale.unwrap_or(rest.scale),
        }
    }
}

impl From<Transform> for KeyFrame {
    fn from(Transform { translation, rotation, scale }: Transform) -> Self {
        Self { translation: Some(translation), rotation: Some(rotation), scale: Some(scale) }
    }
}

/// The keys before and after a time, and the fraction between them.
///
/// Under `Rules::Standard`, both indices are valid keys. Under `Rules::RobotGame`, an index may be invalid as in the original:
/// for example, it is negative for a negative time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct KeyIndex {
    /// The index of the key before.
    pub first: i32,
    /// The index of the key after.
    pub second: i32,
    /// The fraction between the keys: 0 at the first key, 1 at the second key.
    pub fraction: f32,
}
