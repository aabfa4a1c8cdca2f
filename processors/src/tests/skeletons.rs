//! The `skeleton` processor.

use rigmill_dom::{BoneSource, SkeletonSource};
use rigmill_format::{Bone, Skeleton, Transform};
use rigmill_pipeline::NoParams;

use super::support::{Assets, at, process};
use crate::SkeletonProcessor;

#[test]
fn bones_stay_the_same() {
    let bone = |name: &str, parent: Option<u32>| BoneSource {
        name: at(name.to_owned(), 1),
        parent: parent.map(|parent| at(parent, 1)),
        translation: at([1.0, -0.0, 3.0], 1),
        rotation: at([0.0, 0.0, 0.5, 1.0], 1),
        scale: at([-1.0, 1.0, 1.0], 1),
    };
    let source = SkeletonSource {
        root_axis: at([-1.0, 0.0, 0.0, 1.0], 1),
        bones: vec![bone("Root", None), bone(" A", Some(0))],
    };
    let bind = Transform { translation: [1.0, -0.0, 3.0], rotation: [0.0, 0.0, 0.5, 1.0], scale: [-1.0, 1.0, 1.0] };
    let expected = Skeleton {
        bones: vec![
            Bone { name: "Root".into(), parent: None, bind },
            Bone { name: " A".into(), parent: Some(0), bind },
        ],
        root_axis: [-1.0, 0.0, 0.0, 1.0],
    };
    let outcome = process(&SkeletonProcessor, &source, &NoParams::default(), &Assets(&[]));
    assert_eq!(outcome.clean(), expected);
}
