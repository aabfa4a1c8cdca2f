//! Applies corrections to a model's pose.

use rigmill_format::SkeletonView;
use rigmill_math::matrix3::{self, from_quaternion};
use rigmill_math::vector::{length, scale};
use rigmill_math::{Matrix, matrix, quaternion};

use super::frame::unscaled;
use crate::layers::LayerError;
use crate::layers::bound::Branch;

/// A bone's model-space matrix without the bone's own scale.
pub(super) fn frame(branch: &Branch, bone: usize, local: &[Matrix]) -> Matrix {
    let scale = local.get(bone).map_or([1.0; 3], own_scale);
    unscaled(absolute(branch, bone), scale)
}

/// A bone's model-space matrix.
pub(super) fn absolute(branch: &Branch, bone: usize) -> &Matrix {
    branch.index_of(bone).map_or(&matrix::IDENTITY, |index| branch.absolute(index))
}

/// Applies a correction in the bone's own axes, and keeps the bone's scale along these axes. Leaves the bone unchanged if there
/// is nothing to correct, or if the result would not be finite.
pub(super) fn rotate(local: &mut [Matrix], bone: usize, correction: [f32; 4]) {
    let Some(local) = local.get_mut(bone).filter(|_| correction != quaternion::IDENTITY) else { return };
    let axes = matrix::rows(&unscaled(local, own_scale(local)));
    let mut rows = matrix3::multiply(&from_quaternion(correction.map(f64::from)), &axes);
    for (row, factor) in rows.iter_mut().zip(own_scale(local)) {
        *row = scale(*row, factor);
    }
    let mut rotated = *local;
    matrix::set_rows(&mut rotated, &rows);
    if rotated.iter().all(|cell| cell.is_finite()) {
        *local = rotated;
    }
}

fn own_scale(local: &Matrix) -> [f64; 3] {
    matrix::rows(local).map(length)
}

/// Checks that each bone of a chain is below the next one.
pub(super) fn check_chain(skeleton: &SkeletonView<'_>, bones: &[usize]) -> Result<(), LayerError> {
    let parent = |bone: &usize| skeleton.bone(*bone)?.parent();
    let is_below = |bone: usize, above: usize| std::iter::successors(parent(&bone), parent).any(|it| it == above);
    let name = |bone: usize| skeleton.bone(bone).map_or("", |bone| bone.name()).to_owned();
    match bones.iter().zip(bones.iter().skip(1)).find(|(bone, above)| !is_below(**bone, **above)) {
        Some((bone, above)) => Err(LayerError::NotBelow { bone: name(*bone), above: name(*above) }),
        None => Ok(()),
    }
}
