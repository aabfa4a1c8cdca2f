//! Matrices of row vectors, and quaternions.

use rigmill_runtime::Transform;

/// A matrix for row vectors: the image of each axis, and the translation.
pub(super) type Matrix = [[f64; 4]; 4];

pub(super) const IDENTITY: Matrix =
    [[1.0, 0.0, 0.0, 0.0], [0.0, 1.0, 0.0, 0.0], [0.0, 0.0, 1.0, 0.0], [0.0, 0.0, 0.0, 1.0]];
pub(super) fn matrix(translation: [f64; 3], [x, y, z, w]: [f64; 4], scale: [f64; 3]) -> Matrix {
    let rows = [
        [1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y + z * w), 2.0 * (x * z - y * w)],
        [2.0 * (x * y - z * w), 1.0 - 2.0 * (x * x + z * z), 2.0 * (y * z + x * w)],
        [2.0 * (x * z + y * w), 2.0 * (y * z - x * w), 1.0 - 2.0 * (x * x + y * y)],
    ];
    let row = |at: usize| [rows[at][0] * scale[at], rows[at][1] * scale[at], rows[at][2] * scale[at], 0.0];
    let [x, y, z] = translation;
    [row(0), row(1), row(2), [x, y, z, 1.0]]
}

pub(super) fn rigid(translation: [f64; 3], rotation: [f64; 4]) -> Matrix {
    let length = rotation.iter().map(|it| it * it).sum::<f64>().sqrt();
    matrix(translation, rotation.map(|it| it / length), [1.0; 3])
}

pub(super) fn of_transform(local: &Transform) -> Matrix {
    let rotation = rigid([0.0; 3], local.rotation.map(f64::from));
    let mut scaled = matrix([0.0; 3], [0.0, 0.0, 0.0, 1.0], local.scale.map(f64::from));
    scaled = times(&scaled, &rotation);
    for axis in 0..3 {
        scaled[3][axis] = f64::from(local.translation[axis]);
    }
    scaled
}

/// Applies `a`, then `b`.
pub(super) fn times(a: &Matrix, b: &Matrix) -> Matrix {
    std::array::from_fn(|row| std::array::from_fn(|column| (0..4).map(|at| a[row][at] * b[at][column]).sum()))
}

/// Returns the inverse of a rotation and a translation.
pub(super) fn inverse(a: &Matrix) -> Matrix {
    let mut back = IDENTITY;
    for row in 0..3 {
        for column in 0..3 {
            back[row][column] = a[column][row];
        }
        back[3][row] = -(0..3).map(|axis| a[3][axis] * a[row][axis]).sum::<f64>();
    }
    back
}

/// Returns the distance between two transforms, measured at the origin and at three points 3 cm from it.
pub(super) fn apart(a: &Matrix, b: &Matrix) -> f64 {
    let points = [[0.0, 0.0, 0.0], [0.03, 0.0, 0.0], [0.0, 0.03, 0.0], [0.0, 0.0, 0.03]];
    let at = |m: &Matrix, [x, y, z]: [f64; 3]| -> [f64; 3] {
        std::array::from_fn(|axis| x * m[0][axis] + y * m[1][axis] + z * m[2][axis] + m[3][axis])
    };
    let distance = |point| {
        let (a, b) = (at(a, point), at(b, point));
        (0..3).map(|axis| (a[axis] - b[axis]).powi(2)).sum::<f64>().sqrt()
    };
    points.into_iter().map(distance).fold(0.0, f64::max)
}

/// Returns the product of two quaternions, which applies `b`, then `a`.
pub(super) fn product([ax, ay, az, aw]: [f64; 4], [bx, by, bz, bw]: [f64; 4]) -> [f64; 4] {
    [
        aw * bx + ax * bw + ay * bz - az * by,
        aw * by - ax * bz + ay * bw + az * bx,
        aw * bz + ax * by - ay * bx + az * bw,
        aw * bw - ax * bx - ay * by - az * bz,
    ]
}

pub(super) fn about(axis: usize, angle: f64) -> [f64; 4] {
    let mut rotation = [0.0, 0.0, 0.0, (angle / 2.0).cos()];
    rotation[axis] = (angle / 2.0).sin();
    rotation
}
