//! [`Frame`]: a bone's space within the model's.

use rigmill_math::matrix3::{self, Matrix3};
use rigmill_math::vector::{cross, dot, subtract};
use rigmill_math::{Matrix, matrix, to_f32};

pub(super) type Vector = [f64; 3];

/// A bone's space within the model's.
#[derive(Clone, Debug)]
pub(super) struct Frame {
    pub(super) origin: Vector,
    rows: Matrix3,
    inverse: Matrix3,
}

impl Frame {
    /// The space of a bone with this matrix relative to the model; `None` where the matrix flattens space or is not finite.
    pub(super) fn new(absolute: &Matrix) -> Option<Self> {
        let rows = matrix::rows(absolute);
        Some(Self { origin: origin(absolute), rows, inverse: matrix3::inverse(&rows)? })
    }

    /// A direction of the model in the bone's space.
    pub(super) fn direction_in(&self, direction: Vector) -> Vector {
        matrix3::transform(direction, &self.inverse)
    }

    /// A point of the model in the bone's space.
    pub(super) fn point_in(&self, point: Vector) -> Vector {
        self.direction_in(subtract(point, self.origin))
    }

    /// A direction of the bone in the model's space.
    pub(super) fn direction_out(&self, direction: Vector) -> Vector {
        matrix3::transform(direction, &self.rows)
    }

    /// Whether the bone's space is a mirror image of the model's.
    pub(super) fn is_mirrored(&self) -> bool {
        let [x, y, z] = self.rows;
        dot(cross(x, y), z) < 0.0
    }
}

/// Where a bone is in the model's space.
pub(super) fn origin(absolute: &Matrix) -> Vector {
    matrix::translation(absolute).map(f64::from)
}

/// A bone's matrix relative to the model without the bone's own scale, which a correction must not change.
pub(crate) fn unscaled(absolute: &Matrix, scale: [f64; 3]) -> Matrix {
    let mut unscaled = *absolute;
    for (row, factor) in unscaled.chunks_exact_mut(4).zip(scale) {
        row[..3].iter_mut().for_each(|cell| *cell = to_f32(f64::from(*cell) / factor));
    }
    unscaled
}
