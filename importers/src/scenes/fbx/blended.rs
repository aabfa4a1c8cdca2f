//! [`Blended`]: the transform of a node whose rotation is blended from several animation layers.

use rigmill_dom::SceneClip;
use rigmill_math::vector::dot;
use ufbx::{
    Anim, AnimLayer, AnimOpts, AnimRoot, AnimStack, ListOpt, Node, PropOverrideDesc, RotationOrder, Scene, Vec3, Vec4,
};

use super::direct::{around_rotation, inverse};
use super::numbers::quaternion;
use crate::report::Result;
use crate::scenes::budget::Budget;

const ROTATION: &str = "Lcl Rotation";

/// The maximum number of frames in which the stored rotation is searched.
const MAX_FRAMES: u64 = 10_000;
/// How much less than 1 the scalar product of two rotations may be that count as the same, which is an angle of 0.016 degrees.
const SAME: f64 = 1e-8;

/// Evaluates a node whose layers blend rotations as quaternions in XYZ order, although the node has a different order.
///
/// Rotations are blended in the node's order, as ufbx does it. But Maya's node `animBlendNodeAdditiveRotation` has its own order,
/// which FBX does not store. If it is XYZ, Maya blends in XYZ order, and the node's order applies to the blended angles. Maya
/// stores the node's rotation at the time of the export beside the layers, which shows the order.
pub(super) struct Blended<'a> {
    take: &'a AnimStack,
    node: &'a Node,
    /// The layers of the take.
    layers: Vec<u32>,
    /// The take with XYZ as the node's rotation order. It is used only to compute the blended angles.
    angles: AnimRoot,
}

impl<'a> Blended<'a> {
    /// Returns `None` if ufbx's own evaluation is correct.
    pub(super) fn new(take: &'a AnimStack, node: &'a Node, budget: &mut Budget) -> Result<Option<Self>> {
        let rotates = |layer: &AnimLayer| layer.blended && layer.compose_rotation;
        let blends = take.layers.count > 1 && take.layers.iter().any(|layer| rotates(layer));
        if !blends || node.rotation_order == RotationOrder::Xyz {
            return Ok(None);
        }
        let layers: Vec<u32> = take.layers.iter().map(|layer| layer.element.typed_id).collect();
        let Some(angles) = with_override(scene(node), &layers, node, "RotationOrder", Vec4::default()) else {
            return Ok(None);
        };
        let blended = Self { take, node, layers, angles };
        Ok(blended.is_stored(budget)?.then_some(blended))
    }

    /// Returns whether the node has its stored rotation at a frame of the take, and would not have it at any frame if rotations
    /// were blended in the node's order.
    fn is_stored(&self, budget: &mut Budget) -> Result<bool> {
        let (start, rate) = (self.take.time_begin, scene(self.node).settings.frames_per_second);
        let frames = SceneClip::frames_in(self.take.time_end - start, rate).min(MAX_FRAMES);
        let times = (0..u32::try_from(frames).unwrap_or(u32::MAX)).map(|frame| start + f64::from(frame) / rate);
        let stored = quaternion(self.node.local_transform.rotation);
        let is_stored = |found: ufbx::Transform| 1.0 - dot(quaternion(found.rotation), stored).abs() < SAME;
        let in_own_order = |time| ufbx::evaluate_transform(&self.take.anim, self.node, time);
        let in_xyz_order = |time| self.at(time, 0);
        let orders: [(bool, &dyn Fn(f64) -> ufbx::Transform); 2] = [(false, &in_own_order), (true, &in_xyz_order)];
        for (is_xyz, evaluate) in orders {
            for time in times.clone() {
                budget.take_samples(self.layers.len() as u64)?;
                if is_stored(evaluate(time)) {
                    return Ok(is_xyz);
                }
            }
        }
        Ok(false)
    }

    /// Returns the transform at a time in seconds. `flags` are the flags of [`ufbx::evaluate_transform_flags`].
    pub(super) fn at(&self, time: f64, flags: u32) -> ufbx::Transform {
        let rotated = with_override(scene(self.node), &self.layers, self.node, ROTATION, self.angles_at(time));
        // This fails only if there is not enough memory.
        let anim: &Anim = rotated.as_deref().unwrap_or(&self.angles);
        ufbx::evaluate_transform_flags(anim, self.node, time, flags)
    }

    /// Returns the blended angles. ufbx cannot evaluate a single property while another is overridden, so the angles are
    /// computed from the rotation.
    fn angles_at(&self, time: f64) -> Vec4 {
        let whole = ufbx::evaluate_transform(&self.angles, self.node, time).rotation;
        let (outer, inner) = around_rotation(self.node);
        let own = ufbx::quat_mul(ufbx::quat_mul(inverse(outer), whole), inverse(inner));
        let Vec3 { x, y, z } = ufbx::quat_to_euler(own, RotationOrder::Xyz);
        Vec4 { x, y, z, w: 0.0 }
    }
}

fn scene(node: &Node) -> &Scene {
    node.element.scene.as_ref()
}

/// Returns the animation of these layers, with a property of a node overridden by a value.
fn with_override(scene: &Scene, layers: &[u32], node: &Node, name: &str, value: Vec4) -> Option<AnimRoot> {
    let id = node.element.element_id;
    let replaced = PropOverrideDesc { element_id: id, prop_name: name.into(), value, ..PropOverrideDesc::default() };
    let options = AnimOpts {
        layer_ids: ListOpt::Ref(layers),
        prop_overrides: ListOpt::Owned(vec![replaced]),
        ..AnimOpts::default()
    };
    ufbx::create_anim(scene, options).ok()
}
