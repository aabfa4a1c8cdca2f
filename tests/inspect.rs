//! Tests `rigmill inspect` and `verify` with models, skeletons, collision meshes and textures, using the committed files of
//! format version 1.

use std::fs;
use std::path::PathBuf;

use rigmill_format::{AnimationSequence, Bone, Content, KeyFrameSequence, Skeleton, Transform};
use serde_json::{Value, json};

use crate::support::{Project, repository, rigmill};

fn fixture(name: &str) -> PathBuf {
    repository().join("format/tests/fixtures/v1").join(name).with_extension("rmb")
}

fn inspected(name: &str) -> Value {
    let output = rigmill().arg("inspect").arg("--json").arg(fixture(name)).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

fn shown(name: &str) -> String {
    let output = rigmill().arg("inspect").arg(fixture(name)).output().unwrap();
    assert!(output.status.success());
    String::from_utf8(output.stdout).unwrap()
}

fn translation(x: f64, y: f64, z: f64) -> Value {
    json!([1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, x, y, z, 1.0])
}

#[test]
fn a_skeleton_gives_each_bone_its_parent_and_matrix() {
    let found = inspected("skeleton");
    assert_eq!(found["type"], "Skeleton");
    let bones = found["bones"].as_array().unwrap();
    let heads: Vec<_> = bones.iter().map(|bone| json!([bone["name"], bone["parent"]])).collect();
    assert_eq!(heads, [json!(["Root", -1]), json!(["Spine", 0]), json!(["Head", 1])]);
    assert_eq!(bones[2]["local"], translation(0.5, 0.0, -0.0));
}

#[test]
fn a_model_gives_bones_meshes_and_materials() {
    let found = inspected("model");
    assert_eq!(found["type"], "Model");
    assert_eq!(found["bones"][1], json!({ "name": " Arm", "parent": 0, "local": translation(0.0, 1.0, 0.0) }));
    let [plate, arm] = [&found["meshes"][0], &found["meshes"][1]];
    assert_eq!(json!([plate["name"], plate["bone"], plate["vertices"], plate["triangles"]]), json!(["Plate", 1, 3, 1]));
    assert_eq!(plate["sphere"], json!([0.5, 0.5, 0.0, 0.75]));
    assert_eq!(plate["positions"], json!([[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, -0.0]]));
    assert_eq!((&plate["indices"], &plate["skin"]), (&json!([0, 1, 2]), &Value::Null));
    assert_eq!((&arm["triangles"], &arm["skin"]["bones"]), (&json!(2), &json!([1, 0])));
    assert_eq!(arm["parts"][1], json!({ "material": -1, "first_index": 3, "index_count": 3 }));
    let steel = &found["materials"][0];
    assert_eq!(steel["name"], "Steel");
    assert_eq!(steel["textures"], json!({ "diffuse": "Textures/steel", "normal": "Textures/steel_normal" }));
}

#[test]
fn a_collision_mesh_gives_counts_and_sphere() {
    let found = inspected("collision_mesh");
    assert_eq!(json!([found["type"], found["vertices"], found["triangles"]]), json!(["CollisionMesh", 5, 3]));
    assert_eq!(found["sphere"], json!([2.0, 0.5, 0.0, 2.25]));
}

#[test]
fn a_texture_gives_format_and_levels() {
    let found = inspected("texture");
    assert_eq!(
        found,
        json!({
            "type": "Texture", "content_version": 1, "width": 6, "height": 3, "format": "bc1", "srgb": true,
            "mips": [
                { "width": 6, "height": 3, "bytes": 16 },
                { "width": 3, "height": 1, "bytes": 8 },
                { "width": 1, "height": 1, "bytes": 8 },
            ],
        })
    );
}

#[test]
fn a_cube_map_gives_format_faces_and_levels() {
    let found = inspected("texture_cube");
    assert_eq!(
        found,
        json!({
            "type": "TextureCube", "content_version": 1, "size": 2, "format": "rgba8", "srgb": true,
            "faces": ["+x", "-x", "+y", "-y", "+z", "-z"],
            "mips": [{ "width": 2, "height": 2, "bytes": 16 }, { "width": 1, "height": 1, "bytes": 4 }],
        })
    );
}

#[test]
fn a_motion_gives_its_keys() {
    let found = inspected("motion");
    let shown = ["type", "bone", "duration", "loops", "interpolation"].map(|key| &found[key]);
    assert_eq!(json!(shown), json!(["Motion", "Root", 0.5, true, "smooth"]));
    assert_eq!(found["keys"][1]["translation"], json!([0.25, 0.0, 0.5]));
    assert_eq!(
        (&found["keys"][1]["slope"]["rotation"][3], found["keys"].as_array().unwrap().len()),
        (&json!(-0.25), 3)
    );
}

#[test]
fn people_get_an_overview() {
    let motion = shown("motion");
    assert!(motion.contains("root \"Root\", 0.5 s, then it begins again; 3 keys, smooth"), "{motion}");
    let model = shown("model");
    for part in ["Model version 1", "2 bones\n", "    \" Arm\"", "2 meshes", "8 weights on 2 bones", "Textures/steel"] {
        assert!(model.contains(part), "no {part:?} in:\n{model}");
    }
    let mesh = shown("collision_mesh");
    assert!(mesh.contains("5 vertices, 3 triangles, 3 tree nodes, sphere of 2.25 around 2, 0.5, 0"), "{mesh}");
    let texture = shown("texture");
    assert!(texture.contains("6 x 3, bc1, sRGB, 3 levels"), "{texture}");
}

#[test]
fn verify_knows_every_content_type() {
    let folder = fixture("model").parent().unwrap().to_owned();
    let count = fs::read_dir(&folder).unwrap().count();
    let output = rigmill().arg("verify").arg(folder).output().unwrap();
    let expected = format!("verified {count} content files: {count} good, 0 bad\n");
    assert_eq!(String::from_utf8(output.stdout).unwrap(), expected);
}

#[test]
fn damaged_models_collision_meshes_and_textures_are_reported() {
    let project = Project::new();
    for name in ["model", "collision_mesh", "texture"] {
        let bytes = fs::read(fixture(name)).unwrap();
        for at in [3, 17, 60, bytes.len() / 2, bytes.len() - 1] {
            let mut damaged = bytes.clone();
            damaged[at] ^= 0x40;
            project.write("damaged.rmb", damaged);
            let output = project.command("inspect").arg("damaged.rmb").output().unwrap();
            assert_eq!(output.status.code(), Some(1), "{name}, byte {at}");
            let reported = String::from_utf8(output.stderr).unwrap();
            assert!(reported.starts_with("error[R0416]: ") && reported.contains("--> damaged.rmb"), "{reported}");
        }
    }
}

fn drawn(project: &Project, file: &str) -> String {
    let output = project.command("inspect").args([file, "--svg", "bones.svg"]).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(project.read("bones.svg")).unwrap()
}

#[test]
fn a_drawing_shows_each_bone_in_both_views_under_its_name() {
    let bone = |name: &str, parent, translation| Bone {
        name: name.to_owned(),
        parent,
        bind: Transform { translation, ..Transform::IDENTITY },
    };
    let bones = vec![
        bone("Root", None, [0.0; 3]),
        bone("<Arm> & \u{1}", Some(0), [3.0, 1.0, 0.0]),
        bone("Toe", Some(0), [0.0, -1.0, 2.0]),
    ];
    let skeleton = Skeleton { bones, ..Skeleton::default() };
    let project = Project::new();
    project.write("a.rmb", skeleton.encode().unwrap());
    let picture = drawn(&project, "a.rmb");
    assert_eq!((picture.matches("<polygon").count(), picture.matches("<circle").count()), (4, 6));
    // Each view has a title for the bone and for its joint, and the front view also shows the name.
    assert_eq!(picture.matches("&lt;Arm&gt; &amp; \u{fffd}<").count(), 5);
    assert!(!picture.contains("NaN") && !picture.contains("inf") && !picture.contains("-0.00"), "{picture}");
    assert_eq!(drawn(&project, "a.rmb"), picture);
}

#[test]
fn models_and_single_bones_can_be_drawn() {
    let project = Project::new();
    project.write("model.rmb", fs::read(fixture("model")).unwrap());
    assert_eq!(drawn(&project, "model.rmb").matches("<circle").count(), 4);
    let one = Skeleton { bones: vec![Bone::default()], ..Skeleton::default() };
    project.write("one.rmb", one.encode().unwrap());
    assert_eq!(drawn(&project, "one.rmb").matches("<circle").count(), 2);
}

#[test]
fn a_source_is_drawn_and_posed_as_its_built_content_is() {
    let project = Project::new();
    for name in ["Models/Grund.skeleton.toml", "Models/Pilot.glb", "Motion/Stroll.Animation"] {
        project.write(name, fs::read(repository().join("content").join(name)).unwrap());
    }
    assert_eq!(project.build().count("failed"), 0);
    let picture = |arguments: &[&str]| {
        let output = project.command("inspect").args(arguments).args(["--svg", "bones.svg"]).output().unwrap();
        assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
        project.read("bones.svg")
    };
    for (source, built) in [("Grund.skeleton.toml", "Grund.skeleton.rmb"), ("Pilot.glb", "Pilot.model.rmb")] {
        let built = picture(&[&format!("build/native/Models/{built}")]);
        assert!(picture(&[&format!("Models/{source}")]) == built, "{source}");
    }
    let pose = ["--time", "0.5", "--clip"];
    let built =
        ["build/native/Models/Grund.skeleton.rmb"].iter().chain(&pose).chain(&["build/native/Motion/Stroll.rmb"]);
    let source = ["Models/Grund.skeleton.toml"].iter().chain(&pose).chain(&["Motion/Stroll.Animation"]);
    let [built, source] = [built.copied().collect::<Vec<_>>(), source.copied().collect()];
    assert!(picture(&source) == picture(&built));
}

#[test]
fn a_clip_poses_only_a_skeleton_and_an_error_is_reported_alone() {
    let project = arm();
    project.write("arm.model.rmb", fs::read(fixture("model")).unwrap());
    project.write("texture.rmb", fs::read(fixture("texture")).unwrap());
    let poses = [
        ("arm.model.rmb", "gone.rmb", "contains Model\nhelp: pose the Skeleton of this Model: arm.skeleton.rmb"),
        ("texture.rmb", "both.rmb", "contains Texture\nhelp: choose a Skeleton"),
        ("arm.skeleton.rmb", "gone.rmb", "cannot read gone.rmb"),
    ];
    for (file, clip, reported) in poses {
        let output = project.command("inspect").args([file, "--svg", "pose.svg", "--clip", clip]).output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.code() == Some(2) && said.contains(reported), "{file} {clip}: {said}");
        assert!(output.stdout.is_empty() && !project.root().join("pose.svg").exists(), "{file} {clip}");
    }
}

