//! Tests curve clips and sampled clips, from their sources through the built program to the numbers that the runtime returns.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::sync::Arc;

use rigmill_runtime::clips::{CurveClip, PosePlayer, SampledClip};
use rigmill_runtime::{Content, Transform};
use serde_json::{Value, json};

use crate::support::{Project, clip};

/// A pair of curve streams: an arm with a curve for x and a step for w, and a bone without curves.
pub(crate) fn streams() -> (Vec<u8>, Vec<u8>) {
    let keys = |keys: &[[f32; 4]]| keys.iter().flatten().flat_map(|number| number.to_le_bytes()).collect::<Vec<u8>>();
    let x = keys(&[[0.0, 1.0, 0.0, 2.0], [1.0, 3.0, -1.0, 0.0]]);
    let w = keys(&[[0.0, 1.0, 0.0, f32::INFINITY], [0.5, -1.0, 0.0, 0.0]]);
    let index = [2, 10, 2, 0, 0, 0, 0, 0, 2, 4, 0, 0, 0, 0, 0, 0, 0_i32];
    (
        [b"Root/L Arm".as_slice(), &x, &w, b"Root"].concat(),
        index.iter().flat_map(|number| number.to_le_bytes()).collect(),
    )
}

fn with_streams(manifest: &str) -> Project {
    let project = Project::new();
    let (keys, index) = streams();
    project.write("Curves/Wave.txt", keys);
    project.write("Curves/WaveIndex.txt", index);
    project.write("readme.txt", "not a curve");
    project.write("rigmill.toml", manifest);
    project
}

