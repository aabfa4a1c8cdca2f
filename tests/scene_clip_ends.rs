//! Tests clips of scenes whose duration is not a whole number of frames: they end where the source ends, and move evenly until
//! then.
#![allow(clippy::disallowed_methods, reason = "a test's own measure; no output depends on it")]

use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::Arc;

use rigmill_runtime::blocks::{CompressedSampleJob, CompressedScratch, UniformSampleJob, pose_blocks};
use rigmill_runtime::clips::{CurveClip, SampledClip};
use rigmill_runtime::content::{AnimationSequence, CompressedClip, Motion, Skeleton, UniformClip};
use rigmill_runtime::{Content, PlayMode, Rules, Transform};
use serde_json::json;

use crate::support::{Project, repository};

/// The processors and parameters that make clips of a scene.
const KINDS: [(&str, &str); 6] = [
    ("clips", ""),
    ("clips", "max_error = 0.0001"),
    ("uniform-clip", ""),
    ("compress", ""),
    ("sampled-clip", ""),
    ("curve-clip", ""),
];

/// A clip of any kind.
enum Clip {
    Keys(Arc<AnimationSequence>),
    Uniform(Arc<UniformClip>),
    Compressed(Arc<CompressedClip>),
    Sampled(Arc<SampledClip>),
    Curves(Arc<CurveClip>),
}

impl Clip {
    fn load(content: &Content, processor: &str, name: &str) -> Self {
        match processor {
            "clips" => Self::Keys(content.load(name).unwrap()),
            "uniform-clip" => Self::Uniform(content.load(name).unwrap()),
            "compress" => Self::Compressed(content.load(name).unwrap()),
            "sampled-clip" => Self::Sampled(content.load(name).unwrap()),
            _ => Self::Curves(content.load(name).unwrap()),
        }
    }

    /// Returns the duration in seconds. Curve clips have none.
    fn duration(&self) -> Option<f32> {
        match self {
            Self::Keys(clip) => Some(clip.view().duration()),
            Self::Uniform(clip) => Some(clip.view().duration()),
            Self::Compressed(clip) => Some(clip.view().duration()),
            Self::Sampled(clip) => Some(clip.length()),
            Self::Curves(_) => None,
        }
    }

    /// Returns the local transform of each bone at a time.
    fn pose(&self, skeleton: &Skeleton, time: f32) -> BTreeMap<String, Transform> {
        let bind = pose_blocks(skeleton.view().bones().map(|bone| *bone.bind()));
        let mut out = bind.clone();
        match self {
            Self::Keys(clip) => {
                let sequences = clip.view().sequences().collect::<Vec<_>>();
                let local = |bone: rigmill_format::BoneView<'_>| {
                    let keys = sequences.iter().find(|keys| keys.bone_name() == bone.name());
                    let frame = keys.map(|keys| Rules::Standard.sample_key_frame(keys, time, PlayMode::Once).unwrap());
                    (bone.name().to_owned(), frame.map_or(*bone.bind(), |frame| frame.or(bone.bind())))
                };
                return skeleton.view().bones().map(local).collect();
            }
            Self::Sampled(clip) => {
                let mut frame = vec![Transform::IDENTITY; clip.paths().len()];
                clip.frame_at(time, &mut frame);
                return clip.paths().map(bone_of).zip(frame).collect();
            }
            Self::Curves(clip) => {
                let names: Vec<String> = clip.paths().map(ToOwned::to_owned).collect();
                let mut frame = vec![Transform::IDENTITY; names.len()];
                clip.bind(&names).play(time, &mut frame);
                return names.iter().map(|path| bone_of(path)).zip(frame).collect();
            }
            Self::Uniform(clip) => {
                UniformSampleJob { clip: clip.view(), time, wanted: &[], out: &mut out }.run().unwrap();
            }
            Self::Compressed(clip) => {
                let mut scratch = CompressedScratch::new(bind.len() * 8);
                let job = CompressedSampleJob {
                    clip: clip.view(),
                    bind: &bind,
                    scratch: &mut scratch,
                    time,
                    wanted: &[],
                    out: &mut out,
                };
                job.run().unwrap();
            }
        }
        let local = |bone: usize| out[bone / 8].transform(bone % 8);
        skeleton.view().bones().enumerate().map(|(bone, it)| (it.name().to_owned(), local(bone))).collect()
    }
}

