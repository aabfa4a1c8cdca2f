//! Tests which files are built from an FBX file.

use rigmill_format::{AnimationSequence, Model, Skeleton};
use serde_json::Value;

use super::{built, fbx_data, load};
use crate::support::Project;

#[test]
#[cfg_attr(not(fbx_files), ignore = "set RIGMILL_FBX to the folder with FBX files of known poses")]
fn an_fbx_or_glb_without_a_manifest_becomes_a_model_a_skeleton_and_its_clips() {
    let folder = fbx_data();
    let files = ["robot_all_actions.fbx", "robot_tpose_noanim.fbx", "robot.glb"];
    let project = built(&files.map(|file| folder.join(file)), None);
    let clips = ["Low_Idle", "Low_Run", "Up_Idle", "Up_ReloadShotgun", "Up_Run"];
    let moving = ["robot_all_actions", "robot"];
    let mut expected: Vec<_> = moving.iter().flat_map(|file| clips.map(|clip| format!("{file}@{clip}.rmb"))).collect();
    for file in ["robot_all_actions", "robot_tpose_noanim", "robot"] {
        expected.extend([format!("{file}.model.rmb"), format!("{file}.skeleton.rmb")]);
    }
    // The image is embedded in the file.
    expected.push("robot.robot_diffuse.texture.rmb".to_owned());
    expected.sort();
    assert_eq!(project.outputs().into_keys().collect::<Vec<_>>(), expected);
    assert_eq!(project.build().changes(), [""; 0]);
}

#[test]
#[cfg_attr(not(fbx_files), ignore = "set RIGMILL_FBX to the folder with FBX files of known poses")]
fn model_skeleton_and_clips_agree_on_bones() {
    let folder = fbx_data();
    let project = built(&[folder.join("robot_all_actions.fbx")], None);
    let model: Model = load(&project.native(), "robot_all_actions.model");
    let skeleton: Skeleton = load(&project.native(), "robot_all_actions.skeleton");
    let clip: AnimationSequence = load(&project.native(), "robot_all_actions@Low_Run");
    let names: Vec<_> = skeleton.bones.iter().map(|bone| (&bone.name, bone.parent)).collect();
    assert_eq!(model.bones.iter().map(|bone| (&bone.name, bone.parent)).collect::<Vec<_>>(), names);
    assert!(!clip.sequences.is_empty());
    for sequence in &clip.sequences {
        assert!(names.iter().any(|(name, _)| **name == sequence.bone_name), "{}", sequence.bone_name);
    }
    // Most bones only rotate. A channel that does not change has one key.
    assert!(clip.sequences.iter().any(|it| it.fixed_translation && !it.fixed_rotation && it.translation.len() == 1));
}

#[test]
#[cfg_attr(not(fbx_files), ignore = "set RIGMILL_FBX to the folder with FBX files of known poses")]
fn a_processor_named_for_sources_of_several_types_takes_each() {
    let folder = fbx_data();
    let project =
        built(&[folder.join("robot_tpose_noanim.fbx")], Some("[[rule]]\nmatch = \"**\"\nprocessor = \"skeleton\"\n"));
    project.write("Two.skeleton.toml", "[[bone]]\nname = \"Root\"\n");
    assert_eq!(project.build().count("built"), 1);
    let bones = |name: &str| load::<Skeleton>(&project.native(), name).bones.len();
    assert_eq!((bones("Two.skeleton"), bones("robot_tpose_noanim") > 20), (1, true));
}

#[test]
#[cfg_attr(not(fbx_files), ignore = "set RIGMILL_FBX to the folder with FBX files of known poses")]
fn a_missing_texture_is_a_warning_with_the_places_looked_in() {
    let folder = fbx_data();
    let project = Project::new();
    project.write("Models/robot.fbx", std::fs::read(folder.join("robot_tpose_noanim.fbx")).unwrap());
    let built = project.build();
    assert_eq!((built.code, built.count("built")), (0, 1));
    let said: Vec<&Value> = built.diagnostics();
    assert_eq!((said.len(), said[0]["code"].as_str()), (1, Some("R0121")), "{said:?}");
    let help = said[0]["help"].as_str().unwrap();
    assert!(help.contains("`Models/robot_diffuse.png`") && help.contains("Rigmill also searched"), "{help}");
}

#[test]
#[cfg_attr(not(fbx_files), ignore = "set RIGMILL_FBX to the folder with FBX files of known poses")]
fn a_collision_mesh_is_scaled_and_turned_by_its_parameters() {
    let folder = fbx_data();
    let file = [folder.join("robot_tpose_noanim.fbx")];
    let sphere = |params: &str| {
        let rule = format!("[[rule]]\nmatch = \"**\"\nprocessor = \"collision\"\nparams = {{ {params} }}\n");
        let project = built(&file, Some(&rule));
        let mesh: rigmill_format::CollisionMesh = load(&project.native(), "robot_tpose_noanim");
        assert_eq!(mesh.vertices.len(), mesh.triangles.len() * 3);
        mesh.sphere
    };
    let (plain, turned) = (sphere(""), sphere("scale = 2.0, rotation_x = -90.0"));
    let [x, y, z] = plain.center;
    for (found, expected) in turned.center.iter().zip([2.0 * x, 2.0 * z, -2.0 * y]) {
        assert!((found - expected).abs() <= 1e-4, "{plain:?} {turned:?}");
    }
    assert!((turned.radius - 2.0 * plain.radius).abs() <= 1e-4);
}
