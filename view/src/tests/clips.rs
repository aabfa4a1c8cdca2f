//! Tests information about clips: which fit, their keys, their differences, and trial compression.

use std::sync::Arc;

use rigmill_format::compressed_clip::{AnimatedTrack, Channel, Storage};
use rigmill_format::{AnimationSequence, CompressedClip, Content, KeyFrameSequence};
use serde_json::{Value, json};

use super::{Shown, Tab, ask, clip, heard, skeleton};
use crate::{Bounds, BuildGraph, Edition, Explanation, Server, Toolchain, Trial};

fn answer(tab: &mut Tab, question: &Value) -> Value {
    ask(tab, question);
    heard(tab)
}

fn fitting(tab: &mut Tab, shown: &str) -> Vec<String> {
    let told = answer(tab, &json!({ "ask": "clips", "shown": shown }));
    let names = told["clips"].as_array().unwrap().iter().map(|it| it["name"].as_str().unwrap().to_owned());
    names.collect()
}

/// Creates a clip of two bones. The second moves along x, with a key every quarter of a second, in steps of 2^-10 m.
fn compressed(skeleton: &str) -> CompressedClip {
    let keys = (0..9).map(|frame| [frame * 256, 0, 0]).collect();
    let steps = [rigmill_format::compressed_clip::step_code(1.0 / 1024.0); 3];
    let track = AnimatedTrack { bone: 1, channel: Channel::Translation, steps, base_rotations: vec![0], keys };
    CompressedClip {
        skeleton: skeleton.to_owned(),
        bones: 2,
        frames: 9,
        frame_rate: 4.0,
        duration: 2.0,
        largest_error: Some(0.0005),
        resting: vec![0],
        storage: Storage::Packed,
        constants: Vec::new(),
        tracks: vec![track],
    }
}

#[test]
fn clips_that_name_a_skeleton_are_for_that_one() {
    let shown = Shown::new();
    shown.write("Twin.skeleton", &skeleton().encode().unwrap());
    shown.write("ForArm", &compressed("Arm.skeleton").encode().unwrap());
    shown.write("ForTwin", &compressed("Twin.skeleton").encode().unwrap());
    shown.write("ForGone", &compressed("Gone.skeleton").encode().unwrap());
    let mut tab = shown.tab();
    heard(&mut tab);
    assert_eq!(fitting(&mut tab, "Arm.skeleton"), ["ForArm", "ForGone", "Moves/Reach"]);
    assert_eq!(fitting(&mut tab, "Twin.skeleton"), ["ForGone", "ForTwin", "Moves/Reach"]);
}

#[test]
fn a_pose_that_is_held_with_the_errors_of_an_exporter_does_not_stir() {
    let shown = Shown::new();
    for (name, end) in [("Held", 1.000_001), ("Moving", 1.01)] {
        let arm = KeyFrameSequence {
            bone_name: "Arm".to_owned(),
            key_count: 2,
            duration: 1.0,
            key_interval: 1.0,
            has_translation: true,
            translation: vec![[1.0, 0.0, 0.0], [end, 0.0, 0.0]],
            ..KeyFrameSequence::default()
        };
        let clip = AnimationSequence { duration: 1.0, close_loop: false, sequences: vec![arm] };
        shown.write(name, &clip.encode().unwrap());
    }
    let mut tab = shown.tab();
    heard(&mut tab);
    let told = answer(&mut tab, &json!({ "ask": "clips", "shown": "Arm.skeleton" }));
    let stirs = told["clips"].as_array().unwrap().iter().map(|it| (it["name"].as_str().unwrap(), it["stirs"] == true));
    assert_eq!(stirs.collect::<Vec<_>>(), [("Held", false), ("Moves/Reach", true), ("Moving", true)]);
}

