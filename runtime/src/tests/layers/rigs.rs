//! Skeletons and settings for the tests of layers.

use std::sync::Arc;

use rigmill_format::{
    Bone, Breath as BreathContent, BreathPhase, BreathRotation, Easing, Skeleton as SkeletonContent,
    SpringBones as SpringContent, SpringChain, SpringSettings as Settings, Transform,
};
use rigmill_math::matrix::Matrix;

use crate::content::{BreathSettings, Skeleton, SpringSettings};
use crate::layers::{AimBone, AimIk, AimIkLayer, Breath, Pose, PoseLayer, SpringBones, TwoBoneIk, TwoBoneIkLayer};
use crate::{AnimatedModel, Rules};

pub(super) const HALF: f32 = std::f32::consts::FRAC_1_SQRT_2;

pub(super) fn bone(name: &str, parent: Option<u32>, translation: [f32; 3], rotation: [f32; 4]) -> Bone {
    let bind = Transform { translation, rotation, scale: [1.0; 3] };
    Bone { name: name.to_owned(), parent, bind }
}

/// A torso with a rotated spine, with shoulders, and an antenna of three bones on the head.
pub(super) fn person() -> Arc<Skeleton> {
    let straight = [0.0, 0.0, 0.0, 1.0];
    skeleton(vec![
        bone("Root", None, [0.0; 3], straight),
        bone("Spine", Some(0), [0.0, 1.0, 0.0], [HALF, 0.0, HALF, 0.0]),
        bone("Chest", Some(1), [0.2, 0.1, 0.0], [0.1, -0.2, 0.05, 0.97]),
        bone("Neck", Some(2), [0.3, 0.0, 0.0], [0.0, 0.1, 0.0, 0.99]),
        bone("Head", Some(3), [0.1, 0.0, 0.1], straight),
        bone("L Shoulder", Some(2), [0.25, 0.0, -0.1], [0.5, 0.5, -0.5, 0.5]),
        bone("R Shoulder", Some(2), [0.25, 0.0, 0.1], [0.5, -0.5, 0.5, 0.5]),
        bone("Antenna", Some(4), [0.2, 0.0, 0.0], straight),
        bone("Antenna1", Some(7), [0.1, 0.0, 0.0], straight),
        bone("Antenna2", Some(8), [0.1, 0.0, 0.0], straight),
    ])
}

pub(super) fn skeleton(bones: Vec<Bone>) -> Arc<Skeleton> {
    let content = SkeletonContent { bones, ..SkeletonContent::default() };
    Arc::new(Skeleton::from_owned(&content).unwrap())
}

pub(super) const ANGLES: [[f32; 2]; 4] = [[2.0, -2.0], [-3.0, 3.0], [0.5, -0.5], [0.5, -0.5]];

/// The usual settings of a breath.
pub(super) fn breath_settings() -> BreathContent {
    let phase = |duration, easing| BreathPhase { duration, easing };
    let turn = |(bone, angles): (&str, _)| BreathRotation { bone: bone.to_owned(), angles };
    BreathContent {
        phases: [phase(1.2, Easing::OutSine), phase(2.4, Easing::InOutQuad)],
        rest: 0.2,
        duration_rate: 1.0,
        effect_rate: 1.0,
        right: [1.0, 0.0, 0.0],
        rotations: ["Spine", "Chest", "Neck", "Head"].into_iter().zip(ANGLES).map(turn).collect(),
        keeps: vec!["L Shoulder".to_owned(), "R Shoulder".to_owned()],
    }
}

pub(super) fn breath_of(content: &BreathContent, skeleton: &Skeleton) -> Breath {
    let settings = BreathSettings::from_owned(content).unwrap();
    Breath::new(&settings.view(), &skeleton.view()).unwrap()
}

/// Springs on the antenna.
pub(super) fn spring_settings() -> SpringContent {
    let settings = Settings {
        damping: 0.1,
        elasticity: 0.05,
        stiffness: 0.2,
        gravity: [0.0, -9.81, 0.0],
        end_length: 1.0,
        ..Settings::default()
    };
    let chain = SpringChain { root: "Antenna".to_owned(), exclude: Vec::new(), settings };
    SpringContent { rate: 60.0, chains: vec![chain], colliders: Vec::new() }
}

pub(super) fn springs_of(content: &SpringContent, skeleton: &Skeleton) -> SpringBones {
    let settings = SpringSettings::from_owned(content).unwrap();
    SpringBones::new(&settings.view(), &skeleton.view()).unwrap()
}

/// An antenna that reaches for a point.
pub(super) fn reaching(skeleton: &Skeleton) -> TwoBoneIkLayer {
    let limb = ["Antenna", "Antenna1", "Antenna2"];
    let mut layer = TwoBoneIkLayer::new(TwoBoneIk::default(), limb, &skeleton.view()).unwrap();
    layer.set_target(Some([0.5, 1.0, 0.2]));
    layer
}

/// A head that looks at a point, and a neck that bends within a limit.
pub(super) fn aiming(skeleton: &Skeleton) -> AimIkLayer {
    let chain = [("Head", AimBone { weight: 0.5, limit: 1.0 }), ("Neck", AimBone { weight: 1.0, limit: 0.5 })];
    let mut layer = AimIkLayer::new(AimIk::default(), &chain, &skeleton.view()).unwrap();
    layer.set_target(Some([0.5, 2.0, 3.0]));
    layer
}

pub(super) fn standing(skeleton: &Arc<Skeleton>) -> AnimatedModel {
    AnimatedModel::new(Arc::clone(skeleton), Rules::Standard)
}

pub(super) fn at(model: &AnimatedModel, bone: &str) -> Matrix {
    model.absolute()[model.skeleton().view().find(bone).unwrap()]
}

pub(super) fn origin(matrix: Matrix) -> [f32; 3] {
    [matrix[12], matrix[13], matrix[14]]
}

pub(super) fn distance(a: [f32; 3], b: [f32; 3]) -> f32 {
    a.iter().zip(b).map(|(a, b)| (a - b) * (a - b)).sum::<f32>().sqrt()
}

/// A layer that moves the root to a position, instead of a clip.
#[derive(Clone, Debug)]
pub(super) struct MoveRoot(pub(super) [f32; 3]);

impl PoseLayer for MoveRoot {
    fn apply(&mut self, pose: &mut Pose<'_>, _dt: f32) {
        pose.local[0][12..15].copy_from_slice(&self.0);
    }
}
