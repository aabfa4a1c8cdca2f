//! [`BakedValue`]: a value that is wanted frame by frame.

use std::cell::Cell;

use ufbx::{AnimValue, Vec3};

/// A value of up to three curves. Exporters bake a key for each frame: at the times of keys, in ascending order, the next key is at
/// hand, where ufbx would search for it.
pub(super) struct BakedValue<'a> {
    value: &'a AnimValue,
    /// For each curve, where its first key after the time of the last call is.
    next: [Cell<usize>; 3],
}

impl<'a> BakedValue<'a> {
    pub(super) fn of(value: &'a AnimValue) -> Self {
        Self { value, next: Default::default() }
    }

    /// The value at a time in seconds: that of ufbx to the last bit.
    pub(super) fn at(&self, time: f64) -> Vec3 {
        let Vec3 { x, y, z } = self.value.default_value;
        let [x, y, z] = [(0, x), (1, y), (2, z)].map(|(axis, default)| self.key_at(axis, time, default));
        match (x, y, z) {
            (Some(x), Some(y), Some(z)) => Vec3 { x, y, z },
            _ => ufbx::evaluate_anim_value_vec3(self.value, time),
        }
    }

    /// The value of the key at a time; `default` where there is no curve.
    fn key_at(&self, axis: usize, time: f64, default: f64) -> Option<f64> {
        let Some(curve) = self.value.curves[axis].as_ref() else { return Some(default) };
        let keys = &curve.keyframes;
        let mut next = self.next[axis].get();
        if next > 0 && keys.get(next - 1).is_some_and(|key| key.time > time) {
            next = 0;
        }
        while keys.get(next).is_some_and(|key| key.time <= time) {
            next += 1;
        }
        self.next[axis].set(next);
        keys.get(next.checked_sub(1)?).filter(|key| key.time == time).map(|key| key.value)
    }
}