#[test]
fn a_clip_that_changes_fits_anew() {
    let shown = Shown::new();
    let mut tab = shown.tab();
    heard(&mut tab);
    assert_eq!(fitting(&mut tab, "Arm.skeleton"), ["Moves/Reach"]);
    let mut other = clip();
    other.sequences[0].bone_name = "Leg".to_owned();
    shown.write("Moves/Reach", &other.encode().unwrap());
    shown.server.show(Edition { relist: true, ..Edition::default() });
    heard(&mut tab);
    assert_eq!(fitting(&mut tab, "Arm.skeleton"), [""; 0]);
    shown.write("Moves/Reach", &clip().encode().unwrap());
    shown.server.show(Edition { relist: true, ..Edition::default() });
    heard(&mut tab);
    assert_eq!(fitting(&mut tab, "Arm.skeleton"), ["Moves/Reach"]);
}

#[test]
fn the_keys_of_a_bone_are_as_they_are_stored() {
    let shown = Shown::new();
    shown.write("Packed", &compressed("Arm.skeleton").encode().unwrap());
    let mut tab = shown.tab();
    heard(&mut tab);
    let mut track = |clip: &str, bone: usize| {
        let told = answer(&mut tab, &json!({ "ask": "track", "skeleton": "Arm.skeleton", "clip": clip, "bone": bone }));
        told["track"].clone()
    };
    let reach = track("Moves/Reach", 1);
    assert_eq!((&reach["of"], &reach["moved"]), (&json!("keys"), &json!([1])));
    let x = json!({ "component": "position-x", "times": [0.0, 2.0], "values": [1.0, 3.0], "tangents": [] });
    assert_eq!((reach["curves"].as_array().unwrap().len(), &reach["curves"][0]), (3, &x));
    assert_eq!(track("Moves/Reach", 0)["curves"], json!([]));
    let frames = track("Packed", 1);
    assert_eq!(frames["of"], "frames");
    // 1 m in bind pose, and a quarter more in each frame.
    let [times, values] =
        [0.0, 1.0].map(|first| (0..9_u8).map(|frame| first + 0.25 * f32::from(frame)).collect::<Vec<_>>());
    let x = json!({ "component": "position-x", "times": times, "values": values, "tangents": [] });
    assert_eq!((frames["curves"].as_array().unwrap().len(), &frames["curves"][0]), (10, &x));
    assert_eq!(track("Moves/Reach", 2), Value::Null);
}

/// Returns the clip with an end that is a millimetre higher.
fn off() -> AnimationSequence {
    let mut off = clip();
    let arm: &mut KeyFrameSequence = &mut off.sequences[0];
    arm.translation[1][1] += 0.001;
    off
}

#[test]
fn clips_are_compared_in_millimetres_over_time() {
    let shown = Shown::new();
    shown.write("Off", &off().encode().unwrap());
    let mut tab = shown.tab();
    heard(&mut tab);
    let question =
        json!({ "ask": "compare", "skeleton": "Arm.skeleton", "clip": "Off", "with": "Moves/Reach", "shell": 0.03 });
    let difference = answer(&mut tab, &question)["difference"].clone();
    let [root, arm] = [0, 1].map(|bone| difference["largest"][bone].as_f64().unwrap());
    assert_eq!((root, difference["worst"].as_u64(), difference["worst_time"].as_f64()), (0.0, Some(1), Some(2.0)));
    assert!((arm - 1.0).abs() < 1e-3, "{arm}");
    // Increases from 0 to one millimetre (1000 micrometres) in equal steps.
    let heat: Vec<u64> = difference["heat"][1].as_array().unwrap().iter().map(|it| it.as_u64().unwrap()).collect();
    assert_eq!(heat.len() as u64, difference["columns"].as_u64().unwrap());
    assert!(heat.is_sorted() && heat[0] < 40 && heat.last() == Some(&1000), "{heat:?}");
}

