//! Converts numbers from ufbx's types to the dom's types.

use rigmill_dom::SceneTransform;
use rigmill_math::to_f32;

pub(super) fn vec3(v: ufbx::Vec3) -> [f64; 3] {
    [v.x, v.y, v.z]
}

pub(super) fn quaternion(q: ufbx::Quat) -> [f64; 4] {
    [q.x, q.y, q.z, q.w]
}

pub(super) fn transform(t: &ufbx::Transform) -> SceneTransform {
    SceneTransform { translation: vec3(t.translation), rotation: quaternion(t.rotation), scale: vec3(t.scale) }
}

/// Returns three rows of four numbers, for column vectors.
pub(super) fn rows(m: &ufbx::Matrix) -> [[f64; 4]; 3] {
    [[m.m00, m.m01, m.m02, m.m03], [m.m10, m.m11, m.m12, m.m13], [m.m20, m.m21, m.m22, m.m23]]
}

pub(super) const fn vec3_f32(v: ufbx::Vec3) -> [f32; 3] {
    [to_f32(v.x), to_f32(v.y), to_f32(v.z)]
}