/// Returns the bone at the end of a path.
fn bone_of(path: &str) -> String {
    path.rsplit('/').next().unwrap().to_owned()
}

fn folder(kind: usize, rate: f64) -> String {
    format!("{}-{kind}-{rate}", KINDS[kind].0)
}

/// Creates a project with a scene, once for each processor and rate.
fn project(file: &str, bytes: &[u8], importer: &str, rates: &[f64]) -> (Project, Content) {
    let project = Project::new();
    let mut manifest = String::new();
    for (kind, (processor, params)) in KINDS.iter().enumerate() {
        for &rate in rates {
            let folder = folder(kind, rate);
            project.write(&format!("{folder}/{file}"), bytes);
            writeln!(
                manifest,
                "[[rule]]\nmatch = \"{folder}/*\"\nimporter = \"{importer}\"\nprocessor = \"{processor}\""
            )
            .unwrap();
            let comma = if params.is_empty() { "" } else { ", " };
            writeln!(manifest, "params = {{ sample_rate = {rate:?}{comma}{params} }}").unwrap();
        }
    }
    project.write(&format!("rig/{file}"), bytes);
    project.write(&format!("motion/{file}"), bytes);
    writeln!(manifest, "[[rule]]\nmatch = \"rig/*\"\nimporter = \"{importer}\"\nprocessor = \"skeleton\"").unwrap();
    writeln!(manifest, "[[rule]]\nmatch = \"motion/*\"\nimporter = \"{importer}\"\nprocessor = \"motion\"").unwrap();
    writeln!(manifest, "params = {{ sample_rate = {:?} }}", rates[0]).unwrap();
    project.write("rigmill.toml", manifest);
    let built = project.build();
    assert_eq!((built.code, built.count("failed")), (0, 0), "{:?}", built.diagnostics());
    let content = Content::open(project.native()).unwrap();
    (project, content)
}

fn apart(a: &[f32], b: &[f32]) -> f32 {
    a.iter().zip(b).map(|(a, b)| (a - b).abs()).fold(0.0, f32::max)
}

/// Returns a rotation about z by twice this angle, in radians.
#[expect(clippy::cast_possible_truncation, reason = "files are in single precision")]
fn about_z(half: f32) -> [f32; 4] {
    let (sine, cosine) = f64::from(half).sin_cos();
    [0.0, 0.0, sine as f32, cosine as f32]
}

/// A bone that moves one metre per second along x and rotates a quarter turn per second about z, for `seconds`.
fn ramp(seconds: f32) -> Vec<u8> {
    moved(seconds, seconds, "LINEAR")
}

