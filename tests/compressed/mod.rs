//! Tests compressed clips, from their sources through the built program to what the runtime samples.

mod measure;
#[path = "../../benches/clips/src/rclip.rs"]
mod rclip;

use std::fmt::Write;
use std::fs;

use rigmill_format::compressed_clip::Storage;
use rigmill_format::{Content as _, KeyFrameSequenceView, Transform};
use rigmill_processors::compression::{Bound, SourceBone, SourceClip, compress};
use rigmill_runtime::characters::CrowdActions;
use rigmill_runtime::content::{AnimationSequence, CompressedClip, CompressedClipView, Skeleton};
use rigmill_runtime::{Content, PlayMode, Player, Rules};
use serde_json::{Value, json};

use crate::support::{Project, outside, repository};
use measure::{Expected, between_frames, wide, worst};

const BONES: usize = 11;
const FRAMES: usize = 50;

/// A chain of bones that rotate about their axes. The first also moves, and the last is static.
fn source() -> SourceClip {
    let bind = Transform { translation: [0.0, 0.25, 0.0], ..Transform::IDENTITY };
    let bones = (0..BONES).map(|bone| SourceBone { parent: bone.checked_sub(1), bind }).collect();
    let local = |frame: usize, bone: usize| {
        let angle = frame as f32 * (bone as f32 - 4.0) / 100.0;
        let mut local = bind;
        if bone + 1 < BONES {
            let (sin, cos) = (libm_sin(angle), libm_sin(angle + std::f32::consts::FRAC_PI_2));
            local.rotation = [0.0, 0.0, 0.0, cos];
            local.rotation[bone % 3] = sin;
        }
        if bone == 0 {
            local.translation = [0.5 * libm_sin(angle), 0.25, frame as f32 / 100.0];
        }
        local
    };
    let locals = (0..FRAMES).flat_map(|frame| (0..BONES).map(move |bone| local(frame, bone))).collect();
    SourceClip { bones, frame_rate: 30.0, duration: duration(), locals }
}

#[expect(clippy::disallowed_methods, reason = "what is stored is read back from the text that is written")]
fn libm_sin(angle: f32) -> f32 {
    angle.sin()
}

/// Returns the clip as a file. Bone 3 is missing from it, and `Tail` is not in any skeleton.
fn animation(source: &SourceClip) -> String {
    let mut sequences = String::new();
    for bone in (0..BONES).filter(|bone| *bone != 3) {
        let name = if bone + 1 == BONES { "Tail".to_owned() } else { format!("B{bone}") };
        let (mut translations, mut rotations) = (String::new(), String::new());
        for local in source.locals.iter().skip(bone).step_by(BONES) {
            let ([x, y, z], [qx, qy, qz, qw]) = (local.translation, local.rotation);
            writeln!(translations, "<Vector3><X>{x}</X><Y>{y}</Y><Z>{z}</Z></Vector3>").unwrap();
            writeln!(rotations, "<Quaternion><X>{qx}</X><Y>{qy}</Y><Z>{qz}</Z><W>{qw}</W></Quaternion>").unwrap();
        }
        write!(
            sequences,
            "<KeyFrameSequence>\n<BoneName>{name}</BoneName>\n<KeyCount>{FRAMES}</KeyCount>\n<Duration>{}</Duration>\n\
             <KeyInterval>0.0333333</KeyInterval>\n<HasTranslation>true</HasTranslation>\n<HasRotation>true</HasRotation>\n\
             <Translation>\n{translations}</Translation>\n<Rotation>\n{rotations}</Rotation>\n</KeyFrameSequence>\n",
            duration()
        )
        .unwrap();
    }
    format!(
        "<?xml version=\"1.0\" ?>\n<AnimationSequence>\n<KeyFrameSequenceCount>{}</KeyFrameSequenceCount>\n\
         <Duration>{}</Duration>\n<KeyFrameSequences>\n{sequences}</KeyFrameSequences>\n</AnimationSequence>\n",
        BONES - 1,
        duration()
    )
}

fn duration() -> f32 {
    (FRAMES - 1) as f32 / 30.0
}

fn rig() -> String {
    let bone = |bone: usize| {
        let parent = bone.checked_sub(1).map_or(String::new(), |parent| format!("parent = \"B{parent}\"\n"));
        format!("[[bone]]\nname = \"B{bone}\"\n{parent}translation = [0, 0.25, 0]\n")
    };
    (0..BONES).map(bone).collect()
}

fn project(params: &str) -> Project {
    let project = Project::new();
    project.write("Wave.Animation", animation(&source()));
    project.write("Rig.skeleton.toml", rig());
    let rule = "[[rule]]\nmatch = \"*.Animation\"\nprocessor = \"compress\"\n";
    project.write("rigmill.toml", format!("{rule}params = {{ {params} }}\n"));
    project
}

