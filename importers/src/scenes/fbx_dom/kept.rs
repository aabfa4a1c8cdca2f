//! Curves that can be kept: the curves of nodes that nothing else moves.

use super::motion::{Animated, Motion};
use super::nodes::Node;
use crate::scenes::fbx_shared::basis::Basis;
use crate::scenes::fbx_shared::keeper::OwnMovement;
use crate::scenes::fbx_shared::keys::Unkeepable;
use crate::scenes::fbx_shared::vector_curves::{NumberCurve, VectorCurves};

/// A node without pivots, and its motion in a take.
pub(super) struct Moved<'a> {
    motion: &'a Motion,
    node: &'a Node<'a>,
}

impl<'a> Moved<'a> {
    pub(super) fn new(motion: &'a Motion, node: &'a Node<'a>) -> Option<Self> {
        (!node.setup.has_pivots()).then_some(Self { motion, node })
    }
}

impl OwnMovement for Moved<'_> {
    fn keys(&self) -> u64 {
        self.motion.all().flat_map(|animated| animated.curves.iter().flatten()).map(|curve| curve.len()).sum()
    }

    fn translation(&self) -> Result<(VectorCurves, Basis), Unkeepable> {
        let curves = vector(self.motion.translation.as_ref())?;
        Ok((curves, self.node.setup.translation_basis().ok_or(Unkeepable::Rotated)?))
    }

    fn angles(&self) -> Result<VectorCurves, Unkeepable> {
        vector(self.motion.angles.as_ref())
    }

    fn rotation_at(&self, time: f64) -> [f64; 4] {
        self.node.setup.transform(&self.motion.at(self.node, time)).rotation
    }

    fn scale(&self) -> Result<(VectorCurves, Basis), Unkeepable> {
        Ok((vector(self.motion.scale.as_ref())?, self.node.setup.scale_basis()))
    }
}

/// Curves that continue outside their keys were already rejected.
fn vector(animated: Option<&Animated>) -> Result<VectorCurves, Unkeepable> {
    let animated = animated.ok_or(Unkeepable::Mixed)?;
    let number = |keys: &[_]| NumberCurve { keys: keys.to_vec(), endless: [false; 2] };
    let curves = animated.curves.each_ref().map(|curve| curve.as_ref().map(|curve| number(curve.keys())));
    Ok(VectorCurves { default: animated.default, curves })
}
