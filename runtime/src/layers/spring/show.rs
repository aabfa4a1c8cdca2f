//! Applies particles to the pose: rotates each bone towards the particle below it.

use rigmill_math::{Matrix, matrix, matrix3, to_f32, vector};

use super::chain::Chain;
use super::particle::{Particle, Vector};
use crate::layers::bound::Branch;

/// Applies a chain to the pose, at a fraction of the time between two updates.
pub(super) fn show(chain: &Chain, fraction: f32, branch: &mut Branch, local: &mut [Matrix]) {
    for particle in chain.particles.iter().skip(1) {
        let Some(parent) = chain.particles.get(particle.parent) else { continue };
        let shown = particle.shown(fraction);
        if particle.rotates_parent {
            rotate_parent(particle, parent, shown, branch, local);
        } else {
            move_bone(particle, parent, shown, branch, local);
        }
        if particle.bone.is_some() {
            branch.update_one(particle.index, local);
        }
    }
}

fn rotate_parent(particle: &Particle, parent: &Particle, shown: Vector, branch: &mut Branch, local: &mut [Matrix]) {
    let Some(bone) = parent.bone else { return };
    // The particle in its parent's space: a bone's translation, or an added end's tip.
    let point = particle.bone.and_then(|bone| local.get(bone)).map_or(particle.tip, matrix::translation);
    let Some(matrix) = local.get_mut(bone) else { return };
    let above = matrix::rows(branch.parent_of(parent.index));
    let Some(into_parent) = matrix3::inverse(&above) else { return };
    let rows = matrix::rows(matrix);
    let rest = matrix3::transform(point.map(f64::from), &rows);
    let way = vector::subtract(shown, matrix::translation(branch.absolute(parent.index)));
    let wanted = matrix3::transform(way.map(f64::from), &into_parent);
    if let Some(rotation) = matrix3::rotation_between(rest, wanted) {
        matrix::set_rows(matrix, &matrix3::multiply(&rows, &rotation));
        branch.update_one(parent.index, local);
    }
}

/// Moves the bone. If a parent has several children, no rotation of the parent can fit all of them, so the bones are moved
/// instead.
fn move_bone(particle: &Particle, parent: &Particle, shown: Vector, branch: &Branch, local: &mut [Matrix]) {
    let Some(matrix) = particle.bone.and_then(|bone| local.get_mut(bone)) else { return };
    let above = branch.absolute(parent.index);
    if let Some(into_parent) = matrix3::inverse(&matrix::rows(above)) {
        let way = vector::subtract(shown, matrix::translation(above));
        matrix::set_translation(matrix, matrix3::transform(way.map(f64::from), &into_parent).map(to_f32));
    }
}
