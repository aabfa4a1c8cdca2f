//! Tests mistakes in the parameters of rules, and in files that refer to each other: where they are reported, and how often.

use serde_json::Value;

use crate::support::{Built, Project, clip, repository};

fn lines(built: &Built) -> Vec<String> {
    let place = |it: &Value| {
        let place = [&it["file"], &it["line"], &it["column"]].map(|part| part.to_string().replace('"', ""));
        place.join(":").replace(":null", "")
    };
    let line =
        |it: &&Value| format!("{} {} {}", it["code"].as_str().unwrap(), place(it), it["message"].as_str().unwrap());
    built.diagnostics().iter().map(line).collect()
}

#[test]
fn a_wrong_path_is_reported_once_where_it_is_written() {
    let project = Project::new();
    let rule = "[[rule]]\nmatch = \"*.xml\"\nimporter = \"xml-data\"\nparams = { schema = \"game.shema.toml\" }\n";
    project.write("rigmill.toml", rule);
    for name in ["a.xml", "b.xml", "c.xml"] {
        project.write(name, "<a/>");
    }
    let expected = |line: u32| {
        vec![format!(
            "R0243 rigmill.toml:{line}:21 parameter `schema`: there is no schema `game.shema.toml` (for `a.xml` and 2 other sources)"
        )]
    };
    let built = project.build();
    assert_eq!((built.code, built.count("failed"), lines(&built)), (1, 3, expected(4)));
    // A comment moves the place, but builds nothing.
    project.write("rigmill.toml", format!("# Data of the game.\n{rule}"));
    let again = project.build();
    assert_eq!((again.code, again.count("failed"), lines(&again)), (1, 3, expected(5)));
}

#[test]
fn a_parameter_of_one_target_is_reported_for_its_target() {
    let project = Project::new();
    project.write("run.Animation", clip(&["1"]));
    project.write(
        "rigmill.toml",
        "[[rule]]\nmatch = \"*\"\nparams = { root = \"Rot\" }\n[[rule]]\nmatch = \"*\"\ntargets = [\"xna\"]\nparams = { root = \"Rut\" }\n",
    );
    let said = lines(&project.build_with(&["--target", "native", "--target", "xna"]));
    let at = |line: u32, bone: &str| {
        format!(
            "R0073 rigmill.toml:{line}:19 parameter `root`: \
             the clip does not move a bone named {bone:?} (for `run.Animation`)"
        )
    };
    assert_eq!(said, [at(3, "Rot"), at(7, "Rut")]);
}

#[test]
fn each_wrong_parameter_of_a_rule_is_reported() {
    let project = Project::new();
    project.write("run.Animation", clip(&["1"]));
    let params = "{ drop_constant_tracks = \"yes\", mips = 3, sample_rate = 0 }";
    project.write("rigmill.toml", format!("[[rule]]\nmatch = \"*\"\nparams = {params}\n"));
    let places: Vec<_> = lines(&project.build()).iter().map(|it| it.split(' ').nth(1).unwrap().to_owned()).collect();
    assert_eq!(places, ["rigmill.toml:3:42", "rigmill.toml:3:35", "rigmill.toml:3:66"]);
}

#[test]
fn sources_with_one_output_are_one_error_at_their_rule() {
    let project = Project::new();
    for name in ["a.Animation", "b.Animation"] {
        project.write(name, clip(&["1"]));
    }
    project.write("rigmill.toml", "[[rule]]\nmatch = \"*\"\noutput = \"Clip\"\n");
    let built = project.build();
    assert_eq!(built.count("failed"), 2);
    let said = lines(&built);
    assert!(
        said.len() == 1 && said[0].starts_with("R0006 rigmill.toml:3:10 `a.Animation` and `b.Animation` would write"),
        "{said:?}"
    );
}

#[test]
fn a_bone_that_is_renamed_in_the_skeleton_only_is_reported() {
    let project = Project::copy_of(&repository().join("content"));
    assert_eq!(project.build().code, 0);
    let path = "Models/Grund.skeleton.toml";
    let skeleton = String::from_utf8(project.read(path)).unwrap();
    project.write(path, skeleton.replace("\"L Calf\"", "\"L Shin\""));
    let built = project.build();
    let said = lines(&built);
    let of_hero: Vec<_> = said.iter().filter(|line| line.starts_with("R0350 Hero/Grund.actions.toml:")).collect();
    let [line] = &of_hero[..] else { panic!("{said:#?}") };
    let is_complete = line.contains("moves the bone \"L Calf\", which the skeleton `")
        && line.ends_with(" more clips have this problem)");
    assert!(built.code == 1 && is_complete, "{said:#?}");
    project.write(path, skeleton);
    assert_eq!(project.build().code, 0);
}

