//! [`Basis`]: converts the components of a file's vector to the components of a scene's vector.

use crate::scenes::kept_curves::CubicKey;

/// The largest difference between two axes that count as equal.
const SAME: f64 = 1e-9;

/// For each component of a scene's vector, the component of the file's vector from which it follows.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Basis {
    /// The index of the component in the file's vector.
    pub(crate) from: [usize; 3],
    factor: [f64; 3],
    /// The number that is added to the file's component, for each of the scene's components.
    offset: [f64; 3],
}

impl Basis {
    /// Creates the conversion that multiplies a vector.
    pub(crate) const fn scaled(factor: f64) -> Self {
        Self { from: [0, 1, 2], factor: [factor; 3], offset: [0.0; 3] }
    }

    /// Creates the conversion that adds `offset` to a vector, then rotates and multiplies it; `None` if the rotation does not
    /// map axes to axes.
    pub(crate) fn rotated(rotate: impl Fn([f64; 3]) -> [f64; 3], offset: [f64; 3], factor: f64) -> Option<Self> {
        let columns = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]].map(rotate);
        let source = |row: usize| {
            let from = (0..3).find(|&from| (columns[from][row].abs() - 1.0).abs() <= SAME)?;
            Some((from, columns[from][row].signum()))
        };
        let [x, y, z] = [0, 1, 2].map(source);
        let sources = [x?, y?, z?];
        Some(Self {
            from: sources.map(|(from, _)| from),
            factor: sources.map(|(_, sign)| sign * factor),
            offset: sources.map(|(from, _)| offset[from]),
        })
    }

    /// Converts a key of the file's component to a key of the scene's component.
    pub(crate) fn key(&self, component: usize, key: CubicKey<1>) -> CubicKey<1> {
        let factor = self.factor[component];
        CubicKey { value: [(key.value[0] + self.offset[component]) * factor], ..key.map(|[slope]| [slope * factor]) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quarter_rotation_swaps_components_and_an_eighth_has_no_basis() {
        let quarter = |[x, y, z]: [f64; 3]| [x, z, -y];
        let basis = Basis::rotated(quarter, [1.0, 2.0, 3.0], 0.5).unwrap();
        let key = CubicKey { leaving: Some([6.0]), ..CubicKey::resting(4.0, [10.0]) };
        let made = [0, 1, 2].map(|component| basis.key(component, key));
        assert_eq!((basis.from, made.map(|key| key.value[0])), ([0, 2, 1], [5.5, 6.5, -6.0]));
        assert_eq!(made.map(|key| key.leaving.unwrap()[0]), [3.0, 3.0, -3.0]);
        let half = std::f64::consts::FRAC_1_SQRT_2;
        let askew = |[x, y, z]: [f64; 3]| [x, half * (y - z), half * (y + z)];
        assert!(Basis::rotated(askew, [0.0; 3], 1.0).is_none());
    }
}