#[test]
fn what_has_no_bones_is_not_drawn() {
    let project = Project::new();
    project.write("texture.rmb", fs::read(fixture("texture")).unwrap());
    project.write("empty.rmb", Skeleton::default().encode().unwrap());
    for (file, reason) in [("texture.rmb", "the file contains Texture"), ("empty.rmb", "the file has no bones")] {
        let output = project.command("inspect").args([file, "--svg", "bones.svg"]).output().unwrap();
        assert_eq!(output.status.code(), Some(2));
        let reported = String::from_utf8(output.stderr).unwrap();
        assert!(reported.contains(&format!("cannot draw {file}: {reason}")), "{reported}");
        assert!(!project.root().join("bones.svg").exists());
    }
}

/// Creates a skeleton of an arm, and a clip that raises it.
fn arm() -> Project {
    let bone = |name: &str, parent, x| Bone {
        name: name.to_owned(),
        parent,
        bind: Transform { translation: [x, 0.0, 0.0], ..Transform::IDENTITY },
    };
    let bones = vec![bone("Root", None, 0.0), bone("Arm", Some(0), 1.0), bone("Hand", Some(1), 2.0)];
    let lifted = KeyFrameSequence {
        bone_name: "Arm".to_owned(),
        key_count: 3,
        duration: 1.0,
        key_interval: 0.5,
        has_translation: true,
        translation: vec![[1.0, 0.0, 0.0], [1.0, 4.0, 0.0], [1.0, 8.0, 0.0]],
        ..KeyFrameSequence::default()
    };
    let other = KeyFrameSequence { bone_name: "Tail".to_owned(), ..lifted.clone() };
    let clip = |sequences| AnimationSequence { duration: 1.0, close_loop: false, sequences };
    let project = Project::new();
    project.write("arm.skeleton.rmb", Skeleton { bones, ..Skeleton::default() }.encode().unwrap());
    project.write("arm@Lift.rmb", clip(vec![lifted.clone()]).encode().unwrap());
    project.write("both.rmb", clip(vec![lifted, other.clone()]).encode().unwrap());
    project.write("other.rmb", clip(vec![other]).encode().unwrap());
    project
}

