//! Blending and matrices: blocks of eight bones compared with plain glam.

use std::hint::black_box;

use glam::{Affine3A, Mat4, Quat, Vec3};
use rigmill_processors::compression::SourceClip;
use rigmill_runtime::blocks::{
    BlendJob, BlendLayer, PoseBlock, PoseToModelJob, Rig, WeightBlock, pose_blocks, weight_blocks,
};
use rigmill_runtime::content::Skeleton;
use rigmill_runtime::matrix;

use crate::measure::medians;
use crate::plain::{Local, PlainClip};
use crate::rows::{self, Joint};
use crate::skeleton::skeleton;
use rigmill_test_random::Random;

/// The number of characters, whose poses are processed in turn.
const CHARACTERS: usize = 32;

/// A character in both representations.
struct Character {
    parents: Vec<Option<usize>>,
    skeleton: Rig,
    locals: [Vec<Local>; 2],
    joints: [Vec<Joint>; 2],
    blocks: [Vec<PoseBlock>; 2],
    weights: [Vec<f32>; 2],
    masks: [Vec<WeightBlock>; 2],
}

impl Character {
    fn new(source: &SourceClip, random: &mut Random) -> Option<Self> {
        let clip = PlainClip::new(source);
        let mut any = || (random.bits() % 1000) as f32 / 1000.0;
        let length = (source.frames() - 1) as f32 / source.frame_rate;
        let local = Local { rotation: Quat::IDENTITY, translation: Vec3::ZERO, scale: Vec3::ONE };
        let mut locals = [vec![local; source.bones.len()], vec![local; source.bones.len()]];
        for locals in &mut locals {
            clip.sample(any() * length, Quat::lerp, locals);
        }
        let weights: Vec<f32> = source.bones.iter().map(|_| any()).collect();
        let weights = [weights.iter().map(|weight| 1.0 - weight).collect(), weights];
        let loaded = Skeleton::from_owned(&skeleton(&source.bones)).ok()?;
        Some(Self {
            parents: source.bones.iter().map(|bone| bone.parent).collect(),
            skeleton: Rig::new(&loaded.view()),
            joints: [0, 1].map(|n: usize| locals[n].iter().map(|it| Joint::new(&it.transform())).collect()),
            blocks: [0, 1].map(|n: usize| pose_blocks(locals[n].iter().map(Local::transform))),
            masks: [0, 1].map(|n: usize| weight_blocks(weights[n].iter().copied())),
            locals,
            weights,
        })
    }
}

/// Returns a line for each job: ns per bone, and the ratios to plain glam and to careful glam.
pub(crate) fn report(kind: &str, clips: &[SourceClip]) -> String {
    let mut random = Random::new(11);
    let step = clips.len().div_ceil(CHARACTERS).max(1);
    let people: Vec<_> = clips.iter().step_by(step).filter_map(|clip| Character::new(clip, &mut random)).collect();
    if people.is_empty() {
        return format!("{kind}: no clips");
    }
    let line = |(name, [plain, careful, blocks]): (&str, [f64; 3])| {
        format!(
            "{kind}, {name}: glam {plain:.2}, careful glam {careful:.2}, blocks {blocks:.2} ns a bone, ratios {:.2}, {:.2}",
            blocks / plain,
            blocks / careful
        )
    };
    let rows = [
        ("blend of two poses", blend(&people)),
        ("blend with masks", masked(&people)),
        ("local to model", to_model(&people)),
    ];
    rows.map(line).join("\n")
}

fn bones(people: &[Character]) -> usize {
    people.iter().map(|it| it.parents.len()).sum()
}

/// Returns buffers for the largest pose.
fn room(people: &[Character]) -> (Vec<Local>, Vec<PoseBlock>) {
    let most = people.iter().map(|it| it.parents.len()).max().unwrap_or(0);
    let local = Local { rotation: Quat::IDENTITY, translation: Vec3::ZERO, scale: Vec3::ONE };
    (vec![local; most], vec![PoseBlock::IDENTITY; most.div_ceil(8)])
}

