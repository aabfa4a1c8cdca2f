//! [`ModelCamera`]: a camera that is attached to a bone.

use bytemuck::{Pod, Zeroable};

use super::carrier::{Carrier, CarrierRecord};
use crate::layout::getters;
use crate::layout::numbers::{all_finite, is_within};

/// A camera. It looks along -z of its own space, and its up direction is y, as in glTF.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct ModelCamera {
    /// The name.
    pub name: String,
    /// The position and orientation of the camera.
    pub carrier: Carrier,
    /// How the camera projects.
    pub projection: Projection,
}

/// How a camera projects. All numbers are finite, except for `far`, which may be infinite.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Projection {
    /// Distant objects appear smaller.
    Perspective {
        /// The vertical field of view in radians; above 0 and below pi.
        y_fov: f32,
        /// The aspect ratio, which is width / height; above 0. `None` means that of the window.
        aspect: Option<f32>,
        /// The distance of the near plane; above 0.
        near: f32,
        /// The distance of the far plane, which is above that of the near plane. Infinite if there is no far plane.
        far: f32,
    },
    /// Distant objects appear as large as near ones.
    Orthographic {
        /// Half the width of the view; not 0.
        x_mag: f32,
        /// Half the height of the view; not 0.
        y_mag: f32,
        /// The distance of the near plane; at least 0.
        near: f32,
        /// The distance of the far plane, which is above that of the near plane. Infinite if there is no far plane.
        far: f32,
    },
}

impl Projection {
    /// The name of the projection in sources.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Perspective { .. } => "perspective",
            Self::Orthographic { .. } => "orthographic",
        }
    }

    /// The number of the projection's kind in a file, and its numbers.
    fn parts(self) -> (u32, [f32; 4]) {
        match self {
            Self::Perspective { y_fov, aspect, near, far } => (0, [y_fov, aspect.unwrap_or(0.0), near, far]),
            Self::Orthographic { x_mag, y_mag, near, far } => (1, [x_mag, y_mag, near, far]),
        }
    }

    /// `None` if the projection breaks a rule.
    fn new((kind, [x, y, near, far]): (u32, [f32; 4])) -> Option<Self> {
        let is_finite = all_finite(&[x, y, near]) && far > near;
        let is_good = match kind {
            0 => is_within(x, f32::MIN_POSITIVE, std::f32::consts::PI) && y >= 0.0 && near > 0.0,
            1 => x != 0.0 && y != 0.0 && near >= 0.0,
            _ => false,
        };
        let aspect = Some(y).filter(|aspect| *aspect > 0.0);
        let found = match kind {
            0 => Self::Perspective { y_fov: x, aspect, near, far },
            _ => Self::Orthographic { x_mag: x, y_mag: y, near, far },
        };
        (is_finite && is_good).then_some(found)
    }
}

#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
pub(super) struct CameraRecord {
    carrier: CarrierRecord,
    kind: u32,
    numbers: [f32; 4],
}

impl CameraRecord {
    pub(super) fn new(carrier: CarrierRecord, projection: Projection) -> Self {
        let (kind, numbers) = projection.parts();
        Self { carrier, kind, numbers }
    }

    pub(super) const fn carrier(&self) -> &CarrierRecord {
        &self.carrier
    }
}

/// A camera, read from the bytes of its file.
#[derive(Clone, Copy, Debug)]
pub struct ModelCameraView<'a> {
    record: &'a CameraRecord,
    text: &'a [u8],
}

impl<'a> ModelCameraView<'a> {
    pub(super) const fn new(record: &'a CameraRecord, text: &'a [u8]) -> Self {
        Self { record, text }
    }

    getters! { self:
        /// The name.
        name: &'a str = self.record.carrier.name.text(self.text);
        /// The position and orientation of the camera.
        carrier: Carrier = self.record.carrier.carrier();
        /// How the camera projects.
        projection: Projection = Projection::new((self.record.kind, self.record.numbers))
            .unwrap_or(Projection::Orthographic { x_mag: 1.0, y_mag: 1.0, near: 0.0, far: 1.0 });
        /// A copy that owns its name.
        to_owned: ModelCamera = ModelCamera {
            name: self.name().to_owned(),
            carrier: self.carrier(),
            projection: self.projection(),
        };
    }

    pub(super) fn check(&self, bones: usize) -> Result<(), &'static str> {
        self.record.carrier.check(self.text, bones)?;
        let projection = Projection::new((self.record.kind, self.record.numbers));
        projection.map(drop).ok_or("its projection is not 0 or 1, or a number of the projection is out of range")
    }
}
