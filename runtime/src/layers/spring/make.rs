//! From settings and a skeleton to chains.

use rigmill_format::{SkeletonView, SpringBonesView, SpringChainView, SpringSettings};

use super::chain::{Chain, Swing, axes};
use super::particle::{Particle, Vector};
use crate::layers::bound::Branch;
use crate::layers::{LayerError, find};
use rigmill_math::{matrix, matrix3, to_f32, vector};

/// Parts are given for an update at this rate, in Hz.
const RATE_OF_PARTS: f64 = 60.0;

/// The bones of a chain, parents first.
pub(super) struct Plan {
    pub(super) bones: Vec<PlannedBone>,
}

/// A bone of a chain.
pub(super) struct PlannedBone {
    /// In the skeleton.
    pub(super) number: usize,
    /// Its place in the chain; the first bone has itself.
    parent: usize,
    children: usize,
}

/// The bones of every chain.
pub(super) fn plans(settings: &SpringBonesView<'_>, skeleton: &SkeletonView<'_>) -> Result<Vec<Plan>, LayerError> {
    let mut taken = vec![false; skeleton.len()];
    settings.chains().map(|chain| plan(&chain, skeleton, &mut taken)).collect()
}

fn plan(chain: &SpringChainView<'_>, skeleton: &SkeletonView<'_>, taken: &mut [bool]) -> Result<Plan, LayerError> {
    let root = find(skeleton, chain.root())?;
    let mut excluded = chain.exclude().map(|bone| find(skeleton, bone)).collect::<Result<Vec<_>, _>>()?;
    excluded.sort_unstable();
    // Ascending numbers: a bone comes after its parent, and is found by halving.
    let mut bones = vec![PlannedBone { number: root, parent: 0, children: 0 }];
    take(root, skeleton, taken)?;
    for (number, bone) in skeleton.bones().enumerate().skip(root + 1) {
        let above = bone.parent().and_then(|above| bones.binary_search_by_key(&above, |bone| bone.number).ok());
        if let Some(parent) = above.filter(|_| excluded.binary_search(&number).is_err()) {
            take(number, skeleton, taken)?;
            bones[parent].children += 1;
            bones.push(PlannedBone { number, parent, children: 0 });
        }
    }
    Ok(Plan { bones })
}

/// Bones belong to one chain.
fn take(bone: usize, skeleton: &SkeletonView<'_>, taken: &mut [bool]) -> Result<(), LayerError> {
    match taken.get_mut(bone) {
        Some(taken) if !*taken => *taken = true,
        _ => {
            let bone = skeleton.bone(bone).map_or("", |bone| bone.name()).to_owned();
            return Err(LayerError::SharedBone { bone });
        }
    }
    Ok(())
}

impl Plan {
    /// The chain, with ends added; `bind` has the bind pose.
    pub(super) fn chain(&self, chain: &SpringChainView<'_>, rate: f32, bind: &Branch) -> Chain {
        let settings = chain.settings();
        let place = |bone: &PlannedBone| bind.place_of(bone.number).unwrap_or_default();
        let mut particles = Vec::with_capacity(self.bones.len());
        for bone in &self.bones {
            let mut particle = Particle::new(place(bone), Some(bone.number), [0.0; 3], bone.parent);
            particle.turns_parent = self.bones.get(bone.parent).is_some_and(|parent| parent.children == 1);
            particles.push(particle);
        }
        let root = particles.first().map_or(0, |root| root.place);
        for (index, bone) in self.bones.iter().enumerate().filter(|(_, bone)| bone.children == 0) {
            let above = self.bones.get(bone.parent).filter(|_| index > 0).map(place);
            if let Some(tip) = added_end(settings, bind, place(bone), above, root) {
                particles.push(Particle::new(place(bone), None, tip, index));
            }
        }
        Chain { particles, swing: swing(settings, rate, &axes(bind.absolute(root))), acceleration: [0.0; 3] }
    }
}

/// Where an end is added behind a last bone, in that bone's space.
fn added_end(
    settings: &SpringSettings,
    bind: &Branch,
    bone: usize,
    above: Option<usize>,
    root: usize,
) -> Option<Vector> {
    let into_bone = matrix3::inverse(&matrix::rows(bind.absolute(bone)))?;
    let way = if settings.end_length > 0.0 {
        let Some(above) = above else { return Some([settings.end_length, 0.0, 0.0]) };
        let ends = [bone, above].map(|place| matrix::translation(bind.absolute(place)));
        vector::scale(vector::subtract(ends[0], ends[1]), settings.end_length)
    } else {
        let turned = axes(bind.absolute(root)).into_iter().zip(settings.end_offset);
        turned.fold([0.0; 3], |sum, (axis, part)| vector::add(sum, vector::scale(axis, part)))
    };
    let tip = matrix3::transform(way.map(f64::from), &into_bone).map(to_f32);
    (vector::length(tip) > 0.0).then_some(tip)
}

fn swing(settings: &SpringSettings, rate: f32, root: &[Vector; 3]) -> Swing {
    let along = |axis: &Vector| vector::dot(*axis, settings.gravity);
    Swing {
        damping: part_of_update(settings.damping, rate),
        elasticity: part_of_update(settings.elasticity, rate),
        stiffness: settings.stiffness,
        inertia: settings.inertia,
        radius: settings.radius,
        gravity: settings.gravity,
        gravity_at_bind: root.each_ref().map(along),
        force: settings.force,
    }
}

/// A part of 1/60 s as one of an update: what remains multiplies up over the updates.
#[expect(clippy::cast_possible_truncation, reason = "a part from 0 to 1")]
fn part_of_update(part: f32, rate: f32) -> f32 {
    (1.0 - libm::pow(1.0 - f64::from(part), RATE_OF_PARTS / f64::from(rate))) as f32
}