#[test]
fn a_compressed_clip_for_a_different_number_of_bones_is_reported() {
    let project = Project::new();
    let bones = |names: &[&str]| names.iter().map(|name| format!("[[bone]]\nname = {name:?}\n")).collect::<String>();
    let clip = clip(&["1", "2"]);
    let bone = clip.split("<BoneName>").nth(1).unwrap().split('<').next().unwrap().to_owned();
    let child = |parent: &str| format!("[[bone]]\nname = \"Tip\"\nparent = {parent:?}\n");
    project.write("one.skeleton.toml", bones(&[&bone]));
    project.write("two.skeleton.toml", bones(&[&bone]) + &child(&bone));
    project.write("run.Animation", &clip);
    project.write(
        "rigmill.toml",
        "[[rule]]\nmatch = \"*.Animation\"\nprocessor = \"compress\"\nparams = { skeleton = \"one.skeleton\" }\n",
    );
    project.write(
        "robot.actions.toml",
        "skeleton = \"two.skeleton\"\n[[layer]]\nname = \"all\"\n[[layer.action]]\nname = \"Run\"\nclip = \"run\"\nmode = \"once\"\n",
    );
    let said = lines(&project.build());
    assert_eq!(
        said,
        ["R0350 robot.actions.toml:6:8 the clip `run` is for 1 bone, but the skeleton `two.skeleton` has 2"]
    );
}

#[test]
fn a_writer_for_other_targets_is_reported_until_the_project_has_one() {
    let project = Project::new();
    project.write("run.Animation", clip(&["1"]));
    let rule = "[[rule]]\nmatch = \"*\"\nwriter = \"glb\"\n";
    project.write("rigmill.toml", rule);
    let said = lines(&project.build());
    assert_eq!(
        said,
        [
            "R0049 rigmill.toml:3:10 the writer `glb` is not used: it supports only the target gltf, but the project is built only for native"
        ]
    );
    project.write("rigmill.toml", format!("[project]\ntargets = [\"native\", \"gltf\"]\n{rule}"));
    assert!(!lines(&project.build()).iter().any(|line| line.starts_with("R0049")));
}