/// A bone that moves `metres` along x in `seconds`, and rotates a quarter turn per second about z.
fn moved(seconds: f32, metres: f32, interpolation: &str) -> Vec<u8> {
    let half = seconds * std::f32::consts::FRAC_PI_4;
    let mut floats = vec![0.0, seconds, 0.0, 0.0, 0.0, metres, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0];
    floats.extend(about_z(half));
    let view = |offset: usize, length: usize| json!({ "buffer": 0, "byteOffset": offset, "byteLength": length });
    let file = json!({
        "asset": { "version": "2.0" },
        "scene": 0,
        "scenes": [{ "nodes": [0] }],
        "nodes": [{ "name": "Hip", "children": [1] }, { "name": "Leg" }],
        "buffers": [{ "byteLength": 64 }],
        "bufferViews": [view(0, 8), view(8, 24), view(32, 32)],
        "accessors": [
            { "bufferView": 0, "componentType": 5126, "count": 2, "type": "SCALAR", "min": [0.0], "max": [seconds] },
            { "bufferView": 1, "componentType": 5126, "count": 2, "type": "VEC3" },
            { "bufferView": 2, "componentType": 5126, "count": 2, "type": "VEC4" },
        ],
        "animations": [{
            "name": "Go",
            "samplers": [{ "input": 0, "output": 1, "interpolation": interpolation }, { "input": 0, "output": 2 }],
            "channels": [
                { "sampler": 0, "target": { "node": 0, "path": "translation" } },
                { "sampler": 1, "target": { "node": 0, "path": "rotation" } },
            ],
        }],
    });
    let mut text = serde_json::to_vec(&file).unwrap();
    text.resize(text.len().next_multiple_of(4), b' ');
    let chunk = |kind: &[u8], bytes: &[u8]| [&u32::try_from(bytes.len()).unwrap().to_le_bytes(), kind, bytes].concat();
    let binary: Vec<u8> = floats.iter().flat_map(|float| float.to_le_bytes()).collect();
    let chunks = [chunk(b"JSON", &text), chunk(b"BIN\0", &binary)].concat();
    let length = u32::try_from(chunks.len() + 12).unwrap();
    [b"glTF".as_slice(), &2_u32.to_le_bytes(), &length.to_le_bytes(), &chunks].concat()
}

#[test]
fn an_even_movement_stays_even_to_its_end() {
    for seconds in [1.234_f32, 0.037, 0.5] {
        let rates = [10.0, 30.0, 24.0, 3.3];
        let (_project, content) = project("Ramp.glb", &ramp(seconds), "gltf", &rates);
        let skeleton = content.load::<Skeleton>("rig/Ramp").unwrap();
        for (kind, (processor, _)) in KINDS.iter().enumerate() {
            for rate in rates {
                let clip = Clip::load(&content, processor, &format!("{}/Ramp@Go", folder(kind, rate)));
                let what = format!("{} of {seconds} s", folder(kind, rate));
                assert_eq!(clip.duration().unwrap_or(seconds), seconds, "{what}");
                for step in 0..=100 {
                    let time = seconds * step as f32 / 100.0;
                    let hip = clip.pose(&skeleton, time)["Hip"];
                    let half = time * std::f32::consts::FRAC_PI_4;
                    // Components of curves are linear between frames.
                    let [metres, turn] = if kind < 4 { [2e-4, 1e-3] } else { [1e-5, 3e-2] };
                    let off = [apart(&hip.translation, &[time, 0.0, 0.0]), apart(&hip.rotation, &about_z(half))];
                    assert!(off[0] <= metres && off[1] <= turn, "{what} at {time} s: {off:?} {hip:?}");
                }
            }
        }
        let motion = content.load::<Motion>("motion/Ramp").unwrap();
        assert!((motion.duration() - f64::from(seconds)).abs() < 1e-7, "{seconds}: {}", motion.duration());
        for step in 0..=100 {
            let time = f64::from(seconds) * f64::from(step) / 100.0;
            let off = (motion.pose(time).translation[0] - time).abs();
            assert!(off < 1e-6, "{seconds}: {off} at {time} s");
        }
    }
}

