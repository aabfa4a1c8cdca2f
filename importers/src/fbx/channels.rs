//! [`Channels`]: the parts of a transform.

use std::ops::BitOrAssign;

/// The parts of a transform that may change.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Channels {
    pub(super) translation: bool,
    pub(super) rotation: bool,
    pub(super) scale: bool,
}

impl Channels {
    pub(super) const TRANSLATION: Self = Self { translation: true, rotation: false, scale: false };
    pub(super) const ROTATION: Self = Self { translation: false, rotation: true, scale: false };
    pub(super) const SCALE: Self = Self { translation: false, rotation: false, scale: true };
    pub(super) const ALL: Self = Self { translation: true, rotation: true, scale: true };

    pub(super) fn any(self) -> bool {
        self != Self::default()
    }

    /// The channels that a property of a node is a part of; none for one that is no part of its transform.
    pub(super) fn of_property(name: &str) -> Option<Self> {
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