/// Returns the expected clip. Values that the file does not contain are those of the bind pose.
fn truth() -> SourceClip {
    let mut truth = source();
    for frame in 0..FRAMES {
        for bone in [3, BONES - 1] {
            truth.locals[frame * BONES + bone] = truth.bones[bone].bind;
        }
    }
    truth
}

#[test]
fn a_clip_is_compressed_built_loaded_and_within_its_bound() {
    let mut sizes = Vec::new();
    for storage in ["packed", "coded"] {
        let project = project(&format!("skeleton = \"Rig.skeleton\", error_mm = 0.2, storage = \"{storage}\""));
        let built = project.build();
        let codes: Vec<_> = built.diagnostics().iter().map(|it| it["code"].clone()).collect();
        assert_eq!((built.code, codes), (0, vec![json!("R0171")]), "{:?}", built.diagnostics());
        let content = Content::open(project.native()).unwrap();
        let clip = content.load::<CompressedClip>("Wave").unwrap();
        let view = clip.view();
        assert_eq!((view.frames(), view.frame_rate(), view.skeleton()), (FRAMES, 30.0, "Rig.skeleton"));
        let found = worst_of_frames(&truth(), view, 0.03);
        assert!(found <= 0.2e-3, "{found}");
        let verified = project.command("verify").arg("build/native").output().unwrap();
        assert!(verified.status.success(), "{}", String::from_utf8_lossy(&verified.stdout));
        let json = project.command("inspect").args(["build/native/Wave.rmb", "--json"]).output().unwrap();
        let json: Value = serde_json::from_slice(&json.stdout).unwrap();
        assert_eq!((&json["type"], &json["storage"]), (&json!("CompressedClip"), &json!(storage)));
        assert_eq!((&json["packed_bytes"], &json["bones"]), (&json!(view.packed_len()), &json!(BONES)));
        assert_eq!(json["tracks"][0]["keys"].as_array().unwrap().len(), FRAMES);
        let text = project.command("inspect").arg("build/native/Wave.rmb").output().unwrap();
        let text = String::from_utf8(text.stdout).unwrap();
        assert!(text.contains("50 frames at 30 a second") && text.contains(storage), "{text}");
        sizes.push((view.packed_len(), fs::metadata(project.native().join("Wave.rmb")).unwrap().len()));
    }
    assert_eq!(sizes[0].0, sizes[1].0);
    assert!(sizes[1].1 * 5 < sizes[0].1 * 4, "{sizes:?}");
}

#[test]
fn what_is_at_fault_is_reported_with_a_remedy() {
    let reported = |params: &str| {
        let built = project(params).build();
        let reported = built.diagnostics().into_iter().find(|it| it["code"] != "R0171").cloned().unwrap_or_default();
        let text = |key: &str| reported[key].as_str().unwrap_or_default().to_owned();
        (built.code, text("code"), text("message"), text("help"))
    };
    let (code, number, ..) = reported("");
    assert_eq!((code, number.as_str()), (1, "R0170"));
    let (code, number, _, help) = reported("skeleton = \"Rug.skeleton\"");
    assert_eq!((code, number.as_str(), help.as_str()), (1, "R0170", "did you mean `Rig.skeleton`?"));
    let (code, number, message, _) = reported("skeleton = \"Rig.skeleton\", error_mm = 1e-9");
    assert_eq!((code, number.as_str()), (1, "R0174"));
    assert!(message.starts_with("bone \"B"), "{message}");
    let (code, number, _, help) = reported("skeleton = \"Rig.skeleton\", bones = { B44 = { error_mm = 1 } }");
    assert_eq!((code, number.as_str(), help.as_str()), (0, "R0176", "did you mean \"B4\"?"));
    for wrong in
        ["error_mm = 0", "shell_cm = -1", "storage = \"zip\"", "bones = { B1 = { error = 1 } }", "metres_per_unit = 0"]
    {
        assert_eq!(project(wrong).build().code, 2, "{wrong}");
    }
}

#[test]
fn a_bone_may_have_a_bound_of_its_own_and_a_clip_its_own_unit() {
    let bytes = |params: &str| {
        let project = project(&format!("skeleton = \"Rig.skeleton\", {params}"));
        let built = project.build();
        assert_eq!(built.code, 0, "{params}: {:?}", built.diagnostics());
        fs::metadata(project.native().join("Wave.rmb")).unwrap().len()
    };
    let plain = bytes("error_mm = 1");
    assert!(bytes("error_mm = 1, bones = { B9 = { error_mm = 0.05 } }") > plain);
    // In a clip in centimetres, a millimetre is a smaller number than in a clip in metres.
    assert_eq!(bytes("error_mm = 0.01, shell_cm = 0.03, metres_per_unit = 0.01"), plain);
}

