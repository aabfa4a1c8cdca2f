//! [`Keys`] of a channel, and [`Track`]: the channels of a node.

use rigmill_codec_gltf::json::animation::Interpolation;

use super::between::{changes_side, unit_single};
use super::params::Axes;
use super::transforms::{upright_point, upright_rotation};

/// Keys of a channel.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Keys<const N: usize> {
    /// Seconds, at least 0, each above the one before; at least one.
    pub(super) times: Vec<f32>,
    /// A value for each time; for cubic splines three: slope in, value, slope out, in units a second.
    pub(super) values: Vec<[f32; N]>,
    pub(super) interpolation: Interpolation,
}

impl<const N: usize> Keys<N> {
    /// A channel that stays as it is.
    pub(super) fn still(value: [f32; N]) -> Self {
        Self { times: vec![0.0], values: vec![value], interpolation: Interpolation::Linear }
    }

    /// A channel that goes straight from key to key; `None` where there is no key. A key that is not later than the one before
    /// is left out.
    pub(super) fn straight(keys: impl IntoIterator<Item = (f32, [f32; N])>) -> Option<Self> {
        let mut straight = Self { times: Vec::new(), values: Vec::new(), interpolation: Interpolation::Linear };
        for (time, value) in keys {
            if straight.times.last().is_none_or(|&before| time > before) {
                straight.times.push(time);
                straight.values.push(value);
            }
        }
        (!straight.times.is_empty()).then_some(straight)
    }

    pub(super) fn is_spline(&self) -> bool {
        self.interpolation == Interpolation::CubicSpline
    }

    /// The value of the first key.
    pub(super) fn first(&self) -> Option<[f32; N]> {
        self.values.get(usize::from(self.is_spline())).copied()
    }

    /// Holds the last key until some time, if that is later.
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
    /// Makes rotations of straight keys or steps of unit length, each on the side of the one before, so that whoever does not look
    /// for the shorter way takes it, too. Sides are those of the keys as they come, as the runtime sees them: half a turn from a key
    /// that changed its side would lead the other way round.
    pub(super) fn settle(mut self) -> Self {
        let (mut before, mut side) = ([0.0; 4], 1.0);
        for value in &mut self.values {
            let unit = unit_single(*value);
            side = if changes_side(before, unit) { -side } else { side };
            before = unit;
            *value = unit.map(|part| part * side);
        }
        self
    }
}

/// What moves a node.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Track {
    pub(super) node: u32,
    pub(super) translation: Option<Keys<3>>,
    pub(super) rotation: Option<Keys<4>>,
    pub(super) scale: Option<Keys<3>>,
}

impl Track {
    /// The track of a node at the top, turned so that y is up.
    pub(super) fn upright(mut self, axes: Axes) -> Self {
        if let Some(keys) = &mut self.translation {
            keys.map(|point| upright_point(point, axes));
        }
        if let Some(keys) = &mut self.rotation {
            keys.map(|rotation| upright_rotation(rotation, axes));
        }
        self
    }

    /// When the last of its keys is, in seconds.
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

/// Seconds by which a clip may seem shorter than it is, because its numbers were rounded.
const SLACK: f32 = 1e-3;

/// Makes the tracks last as long as their clip: an animation ends with its last key.
pub(super) fn lengthen(tracks: &mut [Track], duration: f32) {
    let end = tracks.iter().map(Track::end).fold(0.0, f32::max);
    if let Some(track) = tracks.first_mut().filter(|_| duration - end > SLACK) {
        track.hold_until(duration);
    }
}
