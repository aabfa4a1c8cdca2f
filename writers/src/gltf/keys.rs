//! [`Keys`]: the keys of a channel. [`Track`]: the channels of a node.

use rigmill_codec_gltf::document::Interpolation;
use rigmill_math::quaternion::normalize_in_f64;

use super::between::changes_sign;
use super::params::Axes;
use super::transforms::{upright_point, upright_rotation};

/// The keys of a channel.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Keys<const N: usize> {
    /// The times in seconds, at least 0 and strictly ascending; at least one.
    pub(super) times: Vec<f32>,
    /// A value for each time. Cubic splines have three values per time: incoming slope, value, outgoing slope (slopes are per
    /// second).
    pub(super) values: Vec<[f32; N]>,
    pub(super) interpolation: Interpolation,
}

impl<const N: usize> Keys<N> {
    /// Creates a channel with a single value.
    pub(super) fn constant(value: [f32; N]) -> Self {
        Self { times: vec![0.0], values: vec![value], interpolation: Interpolation::Linear }
    }

    /// Creates a channel with linear keys; `None` without keys. Leaves out keys that are not later than the previous key.
    pub(super) fn linear(keys: impl IntoIterator<Item = (f32, [f32; N])>) -> Option<Self> {
        let mut linear = Self { times: Vec::new(), values: Vec::new(), interpolation: Interpolation::Linear };
        for (time, value) in keys {
            if linear.times.last().is_none_or(|&before| time > before) {
                linear.times.push(time);
                linear.values.push(value);
            }
        }
        (!linear.times.is_empty()).then_some(linear)
    }

    pub(super) fn is_spline(&self) -> bool {
        self.interpolation == Interpolation::CubicSpline
    }

    /// Returns the value of the first key.
    pub(super) fn first(&self) -> Option<[f32; N]> {
        self.values.get(usize::from(self.is_spline())).copied()
    }

    /// Repeats the last key at `time`, if `time` is later.
    fn hold_until(&mut self, time: f32) {
        if self.times.last().is_none_or(|&last| time <= last) {
            return;
        }
        self.times.push(time);
        if !self.is_spline() {
            self.values.extend(self.values.last().copied());
        } else if let [.., _, value, out] = self.values.as_mut_slice() {
            *out = [0.0; N];
            let value = *value;
            self.values.extend([[0.0; N], value, [0.0; N]]);
        }
    }

    fn map(&mut self, change: impl Fn([f32; N]) -> [f32; N]) {
        self.values.iter_mut().for_each(|value| *value = change(*value));
    }
}

impl Keys<4> {
    /// Normalizes the rotations of linear or step keys, and gives each rotation the sign that is nearer to the previous one, so
    /// that players that do not choose the shorter path also take it. As in the runtime, the original signs are compared. With
    /// changed signs, rotations that are 180 degrees apart could turn in the wrong direction.
    pub(super) fn align_signs(mut self) -> Self {
        let (mut before, mut sign) = ([0.0; 4], 1.0);
        for value in &mut self.values {
            let unit = normalize_in_f64(*value);
            sign = if changes_sign(before, unit) { -sign } else { sign };
            before = unit;
            *value = unit.map(|part| part * sign);
        }
        self
    }
}

/// The channels that move a node.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Track {
    pub(super) node: u32,
    pub(super) translation: Option<Keys<3>>,
    pub(super) rotation: Option<Keys<4>>,
    pub(super) scale: Option<Keys<3>>,
}

impl Track {
    /// Returns the track of a root node, rotated so that y points up.
    pub(super) fn upright(mut self, axes: Axes) -> Self {
        if let Some(keys) = &mut self.translation {
            keys.map(|point| upright_point(point, axes));
        }
        if let Some(keys) = &mut self.rotation {
            keys.map(|rotation| upright_rotation(rotation, axes));
        }
        self
    }

    /// Returns the time of the track's last key, in seconds.
    fn end(&self) -> f32 {
        let lists = [
            self.translation.as_ref().map(|keys| &keys.times),
            self.rotation.as_ref().map(|keys| &keys.times),
            self.scale.as_ref().map(|keys| &keys.times),
        ];
        lists.into_iter().flatten().filter_map(|times| times.last().copied()).fold(0.0, f32::max)
    }

    fn hold_until(&mut self, time: f32) {
        if let Some(keys) = &mut self.translation {
            keys.hold_until(time);
        } else if let Some(keys) = &mut self.rotation {
            keys.hold_until(time);
        } else if let Some(keys) = &mut self.scale {
            keys.hold_until(time);
        }
    }
}

/// The largest difference between the end of the keys and the duration of a clip that is caused by rounding, in seconds.
const SLACK: f32 = 1e-3;

/// Extends the tracks to the duration of their clip, because an animation ends with its last key.
pub(super) fn lengthen(tracks: &mut [Track], duration: f32) {
    let end = tracks.iter().map(Track::end).fold(0.0, f32::max);
    if let Some(track) = tracks.first_mut().filter(|_| duration - end > SLACK) {
        track.hold_until(duration);
    }
}
