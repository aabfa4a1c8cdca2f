//! Decomposes matrices.

use rigmill_dom::SceneTransform;
use rigmill_math::affine;

/// Returns whether a matrix (row by row, for row vectors) does more than scale, rotate and translate.
pub(super) fn is_sheared(m: &[f32; 16]) -> bool {
    let is_affine = [m[3], m[7], m[11], m[15] - 1.0].iter().all(|number| number.abs() <= 1e-6);
    affine::is_sheared(&affine::from_matrix(m)) || !is_affine
}

/// Returns whether the last column of a matrix is exactly that of an affine matrix.
pub(super) fn is_affine(m: &[f32; 16]) -> bool {
    [m[3], m[7], m[11], m[15]] == [0.0, 0.0, 0.0, 1.0]
}

/// Returns the scale, rotation and translation of a matrix, or the nearest ones if the matrix shears. A mirroring matrix has a
/// negative scale along x.
pub(super) fn decomposed(m: &[f32; 16]) -> SceneTransform {
    let (translation, rotation, scale) = affine::to_parts(&affine::from_matrix(m));
    SceneTransform { translation, rotation, scale }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn composed(t: &SceneTransform) -> [f64; 9] {
        let [x, y, z, w] = t.rotation;
        let turn = [
            [1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y + z * w), 2.0 * (x * z - y * w)],
            [2.0 * (x * y - z * w), 1.0 - 2.0 * (x * x + z * z), 2.0 * (y * z + x * w)],
            [2.0 * (x * z + y * w), 2.0 * (y * z - x * w), 1.0 - 2.0 * (x * x + y * y)],
        ];
        std::array::from_fn(|at| turn[at / 3][at % 3] * t.scale[at / 3])
    }

    #[test]
    fn a_decomposed_matrix_can_be_composed_again() {
        let (s, c) = (0.6_f32, 0.8_f32);
        let turns: [[f32; 9]; 5] = [
            [1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0],
            [-1.0, 0.0, 0.0, 0.0, -1.0, 0.0, 0.0, 0.0, 1.0],
            [2.0 * c, 2.0 * s, 0.0, -s, c, 0.0, 0.0, 0.0, 3.0],
            [-c, -s, 0.0, -s, c, 0.0, 0.0, 0.0, 1.0],
            [0.0, 0.0, 1.0, -1.0, 0.0, 0.0, 0.0, -1.0, 0.0],
        ];
        for turn in turns {
            let m = std::array::from_fn(|at| match (at / 4, at % 4) {
                (row @ 0..3, column @ 0..3) => turn[row * 3 + column],
                (3, column @ 0..3) => [4.0, 5.0, 6.0][column],
                (3, 3) => 1.0,
                _ => 0.0,
            });
            assert!(!is_sheared(&m));
            let found = decomposed(&m);
            for (found, expected) in composed(&found).iter().zip(turn) {
                assert!((found - f64::from(expected)).abs() < 1e-6, "{turn:?} {found:?}");
            }
            assert_eq!(found.translation, [4.0, 5.0, 6.0]);
        }
    }

    #[test]
    fn a_matrix_that_shears_gives_the_nearest_transform() {
        let mut m = [1.0, 0.5, 0.0, 0.0, 0.5, 1.0, 0.0, 0.0, 0.0, 0.0, 2.0, 0.0, 1.0, 2.0, 3.0, 1.0];
        let near = |found: &[f64], expected: &[f64]| found.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-9);
        // The matrix is symmetric and positive, so it does not rotate.
        let found = decomposed(&m);
        assert!(is_sheared(&m) && near(&found.rotation, &[0.0, 0.0, 0.0, 1.0]), "{found:?}");
        assert!(near(&found.scale, &[1.0, 1.0, 2.0]), "{found:?}");
        // The matrix is flat, so it has no rotation.
        m[5] = 0.25;
        let flat = decomposed(&m);
        assert!(near(&flat.rotation, &[0.0, 0.0, 0.0, 1.0]), "{flat:?}");
    }
}
