//! Tests the removal of redundant keys: how far bones are from their original positions afterwards.

use std::fmt::Write as _;

use rigmill_format::{AlignedBytes, AnimationSequence, Content, Model, Skeleton};
use rigmill_runtime::content::Loadable;
use rigmill_runtime::{PlayMode, Rules};
use rigmill_test_random::Random;
use serde_json::json;

use super::matrix::{self, Matrix};
use super::{built, fbx_data, load};
use crate::support::Project;

/// The distance of the compared points from their bones, in metres.
const SHELL: f64 = 0.03;

/// A skeleton with a clip, sampled by the runtime.
struct Played<'a> {
    skeleton: &'a Skeleton,
    model: &'a Model,
    clip: rigmill_runtime::content::AnimationSequence,
}

impl Played<'_> {
    fn worlds(&self, time: f32) -> Vec<Matrix> {
        let local = |bone: &rigmill_format::Bone| {
            let keys = self.clip.view().sequences().find(|keys| keys.bone_name() == bone.name);
            let frame = keys.map(|keys| Rules::Standard.sample_key_frame(&keys, time, PlayMode::Once).unwrap());
            matrix::of(&frame.map_or(bone.bind, |frame| frame.or(&bone.bind)))
        };
        let locals: Vec<_> = self.skeleton.bones.iter().map(local).collect();
        matrix::worlds(&self.model.bones, &locals)
    }
}

/// Returns the largest error of any point at the shell's distance from any bone.
fn error(right: &[Matrix], found: &[Matrix]) -> f64 {
    let pairs = right.iter().zip(found).flat_map(|(right, found)| {
        [[1.0, 0.0, 0.0], [-1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, -1.0, 0.0], [0.0, 0.0, 1.0], [0.0, 0.0, -1.0]].map(
            |way: [f64; 3]| {
                let axis = way.iter().position(|along| *along != 0.0).unwrap() * 4;
                let length = right[axis..axis + 3].iter().map(|along| along * along).sum::<f64>().sqrt();
                let point = way.map(|along| along * SHELL / length);
                let at = |m: &Matrix| -> [f64; 3] {
                    std::array::from_fn(|k| m[12 + k] + (0..3).map(|row| point[row] * m[row * 4 + k]).sum::<f64>())
                };
                let (a, b) = (at(right), at(found));
                (0..3).map(|k| (a[k] - b[k]) * (a[k] - b[k])).sum::<f64>().sqrt()
            },
        )
    });
    pairs.fold(0.0, f64::max)
}

/// Builds files with each bound, and checks every clip against the bound at each frame and between frames.
fn check(make: impl Fn(Option<&str>) -> Project, name: &str, clips: &[&str], bounds: &[f64]) {
    let whole = make(None);
    let (model, skeleton) =
        (load(&whole.native(), &format!("{name}.model")), load(&whole.native(), &format!("{name}.skeleton")));
    for bound in bounds {
        let rule = format!("[[rule]]\nmatch = \"**\"\nparams = {{ max_error = {bound:?} }}\n");
        let reduced = make(Some(&rule));
        for clip in clips {
            let file = format!("build/native/{name}@{clip}.rmb");
            let bytes = [&whole, &reduced].map(|project| project.read(&file));
            let [keys, kept] = [0, 1].map(|at| keys(&AnimationSequence::decode(&bytes[at]).unwrap()));
            let played = [0, 1].map(|at| {
                let clip =
                    rigmill_runtime::content::AnimationSequence::from_bytes(AlignedBytes::from_slice(&bytes[at]))
                        .unwrap();
                Played { skeleton: &skeleton, model: &model, clip }
            });
            let frames = played[0].clip.view().sequences().map(|it| it.key_count()).max().unwrap();
            let interval = played[0].clip.view().sequences().map(|it| it.key_interval()).next().unwrap();
            let worst = (0..frames * 2 - 1)
                .map(|half| half as f32 * 0.5 * interval)
                .map(|time| error(&played[0].worlds(time), &played[1].worlds(time)))
                .fold(0.0, f64::max);
            assert!(worst <= *bound, "{name}@{clip}: {worst} with a bound of {bound}");
            assert!(bytes[1].len() <= bytes[0].len() && kept <= keys);
        }
        // At the largest bound, some keys must have been removed.
        if Some(bound) == bounds.last() {
            let size = |project: &Project| {
                clips.iter().map(|clip| project.read(&format!("build/native/{name}@{clip}.rmb")).len()).sum::<usize>()
            };
            assert!(size(&reduced) * 10 < size(&whole) * 8, "{} of {}", size(&reduced), size(&whole));
        }
    }
}

fn keys(clip: &AnimationSequence) -> u32 {
    clip.sequences.iter().map(|it| it.key_count).sum()
}

