//! [`SkinningPaletteJob`]: the matrices that a GPU uses to skin vertices.

use std::array::from_fn;

use rigmill_math::matrix::Matrix;

use super::quad::Floats;
use crate::blocks::dispatch::dispatched;
use crate::error::{JobError, check_length};

/// The first three columns of a [`Matrix`], one after another. These are the first three rows of the matrix for column vectors,
/// as GPUs expect them. The omitted fourth column is always 0, 0, 0, 1.
pub type Matrix3x4 = [f32; 12];

/// Returns the first three columns of a matrix.
#[must_use]
pub fn matrix_3x4(matrix: &Matrix) -> Matrix3x4 {
    std::array::from_fn(|cell| matrix[cell % 4 * 4 + cell / 4])
}

/// Computes the skinning matrices of the joints of a skin: inverse bind x model-space matrix of the joint's bone.
#[derive(Debug)]
pub struct SkinningPaletteJob<'a> {
    /// The bone number of each joint.
    pub bones: &'a [u32],
    /// For each joint, the matrix from the mesh's space to the bone's space, in the bind pose.
    pub inverse_binds: &'a [Matrix3x4],
    /// The model-space matrix of each bone.
    pub absolute: &'a [Matrix],
    /// Receives one matrix per joint. If a joint's bone does not exist, its matrix is left unchanged.
    pub out: &'a mut [Matrix3x4],
}

impl SkinningPaletteJob<'_> {
    /// Runs the job.
    ///
    /// # Errors
    /// A buffer is too short.
    pub fn run(self) -> Result<(), JobError> {
        check_length("inverse_binds", self.inverse_binds.len(), self.bones.len())?;
        check_length("out", self.out.len(), self.bones.len())?;
        palette(self.bones, self.inverse_binds, self.absolute, self.out);
        Ok(())
    }
}

dispatched! {
    fn palette(bones: &[u32], inverse_binds: &[Matrix3x4], absolute: &[Matrix], out: &mut [Matrix3x4]) {
        for ((bone, inverse), out) in bones.iter().zip(inverse_binds).zip(out) {
            let Some(absolute) = absolute.get(*bone as usize) else { continue };
            let [x, y, z] = [0, 4, 8].map(|first: usize| Floats::new(from_fn(|row| inverse[first + row])));
            for (column, out) in out.as_chunks_mut().0.iter_mut().enumerate() {
                let [a, b, c, d] = [0, 4, 8, 12].map(|first: usize| absolute[first + column]);
                let moved = z.scaled(c).plus(Floats::new([0.0, 0.0, 0.0, d]));
                *out = x.scaled(a).plus(y.scaled(b)).plus(moved).numbers();
            }
        }
    }
}
