//! Tests root motion of clips of all kinds: an in-place clip and its motion together are equal to the source.
#![allow(clippy::disallowed_methods, reason = "a test's own measure; no output depends on it")]

mod matrix;
mod scenes;

use std::f64::consts::TAU;
use std::fmt::Write;
use std::sync::Arc;

use rigmill_runtime::blocks::{CompressedSampleJob, CompressedScratch, UniformSampleJob, pose_blocks};
use rigmill_runtime::content::{AnimationSequence, CompressedClip, Motion, Skeleton, UniformClip};
use rigmill_runtime::{Content, PlayMode, Rules, Transform};
use serde_json::json;

use crate::robotgame::{element, elements, float, scalar};
use crate::support::{Project, files_below, outside, repository};
use matrix::*;
use scenes::scene;

/// The number of intervals in the test clip, which lasts one second.
const INTERVALS: usize = 30;
/// The tolerance for an in-place clip and its motion at keys, in metres.
const EXACT: f64 = 1e-5;
/// The tolerance between keys, where a path composed of two parts is not straight: the height of an arc over its chord.
const ARC: f64 = 5e-4;

/// Returns a key of the root, which walks along a bend, bobs and leans. It begins neither upright nor at the origin.
#[expect(clippy::cast_possible_truncation, reason = "files are in single precision")]
fn key(frame: usize) -> ([f32; 3], [f32; 4]) {
    let time = frame as f64 / INTERVALS as f64;
    let translation = [0.5 + 0.8 * time, 1.0 + 0.05 * (2.0 * TAU * time).sin(), 1.5 * time * time - 0.25];
    let lean = product(about(0, 0.15 * (TAU * time).sin()), about(2, 0.1 * time));
    let rotation = product(about(1, 0.6 + 1.2 * time), product(lean, about(0, 0.7)));
    (translation.map(|it| it as f32), rotation.map(|it| it as f32))
}

/// Returns the root of the source: linear between keys, with rotations at constant speed.
fn original(time: f64) -> Matrix {
    let at = time * INTERVALS as f64;
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "within the clip")]
    let from = (at + 1e-9).floor() as usize;
    let fraction = (at - from as f64).max(0.0);
    let ((a, p), (b, q)) = (key(from), key((from + 1).min(INTERVALS)));
    let between = |a: f32, b: f32| f64::from(a) + fraction * (f64::from(b) - f64::from(a));
    let cosine = (0..4).map(|at| f64::from(p[at]) * f64::from(q[at])).sum::<f64>().min(1.0);
    let angle = cosine.acos();
    let weights = if angle < 1e-6 {
        [1.0 - fraction, fraction]
    } else {
        [((1.0 - fraction) * angle).sin() / angle.sin(), (fraction * angle).sin() / angle.sin()]
    };
    let rotation = std::array::from_fn(|at| weights[0] * f64::from(p[at]) + weights[1] * f64::from(q[at]));
    rigid(std::array::from_fn(|at| between(a[at], b[at])), rotation)
}

/// Returns a sequence of an `.Animation` with the given keys.
fn sequence(bone: &str, seconds: f64, keys: &[([f32; 3], [f32; 4])]) -> String {
    let (mut translations, mut rotations) = (String::new(), String::new());
    for ([x, y, z], [qx, qy, qz, qw]) in keys {
        writeln!(translations, "<Vector3><X>{x}</X><Y>{y}</Y><Z>{z}</Z></Vector3>").unwrap();
        writeln!(rotations, "<Quaternion><X>{qx}</X><Y>{qy}</Y><Z>{qz}</Z><W>{qw}</W></Quaternion>").unwrap();
    }
    let (count, interval) = (keys.len(), seconds / (keys.len() - 1) as f64);
    format!(
        "<KeyFrameSequence>\n<BoneName>{bone}</BoneName>\n<KeyCount>{count}</KeyCount>\n<Duration>{seconds}</Duration>\n\
         <KeyInterval>{interval:.8}</KeyInterval>\n<HasTranslation>true</HasTranslation>\n<HasRotation>true</HasRotation>\n\
         <Translation>\n{translations}</Translation>\n<Rotation>\n{rotations}</Rotation>\n</KeyFrameSequence>\n"
    )
}