#[test]
fn a_variable_without_a_value_counts_as_not_set() {
    let project = Project::new();
    project.write("run.Animation", clip(&["1"]));
    let variables = ["RIGMILL_CACHE_DIR", "RIGMILL_CACHE_SIZE", "RIGMILL_REMOTE_CACHE", "RIGMILL_REMOTE_EXEC"];
    let output = project.command("build").arg(".").envs(variables.map(|name| (name, ""))).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn lines_that_bring_back_nothing_are_reported() {
    let project = Project::new();
    project.write("run.Animation", clip(&["1"]));
    project.write("art/.gitignore", "gen/\n/old/*\n");
    project.write("art/.rigmillignore", "./x\n!gen/keep.png\n!/old/keep.png\n!gen/*.dds\n!keep.png\n");
    assert_eq!(
        lines(&project.build()),
        [
            "R0045 art/.rigmillignore:1:1 the pattern matches nothing: the path must begin at the folder of the ignore file, without `./` or `../`",
            "R0045 art/.rigmillignore:2:1 `!gen/keep.png` has no effect: art/.gitignore:1 ignores the folder `gen` and everything in it",
            "R0045 art/.rigmillignore:4:1 `!gen/*.dds` has no effect: art/.gitignore:1 ignores the folder `gen` and everything in it",
        ]
    );
}

#[test]
fn a_value_that_several_stages_reject_is_reported_once() {
    let project = Project::new();
    project.write("Robot.fbx", "");
    project.write("rigmill.toml", "[[rule]]\nmatch = \"*.fbx\"\nprocessor = \"model\"\nparams = { scale = 0 }\n");
    let said = lines(&project.build());
    assert_eq!(said.len(), 1, "{said:?}");
}

#[test]
fn a_processor_that_does_not_fit_the_importer_of_another_rule_names_that_rule() {
    let project = Project::new();
    project.write("run.Animation", clip(&["1"]));
    project.write(
        "rigmill.toml",
        "[[rule]]\nmatch = \"*.Animation\"\nprocessor = \"animation\"\n[[rule]]\nmatch = \"**/*\"\nimporter = \"raw\"\n",
    );
    let built = project.build();
    let help = built.diagnostics()[0]["help"].as_str().unwrap().to_owned();
    assert!(lines(&built)[0].starts_with("R0005 rigmill.toml:3:13"), "{:?}", lines(&built));
    assert!(help.contains("line 6 sets the importer `raw`"), "{help}");
}

#[test]
fn mistakes_in_root_motion_are_reported_where_it_is_set() {
    let project = Project::new();
    project.write("run.Animation", clip(&["1", "2"]));
    let rule = |value: &str| format!("[[rule]]\nmatch = \"*\"\nparams = {{ root_motion = {value} }}\n");
    let parameter = "parameter `root_motion`";
    project.write("rigmill.toml", rule("\"Rot\""));
    let unknown = format!(
        "R0154 rigmill.toml:3:26 {parameter}: `root`: the clip does not move a bone named \"Rot\" (for `run.Animation`)"
    );
    assert_eq!(lines(&project.build()), [unknown]);
    project.write("rigmill.toml", rule("{ skeleton = \"Rig.skeleton\" }"));
    let missing = format!(
        "R0170 rigmill.toml:3:28 {parameter}: `skeleton`: there is no asset `Rig.skeleton` (for `run.Animation`)"
    );
    assert_eq!(lines(&project.build()), [missing]);
}

#[test]
fn what_writers_report_about_a_parameter_is_placed_where_it_is_set() {
    let project = Project::new();
    let image = std::fs::read(repository().join("content/Models/Textures/Grund_Frame.png")).unwrap();
    for name in ["a.png", "b.png"] {
        project.write(name, &image);
    }
    let said = |files: &str, params: &str| {
        project.write("rigmill.toml", format!("[[rule]]\nmatch = {files:?}\nparams = {{ {params} }}\n"));
        lines(&project.build_with(&["--target", "xna"]))
    };
    let refused = said("*.png", "max_size = 16, compression = \"bc7\"");
    assert_eq!(refused, ["R0092 rigmill.toml:3:41 XNA does not support bc7 textures (for `a.png` and 1 other source)"]);
    let shape = said("*.png", "max_size = 16, cube = \"equirectangular\"");
    assert!(
        shape.len() == 1 && shape[0].starts_with("R0395 rigmill.toml:3:34 parameter `cube`: the picture is"),
        "{shape:?}"
    );
    project.write("run.Animation", clip(&["1"]));
    let closed = said("*.Animation", "close_loop = true");
    assert!(
        closed.len() == 1 && closed[0].starts_with("R0092 rigmill.toml:3:25 the clip has `close_loop = true`"),
        "{closed:?}"
    );
}

#[test]
fn a_reference_is_corrected_as_it_must_be_written() {
    let project = Project::copy_of(&repository().join("content"));
    let spec = String::from_utf8(project.read("Data/Grund.spec")).unwrap();
    let help = |from: &str, to: &str| {
        assert!(spec.contains(from), "{spec}");
        project.write("Data/Grund.spec", spec.replace(from, to));
        let built = project.build();
        let said = built.diagnostics();
        assert_eq!((built.code, said.len(), said[0]["code"].as_str()), (1, 1, Some("R0247")), "{said:?}");
        said[0]["help"].as_str().unwrap().to_owned()
    };
    let skeleton = help("/Models/Grund.skeleton", "Models/Grund.skeleton");
    assert_eq!(skeleton, "did you mean `/Models/Grund.skeleton`?");
    let actions = help("/Animation/Players/Grund/Grund.actions", "/Animation/Players/Grund/Grund.action");
    assert_eq!(actions, "did you mean `/Animation/Players/Grund/Grund.actions`?");
}

#[test]
fn the_search_for_a_similar_asset_makes_no_cycle() {
    let project = Project::new();
    project.write("rigmill.toml", "[[rule]]\nmatch = \"*.spec\"\nparams = { schema = \"unit.schema.toml\" }\n");
    project.write(
        "unit.schema.toml",
        "root = \"Unit\"\n[record.Unit]\nNext = { type = \"reference\", asset = \"Data\" }\n",
    );
    let unit = |next: &str| format!("<Unit><Next>{next}</Next></Unit>");
    project.write("Tiger1.spec", unit("/Tiger2"));
    project.write("Tiger2.spec", unit("/Tiger3"));
    let built = project.build();
    let said = built.diagnostics();
    assert_eq!((built.count("failed"), said.len()), (1, 1), "{said:?}");
    assert_eq!((said[0]["code"].as_str(), said[0]["help"].as_str()), (Some("R0247"), Some("did you mean `/Tiger1`?")));
}
