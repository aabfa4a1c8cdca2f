//! A straightforward implementation of curves: a list of keys per component, which is searched at each evaluation.

use rigmill_format::{Component, CurveKey, CurveTrack, Transform};

/// How to find the keys around a time.
#[derive(Clone, Copy)]
pub(crate) enum Search {
    Binary,
    Linear,
}

/// The curves of a bone.
pub(crate) struct PlainBone {
    curves: [Option<Vec<CurveKey>>; 10],
}

impl PlainBone {
    pub(crate) fn new(track: &CurveTrack) -> Self {
        let keys = |component| track.curves.iter().find(|curve| curve.component == component);
        Self { curves: Component::ALL.map(|component| keys(component).map(|curve| curve.keys.clone())) }
    }

    pub(crate) fn play(&self, time: f32, search: Search, transform: &mut Transform) {
        let Transform { translation, rotation, scale } = transform;
        let components = translation.iter_mut().chain(rotation).chain(scale);
        for (component, keys) in components.zip(&self.curves) {
            if let Some(keys) = keys {
                *component = evaluate(keys, time, search);
            }
        }
        let [x, y, z, w] = transform.rotation;
        let length = (x * x + y * y + z * z + w * w).sqrt();
        transform.rotation = [x / length, y / length, z / length, w / length];
    }
}

fn evaluate(keys: &[CurveKey], time: f32, search: Search) -> f32 {
    let (first, last) = (&keys[0], &keys[keys.len() - 1]);
    if time <= first.time {
        return first.value;
    }
    if time >= last.time {
        return last.value;
    }
    let next = match search {
        Search::Binary => keys.partition_point(|key| key.time <= time),
        Search::Linear => keys.iter().position(|key| key.time > time).unwrap_or(keys.len() - 1),
    };
    let (k0, k1) = (&keys[next - 1], &keys[next]);
    if k0.out_tangent.is_infinite() || k1.in_tangent.is_infinite() {
        return k0.value;
    }
    let dx = k1.time - k0.time;
    let s = if dx == 0.0 { 0.0 } else { (time - k0.time) / dx };
    let (p0, p1, m0, m1) = (k0.value, k1.value, k0.out_tangent * dx, k1.in_tangent * dx);
    let a = 2.0 * p0 + m0 - 2.0 * p1 + m1;
    let b = -3.0 * p0 - 2.0 * m0 + 3.0 * p1 - m1;
    s * (s * (s * a + b) + m0) + p0
}
