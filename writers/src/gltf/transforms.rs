//! Local transforms, split into the translation, rotation and scale of a node.

use rigmill_format::Transform;
use rigmill_math::matrix3;
use rigmill_math::quaternion::{multiply, normalize};

use super::params::Axes;

const HALF_SQRT: f64 = std::f64::consts::FRAC_1_SQRT_2;

/// Splits a matrix for row vectors into its parts. Also returns whether the matrix shears, which the parts cannot express.
pub(super) fn parts(matrix: &[f32; 16]) -> (Transform, bool) {
    let (parts, shears) = rigmill_codec_gltf::Transform::decompose(&matrix.map(f64::from));
    let rigmill_codec_gltf::Transform { translation, rotation, scale } = parts;
    let parts = Transform {
        translation: translation.map(to_finite_f32),
        rotation: rotation.map(to_finite_f32),
        scale: scale.map(to_finite_f32),
    };
    (parts, shears)
}

/// Returns the transform of a root, rotated so that y points up.
pub(super) fn upright(transform: &Transform, axes: Axes) -> Transform {
    Transform {
        translation: upright_point(transform.translation, axes),
        rotation: upright_rotation(transform.rotation, axes),
        scale: transform.scale,
    }
}

pub(super) fn upright_point([x, y, z]: [f32; 3], axes: Axes) -> [f32; 3] {
    if axes == Axes::ZUp { [x, z, -y] } else { [x, y, z] }
}

/// Appends a quarter turn about x to a rotation, clockwise when seen from the positive end of the axis.
pub(super) fn upright_rotation(rotation: [f32; 4], axes: Axes) -> [f32; 4] {
    if axes != Axes::ZUp {
        return rotation;
    }
    let [x, y, z, w] = rotation.map(f64::from);
    [x - w, y + z, z - y, w + x].map(|part| to_finite_f32(part * HALF_SQRT))
}

/// Returns the rotation that applies `first`, then `second`.
pub(super) fn followed_by(first: [f32; 4], second: [f32; 4]) -> [f32; 4] {
    normalize(multiply(second.map(f64::from), first.map(f64::from))).map(to_finite_f32)
}

/// Rotates a point.
pub(super) fn rotated(point: [f32; 3], rotation: [f32; 4]) -> [f32; 3] {
    let rows = matrix3::from_quaternion(normalize(rotation.map(f64::from)));
    matrix3::transform(point.map(f64::from), &rows).map(to_finite_f32)
}

/// Converts to single precision. The result is never infinite.
#[expect(clippy::cast_possible_truncation, reason = "files have single precision")]
pub(super) fn to_finite_f32(number: f64) -> f32 {
    number.clamp(f32::MIN.into(), f32::MAX.into()) as f32
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the matrix of a transform, for row vectors.
    fn matrix(local: &Transform) -> [f32; 16] {
        let rows = matrix3::from_quaternion(local.rotation.map(f64::from));
        let [x, y, z] = local.translation;
        std::array::from_fn(|at| match (at / 4, at % 4) {
            (3, column) => [x, y, z, 1.0][column],
            (_, 3) => 0.0,
            (row, column) => to_finite_f32(rows[row][column] * f64::from(local.scale[row])),
        })
    }

    #[test]
    fn parts_give_the_matrix_again() {
        let rotations = [[0.0, 0.0, 0.0, 1.0], [0.5, -0.5, 0.5, 0.5], [0.6, 0.0, -0.8, 0.0], [0.1, 0.7, 0.1, -0.7]];
        let scales = [[1.0; 3], [2.0, 3.0, 0.5], [-1.0, 1.0, 1.0], [1.0, 1.0, -4.0], [-2.0; 3], [-1.0, -2.0, 3.0]];
        let flat = [
            [0.0, 2.0, 3.0],
            [2.0, 0.0, 3.0],
            [2.0, 3.0, 0.0],
            [2.0, 0.0, 0.0],
            [0.0, 2.0, 0.0],
            [0.0, 0.0, 2.0],
            [0.0; 3],
        ];
        for rotation in rotations.map(|it| normalize(it).map(to_finite_f32)) {
            for scale in scales.into_iter().chain(flat) {
                let expected = matrix(&Transform { translation: [1.0, -2.0, 3.0], rotation, scale });
                let (found, sheared) = parts(&expected);
                let off = matrix(&found).iter().zip(expected).map(|(a, b)| (a - b).abs()).fold(0.0, f32::max);
                assert!(off <= 1e-5 && !sheared, "{rotation:?} {scale:?}: {found:?}");
            }
        }
        let mut shearing = matrix(&Transform::IDENTITY);
        shearing[1] = 0.5;
        assert!(parts(&shearing).1);
        let huge = parts(&matrix(&Transform { scale: [f32::MAX; 3], ..Transform::IDENTITY })).0;
        assert!(huge.scale.iter().chain(&huge.rotation).all(|number| number.is_finite()));
    }

    #[test]
    fn upright_is_a_quarter_about_x() {
        let local = Transform { translation: [1.0, 2.0, 3.0], ..Transform::IDENTITY };
        let half = std::f32::consts::FRAC_1_SQRT_2;
        let expected =
            Transform { translation: [1.0, 3.0, -2.0], rotation: [-half, 0.0, 0.0, half], ..Transform::IDENTITY };
        assert_eq!(upright(&local, Axes::ZUp), expected);
        assert_eq!(upright(&local, Axes::YUp), local);
        let axis = [-half, 0.0, 0.0, half];
        assert_eq!(followed_by(local.rotation, axis), axis);
        let rotated = rotated(local.translation, axis);
        assert!(rotated.iter().zip(expected.translation).all(|(a, b)| (a - b).abs() <= 1e-6), "{rotated:?}");
    }
}
