//! [`Key`]: a key of an FBX file's curve, and the interpolation between keys.

use crate::scenes::kept_curves::CubicKey;

/// The largest difference from 1 of the ratio between a tangent's reach and a third of its segment. Programs write 0.3333 for a
/// third, the nearest weight that FBX can store.
const THIRD_SLACK: f64 = 2e-4;

/// The interpolation between a key and the next key.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Interpolation {
    /// The curve holds the key's value, and steps at the next key.
    ConstantPrevious,
    /// The curve steps to the next key's value immediately.
    ConstantNext,
    Linear,
    /// A cubic Bézier curve in time and value.
    Cubic,
}

/// A key of a curve.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Key {
    /// The time in seconds.
    pub(crate) time: f64,
    pub(crate) value: f64,
    /// The interpolation to the next key.
    pub(crate) interpolation: Interpolation,
    /// The tangents to the left and to the right, as their extent in time and in value.
    pub(crate) left: [f32; 2],
    pub(crate) right: [f32; 2],
}

/// Why a curve cannot be kept as a cubic curve in time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unkeepable {
    /// Not only the node's own curves affect the channel.
    Mixed,
    Angles,
    Rotated,
    Weighted,
    Endless,
    Early,
    Unordered,
    Beyond,
}

impl Unkeepable {
    /// Returns the reason as a clause about the channel's curves.
    pub(crate) const fn text(self) -> &'static str {
        match self {
            Self::Mixed => "other settings, such as pivots or layers, also move the node",
            Self::Angles => "they are Euler angles",
            Self::Rotated => "the axis conversion mixes their x, y and z values",
            Self::Weighted => "their tangents are weighted",
            Self::Endless => "they continue before the first key or after the last key",
            Self::Early => "they jump to a key's value before its time",
            Self::Unordered => "their keys are not in ascending order",
            Self::Beyond => "their numbers are too large for single precision",
        }
    }
}

/// Returns whether the value does not change between two keys.
pub(crate) fn holds(a: &Key, b: &Key) -> bool {
    match a.interpolation {
        Interpolation::ConstantPrevious => true,
        Interpolation::ConstantNext | Interpolation::Linear => a.value == b.value,
        Interpolation::Cubic => a.value == b.value && a.right[1] == 0.0 && b.left[1] == 0.0,
    }
}

/// Returns the slopes at both ends of the segment between two keys; `None` if the curve holds the first value.
fn slopes(a: &Key, b: &Key) -> Result<Option<[f64; 2]>, Unkeepable> {
    let length = b.time - a.time;
    match a.interpolation {
        Interpolation::ConstantPrevious => Ok(None),
        _ if holds(a, b) => Ok(Some([0.0; 2])),
        Interpolation::ConstantNext => Err(Unkeepable::Early),
        Interpolation::Linear => Ok(Some([(b.value - a.value) / length; 2])),
        Interpolation::Cubic => {
            let slope = |[reach, rise]: [f32; 2]| {
                let is_third = (3.0 * f64::from(reach) / length - 1.0).abs() <= THIRD_SLACK;
                is_third.then(|| 3.0 * f64::from(rise) / length).ok_or(Unkeepable::Weighted)
            };
            Ok(Some([slope(a.right)?, slope(b.left)?]))
        }
    }
}

/// Returns the keys of the same curve as a cubic curve in time, if possible. A Bézier curve is cubic in time if each of its
/// tangents reaches a third of the segment. The times must ascend.
pub(crate) fn cubic(keys: &[Key]) -> Result<Vec<CubicKey<1>>, Unkeepable> {
    let mut cubic: Vec<_> = keys.iter().map(|key| CubicKey::resting(key.time, [key.value])).collect();
    for (at, pair) in keys.windows(2).enumerate() {
        let slopes = slopes(&pair[0], &pair[1])?;
        cubic[at].leaving = slopes.map(|[leaving, _]| [leaving]);
        cubic[at + 1].arriving = slopes.map_or([0.0], |[_, arriving]| [arriving]);
    }
    Ok(cubic)
}