#[test]
fn a_play_script_samples_compressed_clips() {
    let project = project("skeleton = \"Rig.skeleton\", storage = \"coded\"");
    assert_eq!(project.build().code, 0);
    project.write("wave.play", "compressed\tW\tWave.rmb\tRig.skeleton.rmb\nonly\tB0\tB10\nsample\tW\tOnce\t0\t1\t2\n");
    let output = project.command("play").args(["wave.play", "--content", "build/native"]).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let lines: Vec<Value> =
        String::from_utf8(output.stdout).unwrap().lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.len(), 4);
    let expected = &truth().locals[30 * BONES];
    assert_eq!((&lines[2]["sample"], &lines[2]["t"]), (&json!("B0"), &json!(1)));
    for axis in 0..3 {
        let found = lines[2]["position"][axis].as_f64().unwrap();
        assert!((found - f64::from(expected.translation[axis])).abs() < 1e-4, "{}", lines[2]);
    }
    assert_eq!(lines[3]["rotation"], json!([0, 0, 0, 1]));
    project.write("wrong.play", "compressed\tW\tWave.rmb\tWave.rmb\n");
    let output = project.command("play").args(["wrong.play", "--content", "build/native"]).output().unwrap();
    assert!(!output.status.success());
}

#[test]
fn actions_of_compressed_clips_are_built_and_played_by_a_crowd() {
    let project = project("skeleton = \"Rig.skeleton\"");
    let actions = "skeleton = \"Rig.skeleton\"\n[[layer]]\nname = \"whole\"\n\
                   [[layer.action]]\nname = \"Wave\"\nclip = \"Wave\"\nmode = \"once\"\n";
    project.write("Rig.actions.toml", actions);
    let built = project.build();
    assert_eq!(built.code, 0, "{:?}", built.diagnostics());
    let content = Content::open(project.native()).unwrap();
    let actions = CrowdActions::load(&content, "Rig.actions").unwrap();
    let mut crowd = actions.crowd(3).unwrap();
    let one = crowd.characters()[1];
    actions.play(&mut crowd, one, "whole", "Wave").unwrap();
    crowd.update(1.0).unwrap();
    let expected = truth().locals[30 * BONES].translation;
    let found = crowd.pose(one)[0].transform(0).translation;
    assert!((0..3).all(|axis| (found[axis] - expected[axis]).abs() < 1e-4), "{found:?}, {expected:?}");
    // The same action set in a player.
    let mut player = Player::load(&content, "Rig.actions", Rules::Standard).unwrap();
    player.play("whole", "Wave").unwrap();
    player.update(1.0).unwrap();
    let found = &player.model().local()[0][12..15];
    assert!((0..3).all(|axis| (found[axis] - expected[axis]).abs() < 1e-4), "{found:?}, {expected:?}");
}

#[test]
fn clips_of_a_scene_are_compressed_for_its_own_skeleton() {
    let project = Project::new();
    let scene = "content/Animation/Players/Grund/Low.fbx";
    for name in ["Plain/Low.fbx", "Small/Low.fbx"] {
        project.write(name, fs::read(repository().join(scene)).unwrap());
    }
    let rules = "[[rule]]\nmatch = \"Plain/*\"\nprocessor = \"clips\"\n[[rule]]\nmatch = \"Small/*\"\nprocessor = \"compress\"\n";
    project.write("rigmill.toml", rules);
    let built = project.build();
    assert_eq!((built.code, built.diagnostics().len()), (0, 0), "{:?}", built.diagnostics());
    let content = Content::open(project.native()).unwrap();
    let plain = content.load::<AnimationSequence>("Plain/Low@Walk").unwrap();
    let small = content.load::<CompressedClip>("Small/Low@Walk").unwrap();
    assert_eq!(small.view().skeleton(), "Small/Low.skeleton");
    let skeleton = content.load::<Skeleton>("Small/Low.skeleton").unwrap();
    let found = worst_of_clip(&plain, &skeleton, &small);
    assert!(small.view().frames() > 10 && found <= 1e-4, "{found}");
}

/// Returns the largest error of a compressed clip relative to frames between which rotations have constant speed.
fn worst_of_frames(source: &SourceClip, clip: CompressedClipView<'_>, shell: f64) -> f64 {
    let local = |time, bone| between_frames(source, time, bone);
    worst(&Expected { bones: &source.bones, duration: source.duration, keys: &[], local: &local }, clip, shell)
}

fn key_times(sequence: &KeyFrameSequenceView<'_>) -> Vec<f32> {
    match sequence.has_time() {
        true => sequence.time().to_vec(),
        false => (0..sequence.key_count()).map(|key| key as f32 * sequence.key_interval()).collect(),
    }
}