fn blend(people: &[Character]) -> [f64; 3] {
    let (mut locals, mut blocks) = room(people);
    let most = locals.len();
    let mut plain = || {
        for it in people {
            let fraction = black_box(0.3);
            for ((a, b), out) in it.locals[0].iter().zip(&it.locals[1]).zip(&mut locals) {
                *out = a.mix(b, fraction);
            }
            black_box(&mut locals);
        }
    };
    let mut joints = vec![Joint::IDENTITY; most];
    let mut careful = || {
        for it in people {
            let fraction = black_box(0.3);
            for ((a, b), out) in it.joints[0].iter().zip(&it.joints[1]).zip(&mut joints) {
                *out = a.mix(b, fraction);
            }
            black_box(&mut joints);
        }
    };
    let mut job = || {
        for it in people {
            let weight = black_box(0.3);
            let layers = [(0, 1.0 - weight), (1, weight)].map(|(n, weight): (usize, f32)| BlendLayer {
                pose: &it.blocks[n],
                weight,
                mask: None,
            });
            run(it, &layers, &mut blocks);
        }
    };
    medians(bones(people), [&mut plain, &mut careful, &mut job])
}

fn masked(people: &[Character]) -> [f64; 3] {
    let (mut locals, mut blocks) = room(people);
    let most = locals.len();
    let mut plain = || {
        for it in people {
            let weights = it.weights[0].iter().zip(&it.weights[1]);
            for (((a, b), out), (first, second)) in it.locals[0].iter().zip(&it.locals[1]).zip(&mut locals).zip(weights)
            {
                *out = a.mix(b, second / (first + second));
            }
            black_box(&mut locals);
        }
    };
    let mut joints = vec![Joint::IDENTITY; most];
    let mut careful = || {
        for it in people {
            let weights = it.weights[0].iter().zip(&it.weights[1]);
            for (((a, b), out), (first, second)) in it.joints[0].iter().zip(&it.joints[1]).zip(&mut joints).zip(weights)
            {
                *out = a.mix(b, second / (first + second));
            }
            black_box(&mut joints);
        }
    };
    let mut job = || {
        for it in people {
            let layers =
                [0, 1].map(|n: usize| BlendLayer { pose: &it.blocks[n], weight: 1.0, mask: Some(&it.masks[n]) });
            run(it, &layers, &mut blocks);
        }
    };
    medians(bones(people), [&mut plain, &mut careful, &mut job])
}

fn run(it: &Character, layers: &[BlendLayer<'_>], out: &mut [PoseBlock]) {
    let out = &mut out[..it.skeleton.blocks()];
    let job = BlendJob { layers, additive: &[], rest: it.skeleton.bind(), threshold: BlendJob::THRESHOLD, out };
    black_box(job.run().is_ok());
    black_box(out);
}

fn to_model(people: &[Character]) -> [f64; 3] {
    let most = room(people).0.len();
    let (mut mat4s, mut matrices) = (vec![Mat4::IDENTITY; most], vec![matrix::IDENTITY; most]);
    let mut plain = || {
        for it in people {
            for (bone, (parent, local)) in it.parents.iter().zip(&it.locals[0]).enumerate() {
                let local = Mat4::from_scale_rotation_translation(local.scale, local.rotation, local.translation);
                mat4s[bone] = parent.map_or(local, |parent| mat4s[parent] * local);
            }
            black_box(&mut mat4s);
        }
    };
    let mut affines = vec![Affine3A::IDENTITY; most];
    let mut careful = || {
        for it in people {
            rows::to_model(&it.parents, &it.joints[0], &mut affines);
            black_box(&mut affines);
        }
    };
    let mut job = || {
        for it in people {
            let job = PoseToModelJob { rig: &it.skeleton, pose: &it.blocks[0], out: &mut matrices };
            black_box(job.run().is_ok());
            black_box(&mut matrices);
        }
    };
    medians(bones(people), [&mut plain, &mut careful, &mut job])
}
