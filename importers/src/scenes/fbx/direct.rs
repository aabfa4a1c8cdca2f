//! [`Direct`]: a node's transform from its curves alone.

use rigmill_dom::SceneTransform;
use ufbx::{AnimValue, MirrorAxis, Node, Quat, RotationOrder, Vec3};

use super::baked::BakedValue;
use super::numbers::{quaternion, vec3};
use crate::scenes::fbx_shared::basis::Basis;
use crate::scenes::fbx_shared::channels::Channels;

/// The curves of a node's own properties.
#[derive(Clone, Copy, Default)]
pub(super) struct OwnCurves<'a> {
    pub(super) translation: Option<&'a AnimValue>,
    pub(super) rotation: Option<&'a AnimValue>,
    pub(super) scale: Option<&'a AnimValue>,
    /// Whether other properties or several layers also move the node.
    pub(super) more: bool,
}

/// The transform of a node that follows from its own curves alone, without pivots. ufbx looks up every property by name at each
/// time; here that is done once.
pub(super) struct Direct<'a> {
    pub(super) curves: OwnCurves<'a>,
    /// The values of translation, rotation and scale.
    values: [Option<BakedValue<'a>>; 3],
    node: &'a Node,
    order: RotationOrder,
    /// The rotations before and after that of the curves.
    outer: Quat,
    inner: Quat,
}

impl<'a> Direct<'a> {
    pub(super) fn of(node: &'a Node, curves: OwnCurves<'a>) -> Option<Self> {
        let offsets = ["RotationPivot", "ScalingPivot", "RotationOffset", "ScalingOffset"];
        let plain = offsets.iter().all(|name| vec3(property(node, name)) == [0.0; 3]);
        let helped = node.is_scale_helper || node.parent.as_ref().is_some_and(|parent| parent.scale_helper.is_some());
        if curves.more || helped || !plain || node.adjust_mirror_axis != MirrorAxis::None {
            return None;
        }
        let (outer, inner) = around_rotation(node);
        let order = if node.use_rotation_space { node.rotation_order } else { RotationOrder::Xyz };
        let values = [curves.translation, curves.rotation, curves.scale].map(|value| value.map(BakedValue::of));
        Some(Self { curves, values, node, order, outer, inner })
    }

    /// The wanted channels that have curves, at a time in seconds; the others are those of the identity.
    pub(super) fn at(&self, time: f64, channels: Channels) -> SceneTransform {
        let value = |value: &Option<BakedValue<'_>>, wanted| value.as_ref().filter(|_| wanted).map(|it| it.at(time));
        let [translation, rotation, scale] = &self.values;
        let none = SceneTransform::IDENTITY;
        SceneTransform {
            translation: value(translation, channels.translation).map_or(none.translation, |it| self.moved(it)),
            rotation: value(rotation, channels.rotation).map_or(none.rotation, |it| self.rotated(it)),
            scale: value(scale, channels.scale).map_or(none.scale, |it| self.scaled(it)),
        }
    }

    /// How translations follow from the curves component by component, if they do.
    pub(super) fn translation_basis(&self) -> Option<Basis> {
        Basis::rotated(|axis| self.adjusted(axis), vec3(self.node.adjust_pre_translation), self.translation_factor())
    }

    /// How scales follow from the curves.
    pub(super) fn scale_basis(&self) -> Basis {
        Basis::scaled(self.scale_factor())
    }

    fn moved(&self, by: Vec3) -> [f64; 3] {
        let [x, y, z] = vec3(by);
        let pre = self.node.adjust_pre_translation;
        self.adjusted([x + pre.x, y + pre.y, z + pre.z]).map(|number| number * self.translation_factor())
    }

    fn adjusted(&self, [x, y, z]: [f64; 3]) -> [f64; 3] {
        vec3(ufbx::quat_rotate_vec3(self.node.adjust_pre_rotation, Vec3 { x, y, z }))
    }

    fn translation_factor(&self) -> f64 {
        self.node.adjust_pre_scale * self.node.adjust_translation_scale
    }

    fn scale_factor(&self) -> f64 {
        self.node.adjust_post_scale * self.node.adjust_pre_scale
    }

    fn rotated(&self, angles: Vec3) -> [f64; 4] {
        let rotation = ufbx::quat_mul(ufbx::euler_to_quat(angles, self.order), self.inner);
        quaternion(ufbx::quat_mul(self.outer, rotation))
    }

    fn scaled(&self, factors: Vec3) -> [f64; 3] {
        vec3(factors).map(|number| number * self.scale_factor())
    }
}

/// The rotations before and after that of a node's curves.
pub(super) fn around_rotation(node: &Node) -> (Quat, Quat) {
    let (outer, inner) = (node.adjust_pre_rotation, node.adjust_post_rotation);
    if !node.use_rotation_space {
        return (outer, inner);
    }
    let [pre, post] =
        ["PreRotation", "PostRotation"].map(|name| ufbx::euler_to_quat(property(node, name), RotationOrder::Xyz));
    // FBX gives the inverse of the post-rotation.
    (ufbx::quat_mul(outer, pre), ufbx::quat_mul(inverse(post), inner))
}

/// The inverse of a rotation.
pub(super) fn inverse(q: Quat) -> Quat {
    Quat { x: -q.x, y: -q.y, z: -q.z, w: q.w }
}

/// A property of a node that is a vector; zero where it has none.
fn property(node: &Node, name: &str) -> Vec3 {
    ufbx::find_prop(&node.element.props, name).map_or_else(Vec3::default, |property| {
        let ufbx::Vec4 { x, y, z, .. } = property.value_vec4;
        Vec3 { x, y, z }
    })
}