/// Returns the largest error of a compressed clip relative to its source, which is played once with the runtime's standard
/// rules.
fn worst_of_clip(plain: &AnimationSequence, skeleton: &Skeleton, small: &CompressedClip) -> f64 {
    let (plain, skeleton) = (plain.view(), skeleton.view());
    let bones: Vec<_> = skeleton.bones().map(|bone| SourceBone { parent: bone.parent(), bind: *bone.bind() }).collect();
    let sequences: Vec<_> = skeleton.bones().map(|bone| plain.sequence(plain.find(bone.name())?)).collect();
    let local = |time: f32, bone: usize| {
        let mut local = bones[bone].bind;
        if let Some(sequence) = &sequences[bone] {
            let time = time.min(sequence.duration());
            let frame = Rules::Standard.sample_key_frame(sequence, time, PlayMode::Once).unwrap();
            local.translation = frame.translation.unwrap_or(local.translation);
            local.rotation = frame.rotation.unwrap_or(local.rotation);
            local.scale = frame.scale.unwrap_or(local.scale);
        }
        wide(&local)
    };
    let mut keys: Vec<f32> = sequences.iter().flatten().flat_map(key_times).collect();
    keys.sort_by(f32::total_cmp);
    keys.dedup();
    worst(&Expected { bones: &bones, duration: plain.duration(), keys: &keys, local: &local }, small.view(), 0.03)
}

#[test]
#[cfg_attr(not(robotgame), ignore = "set RIGMILL_ROBOTGAME to the folder with RobotGame's files")]
fn robotgames_clips_are_within_their_bound_at_any_time() {
    let folder = outside("RIGMILL_ROBOTGAME").join("content");
    let project = Project::new();
    project.write("Grund.fbx", fs::read(folder.join("Models/Mech/Players/Grund.FBX")).unwrap());
    for path in crate::support::files_below(&folder.join("Animation/Players/Grund")) {
        let name = path.file_name().unwrap().to_str().unwrap();
        for place in ["Plain", "Small", "Even"] {
            project.write(&format!("{place}/{name}"), fs::read(&path).unwrap());
        }
    }
    let rule = |place: &str, params: &str| {
        let params = format!("params = {{ skeleton = \"Grund.skeleton\"{params} }}");
        format!("[[rule]]\nmatch = \"{place}/*\"\nprocessor = \"compress\"\n{params}\n")
    };
    project.write("rigmill.toml", rule("Small", "") + &rule("Even", ", rate = 30"));
    let built = project.build();
    assert_eq!(built.code, 0, "{:?}", built.diagnostics());
    let content = Content::open(project.native()).unwrap();
    let skeleton = content.load::<Skeleton>("Grund.skeleton").unwrap();
    let mut clips = 0;
    for path in crate::support::files_below(&project.native().join("Plain")) {
        let name = path.file_stem().unwrap().to_str().unwrap();
        let plain = content.load::<AnimationSequence>(&format!("Plain/{name}")).unwrap();
        for place in ["Small", "Even"] {
            let small = content.load::<CompressedClip>(&format!("{place}/{name}")).unwrap();
            let found = worst_of_clip(&plain, &skeleton, &small);
            assert!(found <= 1e-4, "{place}/{name}, {} a second: {found} m", small.view().frame_rate());
            assert_eq!(small.view().duration(), plain.view().duration(), "{place}/{name}");
        }
        clips += 1;
    }
    assert!(clips > 40, "{clips} clips");
}

#[test]
#[cfg_attr(not(clip_files), ignore = "set RIGMILL_CLIPS to a folder of `.rclip` files")]
fn no_clip_is_over_its_bound_at_any_time() {
    let folder = outside("RIGMILL_CLIPS");
    let mut clips = 0;
    for path in crate::support::files_below(&folder) {
        let Some(source) = fs::read(&path).ok().and_then(|bytes| rclip::parse(&bytes)) else { continue };
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        for (error, shell) in [(1e-4_f32, 0.03_f32), (1e-3, 0.1)] {
            let bound = Bound { error, shell, bones: Vec::new() };
            let compressed = compress(&source, &source.rates(), &bound).unwrap().clip;
            let coded = rigmill_format::CompressedClip { storage: Storage::Coded, ..compressed };
            assert_eq!(rigmill_format::CompressedClip::decode(&coded.encode().unwrap()).unwrap(), coded, "{name}");
            let clip = CompressedClip::from_owned(&coded).unwrap();
            let found = worst_of_frames(&source, clip.view(), shell.into());
            assert!(found <= f64::from(error), "{name}: {found} m, the bound is {error} m");
        }
        clips += 1;
    }
    assert!(clips > 0, "no clips in {}", folder.display());
}