#[test]
#[cfg_attr(not(fbx_files), ignore = "set RIGMILL_FBX to the folder with FBX files of known poses")]
fn real_clips_stay_within_the_bound() {
    let folder = fbx_data();
    let clips = ["Low_Idle", "Low_Run", "Up_Idle", "Up_ReloadShotgun", "Up_Run"];
    let make = |rule: Option<&str>| built(&[folder.join("robot.glb")], rule);
    check(make, "robot", &clips, &[1e-4, 1e-3, 1e-2]);
}

/// Returns a chain of bones with random movements (smooth, with jumps, and scaled), as a `.gltf` and its buffer.
fn random_chain(seed: u64) -> (String, Vec<u8>) {
    const BONES: usize = 6;
    const FRAMES: u16 = 75;
    let mut generator = Random::new(seed);
    let mut random = || generator.unit();
    let mut binary: Vec<u8> = (0..FRAMES).flat_map(|frame| (f32::from(frame) / 30.0).to_le_bytes()).collect();
    let mut accessors = vec![json!({ "bufferView": 0, "componentType": 5126, "count": FRAMES, "type": "SCALAR" })];
    let mut views = vec![json!({ "buffer": 0, "byteLength": binary.len() })];
    let (mut channels, mut samplers) = (Vec::new(), Vec::new());
    for bone in 0..BONES {
        for (path, kind, width) in [("rotation", "VEC4", 4), ("translation", "VEC3", 3), ("scale", "VEC3", 3)] {
            if path == "scale" && bone != 2 {
                continue;
            }
            let waves: Vec<[f64; 3]> = (0..width).map(|_| [random() * 0.4, random() * 9.0, random() * 6.0]).collect();
            let jump = 20.0 + random() * 40.0;
            let start = binary.len();
            for frame in 0..FRAMES {
                let time = f64::from(frame) / 30.0;
                let late = if f64::from(frame) > jump && bone == 3 { 0.3 } else { 0.0 };
                let base = if path == "translation" { 0.2 } else { 1.0 };
                let value = |[size, speed, phase]: [f64; 3]| base + size * wave(speed * time + phase) + late;
                #[expect(clippy::cast_possible_truncation, reason = "files are in single precision")]
                waves.iter().for_each(|&wave| binary.extend((value(wave) as f32).to_le_bytes()));
            }
            views.push(json!({ "buffer": 0, "byteOffset": start, "byteLength": binary.len() - start }));
            accessors
                .push(json!({ "bufferView": views.len() - 1, "componentType": 5126, "count": FRAMES, "type": kind }));
            samplers.push(json!({ "input": 0, "output": accessors.len() - 1 }));
            channels.push(json!({ "sampler": samplers.len() - 1, "target": { "node": bone, "path": path } }));
        }
    }
    let node = |bone: usize| match bone + 1 {
        BONES => json!({ "name": format!("B{bone}"), "translation": [0, 0.4, 0] }),
        next => json!({ "name": format!("B{bone}"), "translation": [0, 0.4, 0], "children": [next] }),
    };
    let document = json!({
        "asset": { "version": "2.0" },
        "buffers": [{ "uri": "chain.bin", "byteLength": binary.len() }],
        "bufferViews": views,
        "accessors": accessors,
        "nodes": (0..BONES).map(node).collect::<Vec<_>>(),
        "animations": [{ "name": "Go", "channels": channels, "samplers": samplers }],
    });
    let mut text = String::new();
    write!(text, "{document}").unwrap();
    (text, binary)
}

/// A wave from -1 to 1, with one arch for each integer step of x.
fn wave(x: f64) -> f64 {
    let turn = x / std::f64::consts::TAU;
    let part = turn - turn.floor();
    let half = (part * 2.0) % 1.0;
    let arch = 4.0 * half * (1.0 - half);
    if part < 0.5 { arch } else { -arch }
}

#[test]
fn clips_of_chance_stay_within_the_bound() {
    for seed in 1..=4 {
        let (document, binary) = random_chain(seed);
        let make = |rule: Option<&str>| {
            let project = Project::new();
            project.write("chain.gltf", &document);
            project.write("chain.bin", &binary);
            if let Some(rule) = rule {
                project.write("rigmill.toml", rule.replace("**", "**.gltf"));
            }
            let built = project.build();
            assert_eq!((built.code, built.count("failed")), (0, 0), "{:?}", built.diagnostics());
            project
        };
        check(make, "chain", &["Go"], &[5e-4, 5e-3, 5e-2]);
    }
}

#[test]
fn which_keys_stay_depends_on_the_clip_alone() {
    let (document, binary) = random_chain(9);
    let bytes = [(); 2].map(|()| {
        let project = Project::new();
        project.write("chain.gltf", &document);
        project.write("chain.bin", &binary);
        project.write("rigmill.toml", "[[rule]]\nmatch = \"*.gltf\"\nparams = { max_error = 0.002 }\n");
        project.build();
        project.read("build/native/chain@Go.rmb")
    });
    assert_eq!(bytes[0], bytes[1]);
}
