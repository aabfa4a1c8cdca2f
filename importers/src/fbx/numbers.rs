//! Numbers as ufbx has them, as the dom has them.

use rigmill_dom::SceneTransform;

pub(super) fn vec3(v: ufbx::Vec3) -> [f64; 3] {
    [v.x, v.y, v.z]
}

pub(super) fn quaternion(q: ufbx::Quat) -> [f64; 4] {
    [q.x, q.y, q.z, q.w]
}

pub(super) fn transform(t: &ufbx::Transform) -> SceneTransform {
    SceneTransform { translation: vec3(t.translation), rotation: quaternion(t.rotation), scale: vec3(t.scale) }
}

pub(super) fn is_finite(t: &SceneTransform) -> bool {
    t.translation.iter().chain(&t.rotation).chain(&t.scale).all(|number| number.is_finite())
}

/// Three rows of four, for column vectors.
pub(super) fn rows(m: &ufbx::Matrix) -> [[f64; 4]; 3] {
    [[m.m00, m.m01, m.m02, m.m03], [m.m10, m.m11, m.m12, m.m13], [m.m20, m.m21, m.m22, m.m23]]
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "geometry is in single precision; an overflow is found by its user"
)]
pub(super) const fn single(number: f64) -> f32 {
    number as f32
}

pub(super) const fn vec3_single(v: ufbx::Vec3) -> [f32; 3] {
    [single(v.x), single(v.y), single(v.z)]
}

/// The vector with unit length; `None` for one without a direction.
pub(super) fn unit(v: [f64; 3]) -> Option<[f64; 3]> {
    let length = dot(v, v).sqrt();
    (length > 0.0 && length.is_finite()).then(|| v.map(|number| number / length))
}

pub(super) fn dot(a: [f64; 3], b: [f64; 3]) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

pub(super) fn cross(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}
