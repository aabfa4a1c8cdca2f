//! [`AnimationCurve`] and its parts, by the names that Unity has for them.

/// A number over time: keys with tangents, and modes beyond them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct AnimationCurve {
    /// In order of their times; several may share one.
    pub keys: Vec<Keyframe>,
    /// The mode before the first key.
    pub pre: WrapMode,
    /// The mode after the last key.
    pub post: WrapMode,
}

/// A key of an [`AnimationCurve`].
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Keyframe {
    /// Seconds; finite.
    pub time: f32,
    /// Finite.
    pub value: f32,
    /// The slope before the key, per second. Infinite: the curve steps to this key. Never NaN.
    pub in_tangent: f32,
    /// The slope after the key, per second. Infinite: the curve stays until the next key. Never NaN.
    pub out_tangent: f32,
}

impl Keyframe {
    /// A key of its numbers, in the order in which files have them.
    pub(crate) const fn from_numbers([time, value, in_tangent, out_tangent]: [f32; 4]) -> Self {
        Self { time, value, in_tangent, out_tangent }
    }

    pub(crate) const fn numbers(self) -> [f32; 4] {
        [self.time, self.value, self.in_tangent, self.out_tangent]
    }

    /// Checks the numbers of a key that follows another; the error is the fact.
    pub(crate) fn check(&self, before: Option<&Self>) -> Result<(), String> {
        if !self.time.is_finite() {
            return Err(format!("its time is {}, expected a finite number", self.time));
        }
        if !self.value.is_finite() {
            return Err(format!("its value is {}, expected a finite number", self.value));
        }
        if self.in_tangent.is_nan() || self.out_tangent.is_nan() {
            return Err("a tangent is NaN, expected a number or infinity".to_owned());
        }
        match before {
            Some(before) if self.time < before.time => {
                Err(format!("its time, {} s, is before the previous key's time, {} s", self.time, before.time))
            }
            _ => Ok(()),
        }
    }
}

/// The course of a curve beyond its keys.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum WrapMode {
    /// Unspecified; the nearest key holds.
    #[default]
    Default = 0,
    /// The nearest key holds. Also called once.
    Clamp = 1,
    /// The keys repeat.
    Loop = 2,
    /// The keys repeat, every second time backwards.
    PingPong = 4,
    /// The nearest key holds.
    ClampForever = 8,
}

impl WrapMode {
    pub(crate) fn from_number(number: i32) -> Option<Self> {
        let all = [Self::Default, Self::Clamp, Self::Loop, Self::PingPong, Self::ClampForever];
        all.into_iter().find(|mode| *mode as i32 == number)
    }
}

/// The curves of one bone. A component without a curve stays as the bone has it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Track {
    /// The path of the bone below the root of the model: names joined by `/`.
    pub path: String,
    /// The position along x, y, z.
    pub position: [Option<AnimationCurve>; 3],
    /// The x, y, z, w of the rotation, a quaternion.
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

    /// Tracks of distinct paths, with and without curves.
    pub(crate) fn some_tracks() -> impl Strategy<Value = Vec<Track>> {
        let curve = || prop::option::of(some_curve());
        let curves = (prop::array::uniform3(curve()), prop::array::uniform4(curve()));
        let paths = prop::collection::btree_map("[a-zäöü/ ]{0,40}", curves, 0..4);
        let track = |(path, (position, rotation))| Track { path, position, rotation };
        paths.prop_map(move |tracks| tracks.into_iter().map(track).collect())
    }
}
