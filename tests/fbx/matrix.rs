//! Row-major matrices of 16 numbers for row vectors. They use double precision, so that comparisons show only the precision of
//! the files.

use rigmill_format::{ModelBone, Transform};

pub(super) type Matrix = [f64; 16];

pub(super) const IDENTITY: Matrix = [1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0];

/// Multiplies so that `a` is applied first, then `b`.
pub(super) fn product(a: &Matrix, b: &Matrix) -> Matrix {
    std::array::from_fn(|at| (0..4).map(|k| a[at / 4 * 4 + k] * b[k * 4 + at % 4]).sum())
}

pub(super) fn point(p: [f32; 3], m: &Matrix) -> [f64; 3] {
    let [x, y, z] = p.map(f64::from);
    std::array::from_fn(|axis| x * m[axis] + y * m[4 + axis] + z * m[8 + axis] + m[12 + axis])
}

pub(super) fn wide(m: &[f32; 16]) -> Matrix {
    m.map(f64::from)
}

pub(super) fn difference(a: &Matrix, b: &Matrix) -> f64 {
    a.iter().zip(b).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max)
}

/// Returns the matrix of a transform. The rotation is normalized, as in the runtime.
pub(super) fn of(transform: &Transform) -> Matrix {
    let quaternion = transform.rotation.map(f64::from);
    let length = quaternion.iter().map(|part| part * part).sum::<f64>().sqrt();
    let [x, y, z, w] = quaternion.map(|part| part / length);
    let rows = [
        [1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y + z * w), 2.0 * (x * z - y * w)],
        [2.0 * (x * y - z * w), 1.0 - 2.0 * (x * x + z * z), 2.0 * (y * z + x * w)],
        [2.0 * (x * z + y * w), 2.0 * (y * z - x * w), 1.0 - 2.0 * (x * x + y * y)],
    ];
    let entry = |row: usize, column: usize| match (row, column) {
        (3, 3) => 1.0,
        (_, 3) => 0.0,
        (3, _) => f64::from(transform.translation[column]),
        _ => rows[row][column] * f64::from(transform.scale[row]),
    };
    std::array::from_fn(|at| entry(at / 4, at % 4))
}

/// Returns the model-space matrices of bones with these local matrices.
pub(super) fn worlds(bones: &[ModelBone], locals: &[Matrix]) -> Vec<Matrix> {
    let mut worlds: Vec<Matrix> = Vec::new();
    for (bone, local) in bones.iter().zip(locals) {
        let parent = bone.parent.map_or(IDENTITY, |parent| worlds[parent as usize]);
        worlds.push(product(local, &parent));
    }
    worlds
}
