//! Curves that can be kept: the curves of nodes that nothing else moves.

use ufbx::{AnimCurve, AnimValue, ExtrapolationMode, Keyframe};

use super::direct::Direct;
use super::numbers::vec3;
use crate::scenes::fbx_shared::basis::Basis;
use crate::scenes::fbx_shared::keeper::OwnMovement;
use crate::scenes::fbx_shared::keys::{Interpolation, Key, Unkeepable};
use crate::scenes::fbx_shared::vector_curves::{NumberCurve, VectorCurves};

impl OwnMovement for Direct<'_> {
    fn keys(&self) -> u64 {
        let own = self.curves;
        let curves = [own.translation, own.rotation, own.scale].into_iter().flatten().flat_map(|value| &value.curves);
        curves.flatten().map(|curve| curve.keyframes.count as u64).sum()
    }

    fn translation(&self) -> Result<(VectorCurves, Basis), Unkeepable> {
        let curves = vector(self.curves.translation)?;
        Ok((curves, self.translation_basis().ok_or(Unkeepable::Rotated)?))
    }

    fn angles(&self) -> Result<VectorCurves, Unkeepable> {
        vector(self.curves.rotation)
    }

    fn rotation_at(&self, time: f64) -> [f64; 4] {
        self.at(time).rotation
    }

    fn scale(&self) -> Result<(VectorCurves, Basis), Unkeepable> {
        Ok((vector(self.curves.scale)?, self.scale_basis()))
    }
}

fn vector(value: Option<&AnimValue>) -> Result<VectorCurves, Unkeepable> {
    let value = value.ok_or(Unkeepable::Mixed)?;
    let curves = value.curves.each_ref().map(|curve| curve.as_ref().map(|curve| number(curve)));
    Ok(VectorCurves { default: vec3(value.default_value), curves })
}

fn number(curve: &AnimCurve) -> NumberCurve {
    let ends = [&curve.pre_extrapolation, &curve.post_extrapolation];
    NumberCurve {
        keys: curve.keyframes.iter().map(key).collect(),
        endless: ends.map(|end| end.mode != ExtrapolationMode::Constant),
    }
}

fn key(key: &Keyframe) -> Key {
    let interpolation = match key.interpolation {
        ufbx::Interpolation::ConstantPrev => Interpolation::ConstantPrevious,
        ufbx::Interpolation::ConstantNext => Interpolation::ConstantNext,
        ufbx::Interpolation::Linear => Interpolation::Linear,
        ufbx::Interpolation::Cubic => Interpolation::Cubic,
    };
    let [left, right] = [key.left, key.right].map(|tangent| [tangent.dx, tangent.dy]);
    Key { time: key.time, value: key.value, interpolation, left, right }
}
