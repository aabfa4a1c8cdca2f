//! [`Frame`]: conversions between model space and a bone's space.

use rigmill_math::matrix3::{self, Matrix3};
use rigmill_math::vector::{cross, dot, subtract};
use rigmill_math::{Matrix, matrix, to_f32};

pub(super) type Vector = [f64; 3];

/// The position and axes of a bone in model space.
#[derive(Clone, Debug)]
pub(super) struct Frame {
    pub(super) origin: Vector,
    rows: Matrix3,
    inverse: Matrix3,
}

impl Frame {
    /// Creates the frame of a bone from its model-space matrix. `None` if the matrix has no inverse or is not finite.
    #[inline]
    pub(super) fn new(absolute: &Matrix) -> Option<Self> {
        let rows = matrix::rows(absolute);
        Some(Self { origin: origin(absolute), rows, inverse: matrix3::inverse(&rows)? })
    }

    /// Converts a direction from model space to the bone's space.
    #[inline]
    pub(super) fn direction_in(&self, direction: Vector) -> Vector {
        matrix3::transform(direction, &self.inverse)
    }

    /// Converts a point from model space to the bone's space.
    #[inline]
    pub(super) fn point_in(&self, point: Vector) -> Vector {
        self.direction_in(subtract(point, self.origin))
    }

    /// Converts a direction from the bone's space to model space.
    #[inline]
    pub(super) fn direction_out(&self, direction: Vector) -> Vector {
        matrix3::transform(direction, &self.rows)
    }

    /// Whether the bone's space is mirrored relative to model space.
    #[inline]
    pub(super) fn is_mirrored(&self) -> bool {
        let [x, y, z] = self.rows;
        dot(cross(x, y), z) < 0.0
    }
}

/// The position of a bone in model space.
#[inline]
pub(super) fn origin(absolute: &Matrix) -> Vector {
    matrix::translation(absolute).map(f64::from)
}

/// A bone's model-space matrix without the bone's own scale, which a correction must not change.
pub(crate) fn unscaled(absolute: &Matrix, scale: [f64; 3]) -> Matrix {
    let mut unscaled = *absolute;
    for (row, factor) in unscaled.chunks_exact_mut(4).zip(scale) {
        row[..3].iter_mut().for_each(|cell| *cell = to_f32(f64::from(*cell) / factor));
    }
    unscaled
}