#[test]
fn clips_of_fbx_end_with_the_pose_of_the_take_s_end_at_any_rate() {
    for (importer, takes) in [("fbx", "Low"), ("fbx-dom", "Up")] {
        let file = repository().join(format!("content/Animation/Players/Grund/{takes}.fbx"));
        let bytes = std::fs::read(file).unwrap();
        let rates = [30.0, 7.0, 11.3, 24.7, 0.9];
        let (_project, content) = project("Grund.fbx", &bytes, importer, &rates);
        let skeleton = content.load::<Skeleton>("rig/Grund").unwrap();
        let take = if takes == "Low" { "Walk" } else { "ReloadShotgun" };
        {
            let whole = Clip::load(&content, "clips", &format!("{}/Grund@{take}", folder(0, rates[0])));
            let seconds = whole.duration().unwrap();
            let end = whole.pose(&skeleton, seconds);
            for (kind, (processor, _)) in KINDS.iter().enumerate() {
                for rate in rates {
                    let clip = Clip::load(&content, processor, &format!("{}/Grund@{take}", folder(kind, rate)));
                    let what = format!("{importer}: {} of {take}", folder(kind, rate));
                    assert_eq!(clip.duration().unwrap_or(seconds), seconds, "{what}");
                    let found = clip.pose(&skeleton, seconds);
                    for (bone, expected) in &end {
                        let Some(found) = found.get(bone) else { continue };
                        let dot: f32 = found.rotation.iter().zip(expected.rotation).map(|(a, b)| a * b).sum();
                        let off = apart(&found.translation, &expected.translation);
                        // An error within a bound in model space can be larger in local space.
                        assert!(off <= 1e-3 && dot.abs() >= 1.0 - 1e-5, "{what}: {bone}: {found:?}, not {expected:?}");
                    }
                }
            }
        }
    }
}

#[test]
fn a_jump_in_a_short_last_interval_swings_nothing_out() {
    let rates = [30.0];
    for frames in [10.0015_f32, 10.01, 10.05, 10.5, 11.0] {
        let seconds = frames / 30.0;
        let (_project, content) = project("Jump.glb", &moved(seconds, 1.0, "STEP"), "gltf", &rates);
        let skeleton = content.load::<Skeleton>("rig/Jump").unwrap();
        for (kind, (processor, _)) in KINDS.iter().enumerate() {
            let clip = Clip::load(&content, processor, &format!("{}/Jump@Go", folder(kind, rates[0])));
            for step in 0..=1000 {
                let x = clip.pose(&skeleton, seconds * step as f32 / 1000.0)["Hip"].translation[0];
                assert!((-0.2..=1.2).contains(&x), "{processor} of {frames} frames at step {step}: {x}");
            }
            assert!(
                (clip.pose(&skeleton, seconds)["Hip"].translation[0] - 1.0).abs() < 1e-3,
                "{processor} of {frames} frames"
            );
        }
        let motion = content.load::<Motion>("motion/Jump").unwrap();
        for step in 0..=1000 {
            let x = motion.pose(f64::from(seconds) * f64::from(step) / 1000.0).translation[0];
            assert!((-0.25..=1.25).contains(&x), "motion of {frames} frames at step {step}: {x}");
        }
    }
}

#[test]
fn a_last_interval_that_single_precision_cannot_tell_from_none_is_none() {
    // 40,003 frames and slightly more than the rounding error at 1,000 frames per second.
    let seconds = 40.002_003_f32;
    for interpolation in ["STEP", "LINEAR"] {
        let file = moved(seconds, seconds, interpolation);
        let (_project, content) = project("Long.glb", &file, "gltf", &[1000.0]);
        let skeleton = content.load::<Skeleton>("rig/Long").unwrap();
        for (kind, (processor, _)) in KINDS.iter().enumerate() {
            let clip = Clip::load(&content, processor, &format!("{}/Long@Go", folder(kind, 1000.0)));
            assert_eq!(clip.duration().unwrap_or(seconds), seconds, "{processor}");
            let x = |time: f32| clip.pose(&skeleton, time)["Hip"].translation[0];
            assert!((x(seconds) - seconds).abs() < 1e-3, "{processor}: {}", x(seconds));
            let middle = if interpolation == "STEP" { 0.0 } else { seconds / 2.0 };
            assert!((x(seconds / 2.0) - middle).abs() < 2e-4, "{processor}: {}", x(seconds / 2.0));
        }
    }
}
