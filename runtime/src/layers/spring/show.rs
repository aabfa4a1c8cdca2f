//! Particles to pose: each bone is turned so that what hangs on it is where its particle is.

use super::chain::Chain;
use super::particle::Particle;
use crate::layers::bound::Branch;
use crate::layers::linear;
use crate::matrix::{self, Matrix};

/// Shows a chain at a fraction of the time between two updates.
pub(super) fn show(chain: &Chain, fraction: f32, branch: &mut Branch, local: &mut [Matrix]) {
    for particle in chain.particles.iter().skip(1) {
        let Some(parent) = chain.particles.get(particle.parent) else { continue };
        let shown = particle.shown(fraction);
        if particle.turns_parent {
            turn_parent(particle, parent, shown, branch, local);
        } else {
            move_bone(particle, parent, shown, branch, local);
        }
        if particle.bone.is_some() {
            branch.update_one(particle.place, local);
        }
    }
}

fn turn_parent(
    particle: &Particle,
    parent: &Particle,
    shown: linear::Vector,
    branch: &mut Branch,
    local: &mut [Matrix],
) {
    let Some(bone) = parent.bone else { return };
    // Where the particle is in its parent's space: a bone at its translation, an added end at its tip.
    let point = particle.bone.and_then(|bone| local.get(bone)).map_or(particle.tip, linear::origin);
    let Some(matrix) = local.get_mut(bone) else { return };
    let above = linear::rows(branch.parent_of(parent.place));
    let Some(into_parent) = linear::inverse(&above) else { return };
    let rows = linear::rows(matrix);
    let rest = linear::transform(&linear::wide(point), &rows);
    let way = linear::subtract(shown, linear::origin(branch.absolute(parent.place)));
    let wanted = linear::transform(&linear::wide(way), &into_parent);
    if let Some(turn) = linear::turn_between(&rest, &wanted) {
        linear::set_rows(matrix, &linear::multiply(&rows, &turn));
        branch.update_one(parent.place, local);
    }
}

/// Below a fork no turn of the parent suits all: the bone is moved instead.
fn move_bone(particle: &Particle, parent: &Particle, shown: linear::Vector, branch: &Branch, local: &mut [Matrix]) {
    let Some(matrix) = particle.bone.and_then(|bone| local.get_mut(bone)) else { return };
    let above = branch.absolute(parent.place);
    if let Some(into_parent) = linear::inverse(&linear::rows(above)) {
        let way = linear::subtract(shown, linear::origin(above));
        matrix::set_translation(matrix, linear::narrow(linear::transform(&linear::wide(way), &into_parent)));
    }
}
