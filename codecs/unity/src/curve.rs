//! [`AnimationCurve`] and its parts, with the names that Unity uses.

/// A number that changes over time: keys with tangents, and wrap modes for times outside the keys.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct AnimationCurve {
    /// The keys, sorted by time. Several keys may have the same time.
    pub keys: Vec<Keyframe>,
    /// The wrap mode before the first key.
    pub pre: WrapMode,
    /// The wrap mode after the last key.
    pub post: WrapMode,
}

/// A key of an [`AnimationCurve`].
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Keyframe {
    /// The time in seconds; finite.
    pub time: f32,
    /// The value; finite.
    pub value: f32,
    /// The slope before the key, per second. If it is infinite, the curve steps to this key. Never NaN.
    pub in_tangent: f32,
    /// The slope after the key, per second. If it is infinite, the value stays constant until the next key. Never NaN.
    pub out_tangent: f32,
}

impl Keyframe {
    /// Creates a key from its numbers, in the order in which files contain them.
    pub(crate) const fn from_numbers([time, value, in_tangent, out_tangent]: [f32; 4]) -> Self {
        Self { time, value, in_tangent, out_tangent }
    }

    pub(crate) const fn numbers(self) -> [f32; 4] {
        [self.time, self.value, self.in_tangent, self.out_tangent]
    }

    /// Checks the numbers of a key. `before` is the previous key. The error says what is wrong.
    pub(crate) fn check(&self, before: Option<&Self>) -> Result<(), String> {
        if !self.time.is_finite() {
            return Err(format!("the time is {}, expected a finite number", self.time));
        }
        if !self.value.is_finite() {
            return Err(format!("the value is {}, expected a finite number", self.value));
        }
        if self.in_tangent.is_nan() || self.out_tangent.is_nan() {
            return Err("a tangent is NaN, expected a number or infinity".to_owned());
        }
        match before {
            Some(before) if self.time < before.time => {
                Err(format!("the time is {} s, but the previous key is at {} s", self.time, before.time))
            }
            _ => Ok(()),
        }
    }
}

/// The behaviour of a curve outside its keys.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum WrapMode {
    /// Not specified. The curve keeps the value of the nearest key.
    #[default]
    Default = 0,
    /// The curve keeps the value of the nearest key. Unity also calls this mode `Once`.
    Clamp = 1,
    /// The keys repeat.
    Loop = 2,
    /// The keys repeat, and every second repetition runs backwards.
    PingPong = 4,
    /// The curve keeps the value of the nearest key.
    ClampForever = 8,
}

impl WrapMode {
    pub(crate) fn from_number(number: i32) -> Option<Self> {
        let all = [Self::Default, Self::Clamp, Self::Loop, Self::PingPong, Self::ClampForever];
        all.into_iter().find(|mode| *mode as i32 == number)
    }
}

/// The curves of one bone. A component without a curve keeps the bone's own value.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Track {
    /// The path of the bone below the root of the model: bone names joined by `/`.
    pub path: String,
    /// The curves of the position along x, y and z.
    pub position: [Option<AnimationCurve>; 3],
    /// The curves of the rotation, a quaternion x, y, z, w.
    pub rotation: [Option<AnimationCurve>; 4],
}

#[cfg(test)]
pub(crate) mod tests {
    use proptest::prelude::*;

    use super::*;

    fn some_curve() -> impl Strategy<Value = AnimationCurve> {
        let mode =
            prop::sample::select(vec![WrapMode::Default, WrapMode::Loop, WrapMode::PingPong, WrapMode::ClampForever]);
        let tangent = prop_oneof![Just(f32::INFINITY), Just(f32::NEG_INFINITY), -1e3..1e3_f32];
        let key = (-1e3..1e3_f32, -1e3..1e3_f32, tangent.clone(), tangent);
        let key = key.prop_map(|(time, value, a, b)| Keyframe::from_numbers([time, value, a, b]));
        (prop::collection::vec(key, 0..4), mode.clone(), mode).prop_map(|(mut keys, pre, post)| {
            keys.sort_by(|a, b| a.time.total_cmp(&b.time));
            AnimationCurve { keys, pre, post }
        })
    }

    /// Generates tracks with distinct paths, with and without curves.
    pub(crate) fn some_tracks() -> impl Strategy<Value = Vec<Track>> {
        let curve = || prop::option::of(some_curve());
        let curves = (prop::array::uniform3(curve()), prop::array::uniform4(curve()));
        let paths = prop::collection::btree_map("[a-zäöü/ ]{0,40}", curves, 0..4);
        let track = |(path, (position, rotation))| Track { path, position, rotation };
        paths.prop_map(move |tracks| tracks.into_iter().map(track).collect())
    }
}
