//! [`Carrier`]: the position of a camera or light on a model.

use bytemuck::{Pod, Zeroable};

use crate::layout::Span;
use crate::layout::numbers::{all_finite, is_affine};

/// The position and orientation of a camera or light on a model. It moves with its bone.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Carrier {
    /// The bone that carries the camera or light. `None` if it is placed in model space.
    pub bone: Option<u32>,
    /// The affine matrix from the camera's or light's own space to the bone's space, row by row, for row vectors. Scale has no
    /// meaning.
    pub local: [f32; 16],
}

impl Default for Carrier {
    fn default() -> Self {
        Self { bone: None, local: [1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0] }
    }
}

/// The first fields of camera and light records.
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
pub(super) struct CarrierRecord {
    pub(super) name: Span,
    /// -1 for none.
    pub(super) bone: i32,
    pub(super) local: [f32; 16],
}

impl CarrierRecord {
    /// `None` if the bone's number is too large for a file.
    pub(super) fn new(name: Span, carrier: &Carrier) -> Option<Self> {
        let bone = carrier.bone.map_or(Ok(-1), i32::try_from).ok()?;
        Some(Self { name, bone, local: carrier.local })
    }

    pub(super) fn carrier(&self) -> Carrier {
        Carrier { bone: u32::try_from(self.bone).ok(), local: self.local }
    }

    pub(super) fn check(&self, text: &[u8], bones: usize) -> Result<(), &'static str> {
        if std::str::from_utf8(self.name.slice(text)).is_err() {
            return Err("its name is not UTF-8");
        }
        if self.bone != -1 && usize::try_from(self.bone).ok().is_none_or(|bone| bone >= bones) {
            return Err("its bone does not exist");
        }
        if all_finite(&self.local) && is_affine(&self.local) {
            return Ok(());
        }
        Err("its matrix is not finite, or its last column is not 0, 0, 0, 1")
    }
}
