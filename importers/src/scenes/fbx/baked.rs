//! [`BakedValue`]: a value that is needed frame by frame.

use ufbx::{AnimCurve, AnimValue};

use super::numbers::vec3;

/// A value with up to three curves. Exporters often bake a key for each frame. For ascending times of keys, this type goes from
/// key to key, while ufbx would search for each key.
pub(super) struct BakedValue<'a>(pub(super) &'a AnimValue);

impl BakedValue<'_> {
    /// Returns the values at ascending times in seconds. They have exactly the same bits as in ufbx.
    pub(super) fn at_all(&self, times: &[f64]) -> Vec<[f64; 3]> {
        let mut values = vec![vec3(self.0.default_value); times.len()];
        // The frames at which at least one curve has no key.
        let mut between = Vec::new();
        for (axis, curve) in self.0.curves.iter().enumerate() {
            if let Some(curve) = curve {
                fill(curve, times, axis, &mut values, &mut between);
            }
        }
        // Each frame once, regardless of how many curves have no key there.
        between.sort_unstable();
        between.dedup();
        for frame in between {
            values[frame] = self.at(times[frame]);
        }
        values
    }

    /// Returns the value at a time in seconds.
    pub(super) fn at(&self, time: f64) -> [f64; 3] {
        vec3(ufbx::evaluate_anim_value_vec3(self.0, time))
    }
}

/// Fills in the values of keys at these times, and lists the other times.
fn fill(curve: &AnimCurve, times: &[f64], axis: usize, values: &mut [[f64; 3]], between: &mut Vec<usize>) {
    let mut keys = curve.keyframes.iter().peekable();
    for (frame, (&time, value)) in times.iter().zip(values).enumerate() {
        let mut last = None;
        while let Some(key) = keys.next_if(|key| key.time <= time) {
            last = Some(key);
        }
        match last.filter(|key| key.time == time) {
            Some(key) => value[axis] = key.value,
            None => between.push(frame),
        }
    }
}
