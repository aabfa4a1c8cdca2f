//! Decomposition of matrices.

use rigmill_dom::SceneTransform;
use rigmill_math::matrix3::{IDENTITY, Matrix3};
use rigmill_math::vector::{cross, dot};

/// How far the rows of a matrix may be from right angles: the error of single precision.
const LEAN: f64 = 1e-4;

fn rows(m: &[f32; 16]) -> Matrix3 {
    std::array::from_fn(|row| std::array::from_fn(|column| f64::from(m[row * 4 + column])))
}

/// Whether a matrix, rows for row vectors, does more than scale, rotate and move.
pub(super) fn is_sheared(m: &[f32; 16]) -> bool {
    let [x, y, z] = rows(m);
    let leans = |a: [f64; 3], b| dot(a, b).abs() > LEAN * (dot(a, a) * dot(b, b)).sqrt();
    let is_affine = [m[3], m[7], m[11], m[15] - 1.0].iter().all(|number| number.abs() <= 1e-6);
    leans(x, y) || leans(y, z) || leans(x, z) || !is_affine
}

/// Whether the last column of a matrix is exactly that of an affine one.
pub(super) fn is_affine(m: &[f32; 16]) -> bool {
    [m[3], m[7], m[11], m[15]] == [0.0, 0.0, 0.0, 1.0]
}

/// Scale, rotation and translation of a matrix, the nearest to it where it shears. A mirror becomes a negative scale along x.
pub(super) fn decomposed(m: &[f32; 16]) -> SceneTransform {
    let rows = rows(m);
    let mut scale = rows.map(|row| dot(row, row).sqrt());
    if dot(cross(rows[0], rows[1]), rows[2]) < 0.0 {
        scale[0] = -scale[0];
    }
    let is_flat = scale.iter().any(|factor| factor.abs() < 1e-12);
    // What has no extent along an axis has no rotation.
    let mut rotation: Matrix3 =
        if is_flat { IDENTITY } else { std::array::from_fn(|row| rows[row].map(|number| number / scale[row])) };
    if is_sheared(m) && !is_flat {
        rotation = nearest_rotation(rotation).unwrap_or(IDENTITY);
        scale = std::array::from_fn(|row| dot(rows[row], rotation[row]));
    }
    SceneTransform { translation: [12, 13, 14].map(|at| f64::from(m[at])), rotation: quaternion(&rotation), scale }
}

/// The rotation nearest to a matrix, by Newton's method for the polar decomposition: the mean of a matrix and its inverse's
/// transpose, again and again. `None` for a matrix that is next to singular.
fn nearest_rotation(mut m: Matrix3) -> Option<Matrix3> {
    const STEPS: usize = 48;
    for _ in 0..STEPS {
        let [a, b, c] = m;
        let determinant = dot(cross(a, b), c);
        if determinant.abs() < 1e-9 {
            return None;
        }
        let inverse = [cross(b, c), cross(c, a), cross(a, b)];
        m = std::array::from_fn(|row| std::array::from_fn(|at| (m[row][at] + inverse[row][at] / determinant) / 2.0));
    }
    Some(m)
}

/// The quaternion of a rotation's rows, for row vectors; from its largest component, to avoid dividing by a small number.
fn quaternion(m: &Matrix3) -> [f64; 4] {
    let [xx, yy, zz] = [m[0][0], m[1][1], m[2][2]];
    let squares = [1.0 + xx - yy - zz, 1.0 - xx + yy - zz, 1.0 - xx - yy + zz, 1.0 + xx + yy + zz];
    let largest = (0..4).fold(3, |best, at| if squares[at] > squares[best] { at } else { best });
    let [xy, xz, yz] = [m[0][1] + m[1][0], m[0][2] + m[2][0], m[1][2] + m[2][1]];
    let [x, y, z] = [m[1][2] - m[2][1], m[2][0] - m[0][2], m[0][1] - m[1][0]];
    let square = squares[largest];
    let q = match largest {
        0 => [square, xy, xz, x],
        1 => [xy, square, yz, y],
        2 => [xz, yz, square, z],
        _ => [x, y, z, square],
    };
    let length = q.iter().map(|c| c * c).sum::<f64>().sqrt();
    q.map(|component| component / length)
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
        // Symmetric and positive: it does not rotate.
        let found = decomposed(&m);
        assert!(is_sheared(&m) && near(&found.rotation, &[0.0, 0.0, 0.0, 1.0]), "{found:?}");
        assert!(near(&found.scale, &[1.0, 1.0, 2.0]), "{found:?}");
        // Flat, and so without a rotation.
        m[5] = 0.25;
        let flat = decomposed(&m);
        assert!(near(&flat.rotation, &[0.0, 0.0, 0.0, 1.0]), "{flat:?}");
    }
}
