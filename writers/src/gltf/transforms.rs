//! Local transforms as nodes have them: translation, rotation and scale apart.

use rigmill_format::Transform;

use super::params::Axes;

/// By how much the product of the parts may differ from a matrix, for its largest number.
const SHEAR: f64 = 1e-4;
const HALF_SQRT: f64 = std::f64::consts::FRAC_1_SQRT_2;

/// The parts of a matrix for row vectors, and whether it shears as well, which they cannot express.
pub(super) fn parts(matrix: &[f32; 16]) -> (Transform, bool) {
    let m = matrix.map(f64::from);
    let rows: [[f64; 3]; 3] = std::array::from_fn(|row| std::array::from_fn(|at| m[row * 4 + at]));
    let mut scale = rows.map(length);
    if determinant(&rows) < 0.0 {
        scale[0] = -scale[0];
    }
    let rotation = unit4(quaternion(&axes(&rows, scale)));
    let largest = scale.iter().fold(0.0, |largest: f64, along| largest.max(along.abs()));
    let rebuilt = rows_of(rotation);
    let off = (0..9).map(|at| (rebuilt[at / 3][at % 3] * scale[at / 3] - rows[at / 3][at % 3]).abs());
    let sheared = off.fold(0.0, f64::max) > SHEAR * largest;
    let translation = [m[12], m[13], m[14]];
    (
        Transform { translation: translation.map(single), rotation: rotation.map(single), scale: scale.map(single) },
        sheared,
    )
}

/// The transform of a root, turned so that y is up.
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

/// A rotation that is followed by a quarter about x, clockwise seen from its end.
pub(super) fn upright_rotation(rotation: [f32; 4], axes: Axes) -> [f32; 4] {
    if axes != Axes::ZUp {
        return rotation;
    }
    let [x, y, z, w] = rotation.map(f64::from);
    [x - w, y + z, z - y, w + x].map(|part| single(part * HALF_SQRT))
}

/// `first`, then `second`.
pub(super) fn followed_by(first: [f32; 4], second: [f32; 4]) -> [f32; 4] {
    let ([ax, ay, az, aw], [bx, by, bz, bw]) = (second.map(f64::from), first.map(f64::from));
    let product = [
        aw * bx + ax * bw + ay * bz - az * by,
        aw * by - ax * bz + ay * bw + az * bx,
        aw * bz + ax * by - ay * bx + az * bw,
        aw * bw - ax * bx - ay * by - az * bz,
    ];
    unit4(product).map(single)
}

/// A point turned by a rotation of unit length.
pub(super) fn turned(point: [f32; 3], rotation: [f32; 4]) -> [f32; 3] {
    let rows = rows_of(unit4(rotation.map(f64::from)));
    let point = point.map(f64::from);
    std::array::from_fn(|at| single((0..3).map(|row| point[row] * rows[row][at]).sum()))
}

/// The quaternion with unit length; none at all where it has no direction.
pub(super) fn unit4(q: [f64; 4]) -> [f64; 4] {
    let length = q.iter().map(|part| part * part).sum::<f64>().sqrt();
    if length > 0.0 { q.map(|part| part / length) } else { [0.0, 0.0, 0.0, 1.0] }
}

/// In single precision, never infinite.
#[expect(clippy::cast_possible_truncation, reason = "files have single precision")]
pub(super) fn single(number: f64) -> f32 {
    number.clamp(f32::MIN.into(), f32::MAX.into()) as f32
}

/// The directions of a matrix' rows, without those that have none.
fn axes(rows: &[[f64; 3]; 3], scale: [f64; 3]) -> [[f64; 3]; 3] {
    let known: [Option<[f64; 3]>; 3] =
        std::array::from_fn(|at| (scale[at] != 0.0).then(|| rows[at].map(|along| along / scale[at])));
    match known {
        [Some(x), Some(y), Some(z)] => [x, y, z],
        [None, Some(y), Some(z)] => [cross(y, z), y, z],
        [Some(x), None, Some(z)] => [x, cross(z, x), z],
        [Some(x), Some(y), None] => [x, y, cross(x, y)],
        [Some(x), None, None] => turned_to([x, across(x)]),
        [None, Some(y), None] => {
            let [y, z, x] = turned_to([y, across(y)]);
            [x, y, z]
        }
        [None, None, Some(z)] => {
            let [z, x, y] = turned_to([z, across(z)]);
            [x, y, z]
        }
        [None, None, None] => [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
    }
}

/// Two directions, and the third that is across both.
fn turned_to([a, b]: [[f64; 3]; 2]) -> [[f64; 3]; 3] {
    [a, b, cross(a, b)]
}

/// Some direction across another.
fn across(v: [f64; 3]) -> [f64; 3] {
    let axis = if v[0].abs() < 0.9 { [1.0, 0.0, 0.0] } else { [0.0, 1.0, 0.0] };
    let across = cross(v, axis);
    let length = length(across);
    across.map(|along| along / length)
}

fn length([x, y, z]: [f64; 3]) -> f64 {
    (x * x + y * y + z * z).sqrt()
}

fn cross(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

fn determinant([a, b, c]: &[[f64; 3]; 3]) -> f64 {
    let cross = cross(*b, *c);
    a[0] * cross[0] + a[1] * cross[1] + a[2] * cross[2]
}

/// The quaternion of a rotation of which the rows, for row vectors, are given (Shepperd's method: by the largest of the four).
fn quaternion([x, y, z]: &[[f64; 3]; 3]) -> [f64; 4] {
    let trace = x[0] + y[1] + z[2];
    let largest = [x[0], y[1], z[2], trace].into_iter().fold(f64::NEG_INFINITY, f64::max);
    if largest == trace {
        [y[2] - z[1], z[0] - x[2], x[1] - y[0], 1.0 + trace]
    } else if largest == x[0] {
        [1.0 + x[0] - y[1] - z[2], x[1] + y[0], z[0] + x[2], y[2] - z[1]]
    } else if largest == y[1] {
        [x[1] + y[0], 1.0 + y[1] - x[0] - z[2], y[2] + z[1], z[0] - x[2]]
    } else {
        [z[0] + x[2], y[2] + z[1], 1.0 + z[2] - x[0] - y[1], x[1] - y[0]]
    }
}

/// The rows of a rotation, for row vectors.
fn rows_of([x, y, z, w]: [f64; 4]) -> [[f64; 3]; 3] {
    [
        [1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y + z * w), 2.0 * (x * z - y * w)],
        [2.0 * (x * y - z * w), 1.0 - 2.0 * (x * x + z * z), 2.0 * (y * z + x * w)],
        [2.0 * (x * z + y * w), 2.0 * (y * z - x * w), 1.0 - 2.0 * (x * x + y * y)],
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The matrix of a transform, for row vectors.
    fn matrix(local: &Transform) -> [f32; 16] {
        let rows = rows_of(local.rotation.map(f64::from));
        let [x, y, z] = local.translation;
        std::array::from_fn(|at| match (at / 4, at % 4) {
            (3, column) => [x, y, z, 1.0][column],
            (_, 3) => 0.0,
            (row, column) => single(rows[row][column] * f64::from(local.scale[row])),
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
        for rotation in rotations.map(|it| unit4(it).map(single)) {
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
        let turned = turned(local.translation, axis);
        assert!(turned.iter().zip(expected.translation).all(|(a, b)| (a - b).abs() <= 1e-6), "{turned:?}");
    }
}
