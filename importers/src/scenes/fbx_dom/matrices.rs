//! Rotations and matrices.

/// Three rows of four, for column vectors.
pub(super) type Matrix = [[f64; 4]; 3];
/// x, y, z, w.
pub(super) type Quaternion = [f64; 4];

pub(super) const NO_ROTATION: Quaternion = [0.0, 0.0, 0.0, 1.0];

/// The orders of Euler angles, the first axis first.
pub(super) const ROTATION_ORDERS: [[usize; 3]; 6] = [[0, 1, 2], [0, 2, 1], [1, 2, 0], [1, 0, 2], [2, 0, 1], [2, 1, 0]];

/// The product of two rotations: first `b`, then `a`.
pub(super) fn multiply(a: Quaternion, b: Quaternion) -> Quaternion {
    let [ax, ay, az, aw] = a;
    let [bx, by, bz, bw] = b;
    [
        aw * bx + ax * bw + ay * bz - az * by,
        aw * by - ax * bz + ay * bw + az * bx,
        aw * bz + ax * by - ay * bx + az * bw,
        aw * bw - ax * bx - ay * by - az * bz,
    ]
}

pub(super) fn inverse([x, y, z, w]: Quaternion) -> Quaternion {
    [-x, -y, -z, w]
}

pub(super) fn rotate(q: Quaternion, v: [f64; 3]) -> [f64; 3] {
    let m = rotation_rows(q);
    std::array::from_fn(|row| m[row][0] * v[0] + m[row][1] * v[1] + m[row][2] * v[2])
}

pub(super) fn rotation_rows([x, y, z, w]: Quaternion) -> [[f64; 3]; 3] {
    [
        [1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y - z * w), 2.0 * (x * z + y * w)],
        [2.0 * (x * y + z * w), 1.0 - 2.0 * (x * x + z * z), 2.0 * (y * z - x * w)],
        [2.0 * (x * z - y * w), 2.0 * (y * z + x * w), 1.0 - 2.0 * (x * x + y * y)],
    ]
}

/// The rotation by Euler angles in degrees.
pub(super) fn euler(angles: [f64; 3], order: [usize; 3]) -> Quaternion {
    order.into_iter().fold(NO_ROTATION, |before, axis| {
        let half = angles[axis].to_radians() / 2.0;
        let mut about = [0.0, 0.0, 0.0, libm::cos(half)];
        about[axis] = libm::sin(half);
        multiply(about, before)
    })
}

/// The rotation of a matrix whose determinant is 1.
pub(super) fn quaternion(m: [[f64; 3]; 3]) -> Quaternion {
    let trace = m[0][0] + m[1][1] + m[2][2];
    let (w, [x, y, z]) = if trace > 0.0 {
        let s = (trace + 1.0).sqrt() * 2.0;
        (s / 4.0, [(m[2][1] - m[1][2]) / s, (m[0][2] - m[2][0]) / s, (m[1][0] - m[0][1]) / s])
    } else {
        let i = (0..3).max_by(|&a, &b| m[a][a].total_cmp(&m[b][b])).unwrap_or(0);
        let (j, k) = ((i + 1) % 3, (i + 2) % 3);
        let s = (1.0 + m[i][i] - m[j][j] - m[k][k]).max(0.0).sqrt() * 2.0;
        let mut v = [0.0; 3];
        v[i] = s / 4.0;
        v[j] = (m[j][i] + m[i][j]) / s;
        v[k] = (m[k][i] + m[i][k]) / s;
        ((m[k][j] - m[j][k]) / s, v)
    };
    [x, y, z, w]
}

pub(super) fn determinant(m: [[f64; 3]; 3]) -> f64 {
    m[0][0] * (m[1][1] * m[2][2] - m[1][2] * m[2][1]) - m[0][1] * (m[1][0] * m[2][2] - m[1][2] * m[2][0])
        + m[0][2] * (m[1][0] * m[2][1] - m[1][1] * m[2][0])
}

/// The point to which a matrix takes `p`.
pub(super) fn point(m: &Matrix, p: [f64; 3]) -> [f64; 3] {
    std::array::from_fn(|row| m[row][0] * p[0] + m[row][1] * p[1] + m[row][2] * p[2] + m[row][3])
}
