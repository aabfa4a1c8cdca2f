//! Creates chains from settings and a skeleton.

use rigmill_format::{SkeletonView, SpringBonesView, SpringChainView, SpringSettings};
use rigmill_math::{matrix, matrix3, to_f32, vector};

use super::chain::{Chain, Swing, axes, combine};
use super::particle::{Particle, Vector};
use crate::layers::bound::Branch;
use crate::layers::{LayerError, find};

/// The settings are fractions per update at this rate, in Hz.
const RATE_OF_PARTS: f64 = 60.0;

/// The bones of a chain. Parents come before their children.
pub(super) struct Plan {
    pub(super) bones: Vec<PlannedBone>,
}

/// A bone of a chain.
pub(super) struct PlannedBone {
    /// The bone's number in the skeleton.
    pub(super) number: usize,
    /// The index of the parent in the chain. The first bone has its own index.
    parent: usize,
    children: usize,
}

/// Plans the chains of all settings.
pub(super) fn plans(settings: &SpringBonesView<'_>, skeleton: &SkeletonView<'_>) -> Result<Vec<Plan>, LayerError> {
    let mut taken = vec![false; skeleton.len()];
    settings.chains().map(|chain| plan(&chain, skeleton, &mut taken)).collect()
}

fn plan(chain: &SpringChainView<'_>, skeleton: &SkeletonView<'_>, taken: &mut [bool]) -> Result<Plan, LayerError> {
    let root = find(skeleton, chain.root())?;
    let mut excluded = chain.exclude().map(|bone| find(skeleton, bone)).collect::<Result<Vec<_>, _>>()?;
    excluded.sort_unstable();
    // The numbers are ascending. So a bone comes after its parent, and binary search can find it.
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

/// Marks a bone as part of a chain. A bone cannot be part of two chains.
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
    /// Creates the chain, and adds end points after its last bones. `bind` contains the bind pose.
    pub(super) fn chain(&self, chain: &SpringChainView<'_>, rate: f32, bind: &Branch) -> Chain {
        let settings = chain.settings();
        let index_of = |bone: &PlannedBone| bind.index_of(bone.number).unwrap_or_default();
        let mut particles = Vec::with_capacity(self.bones.len());
        for bone in &self.bones {
            let mut particle = Particle::new(index_of(bone), Some(bone.number), [0.0; 3], bone.parent);
            particle.rotates_parent = self.bones.get(bone.parent).is_some_and(|parent| parent.children == 1);
            particles.push(particle);
        }
        let root = particles.first().map_or(0, |root| root.index);
        for (index, bone) in self.bones.iter().enumerate().filter(|(_, bone)| bone.children == 0) {
            let above = self.bones.get(bone.parent).filter(|_| index > 0).map(index_of);
            if let Some(tip) = added_end(settings, bind, index_of(bone), above, root) {
                particles.push(Particle::new(index_of(bone), None, tip, index));
            }
        }
        Chain { particles, swing: swing(settings, rate, &axes(bind.absolute(root))), acceleration: [0.0; 3] }
    }
}

/// The end point that is added after a last bone, in that bone's space.
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
        let ends = [bone, above].map(|index| matrix::translation(bind.absolute(index)));
        vector::scale(vector::subtract(ends[0], ends[1]), settings.end_length)
    } else {
        combine(axes(bind.absolute(root)), settings.end_offset)
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

/// Converts a fraction per 1/60 s to a fraction per update, so that the remainder after one second is the same.
#[expect(clippy::cast_possible_truncation, reason = "a part from 0 to 1")]
fn part_of_update(part: f32, rate: f32) -> f32 {
    (1.0 - libm::pow(1.0 - f64::from(part), RATE_OF_PARTS / f64::from(rate))) as f32
}
