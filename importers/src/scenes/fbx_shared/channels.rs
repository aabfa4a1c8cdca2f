//! [`Channels`]: the parts of a transform.

use std::ops::BitOrAssign;

/// The parts of a transform that may change.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Channels {
    pub(crate) translation: bool,
    pub(crate) rotation: bool,
    pub(crate) scale: bool,
}

impl Channels {
    pub(crate) const TRANSLATION: Self = Self { translation: true, rotation: false, scale: false };
    pub(crate) const ROTATION: Self = Self { translation: false, rotation: true, scale: false };
    pub(crate) const SCALE: Self = Self { translation: false, rotation: false, scale: true };
    pub(crate) const ALL: Self = Self { translation: true, rotation: true, scale: true };

    #[cfg(feature = "fbx")]
    pub(crate) fn any(self) -> bool {
        self != Self::default()
    }

    /// Returns whether `others` includes all of these channels.
    #[cfg(feature = "fbx")]
    pub(crate) fn within(self, others: Self) -> bool {
        (!self.translation || others.translation)
            && (!self.rotation || others.rotation)
            && (!self.scale || others.scale)
    }

    /// Returns the channels that a property of a node affects; `None` if the property is not part of the node's transform.
    pub(crate) fn of_property(name: &str) -> Option<Self> {
        match name {
            "Lcl Translation" => Some(Self::TRANSLATION),
            "Lcl Rotation" => Some(Self::ROTATION),
            "Lcl Scaling" => Some(Self::SCALE),
            "PreRotation" | "PostRotation" | "RotationOrder" | "RotationOffset" | "RotationPivot" | "ScalingOffset"
            | "ScalingPivot" => Some(Self::ALL),
            _ => None,
        }
    }
}

impl BitOrAssign for Channels {
    fn bitor_assign(&mut self, other: Self) {
        self.translation |= other.translation;
        self.rotation |= other.rotation;
        self.scale |= other.scale;
    }
}
