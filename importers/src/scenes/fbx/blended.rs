//! [`Blended`]: the transform of a node whose rotation is blended from several animation layers.

use ufbx::{
    Anim, AnimLayer, AnimOpts, AnimRoot, AnimStack, ListOpt, Node, PropOverrideDesc, RotationOrder, Scene, Vec3, Vec4,
};

use super::direct::{around_rotation, inverse};

const ROTATION: &str = "Lcl Rotation";

/// Evaluates a node whose layers blend rotations as quaternions, and whose rotation order is not XYZ.
///
/// FBX stores no rotation order for the blend. Maya's node `animBlendNodeAdditiveRotation` has its own order, XYZ by default.
/// In Maya, rotations are blended in XYZ order, whatever the order of the animated node, and the node's order then applies to
/// the blended angles. ufbx blends in the node's order.
pub(super) struct Blended<'a> {
    scene: &'a Scene,
    node: &'a Node,
    /// The layers of the take.
    layers: Vec<u32>,
    /// The take with XYZ as the node's rotation order. It is used only to compute the blended angles.
    angles: AnimRoot,
}

impl<'a> Blended<'a> {
    /// Returns `None` if ufbx's own evaluation is correct.
    pub(super) fn of(take: &AnimStack, node: &'a Node) -> Option<Self> {
        let rotates = |layer: &AnimLayer| layer.blended && layer.compose_rotation;
        let blends = take.layers.count > 1 && take.layers.iter().any(|layer| rotates(layer));
        if !blends || node.rotation_order == RotationOrder::Xyz {
            return None;
        }
        let layers: Vec<u32> = take.layers.iter().map(|layer| layer.element.typed_id).collect();
        let scene = node.element.scene.as_ref();
        let angles = with_override(scene, &layers, node, "RotationOrder", Vec4::default())?;
        Some(Self { scene, node, layers, angles })
    }

    /// Returns the transform at a time in seconds. `flags` are the flags of [`ufbx::evaluate_transform_flags`].
    pub(super) fn at(&self, time: f64, flags: u32) -> ufbx::Transform {
        let rotated = with_override(self.scene, &self.layers, self.node, ROTATION, self.angles_at(time));
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
