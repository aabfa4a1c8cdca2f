//! Skinning: linear, by dual quaternions, or by a blend of both.
//!
//! With linear skinning, a vertex is transformed by the sum of weight x matrix of its joints. With dual quaternions, each
//! matrix is split into a scale followed by a rigid motion, which is a pair of quaternions. The weighted sum of these pairs is
//! normalized to a rigid motion, which transforms the vertex. This avoids the loss of volume that a sum of matrices causes at
//! twisted joints. The method is dual quaternion linear blending from L. Kavan, S. Collins, J. Žára, C. O'Sullivan, "Geometric
//! Skinning with Approximate Dual Quaternion Blending" (2008), section 4. Scales are averaged separately from rotations, as in
//! the library ufbx (`ufbx_get_skin_vertex_matrix`).

use std::array::from_fn;

use crate::affine::Affine;
use crate::matrix3::Matrix3;
use crate::vector::{add, cross, dot, scale};
use crate::{Matrix, matrix, quaternion, to_f32};

/// The transform of a joint: a scale along the axes of the mesh, followed by a rigid motion.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DualQuaternion {
    /// The rotation x, y, z, w.
    pub real: [f32; 4],
    /// Half of translation x rotation, as a product of quaternions.
    pub dual: [f32; 4],
    /// The scale factors along x, y, z. A mirror is a negative factor.
    pub scale: [f32; 3],
}

impl Default for DualQuaternion {
    fn default() -> Self {
        Self { real: quaternion::IDENTITY, dual: [0.0; 4], scale: [1.0; 3] }
    }
}

impl DualQuaternion {
    /// Converts a matrix for row vectors. The last column is assumed to be 0, 0, 0, 1. A mirrored matrix gets a negative factor
    /// along the first axis that has an extent.
    #[inline]
    #[must_use]
    pub fn of_matrix(matrix: &Matrix) -> Self {
        Self::of_affine(&crate::affine::from_matrix(matrix))
    }

    /// Converts a transform, like [`of_matrix`](Self::of_matrix).
    #[must_use]
    pub fn of_affine(m: &Affine) -> Self {
        let axes: Matrix3 = from_fn(|axis| m.map(|row| row[axis]));
        let mut factors = axes.map(|axis| dot(axis, axis).sqrt());
        if dot(cross(axes[0], axes[1]), axes[2]) < 0.0
            && let Some(first) = factors.iter_mut().find(|factor| **factor > 0.0)
        {
            *first = -*first;
        }
        let unit = |axis: usize| if factors[axis] == 0.0 { [0.0; 3] } else { axes[axis].map(|it| it / factors[axis]) };
        let real = rotation(&from_fn(unit));
        let [x, y, z] = m.map(|row| row[3] / 2.0);
        let dual = quaternion::multiply([x, y, z, 0.0], real);
        Self { real: real.map(to_f32), dual: dual.map(to_f32), scale: factors.map(to_f32) }
    }
}

/// The quaternion of three unit axes. If the axes are not at right angles, the quaternion is divided by the square of its
/// length, so that the joint's weight becomes a little larger or smaller. This is what ufbx does.
fn rotation(&[x, y, z]: &Matrix3) -> [f64; 4] {
    let trace = x[0] + y[1] + z[2];
    let root = |square: f64| square.max(0.0).sqrt();
    let over = |length: f64| if length == 0.0 { 0.0 } else { 0.5 / length };
    let q = if trace > 0.0 {
        let twice = root(1.0 + trace);
        let by = over(twice);
        [(y[2] - z[1]) * by, (z[0] - x[2]) * by, (x[1] - y[0]) * by, twice / 2.0]
    } else if x[0] > y[1] && x[0] > z[2] {
        let twice = root(1.0 + x[0] - y[1] - z[2]);
        let by = over(twice);
        [twice / 2.0, (x[1] + y[0]) * by, (x[2] + z[0]) * by, (y[2] - z[1]) * by]
    } else if y[1] > z[2] {
        let twice = root(1.0 - x[0] + y[1] - z[2]);
        let by = over(twice);
        [(x[1] + y[0]) * by, twice / 2.0, (y[2] + z[1]) * by, (z[0] - x[2]) * by]
    } else {
        let twice = root(1.0 - x[0] - y[1] + z[2]);
        let by = over(twice);
        [(x[2] + z[0]) * by, (y[2] + z[1]) * by, twice / 2.0, (x[1] - y[0]) * by]
    };
    let square = dot(q, q);
    if square > 1e-12 { q.map(|component| component / square) } else { [0.0, 0.0, 0.0, 1.0] }
}

