//! Tests root motion: from a source through the program to the numbers that a game gets.
#![allow(clippy::disallowed_methods, reason = "a test's own measure; no output depends on it")]

use std::f64::consts::TAU;
use std::fs;

use rigmill_runtime::Content;
use rigmill_runtime::content::{AnimationSequence, Motion};
use rigmill_runtime::motion::{FixedDelta, ticks};
use serde_json::Value;

use crate::support::{Project, clip, outside};

/// Returns a clip of one bone `Root` on a circle of 1 m around the origin, 2 s per lap, at 30 keys per second. If `turns`, it
/// faces in the direction of movement. Numbers have seven digits, as programs print them.
fn circle(keys: usize, duration: &str, turns: bool) -> String {
    let (mut translations, mut rotations) = (String::new(), String::new());
    for key in 0..keys {
        let angle = TAU * key as f64 / 60.0;
        translations += &format!("<Vector3><X>{:.7}</X><Y>0</Y><Z>{:.7}</Z></Vector3>\n", angle.cos(), -angle.sin());
        let half = if turns { angle / 2.0 } else { 0.0 };
        rotations +=
            &format!("<Quaternion><X>0</X><Y>{:.7}</Y><Z>0</Z><W>{:.7}</W></Quaternion>\n", half.sin(), half.cos());
    }
    format!(
        "<?xml version=\"1.0\" ?>\n<AnimationSequence>\n<KeyFrameSequenceCount>1</KeyFrameSequenceCount>\n\
         <Duration>{duration}</Duration>\n<KeyFrameSequences>\n<KeyFrameSequence>\n<BoneName>Root</BoneName>\n\
         <KeyCount>{keys}</KeyCount>\n<Duration>{duration}</Duration>\n<KeyInterval>0.033333</KeyInterval>\n\
         <HasTranslation>true</HasTranslation>\n<HasRotation>true</HasRotation>\n\
         <Translation>\n{translations}</Translation>\n<Rotation>\n{rotations}</Rotation>\n</KeyFrameSequence>\n\
         </KeyFrameSequences>\n</AnimationSequence>\n",
    )
}

fn rule(params: &str) -> String {
    format!(
        "[project]\nname = \"M\"\n[[rule]]\nmatch = \"**/*.Animation\"\nprocessor = \"motion\"\n\
         params = {{ root = \"Root\", {params} }}\n"
    )
}

fn built(source: &str, params: &str) -> (Project, Content) {
    let project = Project::new();
    project.write("rigmill.toml", rule(params));
    project.write("Lap.Animation", source);
    let built = project.build();
    assert_eq!((built.code, built.diagnostics().len()), (0, 0), "{:?}", built.diagnostics());
    let content = Content::open(project.native()).unwrap();
    (project, content)
}

/// Returns the largest distance from the circle, at 10,007 times over `seconds`.
fn off_the_circle(motion: &Motion, seconds: f64) -> f64 {
    let off = |sample: u32| {
        let time = seconds * f64::from(sample) / 10_006.0;
        let (angle, [x, y, z]) = (TAU * time / 2.0, motion.pose(time).translation);
        let (x, z) = (x + 1.0 - angle.cos(), z + angle.sin());
        (x * x + y * y + z * z).sqrt()
    };
    (0..10_007).map(off).fold(0.0, f64::max)
}

#[test]
fn a_smooth_motion_stays_on_the_circle_that_it_was_sampled_from() {
    let cases = [
        // Laps that loop, with and without the last key. They are followed for an hour.
        ("61 keys, 2 s", circle(61, "2.000000", false), "", 20.0),
        ("60 keys, 2 s", circle(60, "2.000000", false), "", 20.0),
        ("turning", circle(61, "2.000000", true), "", 3600.0),
        // Parts of it that end, or start again with a corner.
        ("an arc that ends", circle(41, "1.333333", false), "loops = false, ", 4.0 / 3.0),
        ("an arc that begins anew", circle(46, "1.500000", false), "", 1.499),
        ("an arc, turning", circle(26, "0.833333", true), "loops = false, ", 0.8333),
    ];
    for (name, source, params, seconds) in cases {
        let (_project, content) = built(&source, &format!("{params}interpolation = \"smooth\""));
        let motion = content.load::<Motion>("Lap").unwrap();
        let off = off_the_circle(&motion, seconds);
        assert!(off < 1e-4, "{name}: {} mm", off * 1e3);
    }
    let (_project, content) = built(&circle(61, "2.000000", false), "interpolation = \"linear\"");
    let off = off_the_circle(&content.load::<Motion>("Lap").unwrap(), 2.0);
    assert!((1.3e-3..1.5e-3).contains(&off), "lines between keys: {} mm", off * 1e3);
}