#[test]
fn the_bits_of_a_compressed_clip_are_counted_by_track() {
    let shown = Shown::new();
    let clip = compressed("Arm.skeleton");
    shown.write("Packed", &clip.encode().unwrap());
    let mut tab = shown.tab();
    heard(&mut tab);
    let question =
        json!({ "ask": "compare", "skeleton": "Arm.skeleton", "clip": "Packed", "with": "Moves/Reach", "shell": 0.03 });
    let sizes = answer(&mut tab, &question)["sizes"].clone();
    // The only segment has nine frames: a record of four bytes, six bytes of heads, and keys of 12 bits, because 2048 needs 12
    // bits.
    assert_eq!(sizes["tracks"], json!([[1, "translation", 8 * 4 + 8 * 6 + 9 * 12]]));
    assert_eq!(
        (sizes["raw"].as_u64(), sizes["packed"].as_u64()),
        (Some(40 * 2 * 9), Some(clip.pack().unwrap().len() as u64))
    );
    assert_eq!(sizes["stated_mm"], 0.5);
}

/// Knows one clip, whose source is that of the server. Ignores all bounds but one.
#[derive(Debug)]
struct Bench;

impl Toolchain for Bench {
    fn explain(&self, _: &str) -> Result<Explanation, String> {
        Ok(Explanation::default())
    }

    fn graph(&self) -> Result<BuildGraph, String> {
        Ok(BuildGraph::default())
    }

    fn source(&self, clip: &str) -> Result<Vec<u8>, String> {
        if clip == "Packed" { Ok(super::clip().encode().unwrap()) } else { Err(format!("{clip} has no source")) }
    }

    fn pixels(&self, texture: &str) -> Result<Vec<u8>, String> {
        Err(format!("{texture} has no source"))
    }

    fn compress(&self, _: &str, _: &str, bounds: Bounds) -> Result<Trial, String> {
        if bounds.error_mm <= 0.0 {
            return Err("the bound is above 0".to_owned());
        }
        Ok(Trial { bytes: compressed("").encode().unwrap(), rule: format!("error_mm = {}", bounds.error_mm) })
    }
}

#[test]
fn a_compressed_clip_is_compared_with_its_source_and_compressed_on_trial() {
    let shown = Shown::new();
    let server = Server::start(&shown.folder.path().join("content"), 0, Some(Arc::new(Bench))).unwrap();
    let shown = Shown { server, ..shown };
    shown.write("Packed", &compressed("Arm.skeleton").encode().unwrap());
    let mut tab = shown.tab();
    heard(&mut tab);
    let mut compare = |clip: &str, with: &str| {
        let question =
            json!({ "ask": "compare", "skeleton": "Arm.skeleton", "clip": clip, "with": with, "shell": 0.0 });
        answer(&mut tab, &question)
    };
    assert_eq!(compare("Packed", "/source/Packed")["difference"]["largest"], json!([0.0, 0.0]));
    assert!(compare("Packed", "/source/Other")["why"].as_str().unwrap().contains("no source"));
    assert_eq!(compare("/trial", "Packed")["tell"], "no");
    let trial = |tab: &mut Tab, error_mm: f64| {
        answer(
            tab,
            &json!({ "ask": "compress", "skeleton": "Arm.skeleton", "clip": "Packed", "error_mm": error_mm, "shell_cm": 3 }),
        )
    };
    assert_eq!(trial(&mut tab, 0.0)["why"], "the bound is above 0");
    let tried = trial(&mut tab, 0.5);
    assert_eq!((&tried["trial"], &tried["rule"]), (&json!("/trial"), &json!("error_mm = 0.5")));
    let question = json!({ "ask": "compare", "skeleton": "Arm.skeleton", "clip": "/trial", "with": "/source/Packed", "shell": 0.0 });
    assert_eq!(answer(&mut tab, &question)["difference"]["largest"], json!([0.0, 0.0]));
}

#[test]
fn there_is_nothing_to_try_without_sources() {
    let shown = Shown::new();
    let mut tab = shown.tab();
    heard(&mut tab);
    let question =
        json!({ "ask": "compress", "skeleton": "Arm.skeleton", "clip": "Moves/Reach", "error_mm": 1, "shell_cm": 3 });
    assert!(answer(&mut tab, &question)["why"].as_str().unwrap().contains("no sources"));
}
