//! [`Meter`]: the largest errors of poses, compared with a reference.

use std::iter;

use rigmill_format::Transform;
use rigmill_math::quaternion::{EvenFraction, normalize};
use rigmill_math::to_f32;
use rigmill_math::vector::dot;

use super::affine::Affine;
use super::reference::{ReferenceClip, SourceBone};
use super::reference_poses::{
    Moments, ReferencePoses, key_fractions, more_fractions, push_models, push_models_between,
};
use super::source::SourceClip;
use crate::clips::interpolation::nearer;

/// Measures the distances between the shells of bones and their positions in a reference.
pub(super) struct Meter<'a> {
    bones: &'a [SourceBone],
    reference: &'a ReferencePoses<'a>,
    shells: &'a [f32],
    moments: Moments,
    /// The largest distance so far, for each bone.
    pub(super) errors: Vec<f32>,
    pose: Vec<Transform>,
    models: Vec<Affine>,
    correct: Vec<Affine>,
}

impl<'a> Meter<'a> {
    pub(super) fn new(
        bones: &'a [SourceBone],
        reference: &'a ReferencePoses<'a>,
        shells: &'a [f32],
        moments: Moments,
    ) -> Self {
        let pose = vec![Transform::IDENTITY; bones.len()];
        Self {
            bones,
            reference,
            shells,
            moments,
            errors: vec![0.0; bones.len()],
            pose,
            models: Vec::new(),
            correct: Vec::new(),
        }
    }

    /// Measures the poses of a frame, given in model space.
    pub(super) fn frame(&mut self, frame: usize, models: &[Affine]) {
        let reference = &self.reference.models[frame * models.len()..][..models.len()];
        measure(models, reference, self.shells, &mut self.errors);
    }

    /// Measures the poses that players show between two frames with these local transforms. `interval` is the index of the
    /// first frame.
    pub(super) fn between(&mut self, interval: usize, from: &[Transform], to: &[Transform]) {
        if self.moments == Moments::None {
            return;
        }
        let reference = self.reference;
        for (fraction, correct) in reference.few_between(interval) {
            self.at_fraction(fraction, from, to, correct);
        }
        if self.moments == Moments::All {
            let mut correct = std::mem::take(&mut self.correct);
            for fraction in more_fractions() {
                reference.pose_between(interval, fraction, &mut self.pose, &mut correct);
                self.at_fraction(fraction, from, to, &correct);
            }
            self.correct = correct;
        }
    }

    fn at_fraction(&mut self, fraction: f64, from: &[Transform], to: &[Transform], correct: &[Affine]) {
        play_between(from, to, fraction, &mut self.pose);
        self.models.clear();
        push_models(self.bones, &self.pose, &mut self.models);
        measure(&self.models, correct, self.shells, &mut self.errors);
    }
}

/// Returns the largest error of each bone that remains if poses are interpolated between exact frames. The error is measured
/// half way between frames and at keys.
pub(super) fn interpolation_errors(
    source: &SourceClip,
    reference: &dyn ReferenceClip,
    keys: &[f64],
    shells: &[f32],
) -> Vec<f32> {
    let bones = &source.bones;
    let mut errors = vec![0.0; bones.len()];
    let (mut pose, mut found, mut correct) = (vec![Transform::IDENTITY; bones.len()], Vec::new(), Vec::new());
    for interval in 0..source.frames().saturating_sub(1) {
        let (from, to) = (source.time(interval), source.time(interval + 1));
        for fraction in iter::once(0.5).chain(key_fractions(keys, from, to, 1)) {
            correct.clear();
            push_models_between(source, reference, (interval, fraction), &mut pose, &mut correct);
            play_between(source.pose(interval), source.pose(interval + 1), fraction, &mut pose);
            found.clear();
            push_models(bones, &pose, &mut found);
            measure(&found, &correct, shells, &mut errors);
        }
    }
    errors
}

/// Computes the pose that players of a compressed clip show between two frames.
fn play_between(from: &[Transform], to: &[Transform], fraction: f64, pose: &mut [Transform]) {
    let fraction = to_f32(fraction);
    let even = EvenFraction::new(fraction);
    for ((from, to), pose) in from.iter().zip(to).zip(pose) {
        *pose = played(from, to, fraction, even);
    }
}

fn played(from: &Transform, to: &Transform, fraction: f32, even: EvenFraction) -> Transform {
    let to_rotation = nearer(to.rotation, from.rotation);
    let of_chord = even.of_chord(dot(from.rotation, to_rotation));
    let mut out = *from;
    for (out, to) in out.rotation.iter_mut().zip(to_rotation) {
        *out += (to - *out) * of_chord;
    }
    let linear = out.translation.iter_mut().zip(to.translation).chain(out.scale.iter_mut().zip(to.scale));
    for (out, to) in linear {
        *out += (to - *out) * fraction;
    }
    Transform { rotation: normalize(out.rotation), ..out }
}

fn measure(models: &[Affine], reference: &[Affine], shells: &[f32], errors: &mut [f32]) {
    for (((model, reference), shell), error) in models.iter().zip(reference).zip(shells).zip(errors) {
        let moved = [0, 1, 2].map(|i: usize| model.origin[i] - reference.origin[i]);
        let mut worst = 0.0_f32;
        for (axis, correct) in model.axes.iter().zip(&reference.axes) {
            let off = [0, 1, 2].map(|i: usize| moved[i] + shell * (axis[i] - correct[i]));
            worst = worst.max(off[0] * off[0] + off[1] * off[1] + off[2] * off[2]);
        }
        *error = error.max(worst.sqrt());
    }
}
