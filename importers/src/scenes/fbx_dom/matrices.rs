//! Rotations and matrices.

use rigmill_math::matrix3;

pub(super) use crate::scenes::fbx_shared::euler::Quaternion;

pub(super) const NO_ROTATION: Quaternion = [0.0, 0.0, 0.0, 1.0];

/// Rotates `v` with the rotation's matrix.
pub(super) fn rotate(q: Quaternion, v: [f64; 3]) -> [f64; 3] {
    matrix3::transform(v, &matrix3::from_quaternion(q))
}

/// Returns the rotation of a matrix with the determinant 1.
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