fn posed(project: &Project, arguments: &[&str]) -> (Option<i32>, String) {
    let mut command = project.command("inspect");
    let output = command.args(["arm.skeleton.rmb", "--svg", "pose.svg"]).args(arguments).output().unwrap();
    (output.status.code(), String::from_utf8(output.stderr).unwrap())
}

/// Returns the position of the last joint in the front view.
fn last_joint(picture: &str) -> &str {
    let circles: Vec<&str> = picture.lines().filter(|line| line.starts_with("<circle")).collect();
    circles[circles.len() / 2 - 1]
}

#[test]
fn a_skeleton_is_drawn_as_a_clip_poses_it() {
    let project = arm();
    let picture = |arguments: &[&str]| {
        assert_eq!(posed(&project, arguments), (Some(0), String::new()), "{arguments:?}");
        String::from_utf8(project.read("pose.svg")).unwrap()
    };
    let at_bind = picture(&[]);
    let of_frames = ["0", "1", "2"].map(|frame| picture(&["--clip", "arm@Lift.rmb", "--frame", frame]));
    assert_eq!(last_joint(&at_bind), last_joint(&of_frames[0]));
    assert_ne!(last_joint(&of_frames[1]), last_joint(&of_frames[0]));
    assert_eq!(of_frames[1], picture(&["--clip", "arm@Lift.rmb", "--time", "0.5"]));
    assert_eq!(of_frames[0], picture(&["--clip", "arm@Lift.rmb"]));
    assert!(of_frames[2].contains(">arm@Lift at 1 s<"), "{}", of_frames[2]);
}

