//! [`Basis`]: how the numbers of a file's vector become those of a scene.

use crate::scenes::kept_curves::CubicKey;

/// How near an axis must be to another to be taken for it.
const SAME: f64 = 1e-9;

/// How each component of a scene's vector follows from one component of a file's.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Basis {
    /// Which component of the file's.
    pub(crate) from: [usize; 3],
    factor: [f64; 3],
    /// What is added to the file's component, for each of the scene's.
    offset: [f64; 3],
}

impl Basis {
    /// A vector that is multiplied.
    pub(crate) const fn scaled(factor: f64) -> Self {
        Self { from: [0, 1, 2], factor: [factor; 3], offset: [0.0; 3] }
    }

    /// A vector to which `offset` is added, and which is then rotated and multiplied; `None` where the rotation does not take
    /// axes to axes.
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

    /// A key of the scene's component, from one of the file's component.
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
