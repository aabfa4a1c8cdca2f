//! Layers accept any pose and any time step.

use proptest::prelude::*;

use super::rigs::*;
use crate::layers::{Pose, PoseLayer};
use crate::matrix;

fn number() -> impl Strategy<Value = f32> {
    prop_oneof![
        any::<f32>(),
        Just(f32::NAN),
        Just(f32::INFINITY),
        Just(f32::MAX),
        Just(f32::MIN_POSITIVE),
        Just(0.0),
        -2.0_f32..2.0
    ]
}

proptest! {
    #[test]
    fn any_pose_and_any_time_is_taken(
        cells in prop::collection::vec(number(), 160),
        dts in prop::collection::vec(number(), 1..6),
    ) {
        let skeleton = person();
        let mut layers: Vec<Box<dyn PoseLayer>> = vec![
            Box::new(breath_of(&breath_settings(), &skeleton)),
            Box::new(springs_of(&spring_settings(), &skeleton)),
            Box::new(reaching(&skeleton)),
            Box::new(aiming(&skeleton)),
        ];
        let bind = standing(&skeleton).local().to_vec();
        for dt in dts {
            let mut local: Vec<_> = cells.chunks_exact(16).map(|cells| cells.try_into().unwrap()).collect();
            for layer in &mut layers {
                layer.apply(&mut Pose { skeleton: skeleton.view(), local: &mut local }, dt);
            }
        }
        // NaN and infinite values have no lasting effect.
        let mut local = bind;
        for _ in 0..2 {
            for layer in &mut layers {
                layer.apply(&mut Pose { skeleton: skeleton.view(), local: &mut local }, 0.01);
            }
        }
        prop_assert!(local.iter().flatten().all(|cell| cell.is_finite()));
    }
}

#[test]
fn a_pose_of_another_skeleton_is_left_alone() {
    let skeleton = person();
    let mut layers: Vec<Box<dyn PoseLayer>> = vec![
        Box::new(breath_of(&breath_settings(), &skeleton)),
        Box::new(springs_of(&spring_settings(), &skeleton)),
        Box::new(reaching(&skeleton)),
        Box::new(aiming(&skeleton)),
    ];
    for bones in [0, 3, 11] {
        let mut local = vec![matrix::IDENTITY; bones];
        for layer in &mut layers {
            layer.apply(&mut Pose { skeleton: skeleton.view(), local: &mut local }, 0.1);
        }
        assert_eq!(local, vec![matrix::IDENTITY; bones]);
    }
}