/// The transforms of a skin's joints, from the mesh's space in the bind pose. Each transform is given in two forms.
#[derive(Clone, Copy, Debug)]
pub struct Joints<'a> {
    /// The matrix of each joint, for linear skinning.
    pub matrices: &'a [Matrix],
    /// The dual quaternion of each joint. May be empty if no vertex uses dual quaternions.
    pub dual_quaternions: &'a [DualQuaternion],
}

impl Joints<'_> {
    /// Returns the matrix that transforms a vertex. `influences` are joints with their weights, heaviest first; the weights add
    /// up to 1. `share` is the share of dual quaternion skinning, 0 to 1. Joints that do not exist are ignored.
    ///
    /// A rotation has two quaternions, q and -q. For each joint, the one that is nearer to the first joint's quaternion is
    /// used.
    #[must_use]
    pub fn vertex_matrix(&self, influences: impl Iterator<Item = (usize, f32)> + Clone, share: f32) -> Matrix {
        if share <= 0.0 {
            return self.linear(influences);
        }
        let rigid = self.blended(influences.clone());
        if share >= 1.0 {
            return rigid;
        }
        let linear = self.linear(influences);
        from_fn(|cell| linear[cell] * (1.0 - share) + rigid[cell] * share)
    }

    fn linear(&self, influences: impl Iterator<Item = (usize, f32)>) -> Matrix {
        let known = influences.filter_map(|(joint, weight)| Some((self.matrices.get(joint)?, weight)));
        known
            .filter(|(_, weight)| *weight > 0.0)
            .fold([0.0; 16], |sum, (matrix, weight)| from_fn(|cell| sum[cell] + matrix[cell] * weight))
    }

    fn blended(&self, influences: impl Iterator<Item = (usize, f32)>) -> Matrix {
        let known = influences.filter_map(|(joint, weight)| Some((self.dual_quaternions.get(joint)?, weight)));
        let (mut first, mut total) = (None, 0.0);
        let (mut real, mut dual, mut factors) = ([0.0; 4], [0.0; 4], [0.0; 3]);
        for (joint, weight) in known.filter(|(_, weight)| *weight > 0.0) {
            let near = if dot(*first.get_or_insert(joint.real), joint.real) < 0.0 { -weight } else { weight };
            real = add(real, scale(joint.real, near));
            dual = add(dual, scale(joint.dual, near));
            factors = add(factors, scale(joint.scale, weight));
            total += weight;
        }
        let square = dot(real, real);
        if !(square > 0.0 && total > 0.0) {
            return matrix::IDENTITY;
        }
        let [x, y, z, _] = quaternion::multiply(dual, quaternion::conjugate(real));
        let length = square.sqrt();
        let moved = [x, y, z].map(|along| 2.0 * along / square);
        matrix::from_parts(moved, real.map(|it| it / length), factors.map(|factor| factor / total))
    }
}

/// Transforms a normal by a matrix, and normalizes it. Uses the inverse transpose, so that the normal stays perpendicular to
/// its surface. If the result has length 0, the normal is returned unchanged.
#[inline]
#[must_use]
pub fn transform_normal(normal: [f32; 3], by: &Matrix) -> [f32; 3] {
    let [a, b, c] = matrix::rows(by);
    // The inverse transpose, except for a positive factor.
    let cofactors = [cross(b, c), cross(c, a), cross(a, b)];
    let side = if dot(a, cofactors[0]) < 0.0 { -1.0 } else { 1.0 };
    let turned = crate::matrix3::transform(normal.map(|it| f64::from(it) * side), &cofactors);
    crate::vector::normalize(turned).map_or(normal, |unit| unit.map(to_f32))
}
