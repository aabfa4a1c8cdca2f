//! Tests clips: glTF and the standard rules show the same poses.

use std::path::PathBuf;
use std::sync::Arc;

use rigmill_format::{AlignedBytes, AnimationSequenceView, Content, KeyFrameSequenceView, PlayMode};
use rigmill_runtime::clips::{CurveClip, SampledClip};
use rigmill_runtime::{Rules, Transform};

use super::glb::{Glb, matrix, unit};
use super::{built, sample};
use crate::support::{files_below, outside_if_set, repository};

fn clips() -> Vec<(PathBuf, &'static str)> {
    let mut folders = vec![(repository().join("content/Animation/Players/Grund"), "Animation")];
    if let Some(folder) = outside_if_set("RIGMILL_ROBOTGAME") {
        folders.push((folder.join("xnb/Animation/Players/Grund"), "xnb"));
    }
    folders
}

/// Returns the times of a bone's keys, and those halfway between keys, within the duration.
fn moments(sequence: &KeyFrameSequenceView<'_>) -> Vec<f32> {
    let time = |key: u32| sequence.time().get(key as usize).filter(|_| sequence.has_time()).copied();
    let keys = (0..sequence.key_count()).map(|key| time(key).unwrap_or(key as f32 * sequence.key_interval()));
    let mut keys: Vec<f32> = keys.collect();
    keys.push(sequence.duration());
    let between: Vec<f32> = keys.windows(2).map(|pair| (pair[0] + pair[1]) / 2.0).collect();
    keys.extend(between);
    keys.retain(|time| (0.0..=sequence.duration()).contains(time));
    keys
}

/// Returns the difference between the poses of a clip and of an animation, except for the bone `but`.
pub(super) fn difference(clip: &[u8], glb: &Glb, animation: &serde_json::Value, but: Option<&str>) -> f64 {
    let bytes = AlignedBytes::from_slice(clip);
    let clip = AnimationSequenceView::parse(&bytes).unwrap();
    let mut worst: f64 = 0.0;
    let played = clip.sequences().filter(|sequence| Some(sequence.bone_name()) != but);
    for sequence in played {
        for time in moments(&sequence) {
            let pose = Rules::Standard.sample_matrix(&sequence, time, PlayMode::Once).unwrap();
            let found = glb.pose(animation, time)[sequence.bone_name()];
            let off = pose.iter().zip(found).map(|(a, b)| (f64::from(*a) - b).abs());
            worst = worst.max(off.fold(0.0, f64::max));
        }
    }
    worst
}

/// Returns the difference between the poses of two clips at the first one's keys, and halfway between keys.
pub(super) fn distance(one: &[u8], other: &[u8]) -> f32 {
    let [one, other] = [one, other].map(AlignedBytes::from_slice);
    let [one, other] = [&one, &other].map(|bytes| AnimationSequenceView::parse(bytes).unwrap());
    let mut worst: f32 = 0.0;
    for (at, sequence) in one.sequences().enumerate() {
        let place = other.find(sequence.bone_name()).unwrap();
        for time in moments(&sequence) {
            let [a, b] = [(one, at), (other, place)].map(|(clip, at)| {
                Rules::Standard.sample_matrix(&clip.sequence(at).unwrap(), time, PlayMode::Once).unwrap()
            });
            worst = a.iter().zip(b).map(|(a, b)| (a - b).abs()).fold(worst, f32::max);
        }
    }
    worst
}

#[test]
fn sampled_clips_are_the_same_splines() {
    let rule =
        "[[rule]]\nmatch = \"*.Animation\"\nprocessor = \"sampled-clip\"\nparams = { skeleton = \"Grund.skeleton\" }\n";
    let project = built(&sample(&["Animation/Sampled/Sway.Animation", "Models/Grund.skeleton.toml"]), rule);
    let clip = rigmill_format::SampledClip::decode(&project.read("build/native/Sway.rmb")).unwrap();
    let glb = Glb::new(&project.read("build/gltf/Sway.glb"));
    let animation = &glb.json["animations"][0];
    let samplers = animation["samplers"].as_array().unwrap();
    assert!(samplers.len() > 1 && samplers.iter().all(|it| it["interpolation"] == "CUBICSPLINE"));
    let known = SampledClip::from_owned(&clip).unwrap();
    for step in 0..200_u16 {
        let time = f32::from(step) / 199.0 * clip.length;
        let poses = glb.pose(animation, time);
        for (bone, track) in clip.tracks.iter().enumerate() {
            let name = track.path.rsplit('/').next().unwrap();
            let [x, y, z, rx, ry, rz, rw, ..] =
                known.values_at(bone, time).map(|value| f64::from(value.unwrap_or(1.0)));
            let expected = matrix(&[x, y, z], &unit(vec![rx, ry, rz, rw]), &[1.0; 3]);
            let off = expected.iter().zip(poses[name]).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
            assert!(off <= 1e-5, "{} at {time}: {off}", track.path);
        }
    }
}

#[test]
fn curve_clips_are_the_same_curves() {
    let rule = "[[rule]]\nmatch = \"*.fbx\"\nprocessor = \"curve-clip\"\n";
    let project = built(&sample(&["Animation/Players/Grund/Low.fbx"]), rule);
    let clip = rigmill_format::CurveClip::decode(&project.read("build/native/Low@Walk.rmb")).unwrap();
    let glb = Glb::new(&project.read("build/gltf/Low@Walk.glb"));
    let animation = &glb.json["animations"][0];
    assert_eq!(animation["name"], "Walk");
    let known = Arc::new(CurveClip::from_owned(&clip).unwrap());
    let paths: Vec<&str> = clip.tracks.iter().map(|track| track.path.as_str()).collect();
    let mut player = known.bind(&paths);
    for step in 0..200_u16 {
        let time = f32::from(step) / 199.0 * known.duration();
        let mut pose = vec![Transform::IDENTITY; paths.len()];
        player.play(time, &mut pose);
        let poses = glb.pose(animation, time);
        for (path, local) in paths.iter().zip(pose) {
            let [t, s] = [local.translation, local.scale].map(|it| it.map(f64::from));
            let expected = matrix(&t, &local.rotation.map(f64::from), &s);
            let found = poses[path.rsplit('/').next().unwrap()];
            let off = expected.iter().zip(found).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
            assert!(off <= 1e-5, "{path} at {time}: {off}");
        }
    }
}

#[test]
fn the_poses_are_those_of_the_standard_rules() {
    for (folder, ending) in clips() {
        let mut files = files_below(&folder);
        files.retain(|file| file.extension().is_some_and(|it| it == ending));
        assert!(files.len() >= 40, "{}", folder.display());
        let project = built(&files, "");
        for file in files {
            let name = file.file_stem().unwrap().to_str().unwrap();
            let glb = Glb::new(&project.read(&format!("build/gltf/{name}.glb")));
            assert_eq!(glb.json["animations"][0]["name"], name);
            let worst =
                difference(&project.read(&format!("build/native/{name}.rmb")), &glb, &glb.json["animations"][0], None);
            assert!(worst <= 1e-5, "{name}: {worst}");
        }
    }
}