fn animation(duration: f64, sequences: &[String]) -> String {
    format!(
        "<?xml version=\"1.0\" ?>\n<AnimationSequence>\n<KeyFrameSequenceCount>{}</KeyFrameSequenceCount>\n\
         <Duration>{duration}</Duration>\n<KeyFrameSequences>\n{}</KeyFrameSequences>\n</AnimationSequence>\n",
        sequences.len(),
        sequences.concat()
    )
}

/// Returns the keys of the root, and of an arm that waves.
fn walk() -> String {
    let root: Vec<_> = (0..=INTERVALS).map(key).collect();
    let arm: Vec<_> = (0..=INTERVALS).map(|frame| ([0.0, 0.5, 0.0], key(INTERVALS - frame).1)).collect();
    animation(1.0, &[sequence("Root", 1.0, &root), sequence("Arm", 1.0, &arm)])
}

const RIG: &str = "[[bone]]\nname = \"Root\"\n[[bone]]\nname = \"Arm\"\nparent = \"Root\"\ntranslation = [0, 0.5, 0]\n";

/// A clip of any kind.
enum Clip {
    Keys(Arc<AnimationSequence>),
    Uniform(Arc<UniformClip>),
    Compressed(Arc<CompressedClip>),
}

impl Clip {
    fn load(content: &Content, processor: &str, name: &str) -> Self {
        match processor {
            "uniform-clip" => Self::Uniform(content.load(name).unwrap()),
            "compress" => Self::Compressed(content.load(name).unwrap()),
            _ => Self::Keys(content.load(name).unwrap()),
        }
    }

    fn duration(&self) -> f32 {
        match self {
            Self::Keys(clip) => clip.view().duration(),
            Self::Uniform(clip) => clip.view().duration(),
            Self::Compressed(clip) => clip.view().duration(),
        }
    }

    /// Returns the model-space matrix of a bone.
    #[expect(clippy::cast_possible_truncation, reason = "the runtime's times are in single precision")]
    fn absolute(&self, skeleton: &Skeleton, bone: &str, time: f64) -> Matrix {
        let view = skeleton.view();
        let mut at = view.find(bone);
        let mut found = IDENTITY;
        while let Some(bone) = at {
            found = times(&found, &of_transform(&self.local(skeleton, bone, time as f32)));
            at = view.bone(bone).unwrap().parent();
        }
        found
    }

