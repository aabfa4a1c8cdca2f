//! [`Direct`]: computes a node's transform directly from its curves.

use rigmill_dom::{SceneTrack, SceneTransform};
use rigmill_math::quaternion::{multiply, rotate};
use rigmill_math::vector::{add, dot};
use ufbx::{AnimValue, MirrorAxis, Node, Quat, RotationOrder, Vec3};

use super::baked::BakedValue;
use super::numbers::{quaternion, vec3};
use crate::scenes::fbx_shared::basis::Basis;
use crate::scenes::fbx_shared::channels::Channels;
use crate::scenes::fbx_shared::euler::{Quaternion, ROTATION_ORDERS, euler, euler_all};

/// The curves of a node's own properties.
#[derive(Clone, Copy, Default)]
pub(super) struct OwnCurves<'a> {
    pub(super) translation: Option<&'a AnimValue>,
    pub(super) rotation: Option<&'a AnimValue>,
    pub(super) scale: Option<&'a AnimValue>,
    /// Whether other properties or several layers also move the node.
    pub(super) more: bool,
}

/// The transform of a node without pivots that depends only on the node's own curves. This type looks up each property by name
/// once, while ufbx does this at each time.
pub(super) struct Direct<'a> {
    pub(super) curves: OwnCurves<'a>,
    /// The values of translation, rotation and scale.
    values: [Option<BakedValue<'a>>; 3],
    node: &'a Node,
    order: [usize; 3],
    /// The rotations before and after the rotation of the curves, if there are any.
    outer: Option<Quaternion>,
    inner: Option<Quaternion>,
    /// The rotation that applies to translations.
    turned: Option<Quaternion>,
}

impl<'a> Direct<'a> {
    pub(super) fn new(node: &'a Node, curves: OwnCurves<'a>) -> Option<Self> {
        let offsets = ["RotationPivot", "ScalingPivot", "RotationOffset", "ScalingOffset"];
        let plain = offsets.iter().all(|name| vec3(property(node, name)) == [0.0; 3]);
        let helped = node.is_scale_helper || node.parent.as_ref().is_some_and(|parent| parent.scale_helper.is_some());
        if curves.more || helped || !plain || node.adjust_mirror_axis != MirrorAxis::None {
            return None;
        }
        let (outer, inner) = around_rotation(node);
        let order = if node.use_rotation_space { node.rotation_order } else { RotationOrder::Xyz };
        let order = *ROTATION_ORDERS.get(order as usize)?;
        let [outer, inner, turned] = [outer, inner, node.adjust_pre_rotation]
            .map(|rotation| Some(quaternion(rotation)).filter(|it| *it != [0.0, 0.0, 0.0, 1.0]));
        let values = [curves.translation, curves.rotation, curves.scale].map(|value| value.map(BakedValue));
        Some(Self { curves, values, node, order, outer, inner, turned })
    }

    /// Returns the channels that have curves.
    pub(super) fn channels(&self) -> Channels {
        let [translation, rotation, scale] = self.values.each_ref().map(Option::is_some);
        Channels { translation, rotation, scale }
    }

    /// Returns the transform at a time in seconds. Channels without curves are those of the identity.
    pub(super) fn at(&self, time: f64) -> SceneTransform {
        let [translation, rotation, scale] = self.values.each_ref().map(|value| value.as_ref().map(|it| it.at(time)));
        let none = SceneTransform::IDENTITY;
        SceneTransform {
            translation: translation.map_or(none.translation, |it| self.moved(it)),
            rotation: rotation.map_or(none.rotation, |it| self.rotated(it)),
            scale: scale.map_or(none.scale, |it| self.scaled(it)),
        }
    }

    /// Returns a track of the channels that have curves. Channels in `changing` are sampled at all of these times, and all
    /// other channels only at the first.
    pub(super) fn sample(&self, node: u32, times: &[f64], changing: Channels) -> SceneTrack {
        let [translation, rotation, scale] = &self.values;
        let first = &times[..times.len().min(1)];
        let all = |value: &Option<BakedValue<'_>>, changes: bool| {
            value.as_ref().map_or_else(Vec::new, |value| value.at_all(if changes { times } else { first }))
        };
        let mut before = None;
        let hemisphere = |now: Quaternion| {
            let is_opposite = before.is_some_and(|before| dot(before, now) < 0.0);
            *before.insert(if is_opposite { now.map(|number| -number) } else { now })
        };
        SceneTrack {
            node,
            translations: all(translation, changing.translation).into_iter().map(|it| self.moved(it)).collect(),
            rotations: euler_all(&all(rotation, changing.rotation), self.order)
                .into_iter()
                .map(|it| self.between(it))
                .map(hemisphere)
                .collect(),
            scales: all(scale, changing.scale).into_iter().map(|it| self.scaled(it)).collect(),
        }
    }

    /// Returns how translations follow from the curves component by component, if they do.
    pub(super) fn translation_basis(&self) -> Option<Basis> {
        Basis::rotated(|axis| self.adjusted(axis), vec3(self.node.adjust_pre_translation), self.translation_factor())
    }

    /// Returns how scales follow from the curves.
    pub(super) fn scale_basis(&self) -> Basis {
        Basis::scaled(self.scale_factor())
    }

    fn moved(&self, by: [f64; 3]) -> [f64; 3] {
        let moved = add(by, vec3(self.node.adjust_pre_translation));
        self.adjusted(moved).map(|number| number * self.translation_factor())
    }

    fn adjusted(&self, vector: [f64; 3]) -> [f64; 3] {
        self.turned.map_or(vector, |rotation| rotate(rotation, vector))
    }

    fn translation_factor(&self) -> f64 {
        self.node.adjust_pre_scale * self.node.adjust_translation_scale
    }

    fn scale_factor(&self) -> f64 {
        self.node.adjust_post_scale * self.node.adjust_pre_scale
    }

    fn rotated(&self, angles: [f64; 3]) -> [f64; 4] {
        self.between(euler(angles, self.order))
    }

    /// Combines a rotation of the curves with the rotations before and after it.
    fn between(&self, rotation: Quaternion) -> Quaternion {
        let rotation = self.inner.map_or(rotation, |inner| multiply(rotation, inner));
        self.outer.map_or(rotation, |outer| multiply(outer, rotation))
    }

    fn scaled(&self, factors: [f64; 3]) -> [f64; 3] {
        factors.map(|number| number * self.scale_factor())
    }
}

/// Returns the rotations before and after the rotation of a node's curves.
pub(super) fn around_rotation(node: &Node) -> (Quat, Quat) {
    let (outer, inner) = (node.adjust_pre_rotation, node.adjust_post_rotation);
    if !node.use_rotation_space {
        return (outer, inner);
    }
    let [pre, post] =
        ["PreRotation", "PostRotation"].map(|name| ufbx::euler_to_quat(property(node, name), RotationOrder::Xyz));
    // FBX stores the inverse of the post-rotation.
    (ufbx::quat_mul(outer, pre), ufbx::quat_mul(inverse(post), inner))
}

/// Returns the inverse of a rotation.
pub(super) fn inverse(q: Quat) -> Quat {
    Quat { x: -q.x, y: -q.y, z: -q.z, w: q.w }
}

/// Returns a vector property of a node; zero if the node does not have it.
fn property(node: &Node, name: &str) -> Vec3 {
    ufbx::find_prop(&node.element.props, name).map_or_else(Vec3::default, |property| {
        let ufbx::Vec4 { x, y, z, .. } = property.value_vec4;
        Vec3 { x, y, z }
    })
}