fn play(project: &Project, script: &str) -> Vec<Value> {
    project.write("script.txt", script);
    let output = project.command("play").args(["script.txt", "--content", "build/native"]).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap().lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn play_scripts_print_deltas() {
    let (project, content) = built(&circle(61, "2.000000", true), "interpolation = \"smooth\"");
    let motion = content.load::<Motion>("Lap").unwrap();
    let lines = play(&project, "motion\tM\tLap.rmb\ndelta\tM\t-0.25\t7/60\ndelta\tM\t0\t3600.5\tfixed\n");
    let delta = motion.delta(-0.25, 7.0 / 60.0);
    let keys: Vec<_> = lines[0].as_object().unwrap().keys().cloned().collect();
    assert_eq!(keys.len(), 5, "{keys:?}");
    let near = |list: &str, at: usize, expected: f64| (lines[0][list][at].as_f64().unwrap() - expected).abs() < 1e-14;
    assert!((0..3).all(|at| near("translation", at, delta.translation[at])), "{:?}", lines[0]);
    assert!((0..4).all(|at| near("rotation", at, delta.rotation[at])), "{:?}", lines[0]);
    assert_eq!((&lines[0]["delta"], lines[0]["t0"].as_f64()), (&Value::from("M"), Some(-0.25)));
    let FixedDelta { translation, rotation, .. } = motion.fixed_delta(0, ticks(3600.5));
    assert_eq!(lines[1]["translation"], serde_json::to_value(translation).unwrap());
    assert_eq!(lines[1]["rotation"], serde_json::to_value(rotation).unwrap());
    assert_eq!((lines[1]["fixed"].as_bool(), lines[1]["quantum"].as_f64()), (Some(true), Some(2_f64.powi(-20))));
}

#[test]
fn sixty_steps_a_second_add_up_in_a_script() {
    let (project, _) = built(&circle(61, "2.000000", true), "interpolation = \"smooth\"");
    let steps: String = (0..150).map(|step| format!("delta\tM\t{step}/60\t{}/60\tfixed\n", step + 1)).collect();
    let lines = play(&project, &format!("motion\tM\tLap.rmb\n{steps}delta\tM\t0\t2.5\tfixed\n"));
    let (whole, steps) = lines.split_last().unwrap();
    for (list, count) in [("translation", 3), ("rotation", 4)] {
        for at in 0..count {
            let sum: i64 = steps.iter().map(|line| line[list][at].as_i64().unwrap()).sum();
            assert_eq!(Some(sum), whole[list][at].as_i64(), "{list} {at}");
        }
    }
}

#[test]
fn the_clip_beside_keeps_its_motion_or_stands() {
    for (extract, keys) in [("keep", 61), ("remove", 1)] {
        let (_project, content) = built(&circle(61, "2.000000", false), &format!("extract = \"{extract}\""));
        let clip = content.load::<AnimationSequence>("Lap.clip").unwrap();
        assert_eq!(clip.view().sequence(0).unwrap().translation().len(), keys, "{extract}");
        assert_eq!(clip.view().sequence(0).unwrap().translation()[0], [1.0, 0.0, 0.0]);
        content.load::<Motion>("Lap").unwrap();
    }
}

#[test]
fn a_root_that_is_not_there_is_reported() {
    let project = Project::new();
    project.write("rigmill.toml", rule(""));
    project.write("a.Animation", clip(&["0", "1"]).replace(">B<", ">Roof<"));
    let built = project.build();
    let [reported] = built.diagnostics()[..] else { panic!("{:?}", built.diagnostics()) };
    assert_eq!((reported["code"].as_str(), reported["help"].as_str()), (Some("R0154"), Some("did you mean \"Roof\"?")));
}

/// Returns a file of deltas: half a metre forwards and a rotation per frame, in degrees.
fn deltas(frames: usize, degrees: f32) -> Vec<u8> {
    let mut bytes = vec![0, 30, 0, 0, 0];
    for _ in 0..frames {
        bytes.extend([0.0, 0.0, 0.5, 0.0, degrees, 0.0_f32].iter().flat_map(|number| number.to_le_bytes()));
    }
    bytes
}

#[test]
fn a_file_of_deltas_is_handed_on_byte_for_byte() {
    let project = Project::new();
    let rule = "[project]\nname = \"M\"\n[[rule]]\nmatch = \"*\"\nprocessor = \"motion-deltas\"\n";
    project.write("rigmill.toml", format!("{rule}writer = \"motion-deltas\"\n"));
    project.write("Lap.motion", deltas(60, 366.0));
    let built = project.build();
    assert_eq!((built.code, built.diagnostics().len()), (0, 0), "{:?}", built.diagnostics());
    assert_eq!(project.outputs()["Lap.motion"], deltas(60, 366.0));
}

#[test]
fn the_motion_of_a_clip_is_written_in_the_axes_of_its_start() {
    let (project, content) = built(&circle(61, "2.000000", true), "interpolation = \"smooth\"");
    let motion = content.load::<Motion>("Lap").unwrap();
    project.write("rigmill.toml", rule("interpolation = \"smooth\"") + "writer = \"motion-deltas\"\n");
    assert_eq!(project.build().code, 0);
    let bytes = project.outputs()["Lap.motion"].clone();
    assert_eq!((bytes.len(), &bytes[5..29]), (5 + 61 * 24, [0; 24].as_slice()), "the first record is zero");
    let mut sum = [0.0_f32; 3];
    for (frame, record) in bytes[5..].chunks_exact(24).enumerate() {
        let expected = motion.pose(frame as f64 / 30.0).translation;
        for (axis, number) in record.as_chunks::<4>().0.iter().take(3).enumerate() {
            sum[axis] += f32::from_le_bytes(*number);
            assert!((f64::from(sum[axis]) - expected[axis]).abs() < 1e-6, "{frame}: {sum:?} {expected:?}");
        }
    }
}

/// Returns the circle. Its root also doubles in size from the first key to the last.
fn growing_circle() -> String {
    let scales: String = (0..61)
        .map(|key| format!("<Vector3><X>{0:.7}</X><Y>1</Y><Z>{0:.7}</Z></Vector3>\n", 1.0 + f64::from(key) / 60.0))
        .collect();
    let source = circle(61, "2.000000", true);
    source
        .replace("<HasRotation>true</HasRotation>", "<HasRotation>true</HasRotation>\n<HasScale>true</HasScale>")
        .replace("</Rotation>", &format!("</Rotation>\n<Scale>\n{scales}</Scale>"))
}

#[test]
fn the_scale_of_a_clips_root_is_part_of_its_motion() {
    for interpolation in ["linear", "smooth"] {
        let params = format!("interpolation = \"{interpolation}\", extract = \"remove\"");
        let (_project, content) = built(&growing_circle(), &params);
        let motion = content.load::<Motion>("Lap").unwrap();
        for (from, to, grown) in [(0.0, 2.0, 1.0), (0.3, 1.7, 0.7), (1.5, 3600.25, 1799.375)] {
            let found = motion.scale_delta(from, to);
            let off = |axis: usize, expected: f64| (found[axis] - expected).abs();
            assert!(off(0, grown) < 1e-4 && off(1, 0.0) < 1e-12 && off(2, grown) < 1e-4, "{interpolation}: {found:?}");
        }
        let clip = content.load::<AnimationSequence>("Lap.clip").unwrap();
        assert_eq!(clip.view().sequence(0).unwrap().scale(), [[1.0; 3]], "the clip keeps its first size");
    }
    let (_project, content) = built(&circle(61, "2.000000", true), "");
    assert!(content.load::<Motion>("Lap").unwrap().view().scales().is_empty());
}

#[test]
fn broken_files_of_deltas_are_reported() {
    let mut bad = deltas(3, 6.0);
    bad[5..9].copy_from_slice(&f32::NAN.to_le_bytes());
    let cases = [
        (deltas(3, 6.0)[..70].to_vec(), "R0150"),
        (vec![0, 30], "R0150"),
        (vec![0, 30, 0, 0, 0], "R0150"),
        ([vec![2], deltas(1, 0.0)[1..].to_vec()].concat(), "R0151"),
        (vec![0; 29], "R0152"),
        (bad, "R0153"),
    ];
    for (bytes, code) in cases {
        let project = Project::new();
        project.write("a.motion", bytes);
        let built = project.build();
        assert_eq!(built.diagnostics()[0]["code"], code);
    }
}

/// Returns the pose of a matrix relative to another. Both have three rows, for column vectors.
fn seen_from(a: &[Value], b: &[Value]) -> [f64; 3] {
    let at = |m: &[Value], row: usize, column: usize| m[4 * row + column].as_f64().unwrap();
    let way: [f64; 3] = std::array::from_fn(|row| at(b, row, 3) - at(a, row, 3));
    std::array::from_fn(|axis| (0..3).map(|row| at(a, row, axis) * way[row]).sum())
}

#[test]
#[cfg_attr(not(fbx_files), ignore = "set RIGMILL_FBX to the folder with FBX files of known poses")]
fn the_way_of_a_bone_of_a_scene_is_that_in_the_modelling_program() {
    let folder = outside("RIGMILL_FBX");
    let project = Project::new();
    project.write("a.fbx", fs::read(folder.join("robot_all_actions.fbx")).unwrap());
    let rule =
        "[[rule]]\nmatch = \"a.fbx\"\nprocessor = \"motion\"\nparams = { root = \"L Calf\", extract = \"remove\" }\n";
    project.write("rigmill.toml", format!("[project]\nname = \"M\"\n{rule}"));
    assert_eq!(project.build().code, 0);
    let content = Content::open(project.native()).unwrap();
    let motion = content.load::<Motion>("a@Low_Run").unwrap();
    content.load::<AnimationSequence>("a@Low_Run.clip").unwrap();
    let truth: Value = serde_json::from_slice(&fs::read(folder.join("robot_truth.json")).unwrap()).unwrap();
    let frames = truth["actions"]["Low_Run"]["bones"]["L Calf"]["world"].as_array().unwrap();
    let matrix = |frame: usize| frames[frame].as_array().unwrap().as_slice();
    for frame in 0..frames.len() {
        let expected = seen_from(matrix(0), matrix(frame));
        let found = motion.pose(frame as f64 / 30.0).translation;
        assert!((0..3).all(|axis| (found[axis] - expected[axis]).abs() < 1e-5), "{frame}: {found:?} {expected:?}");
    }
}