    fn local(&self, skeleton: &Skeleton, bone: usize, time: f32) -> Transform {
        let bind = pose_blocks(skeleton.view().bones().map(|bone| *bone.bind()));
        let mut out = bind.clone();
        match self {
            Self::Keys(clip) => {
                let it = skeleton.view().bone(bone).unwrap();
                let keys = clip.view().sequences().find(|keys| keys.bone_name() == it.name());
                let frame = keys.map(|keys| Rules::Standard.sample_key_frame(&keys, time, PlayMode::Once).unwrap());
                return frame.map_or(*it.bind(), |frame| frame.or(it.bind()));
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
        out[bone / 8].transform(bone % 8)
    }
}

/// Returns how a model moves from its placement at time 0, according to the meaning of `frame` in docs/motion.md. For the
/// root's frame, the movement is between the root's two poses. For the model's frame, it is between two poses of the model that
/// carry the root in the same way.
fn moved(motion: &Motion, frame: &str, time: f64) -> Matrix {
    let (start, pose) = (motion.view().start(), motion.pose(time));
    let (start, pose) = (rigid(start.translation, start.rotation), rigid(pose.translation, pose.rotation));
    if frame == "model" { pose } else { times(&times(&inverse(&start), &pose), &start) }
}

fn content(project: &Project) -> Content {
    let built = project.build();
    assert_eq!((built.code, built.diagnostics().len()), (0, 0), "{:?}", built.diagnostics());
    Content::open(project.native()).unwrap()
}

/// The components, the frame, and the parameter.
const VARIANTS: [(&str, &str, &str); 4] = [
    ("all", "model", "\"Root\""),
    ("all", "root", "{ root = \"Root\", frame = \"root\" }"),
    ("ground", "model", "{ root = \"Root\", components = \"ground\" }"),
    ("ground", "root", "{ root = \"Root\", components = \"ground\", frame = \"root\" }"),
];

/// The processors of an `.Animation`, and their other parameters.
const OF_ANIMATIONS: [(&str, &str); 4] = [
    ("animation", ""),
    ("animation", "sample_rate = 60, drop_constant_tracks = true, "),
    ("uniform-clip", "skeleton = \"Rig\", "),
    ("compress", "skeleton = \"Rig\", error_mm = 0.01, "),
];

/// Creates a project that makes a clip of each kind with each variant from the walk, each in its own folder.
fn walks() -> (Project, Content) {
    let project = Project::new();
    let mut manifest = "[[rule]]\nmatch = \"Rig.toml\"\nimporter = \"skeleton-toml\"\n".to_owned();
    project.write("Rig.toml", RIG);
    for (kind, (processor, params)) in OF_ANIMATIONS.iter().enumerate() {
        for (variant, (.., root_motion)) in VARIANTS.iter().enumerate() {
            project.write(&format!("{kind}{variant}/Walk.Animation"), walk());
            writeln!(manifest, "[[rule]]\nmatch = \"{kind}{variant}/*\"\nprocessor = \"{processor}\"").unwrap();
            writeln!(manifest, "params = {{ {params}root_motion = {root_motion} }}").unwrap();
        }
    }
    project.write("rigmill.toml", manifest);
    let content = content(&project);
    (project, content)
}

#[test]
fn a_clip_in_place_and_its_motion_are_the_clip_of_the_source() {
    let (_project, content) = walks();
    let rig = content.load::<Skeleton>("Rig").unwrap();
    for (kind, (processor, _)) in OF_ANIMATIONS.iter().enumerate() {
        for (variant, (components, frame, _)) in VARIANTS.iter().enumerate() {
            let clip = Clip::load(&content, processor, &format!("{kind}{variant}/Walk"));
            let motion = content.load::<Motion>(&format!("{kind}{variant}/Walk.motion")).unwrap();
            assert_eq!((f64::from(clip.duration()), motion.duration(), motion.view().bone()), (1.0, 1.0, "Root"));
            for quarter in 0..=4 * INTERVALS {
                let time = quarter as f64 / (4 * INTERVALS) as f64;
                let in_place = clip.absolute(&rig, "Root", time);
                let found = times(&in_place, &moved(&motion, frame, time));
                // Both parts are straight where the whole is, if the clip stands still and the movement is in the root's frame.
                let straight = quarter % 4 == 0 || (*components, *frame) == ("all", "root");
                let limit = if straight { 1.1 * EXACT } else { ARC };
                let off = apart(&found, &original(time));
                assert!(off < limit, "{processor}, {components}, {frame}, {time}: off by {off}");
                check_left(components, &in_place, time);
            }
        }
    }
}

/// Checks what remains in the clip: either nothing at all, or no movement along the ground and no heading.
fn check_left(components: &str, in_place: &Matrix, time: f64) {
    let first = original(0.0);
    if components == "all" {
        assert!(apart(in_place, &first) < EXACT, "{time}");
        return;
    }
    let along = [0, 2].map(|axis| (in_place[3][axis] - first[3][axis]).abs());
    assert!(along.iter().all(|along| *along < EXACT), "{time}: {along:?}");
    let risen = in_place[3][1] - original(time)[3][1];
    assert!(risen.abs() < EXACT, "{time}: {risen}");
    // The axis of a lean is horizontal: the antisymmetric part of its matrix about y is zero.
    let lean = times(&inverse(&first), in_place);
    assert!((lean[0][2] - lean[2][0]).abs() < ARC, "{time}: {lean:?}");
}

#[test]
fn a_motion_along_the_ground_neither_rises_nor_leans() {
    let (_project, content) = walks();
    for kind in 0..OF_ANIMATIONS.len() {
        let motion = content.load::<Motion>(&format!("{kind}2/Walk.motion")).unwrap();
        for step in 0..500 {
            let pose = motion.pose(f64::from(step) / 100.0);
            let [x, _, z, _] = pose.rotation;
            assert!(pose.translation[1].abs() + x.abs() + z.abs() < 1e-12, "{step}: {pose:?}");
        }
    }
}

#[test]
fn a_character_walks_on_across_loops() {
    let (_project, content) = walks();
    let rig = content.load::<Skeleton>("Rig").unwrap();
    for (kind, (processor, _)) in OF_ANIMATIONS.iter().enumerate() {
        for (variant, (components, ..)) in VARIANTS.iter().enumerate().filter(|(_, it)| it.1 == "model") {
            let clip = Clip::load(&content, processor, &format!("{kind}{variant}/Walk"));
            let motion = content.load::<Motion>(&format!("{kind}{variant}/Walk.motion")).unwrap();
            // From a frame in the middle of a loop to one in the fourth loop, in steps that do not divide the loop.
            let (from, to, steps) = (0.3, 3.5, 223);
            let at = |step: u32| from + (to - from) * f64::from(step) / f64::from(steps);
            let character = (0..steps).fold(rigmill_runtime::motion::RigidTransform::IDENTITY, |character, step| {
                character.then(&motion.delta(at(step), at(step + 1)))
            });
            // The model is at the origin at time `from`.
            let character = rigid(character.translation, character.rotation);
            let found = times(&clip.absolute(&rig, "Root", 0.5), &character);
            let standing = |time: f64| times(&inverse(&clip.absolute(&rig, "Root", time)), &original(time));
            let whole_loop = standing(1.0);
            let three = times(&whole_loop, &times(&whole_loop, &whole_loop));
            let expected = times(&times(&original(0.5), &three), &inverse(&standing(from)));
            let off = apart(&found, &expected);
            assert!(off < 10.0 * EXACT, "{processor}, {components}: off by {off}");
        }
    }
}

#[test]
fn the_motion_beside_a_clip_is_that_of_the_processor_motion() {
    let grund = repository().join("content/Animation/Players/Grund");
    let take = std::fs::read(grund.join("Low.fbx")).unwrap();
    let project = Project::new();
    project.write("Rig.toml", RIG);
    let mut manifest = "[[rule]]\nmatch = \"Rig.toml\"\nimporter = \"skeleton-toml\"\n".to_owned();
    let rule = |manifest: &mut String, files: &str, processor: &str, params: &str| {
        writeln!(manifest, "[[rule]]\nmatch = \"{files}\"\nprocessor = \"{processor}\"\nparams = {{ {params} }}")
            .unwrap();
    };
    project.write("motion/Walk.Animation", walk());
    project.write("motion/Low.fbx", &take);
    rule(&mut manifest, "motion/*.Animation", "motion", "root = \"Root\", frame = \"model\"");
    rule(&mut manifest, "motion/*.fbx", "motion", "root = \"Pelvis\", frame = \"model\"");
    for (processor, params) in &OF_ANIMATIONS {
        project.write(&format!("{processor}/Walk.Animation"), walk());
        rule(&mut manifest, &format!("{processor}/*.Animation"), processor, &format!("{params}root_motion = \"Root\""));
    }
    for processor in ["clips", "model", "uniform-clip", "compress"] {
        project.write(&format!("{processor}/Low.fbx"), &take);
        rule(&mut manifest, &format!("{processor}/*.fbx"), processor, "root_motion = \"Pelvis\"");
    }
    project.write("rigmill.toml", manifest);
    content(&project);
    let outputs = project.outputs();
    for (processor, _) in OF_ANIMATIONS {
        assert_eq!(outputs[&format!("{processor}/Walk.motion.rmb")], outputs["motion/Walk.rmb"], "{processor}");
    }
    for processor in ["clips", "model", "uniform-clip", "compress"] {
        assert_eq!(outputs[&format!("{processor}/Low@Walk.motion.rmb")], outputs["motion/Low.rmb"], "{processor}");
    }
}

#[test]
fn the_ground_is_refused_under_bones_that_move() {
    let project = Project::new();
    project.write("Walk.gltf", scene(true));
    let rule = "[[rule]]\nmatch = \"*.gltf\"\nprocessor = \"clips\"\n";
    project.write(
        "rigmill.toml",
        format!("{rule}params = {{ root_motion = {{ root = \"Root\", components = \"ground\" }} }}\n"),
    );
    let built = project.build();
    let [reported] = built.diagnostics()[..] else { panic!("{:?}", built.diagnostics()) };
    assert_eq!((reported["code"].as_str(), built.count("failed")), (Some("R0328"), 1));
}

#[test]
fn the_motion_lasts_as_long_as_the_clip() {
    let project = Project::new();
    let halves: Vec<_> = (0..=INTERVALS / 2).map(key).collect();
    let arm: Vec<_> = (0..=INTERVALS).map(|frame| ([0.0, 0.5, 0.0], key(frame).1)).collect();
    let root: Vec<_> = (0..=INTERVALS).map(key).collect();
    let sequences = |root: String, seconds: f64| animation(seconds, &[root, sequence("Arm", 1.0, &arm)]);
    project.write("Early.Animation", sequences(sequence("Root", 0.5, &halves), 1.0));
    project.write("Late.Animation", sequences(sequence("Root", 1.0, &root), 0.5));
    let rule = "[[rule]]\nmatch = \"*.Animation\"\nprocessor = \"animation\"\n";
    project
        .write("rigmill.toml", format!("{rule}params = {{ root_motion = {{ root = \"Root\", frame = \"root\" }} }}\n"));
    let content = content(&project);
    let [early, late] = ["Early.motion", "Late.motion"].map(|name| content.load::<Motion>(name).unwrap());
    assert_eq!((early.duration(), late.duration()), (1.0, 0.5));
    for (motion, time, at) in
        [(&early, 0.25, 0.25), (&early, 0.5, 0.5), (&early, 0.75, 0.5), (&late, 0.25, 0.25), (&late, 0.499_999, 0.5)]
    {
        let found = times(&original(0.0), &moved(motion, "root", time));
        let off = apart(&found, &original(at));
        assert!(off < EXACT, "{time}: off by {off}");
    }
}

#[test]
fn wrong_values_of_the_parameter_are_reported() {
    let cases = [
        ("\"Rot\"", "R0154", "the clip does not move a bone named \"Rot\""),
        ("3", "", "the name of a bone, or a table"),
        ("{ rot = \"Root\" }", "", "unknown field `rot`"),
        ("{ root = \"Root\", extract = \"keep\" }", "", "only the processor `motion` has this parameter"),
        ("{ root = \"Root\", sample_rate = 0 }", "", "out of range"),
    ];
    for (value, code, message) in cases {
        let project = Project::new();
        project.write("Walk.Animation", walk());
        let rule = "[[rule]]\nmatch = \"*.Animation\"\nprocessor = \"animation\"\n";
        project.write("rigmill.toml", format!("{rule}params = {{ root_motion = {value} }}\n"));
        let output = project.command("build").args(["--message-format", "json"]).output().unwrap();
        let text = [output.stdout, output.stderr].concat();
        let text = String::from_utf8(text).unwrap().replace("\\\"", "\"");
        assert!(!output.status.success() && text.contains(message) && text.contains(code), "{value}: {text}");
    }
}

/// Returns the keys of a channel in the text of a sequence, without Rigmill's own importer.
fn channel<const N: usize>(source: &str, list: &str, item: &str, components: [&str; N]) -> Vec<[f64; N]> {
    let inner = element(source, list, 0).map_or("", |(inner, _)| inner);
    let key = |key: &&str| components.map(|name| f64::from(float(scalar(key, name))));
    elements(inner, item).iter().map(key).collect()
}

#[test]
#[cfg_attr(not(robotgame), ignore = "set RIGMILL_ROBOTGAME to the folder with RobotGame's files")]
fn robotgames_clips_in_place_and_their_motions_are_their_sources() {
    let players = outside("RIGMILL_ROBOTGAME").join("content/Animation/Players");
    let variants = [("all", "y"), ("ground", "y"), ("ground", "z")];
    for (components, up) in variants {
        let project = Project::copy_of(&players);
        let mut manifest = String::new();
        for (files, bone) in [("**/Low_*.Animation", "Root"), ("**/Up_*.Animation", "Spine1")] {
            let table =
                format!("{{ root = \"{bone}\", components = \"{components}\", up = \"{up}\", frame = \"model\" }}");
            writeln!(
                manifest,
                "[[rule]]\nmatch = \"{files}\"\nprocessor = \"animation\"\nparams = {{ root_motion = {table} }}"
            )
            .unwrap();
        }
        project.write("rigmill.toml", manifest);
        let content = content(&project);
        let mut clips = 0;
        for path in
            files_below(&project.root()).iter().filter(|path| path.extension().is_some_and(|it| it == "Animation"))
        {
            let text = std::fs::read_to_string(path).unwrap();
            let name = path.strip_prefix(project.root()).unwrap().with_extension("").to_str().unwrap().to_owned();
            let bone = if name.contains("Low_") { "Root" } else { "Spine1" };
            let source =
                elements(&text, "KeyFrameSequence").into_iter().find(|it| scalar(it, "BoneName") == bone).unwrap();
            let translations = channel(source, "Translation", "Vector3", ["X", "Y", "Z"]);
            let rotations = channel(source, "Rotation", "Quaternion", ["X", "Y", "Z", "W"]);
            let clip = content.load::<AnimationSequence>(&name).unwrap();
            let motion = content.load::<Motion>(&format!("{name}.motion")).unwrap();
            assert!((f64::from(clip.view().duration()) - motion.duration()).abs() < 1e-5, "{name}");
            let left = clip.view().sequences().find(|it| it.bone_name() == bone).unwrap();
            let keys = translations.len().max(rotations.len());
            assert!(keys > 0 && motion.view().times().len() >= keys, "{name}");
            for key in 0..keys {
                let pose = motion.view().poses()[key];
                let of = |list: &[[f32; 3]]| list.get(key).or(list.first()).map_or([0.0; 3], |it| it.map(f64::from));
                let turn = |list: &[[f32; 4]]| {
                    list.get(key).or(list.first()).map_or([0.0, 0.0, 0.0, 1.0], |it| it.map(f64::from))
                };
                let in_place = rigid(of(left.translation()), turn(left.rotation()));
                let found = times(&in_place, &rigid(pose.translation, pose.rotation));
                let translation = translations.get(key).or(translations.first()).copied().unwrap_or_default();
                let rotation = rotations.get(key).or(rotations.first()).copied().unwrap_or([0.0, 0.0, 0.0, 1.0]);
                let off = apart(&found, &rigid(translation, rotation));
                assert!(off < EXACT, "{name}, {components}, {up}, key {key}: off by {off}");
            }
            clips += 1;
        }
        assert!(clips >= 46, "{clips}");
    }
}

#[test]
fn the_root_axis_of_a_skeleton_turns_the_movement_into_the_model() {
    let project = Project::new();
    let from = repository().join("content");
    let read = |name: &str| std::fs::read(from.join(name)).unwrap();
    project.write("Grund.skeleton.toml", read("Models/Grund.skeleton.toml"));
    let kinds = [
        ("plain", "animation", ""),
        ("beside", "animation", "root_motion = { root = \"Root\", skeleton = \"Grund.skeleton\" }"),
        ("uniform", "uniform-clip", "skeleton = \"Grund.skeleton\", root_motion = \"Root\""),
        ("compressed", "compress", "skeleton = \"Grund.skeleton\", root_motion = \"Root\""),
    ];
    let mut manifest = String::new();
    for (folder, processor, params) in kinds {
        project.write(&format!("{folder}/Stroll.Animation"), read("Motion/Stroll.Animation"));
        let rule = format!("[[rule]]\nmatch = \"{folder}/*\"\nprocessor = \"{processor}\"\nparams = {{ {params} }}\n");
        manifest.push_str(&rule);
    }
    project.write("rigmill.toml", manifest);
    let content = content(&project);
    let skeleton = content.load::<Skeleton>("Grund.skeleton").unwrap();
    let axis = rigid([0.0; 3], skeleton.view().root_axis().map(f64::from));
    let load = |name: &str| content.load::<AnimationSequence>(name).unwrap();
    let (plain, in_place) = (load("plain/Stroll"), load("beside/Stroll"));
    let at = |clip: &AnimationSequence, time: f32| {
        let keys = clip.view().sequences().find(|it| it.bone_name() == "Root").unwrap();
        let frame = Rules::Standard.sample_key_frame(&keys, time, PlayMode::Once).unwrap();
        times(&of_transform(&frame.or(&Transform::IDENTITY)), &axis)
    };
    for folder in ["beside", "uniform", "compressed"] {
        let motion = content.load::<Motion>(&format!("{folder}/Stroll.motion")).unwrap();
        for frame in 0..32 {
            let time = frame as f32 / 30.0;
            let pose = motion.pose(f64::from(time));
            let found = times(&at(&in_place, time), &rigid(pose.translation, pose.rotation));
            let expected = at(&plain, time);
            let off = (0..4).flat_map(|row| (0..4).map(move |column| (row, column)));
            let off = off.map(|(row, column)| (found[row][column] - expected[row][column]).abs()).fold(0.0, f64::max);
            assert!(off < EXACT, "{folder}, frame {frame}: {off}");
        }
        // As drawn, it faces -Z and moves in that direction.
        let ahead = motion.pose(1.0).translation;
        assert!(ahead[2] < -0.5 && ahead[0].abs() < 0.02 && ahead[1].abs() < 1e-6, "{ahead:?}");
    }
}
