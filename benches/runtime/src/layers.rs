//! Breath and spring bones, per character and frame.

use std::hint::black_box;

use rigmill_format::{
    Bone, Breath as BreathContent, BreathPhase, BreathRotation, Easing, Skeleton as SkeletonContent,
    SpringBones as SpringContent, SpringChain, SpringSettings as Settings, Transform,
};
use rigmill_runtime::Matrix;
use rigmill_runtime::content::{BreathSettings, Skeleton, SpringSettings};
use rigmill_runtime::layers::{Breath, Pose, PoseLayer, SpringBones};

use crate::measure::medians;
use crate::plain_layers::{PlainBreath, PlainSpring};
use crate::row::Row;

const CHARACTERS: usize = 100;
const DT: f32 = 1.0 / 60.0;
/// The number of bones in the body. The spine begins at bone 2.
const BONES: u32 = 60;
const SPRINGS: u32 = 8;

pub(crate) fn rows() -> Vec<Row> {
    vec![breath_row(), spring_row()]
}

fn breath_row() -> Row {
    let Body { skeleton, bind, parents } = Body::new();
    let settings = BreathSettings::from_owned(&breath()).expect("the settings are in order");
    let one = Breath::new(&settings.view(), &skeleton.view()).expect("the skeleton has the bones");
    let mut layers = vec![one; CHARACTERS];
    let mut plain: Vec<_> = (0..CHARACTERS).map(|_| PlainBreath::new(parents.clone())).collect();
    let ours = &mut frames(&bind, |i, local| layers[i].apply(&mut Pose { skeleton: skeleton.view(), local }, DT));
    let theirs = &mut frames(&bind, |i, local| plain[i].apply(local, DT));
    row("breath, 4 bones and 2 shoulders of 68", ours, theirs)
}

fn spring_row() -> Row {
    let Body { skeleton, bind, parents } = Body::new();
    let settings = SpringSettings::from_owned(&springs()).expect("the settings are in order");
    let one = SpringBones::new(&settings.view(), &skeleton.view()).expect("the skeleton has the bones");
    let mut layers = vec![one; CHARACTERS];
    let chain: Vec<usize> = (BONES..BONES + SPRINGS).map(|bone| bone as usize).collect();
    let mut plain: Vec<_> = (0..CHARACTERS).map(|_| PlainSpring::new(parents.clone(), chain.clone())).collect();
    let ours = &mut frames(&bind, |i, local| layers[i].apply(&mut Pose { skeleton: skeleton.view(), local }, DT));
    let theirs = &mut frames(&bind, |i, local| plain[i].apply(local));
    row(&format!("spring, a chain of {SPRINGS} bones of 68"), ours, theirs)
}

fn row(subject: &str, ours: &mut dyn FnMut(), theirs: &mut dyn FnMut()) -> Row {
    let [rigmill, plain] = medians(CHARACTERS, [ours, theirs]);
    Row { subject: subject.to_owned(), unit: "character", rigmill, plain }
}

/// A body, and the matrices of its bones in bind pose.
struct Body {
    skeleton: Skeleton,
    bind: Vec<Matrix>,
    parents: Vec<Option<usize>>,
}

impl Body {
    fn new() -> Self {
        let skeleton = Skeleton::from_owned(&skeleton()).expect("the skeleton is in order");
        let bind = skeleton.view().bones().map(|bone| bone.bind().to_matrix()).collect();
        let parents = skeleton.view().bones().map(|bone| bone.parent()).collect();
        Self { skeleton, bind, parents }
    }
}

/// Computes one frame for every character. The root moves at intervals, so that the springs swing.
fn frames<'a>(bind: &'a [Matrix], mut apply: impl FnMut(usize, &mut [Matrix]) + 'a) -> impl FnMut() + 'a {
    let mut local = bind.to_vec();
    let mut frame = 0_u32;
    move || {
        frame += 1;
        for character in 0..CHARACTERS {
            local.copy_from_slice(bind);
            local[0][12] = if frame % 40 < 20 { 0.1 } else { 0.0 };
            apply(character, black_box(&mut local));
        }
    }
}

fn skeleton() -> SkeletonContent {
    let bone = |number: u32, parent: Option<u32>| Bone {
        name: format!("B{number}"),
        parent,
        bind: Transform { translation: [0.01, 0.1, 0.0], rotation: [0.1, 0.0, 0.0, 0.995], ..Transform::IDENTITY },
    };
    // A spine of eight bones with limbs, and a chain on the head, which is bone 7.
    let parent = |number: u32| match number {
        0 => None,
        1..8 => Some(number - 1),
        8 | 12 => Some(4),
        BONES => Some(7),
        _ => Some(number - 1),
    };
    SkeletonContent {
        bones: (0..BONES + SPRINGS).map(|number| bone(number, parent(number))).collect(),
        ..SkeletonContent::default()
    }
}

fn breath() -> BreathContent {
    let phase = |duration, easing| BreathPhase { duration, easing };
    let turn = |(bone, angle): (&str, f32)| BreathRotation { bone: bone.to_owned(), angles: [angle, -angle] };
    BreathContent {
        phases: [phase(1.2, Easing::OutSine), phase(2.4, Easing::InOutQuad)],
        rest: 0.2,
        duration_rate: 1.0,
        effect_rate: 1.0,
        right: [1.0, 0.0, 0.0],
        rotations: [("B2", 2.0), ("B4", -3.0), ("B6", 0.5), ("B7", 0.5)].into_iter().map(turn).collect(),
        keeps: vec!["B8".to_owned(), "B12".to_owned()],
    }
}

fn springs() -> SpringContent {
    let settings = Settings { damping: 0.1, elasticity: 0.1, stiffness: 0.1, ..Settings::default() };
    let chain = SpringChain { root: format!("B{BONES}"), exclude: Vec::new(), settings };
    SpringContent { rate: 60.0, chains: vec![chain], colliders: Vec::new() }
}