fn played(project: &Project, content: &Path, script: &str) -> Vec<Value> {
    project.write("script.txt", script);
    let mut command = project.command("play");
    let output = command.arg("script.txt").arg("--content").arg(content).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap().lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn a_pair_of_streams_is_one_asset_that_depends_on_both() {
    let project = with_streams("");
    assert_eq!(project.build().changes(), ["Curves/Wave: built [never built] import; process; write"]);
    assert_eq!(project.outputs().into_keys().collect::<Vec<_>>(), ["Curves/Wave.rmb"]);
    assert_eq!(project.build().count("fresh"), 1);
    // If only the key count in the index changes, the keys no longer match it.
    let (keys, mut index) = streams();
    index[8] = 3;
    project.write("Curves/WaveIndex.txt", &index);
    let built = project.build();
    assert_eq!((built.code, built.diagnostics()[0]["code"].as_str()), (1, Some("R0165")));
    index[8] = 2;
    project.write("Curves/WaveIndex.txt", index);
    assert_eq!(project.build().code, 0);
    // Without its index, the file is no longer an asset. When the index returns, it is an asset again.
    fs::remove_file(project.root().join("Curves/WaveIndex.txt")).unwrap();
    let removed = project.build();
    let reported: Vec<_> = removed.diagnostics().iter().map(|it| json!([it["code"], it["file"]])).collect();
    assert_eq!((removed.count("removed"), removed.code), (1, 0));
    assert!(reported.contains(&json!(["R0082", "Curves/Wave.txt"])), "{reported:?}");
    assert!(project.build().diagnostics().iter().all(|it| it["code"] != "R0082"), "only once");
    assert!(project.outputs().is_empty());
    project.write("Curves/WaveIndex.txt", streams().1);
    project.write("Curves/Wave.txt", keys);
    assert_eq!(project.build().code, 0);
    assert_eq!(project.outputs().len(), 1);
}

#[test]
fn a_rule_that_names_the_importer_tells_of_a_missing_index() {
    let project = with_streams("[[rule]]\nmatch = \"**/*.txt\"\nimporter = \"curve-streams\"\n");
    let built = project.build();
    let codes: Vec<_> = built.diagnostics().iter().map(|it| json!([it["code"], it["file"]])).collect();
    assert_eq!(codes, [json!(["R0160", "readme.txt"])]);
    assert_eq!(built.count("built"), 1);
}

#[test]
fn streams_are_written_byte_for_byte() {
    let project = with_streams("[[rule]]\nmatch = \"Curves/*.txt\"\nwriter = \"curve-streams\"\n");
    assert_eq!(project.build().code, 0);
    let (keys, index) = streams();
    let files = [("Curves/Wave.txt".to_owned(), keys), ("Curves/WaveIndex.txt".to_owned(), index)];
    assert_eq!(project.outputs().into_iter().collect::<Vec<_>>(), files);
    // One of the two files is removed and restored.
    fs::remove_file(project.native().join("Curves/WaveIndex.txt")).unwrap();
    assert_eq!(project.build().code, 0);
    assert_eq!(project.outputs().into_iter().collect::<Vec<_>>(), files);
}

#[test]
fn curves_arrive_in_the_game_and_in_play_scripts() {
    let project = with_streams("[[rule]]\nmatch = \"Curves/*\"\nparams = { post_wrap = \"ping-pong\" }\n");
    assert_eq!(project.build().code, 0);
    let content = Content::open(project.native()).unwrap();
    let clip = content.load::<CurveClip>("Curves/Wave").unwrap();
    assert!(Arc::ptr_eq(&clip, &content.load("Curves/Wave").unwrap()));
    let mut player = clip.bind(&["Root", "Head", "L Arm"]);
    let mut pose = [Transform::IDENTITY; 3];
    player.play(0.25, &mut pose);
    // Computed by hand for s = 1/4: p0 h00 + m0 h10 + p1 h01 + m1 h11.
    let x = 1.0 * 0.843_75 + 2.0 * 0.140_625 + 3.0 * 0.156_25 + -1.0 * -0.046_875;
    assert_eq!((pose[2].translation, pose[2].rotation), ([x, 0.0, 0.0], [0.0, 0.0, 0.0, 1.0]));
    assert_eq!(pose[0], Transform::IDENTITY);
    let script = |ending: &str| format!("curve\tW\tCurves/Wave.{ending}\nonly\tL Arm\nsample\tW\tOnce\t0.25\t1.5\t2\n");
    let lines = played(&project, &project.native(), &script("rmb"));
    assert_eq!(lines.len(), 2);
    assert_eq!(
        lines[0],
        json!({ "sample": "L Arm", "path": "Root/L Arm", "t": 0.25,
            "c": [x, null, null, null, null, null, 1, null, null, null],
            "position": [x, 0, 0], "rotation": [0, 0, 0, 1], "scale": [1, 1, 1] })
    );
    // At 1.75, x has returned to 0.25, and so has w, which moves forwards and backwards over half a second.
    assert_eq!((&lines[1]["c"][0], &lines[1]["c"][6]), (&json!(x), &json!(1)));
    assert_eq!(played(&project, &project.root(), &script("txt"))[0], lines[0]);
}

/// A bone whose x follows a spline and whose size steps, over one second, in metres. The file is text, in which the slopes 2
/// and -1 are written as integers with the same bits.
const FBX: &str = r#"; FBX 7.4.0 project file
FBXHeaderExtension:  {
    FBXVersion: 7400
}
GlobalSettings:  {
    Properties70:  {
        P: "UnitScaleFactor", "double", "Number", "",100
    }
}
Objects:  {
    Model: 1, "Model::Bone", "LimbNode" {
    }
    AnimationStack: 2, "AnimStack::Go", "" {
        Properties70:  {
            P: "LocalStop", "KTime", "Time", "",46186158000
        }
    }
    AnimationLayer: 3, "AnimLayer::", "" {
    }
    AnimationCurveNode: 4, "AnimCurveNode::T", "" {
    }
    AnimationCurveNode: 5, "AnimCurveNode::S", "" {
        Properties70:  {
            P: "d|Y", "Number", "", "A",1
            P: "d|Z", "Number", "", "A",1
        }
    }
    AnimationCurve: 6, "AnimCurve::", "" {
        KeyTime: *2 {
            a: 0,46186158000
        }
        KeyValueFloat: *2 {
            a: 1,3
        }
        KeyAttrFlags: *1 {
            a: 1032
        }
        KeyAttrDataFloat: *4 {
            a: 1073741824,-1082130432,0,0
        }
        KeyAttrRefCount: *1 {
            a: 2
        }
    }
    AnimationCurve: 7, "AnimCurve::", "" {
        KeyTime: *2 {
            a: 0,23093079000
        }
        KeyValueFloat: *2 {
            a: 1,2
        }
        KeyAttrFlags: *1 {
            a: 2
        }
        KeyAttrDataFloat: *4 {
            a: 0,0,0,0
        }
        KeyAttrRefCount: *1 {
            a: 2
        }
    }
}
Connections:  {
    C: "OO",1,0
    C: "OO",3,2
    C: "OO",4,3
    C: "OO",5,3
    C: "OP",4,1, "Lcl Translation"
    C: "OP",5,1, "Lcl Scaling"
    C: "OP",6,4, "d|X"
    C: "OP",7,5, "d|X"
}
"#;

/// The same clip in glTF, and the numbers in its buffer.
fn gltf() -> (Value, Vec<u8>) {
    let numbers: [f32; 28] = [
        0.0, 1.0, 0.0, 0.5, // times
        0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 2.0, 0.0, 0.0, // in, value, out
        -1.0, 0.0, 0.0, 3.0, 0.0, 0.0, 0.0, 0.0, 0.0, //
        1.0, 1.0, 1.0, 2.0, 1.0, 1.0,
    ];
    let accessor = |offset: u32, count: u32, kind: &str| json!({ "bufferView": 0, "byteOffset": offset * 4, "componentType": 5126, "count": count, "type": kind });
    let document = json!({
        "asset": { "version": "2.0" }, "scene": 0, "scenes": [{ "nodes": [0] }], "nodes": [{ "name": "Bone" }],
        "buffers": [{ "uri": "Bone.bin", "byteLength": 112 }], "bufferViews": [{ "buffer": 0, "byteLength": 112 }],
        "accessors": [accessor(0, 2, "SCALAR"), accessor(2, 2, "SCALAR"), accessor(4, 6, "VEC3"), accessor(22, 2, "VEC3")],
        "animations": [{ "name": "Go",
            "samplers": [
                { "input": 0, "interpolation": "CUBICSPLINE", "output": 2 }, { "input": 1, "interpolation": "STEP", "output": 3 }],
            "channels": [
                { "sampler": 0, "target": { "node": 0, "path": "translation" } },
                { "sampler": 1, "target": { "node": 0, "path": "scale" } }] }],
    });
    (document, numbers.iter().flat_map(|number| number.to_le_bytes()).collect())
}

#[test]
fn curves_of_scenes_arrive_as_the_source_has_them() {
    let project = Project::new();
    let (document, buffer) = gltf();
    project.write("Fbx/Bone.fbx", FBX);
    project.write("Gltf/Bone.gltf", document.to_string());
    project.write("Gltf/Bone.bin", buffer);
    let rule = "[[rule]]\nmatch = \"**/Bone.{fbx,gltf}\"\nprocessor = \"curve-clip\"\nparams = { curves = \"keep\" }\n";
    project.write("rigmill.toml", rule);
    let built = project.build();
    assert_eq!((built.code, built.diagnostics().len()), (0, 0), "{:?}", built.diagnostics());
    let outputs: Vec<_> = project.outputs().into_keys().collect();
    assert_eq!(outputs, ["Fbx/Bone@Go.rmb", "Gltf/Bone@Go.rmb"]);
    for path in outputs {
        let script = format!("curve\tW\t{path}\nsample\tW\tOnce\t0.25\t0.5\t2\n");
        let lines = played(&project, &project.native(), &script);
        let component = |line: usize, at: usize| lines[line]["c"][at].as_f64().unwrap();
        // Computed by hand: p0 h00 + m0 h10 + p1 h01 + m1 h11 at 1/4 and 3/4.
        let x = [
            0.843_75 + 2.0 * 0.140_625 + 3.0 * 0.156_25 + 0.046_875,
            0.156_25 + 2.0 * 0.046_875 + 3.0 * 0.843_75 + 0.140_625,
        ];
        for (line, (x, size)) in x.into_iter().zip([1.0, 2.0]).enumerate() {
            assert!((component(line, 0) - x).abs() < 1e-6, "{path}: {lines:?}");
            assert_eq!((component(line, 1), component(line, 7), component(line, 8)), (0.0, size, 1.0), "{path}");
        }
        let file = format!("build/native/{path}");
        let inspected = project.command("inspect").args([file.as_str(), "--json"]).output().unwrap();
        let inspected: Value = serde_json::from_slice(&inspected.stdout).unwrap();
        assert_eq!(inspected["tracks"][0]["curves"][0]["keys"].as_array().unwrap().len(), 2, "{inspected}");
    }
}

const SAMPLED: &str = "[[rule]]\nmatch = \"*.Animation\"\nprocessor = \"sampled-clip\"\n\
    params = { rate = 4, skeleton = \"Rig\", id = 12 }\n";

const RIG: &str = "[[bone]]\nname = \"Root\"\n[[bone]]\nname = \"B\"\nparent = \"Root\"\nrotation = [0, 0, 1, 0]\n";

fn with_animation(manifest: &str) -> Project {
    let project = Project::new();
    project.write("Walk.Animation", clip(&["0", "1", "4"]));
    // The asset is called `Rig` although the second part of the usual extension is missing.
    project.write("Rig.toml", RIG);
    let rig = "\n[[rule]]\nmatch = \"Rig.toml\"\nimporter = \"skeleton-toml\"\n";
    project.write("rigmill.toml", format!("{manifest}{rig}"));
    project
}

#[test]
fn a_clip_is_sampled_built_loaded_and_played() {
    let project = with_animation(SAMPLED);
    let built = project.build();
    assert_eq!(built.code, 0, "{:?}", built.diagnostics());
    let content = Arc::new(Content::open(project.native()).unwrap());
    let clip = content.load::<SampledClip>("Walk").unwrap();
    assert_eq!((clip.name(), clip.id(), clip.length(), clip.frame_rate()), ("Walk", 12, 1.0, 4.0));
    assert_eq!(clip.paths().collect::<Vec<_>>(), ["Root/B"]);
    let mut frame = [Transform::IDENTITY];
    for (time, x) in [(0.0, 0.0), (0.25, 0.5), (0.5, 1.0), (0.75, 2.5), (1.0, 4.0)] {
        clip.frame_at(time, &mut frame);
        assert_eq!((frame[0].translation, frame[0].rotation), ([x, 2.0, 3.0], [0.0, 0.0, 1.0, 0.0]));
    }
    let mut player = PosePlayer::new(&["Root", "B"]);
    player.load(&content, "Walk").unwrap();
    player.play();
    let mut pose = [Transform::IDENTITY; 2];
    while player.is_loading() {
        player.update(0.0, &mut pose).unwrap();
    }
    player.update(0.75, &mut pose).unwrap();
    assert_eq!((pose[0], pose[1].translation), (Transform::IDENTITY, [2.5, 2.0, 3.0]));
    let lines = played(&project, &project.native(), "sampled\tS\tWalk.rmb\nsample\tS\tRepeat\t0.75\t1\t2\n");
    assert_eq!(lines.len(), 2);
    assert_eq!((&lines[1]["t"], &lines[1]["c"]), (&json!(1.75), &lines[0]["c"]));
    assert_eq!(lines[0]["position"], json!([2.5, 2, 3]));
    let inspected = project.command("inspect").args(["build/native/Walk.rmb", "--json"]).output().unwrap();
    let inspected: Value = serde_json::from_slice(&inspected.stdout).unwrap();
    assert_eq!((&inspected["type"], &inspected["id"]), (&json!("SampledClip"), &json!(12)));
    assert_eq!(inspected["tracks"][0]["curves"][0]["keys"][1], json!([0.25, 0.5, 2.0, 2.0]));
}

#[test]
fn a_missing_channel_is_reported_or_filled_in_from_the_bind_pose() {
    let project = with_animation("[[rule]]\nmatch = \"*.Animation\"\nprocessor = \"sampled-clip\"\n");
    let built = project.build();
    let [reported] = built.diagnostics()[..] else { panic!("{:?}", built.diagnostics()) };
    assert_eq!(
        (built.code, reported["level"].as_str(), reported["code"].as_str()),
        (0, Some("warning"), Some("R0179"))
    );
    let message = "bone \"B\" has no rotation in the clip, so the built clip has no rotation curves for it";
    assert_eq!(reported["message"], message);
    let filled = with_animation(SAMPLED);
    assert_eq!(filled.build().diagnostics().len(), 0);
    let clip = Content::open(filled.native()).unwrap().load::<SampledClip>("Walk").unwrap();
    assert_eq!(clip.values_at(0, 0.3)[3..7], [Some(0.0), Some(0.0), Some(1.0), Some(0.0)]);
}

#[test]
fn an_animation_becomes_a_curve_clip() {
    let rule = "[[rule]]\nmatch = \"*.Animation\"\nprocessor = \"curve-clip\"\nparams = { skeleton = \"Rig\" }\n";
    let project = with_animation(rule);
    let built = project.build();
    assert_eq!((built.code, built.diagnostics().len()), (0, 0), "{:?}", built.diagnostics());
    let clip = Content::open(project.native()).unwrap().load::<CurveClip>("Walk").unwrap();
    assert_eq!((clip.paths().collect::<Vec<_>>(), clip.duration()), (vec!["Root/B"], 1.0));
    let mut player = clip.bind(&["B", "Hat"]);
    assert_eq!(player.unbound_paths().len(), 0);
    for (time, x) in [(0.0, 0.0), (0.25, 0.5), (0.5, 1.0), (0.75, 2.5), (1.0, 4.0), (3.0, 4.0)] {
        let mut pose = [Transform::IDENTITY; 2];
        player.play(time, &mut pose);
        assert_eq!((pose[0].translation, pose[0].rotation), ([x, 2.0, 3.0], Transform::IDENTITY.rotation), "{time}");
    }
    // Curve streams made from it, and a script that plays the source itself.
    project
        .write("rigmill.toml", format!("{}{}", rule.replace("skeleton = \"Rig\"", ""), "writer = \"curve-streams\"\n"));
    assert_eq!(project.build().code, 0);
    assert!(project.native().join("WalkIndex.txt").is_file());
    let lines = played(&project, &project.root(), "curve\tW\tWalk.Animation\nsample\tW\tOnce\t0.75\t1\t1\n");
    assert_eq!(lines[0]["position"], json!([2.5, 2, 3]));
}

#[test]
fn clips_of_other_programs_are_inspected_from_their_sources() {
    let project = with_streams("");
    project.write("Walk.Animation", clip(&["0", "1", "4"]));
    let rule = "[[rule]]\nmatch = \"*.Animation\"\nprocessor = \"sampled-clip\"\nwriter = \"msgpack\"\nparams = { rate = 4, id = 12 }\n";
    project.write("rigmill.toml", rule);
    assert_eq!(project.build().code, 0);
    let mut deltas = vec![1, 30, 0, 0, 0];
    let numbers: Vec<f32> = (1..=18_u8).map(f32::from).collect();
    deltas.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
    project.write("Lap.motion", &deltas);
    let run = |arguments: &[&str]| {
        let output = project.command("inspect").args(arguments).output().unwrap();
        (output.status.success(), String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned())
    };
    let shown = |path: &str, part: &str| {
        let (good, text) = run(&[path]);
        assert!(good && text.contains(part), "{path}: {text}");
        let (good, json) = run(&[path, "--json"]);
        assert!(good, "{json}");
        serde_json::from_str::<Value>(&json).unwrap()
    };
    let clip = shown("build/native/Walk.msgpack", "\"Walk\", id 12, 1 s at 4 frames per second, 1 bones, 15 keys");
    assert_eq!((&clip["type"], &clip["length"]), (&json!("SampledClip"), &json!(1.0)));
    assert_eq!(clip["tracks"][0]["curves"][0]["keys"][1], json!([0.25, 0.5, 2.0, 2.0]));
    for path in ["Curves/Wave.txt", "Curves/WaveIndex.txt"] {
        let curves = shown(path, "2 bones, 4 keys, 1 s");
        assert_eq!((&curves["type"], &curves["tracks"][0]["path"]), (&json!("CurveClip"), &json!("Root/L Arm")));
        assert_eq!(curves["tracks"][0]["curves"][0]["keys"][1], json!([1.0, 3.0, -1.0, 0.0]));
    }
    let motion = shown("Lap.motion", "2 frames at 30 a second, with scale");
    assert_eq!((&motion["type"], &motion["frame_rate"]), (&json!("MotionDeltas"), &json!(30)));
    let second = json!({ "position": [10.0, 11.0, 12.0], "rotation": [13.0, 14.0, 15.0], "scale": [16.0, 17.0, 18.0] });
    assert_eq!(motion["frames"][1], second);
    // Errors in a source are reported in the same way as when it is built.
    project.write("Lap.motion", &deltas[..20]);
    assert!(run(&["Lap.motion"]).1.contains("R0150"));
    assert!(run(&["readme.txt"]).1.contains("R0160"));
    assert!(run(&["None.msgpack"]).1.contains("None.msgpack"));
}

#[test]
fn a_missing_skeleton_and_an_unknown_bone_are_reported() {
    let project = with_animation(&SAMPLED.replace("\"Rig\"", "\"Rug\""));
    let built = project.build();
    let reported = built.diagnostics();
    assert_eq!((&reported[0]["code"], &reported[0]["help"]), (&json!("R0170"), &json!("did you mean `Rig`?")));
    let project = with_animation(SAMPLED);
    project.write("Rig.toml", "[[bone]");
    let built = project.build();
    let reported = built.diagnostics();
    let dependent = reported.iter().find(|it| it["code"] == "R0170").unwrap();
    assert_eq!(dependent["help"], "fix the errors of `Rig` first");
    let project = with_animation(SAMPLED);
    project.write("Rig.toml", RIG.replace("\"B\"", "\"C\""));
    let built = project.build();
    assert_eq!((built.code, &built.diagnostics()[0]["code"]), (0, &json!("R0171")));
}

/// Checks each value that Rigmill wrote. Then writes the clip again: in double precision, with additional items, and with some
/// items missing.
const PYTHON: &str = r#"
import msgpack, struct, sys
data = open("build/native/Walk.msgpack", "rb").read()
clip = msgpack.unpackb(data)
assert msgpack.packb(clip, use_single_float=True) == data, "not the smallest forms"
id, length, rate, name, bones = clip
assert (id, length, rate, name) == (12, 1.0, 4.0, "Walk"), clip[:4]
assert len(bones) == 1 and bones[0][0] == "Root/B", bones
position, rotation = bones[0][1:]
assert len(position) == 3 and len(rotation) == 4
keys, post, pre = position[0]
assert (post, pre) == (8, 8)
expected = [[0.0, 0.0, 2.0, 2.0], [0.25, 0.5, 2.0, 2.0], [0.5, 1.0, 4.0, 4.0], [0.75, 2.5, 6.0, 6.0], [1.0, 4.0, 6.0, 6.0]]
assert keys == expected, keys
assert [key[1] for key in position[1][0]] == [2.0] * 5
assert [[key[1] for key in curve[0]] for curve in rotation] == [[0.0] * 5, [0.0] * 5, [1.0] * 5, [0.0] * 5]
bones[0][1][1] = None
bones[0].append({"more": [1, b"bytes"]})
bones.append(["Root"])
open("Other.msgpack", "wb").write(msgpack.packb([70000, 1, 4, "Other", bones, "more"]))
open("Bad.msgpack", "wb").write(msgpack.packb([1, "long"]))
"#;

#[test]
#[cfg_attr(not(msgpack), ignore = "needs python3 with the package msgpack")]
fn another_reader_and_writer_of_messagepack_agrees() {
    let project = with_animation(&format!("{SAMPLED}writer = \"msgpack\"\n"));
    assert_eq!(project.build().code, 0);
    assert!(project.native().join("Walk.msgpack").is_file());
    let checked = Command::new("python3").arg("-c").arg(PYTHON).current_dir(project.root()).output().unwrap();
    assert!(checked.status.success(), "{}", String::from_utf8_lossy(&checked.stderr));
    let built = project.build();
    let reported = built.diagnostics();
    assert_eq!(
        (reported.len(), &reported[0]["code"], &reported[0]["file"]),
        (1, &json!("R0166"), &json!("Bad.msgpack"))
    );
    let content = Content::open(project.native()).unwrap();
    let other = content.load::<SampledClip>("Other").unwrap();
    assert_eq!((other.id(), other.name(), other.length()), (70_000, "Other", 1.0));
    assert_eq!(other.paths().collect::<Vec<_>>(), ["Root/B", "Root"]);
    let mut frame = [Transform::IDENTITY; 2];
    other.frame_at(0.75, &mut frame);
    assert_eq!((frame[0].translation, frame[1]), ([2.5, 0.0, 3.0], Transform::IDENTITY));
}

#[test]
fn messagepack_goes_round_without_loss() {
    let project = with_animation(&format!("{SAMPLED}writer = \"msgpack\"\n"));
    assert_eq!(project.build().code, 0);
    let written = fs::read(project.native().join("Walk.msgpack")).unwrap();
    let again = Project::new();
    again.write("Walk.msgpack", &written);
    again.write("rigmill.toml", "[[rule]]\nmatch = \"*.msgpack\"\nwriter = \"msgpack\"\n");
    assert_eq!(again.build().code, 0);
    assert_eq!(fs::read(again.native().join("Walk.msgpack")).unwrap(), written);
    let script = "sampled\tS\tWalk.msgpack\nsample\tS\tOnce\t0.25\t0.25\t1\n";
    assert_eq!(played(&again, &again.root(), script)[0]["position"], json!([0.5, 2, 3]));
}
