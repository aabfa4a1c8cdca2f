//! [`BakedValue`]: a value that is wanted frame by frame.

use ufbx::{AnimCurve, AnimValue};

use super::numbers::vec3;

/// A value of up to three curves. Exporters bake a key for each frame: at the times of keys, in ascending order, the next key is at
/// hand, where ufbx would search for it.
pub(super) struct BakedValue<'a>(pub(super) &'a AnimValue);

impl BakedValue<'_> {
    /// The values at times in seconds, which ascend: those of ufbx to the last bit.
    pub(super) fn at_all(&self, times: &[f64]) -> Vec<[f64; 3]> {
        let mut values = vec![vec3(self.0.default_value); times.len()];
        // The frames at which some curve has no key.
        let mut between = Vec::new();
        for (axis, curve) in self.0.curves.iter().enumerate() {
            if let Some(curve) = curve {
                fill(curve, times, axis, &mut values, &mut between);
            }
        }
        // Each once, however many curves have no key there.
        between.sort_unstable();
        between.dedup();
        for frame in between {
            values[frame] = self.at(times[frame]);
        }
        values
    }

    /// The value at a time in seconds.
    pub(super) fn at(&self, time: f64) -> [f64; 3] {
        vec3(ufbx::evaluate_anim_value_vec3(self.0, time))
    }
}

/// Fills in the values of keys that are at these times, and lists the other times.
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
