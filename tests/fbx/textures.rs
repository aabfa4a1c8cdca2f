//! Tests models and the images that they refer to.

use std::fs;

use serde_json::{Value, json};

use super::fbx_data;
use crate::support::{Built, Project};
use crate::textures::{bitmap, inspected};

/// Creates a project with the robot, which refers to `robot_diffuse.png` and `D:/studio/robots/textures/robot_diffuse.png`.
fn with_robot(path: &str) -> Project {
    let folder = fbx_data();
    let project = Project::new();
    project.write(path, fs::read(folder.join("robot_tpose_noanim.fbx")).unwrap());
    project
}

fn codes(built: &Built) -> Vec<String> {
    built.diagnostics().iter().map(|it| it["code"].as_str().unwrap().to_owned()).collect()
}

/// Returns the textures of each material of the built model.
fn textures(project: &Project, model: &str) -> Vec<Value> {
    let model = inspected(project, &format!("{model}.model"));
    model["materials"].as_array().unwrap().iter().map(|it| it["textures"].clone()).collect()
}

#[test]
#[cfg_attr(not(fbx_files), ignore = "set RIGMILL_FBX to the folder with FBX files of known poses")]
fn a_model_names_the_texture_wherever_its_image_is() {
    let places = [
        "Models/robot_diffuse.png",
        "Models/Robot_Diffuse.PNG",
        "Models/Textures/ROBOT_DIFFUSE.bmp",
        "Models/robot.fbm/robot_diffuse.png",
        "Robots/Textures/robot_diffuse.tga",
        "Models/robots/textures/robot_diffuse.png",
        "robot_diffuse.png",
    ];
    for place in places {
        let project = with_robot("Models/robot.fbx");
        project.write(place, bitmap(4, 4, [10, 20, 30]));
        let built = project.build();
        assert_eq!((built.code, codes(&built)), (0, Vec::new()), "{place}: {:?}", built.diagnostics());
        let asset = place.rsplit_once('.').unwrap().0;
        assert!(textures(&project, "Models/robot").contains(&json!({ "diffuse": asset })), "{place}");
        assert!(project.native().join(format!("{asset}.rmb")).is_file());
        assert_eq!(project.build().changes(), [""; 0], "{place}");
    }
}

#[test]
#[cfg_attr(not(fbx_files), ignore = "set RIGMILL_FBX to the folder with FBX files of known poses")]
fn an_image_that_appears_rebuilds_the_model_and_one_that_changes_does_not() {
    let project = with_robot("Models/robot.fbx");
    assert_eq!(codes(&project.build()), ["R0121"]);
    assert!(textures(&project, "Models/robot").iter().all(|it| *it == json!({})));
    assert_eq!(codes(&project.build()), ["R0121"]);

    project.write("Models/Textures/Robot_diffuse.png", bitmap(4, 4, [10, 20, 30]));
    let built = project.build();
    assert_eq!((codes(&built), built.count("built")), (Vec::new(), 2));
    let changes = built.changes();
    let why = "Models/robot: built [look-up appeared: Models/textures/robot_diffuse]";
    assert!(changes.iter().any(|it| it.starts_with(why)), "{changes:?}");
    assert!(textures(&project, "Models/robot").contains(&json!({ "diffuse": "Models/Textures/Robot_diffuse" })));

    project.write("Models/Textures/Robot_diffuse.png", bitmap(8, 4, [30, 20, 10]));
    let changes = project.build().changes();
    assert_eq!(changes.len(), 1, "{changes:?}");
    assert!(changes[0].starts_with("Models/Textures/Robot_diffuse: built"), "{changes:?}");

    // A more likely image takes its place. When that image is removed, the first one is used again.
    project.write("Models/robot_diffuse.png", bitmap(4, 4, [10, 20, 30]));
    project.build();
    assert!(textures(&project, "Models/robot").contains(&json!({ "diffuse": "Models/robot_diffuse" })));
    fs::remove_file(project.root().join("Models/robot_diffuse.png")).unwrap();
    project.build();
    assert!(textures(&project, "Models/robot").contains(&json!({ "diffuse": "Models/Textures/Robot_diffuse" })));

    fs::remove_dir_all(project.root().join("Models/Textures")).unwrap();
    assert_eq!(codes(&project.build()), ["R0121"]);
}

#[test]
#[cfg_attr(not(fbx_files), ignore = "set RIGMILL_FBX to the folder with FBX files of known poses")]
fn an_image_that_is_no_asset_is_named_with_its_remedy() {
    let project = with_robot("Models/robot.fbx");
    project.write("Models/Robot_diffuse.png", bitmap(4, 4, [10, 20, 30]));
    project.write("rigmill.toml", "[[rule]]\nmatch = \"**/*.png\"\nexclude = true\n");
    let built = project.build();
    assert_eq!(codes(&built), ["R0121"]);
    let help = built.diagnostics()[0]["help"].as_str().unwrap().to_owned();
    assert!(help.starts_with("`Models/Robot_diffuse.png` is in the project, but a rule excludes it"), "{help}");
}

#[test]
#[cfg_attr(not(fbx_files), ignore = "set RIGMILL_FBX to the folder with FBX files of known poses")]
fn a_model_and_an_image_of_one_name_do_not_wait_for_each_other() {
    let project = with_robot("robot_diffuse.fbx");
    project.write("robot_diffuse.png", bitmap(4, 4, [10, 20, 30]));
    // Each model's texture has the name of the other model.
    let other = project.read("robot_diffuse.fbx");
    project.write("Sub/robot_diffuse.fbx", other);
    let built = project.build_with(&["--check"]);
    assert_eq!((built.code, codes(&built)), (0, Vec::new()), "{:?}", built.diagnostics());
    for model in ["robot_diffuse", "Sub/robot_diffuse"] {
        assert!(textures(&project, model).contains(&json!({ "diffuse": "robot_diffuse" })), "{model}");
    }
    let names: Vec<String> = project.outputs().into_keys().filter(|name| !name.starts_with("Sub/")).collect();
    assert_eq!(names, ["robot_diffuse.model.rmb", "robot_diffuse.rmb", "robot_diffuse.skeleton.rmb"]);
}

#[test]
#[cfg_attr(not(fbx_files), ignore = "set RIGMILL_FBX to the folder with FBX files of known poses")]
fn a_broken_image_is_reported_and_the_model_names_it_all_the_same() {
    let project = with_robot("robot.fbx");
    project.write("robot_diffuse.png", "no image");
    let built = project.build();
    assert_eq!((built.code, codes(&built)), (1, vec!["R0130".to_owned()]));
    assert!(textures(&project, "robot").contains(&json!({ "diffuse": "robot_diffuse" })));
}
