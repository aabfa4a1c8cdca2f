//! [`Setup`]: computes the transform of a node from its properties.

use rigmill_dom::SceneTransform;
use rigmill_math::affine::{self, Affine};
use rigmill_math::quaternion::{conjugate, multiply};

use super::matrices::{NO_ROTATION, Quaternion, rotate};
use super::properties::Properties;
use super::unsupported::unsupported;
use crate::report::Result;
use crate::scenes::fbx_shared::basis::Basis;
use crate::scenes::fbx_shared::euler::{ROTATION_ORDERS, euler};

/// The properties of a node that animation changes: translation, Euler angles in degrees, scale.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Locals {
    pub(super) translation: [f64; 3],
    pub(super) angles: [f64; 3],
    pub(super) scale: [f64; 3],
}

impl Locals {
    pub(super) fn new(properties: &Properties<'_>) -> Self {
        Self {
            translation: properties.vector("Lcl Translation").unwrap_or_default(),
            angles: properties.vector("Lcl Rotation").unwrap_or_default(),
            scale: properties.vector("Lcl Scaling").unwrap_or([1.0; 3]),
        }
    }
}

/// The other properties on which a node's transform depends.
#[derive(Clone, Debug)]
pub(super) struct Setup {
    order: [usize; 3],
    pre_rotation: Quaternion,
    post_rotation: Quaternion,
    rotation_offset: [f64; 3],
    rotation_pivot: [f64; 3],
    scaling_offset: [f64; 3],
    scaling_pivot: [f64; 3],
    /// The conversion from the file's axes and unit to the scene's, for children of the root.
    axes: Quaternion,
    unit: f64,
}

impl Setup {
    pub(super) fn new(name: &str, properties: &Properties<'_>, axes: Quaternion, unit: f64) -> Result<Self> {
        let vector = |name| properties.vector(name).unwrap_or_default();
        let active = properties.whole("RotationActive").unwrap_or(1) != 0;
        let limits_only = properties.whole("RotationSpaceForLimitOnly").unwrap_or(0) != 0;
        let mut setup = Self {
            order: ROTATION_ORDERS[0],
            pre_rotation: NO_ROTATION,
            post_rotation: NO_ROTATION,
            rotation_offset: vector("RotationOffset"),
            rotation_pivot: vector("RotationPivot"),
            scaling_offset: vector("ScalingOffset"),
            scaling_pivot: vector("ScalingPivot"),
            axes,
            unit,
        };
        if active && !limits_only {
            let order = properties.whole("RotationOrder").unwrap_or(0);
            let known = usize::try_from(order).ok().and_then(|order| ROTATION_ORDERS.get(order));
            setup.order =
                *known.ok_or_else(|| unsupported(format!("Model {name:?} has the rotation order {order}")))?;
            setup.pre_rotation = euler(vector("PreRotation"), ROTATION_ORDERS[0]);
            setup.post_rotation = euler(vector("PostRotation"), ROTATION_ORDERS[0]);
        }
        Ok(setup)
    }

    /// Returns whether the node may rotate or scale about a point other than its own origin.
    pub(super) fn has_pivots(&self) -> bool {
        let pivots = [self.rotation_offset, self.rotation_pivot, self.scaling_offset, self.scaling_pivot];
        pivots != [[0.0; 3]; 4]
    }

    /// Returns how translations follow from the file's, component by component, if they do. Requires a node without pivots.
    pub(super) fn translation_basis(&self) -> Option<Basis> {
        Basis::rotated(|axis| rotate(self.axes, axis), [0.0; 3], self.unit)
    }

    /// Returns how scales follow from the file's scales.
    pub(super) const fn scale_basis(&self) -> Basis {
        Basis::scaled(self.unit)
    }

    /// Returns T · Roff · Rp · Rpre · R · Rpost⁻¹ · Rp⁻¹ · Soff · Sp · S · Sp⁻¹, converted to the scene's axes and unit.
    pub(super) fn transform(&self, locals: &Locals) -> SceneTransform {
        let Locals { translation, angles, scale } = *locals;
        let rotation = multiply(self.pre_rotation, multiply(euler(angles, self.order), conjugate(self.post_rotation)));
        let scaled: [f64; 3] = std::array::from_fn(|axis| {
            self.scaling_pivot[axis] * (1.0 - scale[axis]) + self.scaling_offset[axis] - self.rotation_pivot[axis]
        });
        let rotated = rotate(rotation, scaled);
        let moved: [f64; 3] = std::array::from_fn(|axis| {
            rotated[axis] + self.rotation_pivot[axis] + self.rotation_offset[axis] + translation[axis]
        });
        SceneTransform {
            translation: rotate(self.axes, moved).map(|number| number * self.unit),
            rotation: multiply(self.axes, rotation),
            scale: scale.map(|number| number * self.unit),
        }
    }
}

/// Returns the geometric transform of a node, which applies to its vertices but not to its children; `None` if there is none.
pub(super) fn geometric(properties: &Properties<'_>) -> Option<Affine> {
    let translation = properties.vector("GeometricTranslation").unwrap_or_default();
    let angles = properties.vector("GeometricRotation").unwrap_or_default();
    let scale = properties.vector("GeometricScaling").unwrap_or([1.0; 3]);
    if translation == [0.0; 3] && angles == [0.0; 3] && scale == [1.0; 3] {
        return None;
    }
    Some(affine::from_parts(translation, euler(angles, ROTATION_ORDERS[0]), scale))
}