#[test]
fn clips_that_do_not_fit_are_reported() {
    let project = arm();
    // Neither is a clip.
    project.write("both.events.toml", "");
    project.write("both.skeleton.rmb", project.read("arm.skeleton.rmb"));
    for (arguments, reported) in [
        (&["--clip", "other.rmb"][..], "the skeleton has none of the bones that other.rmb moves: \"Tail\""),
        (&["--clip", "arm@Lift.rmb", "--frame", "3"], "the clip has no frame 3\nhelp: choose a frame from 0 to 2"),
        (
            &["--clip", "arm@Lift.rmb", "--time", "1.5"],
            "the clip has no pose at 1.5 s\nhelp: choose a time from 0 to 1 s",
        ),
        (&["--clip", "arm@Lift.rmb", "--time", "NaN"], "the clip has no pose at NaN s"),
        (&["--clip", "arm.skeleton.rmb"], "the file contains Skeleton\nhelp: set --clip to an AnimationSequence"),
        (&["--clip", "gone.rmb"], "cannot read gone.rmb"),
        (&["--clip", "Clips/both"], "help: did you mean both.rmb?"),
        (&["--frame", "1"], "--clip <CLIP_FILE>"),
    ] {
        let (code, said) = posed(&project, arguments);
        assert!(code == Some(2) && said.contains(reported), "{arguments:?}: {said}");
        assert!(!project.root().join("pose.svg").exists());
    }
    let (code, said) = posed(&project, &["--clip", "both.rmb"]);
    assert_eq!(code, Some(0));
    assert!(said.contains("both.rmb moves bones that the skeleton does not have: \"Tail\""), "{said}");
}
