//! [`VectorCurves`]: a vector over time, as the file stores it.

use rigmill_dom::Curve;

use super::basis::Basis;
use super::keys::{Key, Unkeepable, cubic, holds};
use crate::scenes::kept_curves::{self, CubicKey};

/// The largest time in seconds by which rounding makes a clip longer than its curves.
const SLACK: f64 = 1e-9;

/// A number over time.
pub(crate) struct NumberCurve {
    pub(crate) keys: Vec<Key>,
    /// Whether the number keeps changing before its first key, and after its last key.
    pub(crate) endless: [bool; 2],
}

/// A vector over time. Each of its components has a curve, or its default value.
pub(crate) struct VectorCurves {
    pub(crate) default: [f64; 3],
    pub(crate) curves: [Option<NumberCurve>; 3],
}

impl NumberCurve {
    /// Returns the keys within `span`, and the nearest key on either side. Fails if the curve changes within `span` but outside
    /// its keys.
    fn within(&self, [start, end]: [f64; 2]) -> Result<&[Key], Unkeepable> {
        if !self.keys.is_sorted_by(|a, b| a.time < b.time) {
            return Err(Unkeepable::Unordered);
        }
        if let [first, .., last] = self.keys.as_slice() {
            let before = self.endless[0] && start < first.time - SLACK;
            let after = self.endless[1] && end > last.time + SLACK;
            if before || after {
                return Err(Unkeepable::Endless);
            }
        }
        let first = self.keys.partition_point(|key| key.time <= start).saturating_sub(1);
        let last = self.keys.partition_point(|key| key.time < end);
        Ok(self.keys.get(first..=last).or_else(|| self.keys.get(first..)).unwrap_or_default())
    }
}

impl VectorCurves {
    /// Returns the curves of a scene's vector from the start to the end of `span`, in seconds.
    pub(crate) fn kept(&self, basis: &Basis, span: [f64; 2]) -> Result<[Curve; 3], Unkeepable> {
        let [x, y, z] = [0, 1, 2].map(|component| self.component(component, basis, span));
        Ok([x?, y?, z?])
    }

    fn component(&self, component: usize, basis: &Basis, span: [f64; 2]) -> Result<Curve, Unkeepable> {
        let from = basis.from[component];
        let mut keys = match &self.curves[from] {
            Some(curve) => cubic(curve.within(span)?)?,
            None => Vec::new(),
        };
        if keys.is_empty() {
            keys.push(CubicKey::resting(span[0], [self.default[from]]));
        }
        let keys: Vec<_> = keys.into_iter().map(|key| basis.key(component, key)).collect();
        kept_curves::curves(&keys, span).map(|[curve]| curve).ok_or(Unkeepable::Beyond)
    }

    /// Returns the times at which the vector steps, if it does not change in any other way.
    pub(crate) fn steps(&self, span: [f64; 2]) -> Result<Option<Vec<f64>>, Unkeepable> {
        let mut times = Vec::new();
        for curve in self.curves.iter().flatten() {
            let keys = curve.within(span)?;
            if !keys.windows(2).all(|pair| holds(&pair[0], &pair[1])) {
                return Ok(None);
            }
            times.extend(keys.iter().map(|key| key.time));
        }
        times.sort_by(f64::total_cmp);
        times.dedup();
        Ok(Some(times))
    }
}
