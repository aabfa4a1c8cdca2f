//! Tests of pose layers.

use rigmill_dom::{SpringChainSource, SpringColliderSource, SpringSource};
use rigmill_format::{Bone, Skeleton, Transform};
use rigmill_pipeline::{MemoryAssets, NoParams};

use super::support::{at, process_source};
use crate::SpringProcessor;

/// Returns the diagnostics of a spring file whose bones are `Hair`, `Ribbon` and `Head`, beside a skeleton of these bones.
fn lines(skeleton: &str, bones: &[&str]) -> Vec<String> {
    let bone = |name: &&str| Bone { name: (*name).to_owned(), parent: None, bind: Transform::IDENTITY };
    let skeleton_bones = bones.iter().map(bone).collect();
    let skeleton_value = Skeleton { bones: skeleton_bones, ..Skeleton::default() };
    let assets = MemoryAssets::new().with_product(skeleton, skeleton_value).unwrap();
    let chain = SpringChainSource {
        root: at("Hair".to_owned(), 3),
        exclude: vec![at("Ribbon".to_owned(), 4)],
        damping: 0.1,
        elasticity: 0.1,
        stiffness: 0.1,
        inertia: 0.0,
        radius: 0.0,
        end_length: 0.0,
        end_offset: [0.0; 3],
        gravity: [0.0; 3],
        force: [0.0; 3],
    };
    let bone = at("Head".to_owned(), 8);
    let collider = SpringColliderSource { bone, center: [0.0; 3], radius: 1.0, height: 0.0, axis: 0, inside: false };
    let source = SpringSource { rate: at(60.0, 1), chains: vec![chain], colliders: vec![collider] };
    process_source("Hero/Rig.spring.toml", &SpringProcessor, &source, &NoParams::default(), &assets).lines()
}

#[test]
fn bones_that_the_skeleton_of_the_same_name_lacks_are_reported() {
    assert_eq!(lines("Hero/Rig.skeleton", &["Hair", "Ribbon", "Head"]), [""; 0]);
    assert_eq!(
        lines("Hero/Rig.skeleton", &["Hairs", "Ribbon", "Chest"]),
        [
            "warning[R0397] 3:9: the skeleton `Hero/Rig.skeleton` has no bone \"Hair\"; help: did you mean \"Hairs\"?",
            "warning[R0397] 8:9: the skeleton `Hero/Rig.skeleton` has no bone \"Head\"; \
             help: write the name of a bone in this skeleton",
        ]
    );
    assert_eq!(lines("Hero/Other.skeleton", &["Chest"]), [""; 0]);
}
