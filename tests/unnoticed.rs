//! Tests that inputs without effect are reported: files that nothing uses, and rules that match nothing.

use std::fs;

use crate::support::{Project, clip};

/// Returns the code, message and remedy of each warning about the project. A build that has nothing to do must report the same.
fn warnings(project: &Project) -> Vec<String> {
    let first = reported(project);
    assert_eq!(reported(project), first, "again");
    first
}

fn reported(project: &Project) -> Vec<String> {
    let built = project.build();
    assert_eq!(built.code, 0);
    assert_eq!(built.sums()["warnings"], built.diagnostics().len());
    let text = |it: &serde_json::Value, key: &str| it[key].as_str().unwrap_or_default().to_owned();
    let reported = |it: &&serde_json::Value| {
        assert_eq!(it["level"], "warning");
        format!("{} {} ({})", text(it, "code"), text(it, "message"), text(it, "help"))
    };
    built.diagnostics().iter().map(reported).collect()
}

fn check(project: &Project, expected: &[&str]) {
    let found = warnings(project);
    assert_eq!(found.len(), expected.len(), "{found:#?}");
    for (found, expected) in found.iter().zip(expected) {
        assert!(found.starts_with(expected), "{found}\n{expected}");
    }
}

#[test]
fn a_folder_without_sources_is_worth_a_warning() {
    let project = Project::new();
    check(&project, &["R0039 there is nothing to build"]);
    let output = project.command("build").arg(".").output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.starts_with("1 warning\nbuilt 0, cached 0, fresh 0, failed 0 in "), "{text}");
    assert!(String::from_utf8(output.stderr).unwrap().contains("warning[R0039]"));
    project.write("a.Animation", clip(&["1"]));
    check(&project, &[]);
}

#[test]
fn sources_that_no_importer_takes_are_counted_and_named() {
    let project = Project::new();
    project.write("a.Animation", clip(&["1"]));
    project.write("odd", "1");
    let expected =
        "R0040 1 file has no importer, and no stage reads it: `odd` (add a rule to rigmill.toml with match = \"odd\"";
    check(&project, &[expected]);
    for path in ["Effects/Skin.hlsl", "Sounds/Hit.aif", "Sounds/Miss.AIF"] {
        project.write(path, "1");
    }
    let expected = "R0040 4 files have no importer, and no stage reads them: `Effects/Skin.hlsl`, `Sounds/Hit.aif`, `Sounds/Miss.AIF` \
                    and 1 more (add a rule to rigmill.toml with match = \"**/*.hlsl\" and either exclude = true or, to copy the files, \
                    importer = \"raw\"; or list the files in .rigmillignore)";
    check(&project, &[expected]);
    let tables = Project::new();
    for path in ["a.schema.toml", "b.schema.toml"] {
        tables.write(path, "root = \"x\"\n");
    }
    tables.write("Rig.skeleton.toml", "[[bone]]\nname = \"Root\"\n");
    let expected = "R0040 2 files have no importer, and no stage reads them: `a.schema.toml`, `b.schema.toml` (add a rule to \
                    rigmill.toml with match = [\"a.schema.toml\", \"b.schema.toml\"] and either";
    check(&tables, &[expected]);
    for format in ["github", "msbuild"] {
        let output = project.command("build").args([".", "--message-format", format]).output().unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        assert_eq!(text.lines().filter(|line| line.contains("R0040")).count(), 1, "{text}");
        assert!(text.lines().last().unwrap().starts_with("built 0, cached 0, fresh 1"), "{text}");
    }
    project.write(
        "rigmill.toml",
        "[[rule]]\nmatch = \"**/*.aif\"\nimporter = \"raw\"\n[[rule]]\nmatch = [\"**/*.hlsl\", \"odd\"]\nexclude = true\n",
    );
    check(&project, &[]);
    assert!(project.native().join("Sounds/Miss.AIF").is_file());
}

#[test]
fn every_unknown_file_is_listed_for_programs_and_where_all_is_listed() {
    let project = Project::new();
    project.write("a.Animation", clip(&["1"]));
    let files = ["1.psd", "2.psd", "3.psd", "4.psd"];
    files.iter().for_each(|path| project.write(path, "1"));
    for _ in 0..2 {
        let built = project.build_with(&["--target", "native", "--target", "xna"]);
        assert_eq!((built.code, built.count("unknown")), (0, 4));
        let listed = |target: &str| {
            let unknown = built.messages.iter().filter(|it| it["reason"] == "unknown" && it["target"] == target);
            unknown.map(|it| it["file"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
        };
        assert_eq!(listed("native"), files);
        assert_eq!(listed("xna"), files);
    }
    let output = project.command("build").args([".", "-v"]).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(files.iter().all(|file| text.contains(&format!(" unknown {file}\n"))), "{text}");
    let output = project.command("build").arg(".").output().unwrap();
    assert!(!String::from_utf8(output.stdout).unwrap().contains("4.psd"));
}

#[test]
fn unknown_files_can_be_denied() {
    let project = Project::new();
    project.write("a.Animation", clip(&["1"]));
    project.write("a.psd", "1");
    for _ in 0..2 {
        let built = project.build_with(&["--deny-unknown"]);
        assert_eq!((built.code, &built.sums()["success"], &built.sums()["failed"]), (1, &false.into(), &0.into()));
        let reported = built.diagnostics();
        assert_eq!((&reported[0]["code"], &reported[0]["level"]), (&"R0040".into(), &"error".into()));
    }
    // The built file exists.
    assert!(project.native().join("a.rmb").is_file());
    project.write(".rigmillignore", "*.psd\n");
    let built = project.build_with(&["--deny-unknown"]);
    assert_eq!((built.code, built.count("unknown")), (0, 0));
}

#[cfg(windows)]
#[test]
fn sources_that_another_system_named_are_reported() {
    let project = Project::new();
    project.write("Good.Animation", clip(&["1"]));
    // This form of a path reaches names that Windows otherwise reserves.
    let verbatim = format!(r"\\?\{}", crate::support::files::real_path(&project.root()).display());
    fs::write(format!(r"{verbatim}\aux.Animation"), clip(&["2"])).unwrap();
    fs::create_dir(format!(r"{verbatim}\nul")).unwrap();
    let cannot = |name: &str| format!("R0104 `{name}` is not built: its name cannot be used on Windows: ");
    check(&project, &[&cannot("aux.Animation"), &cannot("nul/")]);
}

#[test]
fn files_that_belong_beside_sources_are_no_sources() {
    let project = Project::new();
    project.write("a.Animation", clip(&["1"]));
    for path in
        [".gitignore", "README", "README.md", "LICENSE", "docs/notes.txt", "make.py", "game.csproj", "a.bak", "b~"]
    {
        project.write(path, "1");
    }
    check(&project, &[]);
}

#[test]
fn files_that_a_stage_reads_are_sources() {
    let project = Project::new();
    project.write("unit.schema.toml", "[Unit]\nspeed = \"number\"\n");
    project.write("a.spec", "<Unit><speed>1</speed></Unit>");
    project.write("rigmill.toml", "[[rule]]\nmatch = \"*.spec\"\nparams = { schema = \"unit.schema.toml\" }\n");
    let built = project.build();
    assert!(built.diagnostics().iter().all(|it| it["code"] != "R0040"), "{:?}", built.diagnostics());
    // Without a reader, nothing uses it.
    project.write("rigmill.toml", "");
    assert!(project.build().diagnostics().iter().any(|it| it["code"] == "R0040"));
    let built = project.build();
    assert!(built.diagnostics().iter().any(|it| it["message"].as_str().unwrap().contains("`unit.schema.toml`")));
}

#[test]
fn a_warning_about_the_project_is_reported_once_for_all_targets() {
    let project = Project::new();
    project.write("a.Animation", clip(&["1"]));
    project.write("a.psd", "1");
    let built = project.build_with(&["--target", "native", "--target", "xna"]);
    assert_eq!((built.diagnostics().len(), built.count("warnings")), (1, 1));
}

/// Checks the warnings about a rule with this glob.
fn check_glob(project: &Project, glob: &str, expected: &[&str]) {
    project.write("rigmill.toml", format!("[[rule]]\nmatch = '{glob}'\nparams = {{ close_loop = true }}\n"));
    let expected: Vec<String> = expected.iter().map(|help| format!("R0041 no file matches `{glob}` ({help}")).collect();
    check(project, &expected.iter().map(String::as_str).collect::<Vec<_>>());
}

fn animations() -> Project {
    let project = Project::new();
    project.write("Animation/Players/Run.Animation", clip(&["1"]));
    project.write("Animation/Low_Walk.Animation", clip(&["2"]));
    project
}

#[test]
fn a_rule_that_matches_nothing_is_reported_with_what_was_meant() {
    let project = animations();
    check_glob(&project, "Animatoin/**/*.Animation", &["did you mean `Animation/**/*.Animation`?"]);
    check_glob(&project, "Animation/Player/*.Animation", &["did you mean `Animation/Players/*.Animation`?"]);
    check_glob(&project, r"Animation\*.Animation", &["did you mean `Animation/*.Animation`?"]);
    check_glob(&project, r".\Animation\Players\**", &["did you mean `Animation/Players/**`?"]);
    check_glob(&project, "animation/*.Animation", &["did you mean `Animation/*.Animation`?"]);
    check_glob(&project, "Animation/low_*.Animation", &["globs are case-sensitive: the file is `Animation/Low_Walk"]);
    check_glob(&project, "*.Animation", &["did you mean `**/*.Animation`?"]);
    check_glob(&project, "game/Animation/*.Animation", &["did you mean `Animation/*.Animation`?"]);
    check_glob(&project, "/Animation/*.Animation", &["did you mean `Animation/*.Animation`?"]);
    check_glob(&project, "Players/*.Animation", &["did you mean `**/Players/*.Animation`?"]);
    check_glob(&project, "Animation/Low_Wlk.Animation", &["did you mean `Animation/Low_Walk.Animation`?"]);
    check_glob(
        &project,
        "Sounds/**/*.wav",
        &["there is no folder `Sounds` with sources; correct or remove the glob, or restore the file"],
    );
    check_glob(&project, "**/*.glb", &["correct or remove the glob, or restore the file"]);
}

#[test]
fn a_folder_a_list_and_a_space_in_a_glob_are_recognized() {
    let project = animations();
    for glob in ["Animation/Players", "Animation/Players/", "Animation/Players/**/"] {
        check_glob(&project, glob, &["did you mean `Animation/Players/**`?"]);
    }
    check_glob(&project, "Players", &["did you mean `**/Players/**`?"]);
    check_glob(&project, "**/*.Animation,**/*.fbx", &["write a list: [\"**/*.Animation\", \"**/*.fbx\"]"]);
    project.write("rigmill.toml", "[[rule]]\nmatch = \"**/*.{Animation, fbx}\"\n");
    let expected = "R0041 an alternative in `**/*.{Animation, fbx}` begins or ends with a space \
                    (did you mean `**/*.{Animation,fbx}`?";
    check(&project, &[expected]);
}

#[test]
fn an_exclude_without_effect_is_reported() {
    let project = animations();
    let check_exclude = |exclude: &str, expected: &[&str]| {
        project.write(
            "rigmill.toml",
            format!("[[rule]]\nmatch = \"Animation/*\"\nexclude = {exclude}\nparams = {{ close_loop = true }}\n"),
        );
        check(&project, expected);
    };
    check_exclude("\"**/Low_*\"", &[]);
    let misspelt = "R0041 no file matches `Animatoin/Low_*` (did you mean `Animation/Low_*`?";
    check_exclude("[\"Animatoin/Low_*\"]", &[misspelt]);
    let of_others = "R0041 `Animation/Players/**` excludes nothing: the rule's `match` matches none of its files";
    check_exclude("\"Animation/Players/**\"", &[of_others]);
    // A rule for no files has a mistake elsewhere.
    project.write("rigmill.toml", "[[rule]]\nmatch = \"Animatoin/*\"\nexclude = \"b*\"\n");
    check(&project, &["R0041 no file matches `Animatoin/*` (did you mean `Animation/*`?"]);
}

#[test]
fn manifests_and_ignore_files_without_effect_are_reported() {
    let project = animations();
    project.write("Animation/rigmill.toml", "[[rule]]\nmatch = \"**\"\nexclude = true\n");
    for name in ["rigmillignore", "Animation/.rigmilignore"] {
        project.write(name, "*.Animation\n");
    }
    let expected = [
        "R0080 the settings in `Animation/rigmill.toml` do not apply",
        "R0081 `Animation/.rigmilignore` is not read: an ignore file must be named .rigmillignore",
        "R0081 `rigmillignore` is not read: an ignore file must be named .rigmillignore",
    ];
    check(&project, &expected);
    check(&project, &expected);
    fs::remove_file(project.root().join("Animation/.rigmilignore")).unwrap();
    fs::remove_file(project.root().join("rigmillignore")).unwrap();
    project.write(".gitignore", "Animation/rigmill.toml\n");
    check(&project, &[]);
}

#[test]
fn globs_take_extensions_in_any_case_as_importers_do() {
    let project = animations();
    for glob in ["**/*.animation", "Animation/Low_Walk.ANIMATION", "Animation/*.{fbx,animation}"] {
        check_glob(&project, glob, &[]);
    }
    project.write("rigmill.toml", "[[rule]]\nmatch = \"**/*.animation\"\nexclude = true\n");
    assert_eq!(project.build().count("removed"), 2);
}

#[test]
fn rules_whose_effect_is_elsewhere_are_no_rules_without_effect() {
    let project = animations();
    project.write(
        "rigmill.toml",
        "[[rule]]\nmatch = \"Animation/*.Animation\"\ntargets = [\"xna\"]\nprocessor = \"animation\"\n\
         [[rule]]\nmatch = \"**/*.Animation\"\nparams = { close_loop = false }\n\
         [[rule]]\nmatch = \"Animation/Low*\"\nparams = { close_loop = true }\n\
         [[rule]]\nmatch = \"**/*.bak\"\nexclude = true\n",
    );
    check(&project, &[]);
    // A typo in such a rule is still reported.
    project.write("rigmill.toml", "[[rule]]\nmatch = \"Animation/Playes/**\"\nexclude = true\n");
    check(&project, &["R0041 no file matches `Animation/Playes/**` (did you mean `Animation/Players/**`?"]);
}

#[test]
fn what_is_reported_of_rules_follows_the_files() {
    let project = animations();
    check_glob(&project, "Sounds/*.Animation", &["there is no folder `Sounds`"]);
    project.write("Sounds/a.Animation", clip(&["3"]));
    check(&project, &[]);
    fs::remove_dir_all(project.root().join("Sounds")).unwrap();
    check(&project, &["R0041 no file matches"]);
}

#[test]
fn the_output_folder_of_an_earlier_build_is_no_source() {
    let project = Project::new();
    project.write("a.Animation", clip(&["1"]));
    project.build_with(&["-o", "dist", "--target", "gltf"]);
    project.build_with(&["-o", "dist", "--target", "xna"]);
    let built = project.build();
    assert_eq!((built.code, built.diagnostics().len()), (0, 0), "{:?}", built.diagnostics());
    assert_eq!(project.outputs().into_keys().collect::<Vec<_>>(), ["a.rmb"]);
}

#[test]
fn files_that_a_failing_asset_may_read_are_not_reported() {
    let project = Project::new();
    project.write("robot.gltf", "broken");
    project.write("robot.bin", "bytes");
    let built = project.build();
    assert_eq!(built.code, 1);
    assert!(built.diagnostics().iter().all(|it| it["code"] != "R0040"), "{:?}", built.diagnostics());
}

#[cfg(unix)]
#[test]
fn the_reason_why_a_file_is_no_source_is_stated() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;

    let project = Project::new();
    project.write("rigmill.toml", "");
    project.write("old/.rigmill/state", "");
    let cases: [(&[u8], &str); 4] = [
        (b"c:d.Animation", "cannot be a source: its name begins like a path on a drive"),
        (b"\xff.Animation", "cannot be a source: its name is not valid UTF-8"),
        (b".hid/a.Animation", "is not a source: it is in a hidden folder"),
        (b"old/a.Animation", "is not a source: it is in the output folder of a build"),
    ];
    for (name, reason) in cases {
        let file = project.root().join(OsStr::from_bytes(name));
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(&file, clip(&["1"])).unwrap();
        let output = crate::support::rigmill().arg("build").arg(&file).output().unwrap();
        let said = [output.stdout, output.stderr].concat();
        let said = String::from_utf8_lossy(&said);
        assert!(!output.status.success() && said.contains(reason), "{said}");
    }
}

#[test]
fn a_failing_image_or_sound_hides_no_files() {
    let project = Project::new();
    project.write("skin.png", "broken");
    project.write("hit.wav", "broken");
    ["robot.bin", "all.zip", "part.stl"].iter().for_each(|path| project.write(path, "1"));
    let built = project.build_with(&["--deny-unknown"]);
    assert_eq!((built.code, built.count("failed"), built.count("unknown")), (1, 2, 3), "{:?}", built.diagnostics());
}

#[test]
fn files_of_other_programs_are_reported_even_if_an_asset_fails() {
    let project = Project::new();
    project.write("robot.gltf", "broken");
    let files = ["robot.bin", "Robot.BLEND", "crate.obj", "skin.psd"];
    files.iter().for_each(|path| project.write(path, "1"));
    for (options, level) in [(vec![], "warning"), (vec!["--deny-unknown"], "error")] {
        let built = project.build_with(&options);
        assert_eq!((built.code, built.count("unknown")), (1, 3));
        let diagnostics = built.diagnostics();
        let unknown = diagnostics.iter().find(|it| it["code"] == "R0040").unwrap();
        assert_eq!(unknown["level"], level);
        let help = unknown["help"].as_str().unwrap();
        for export in ["export .blend, .obj files as .fbx or .glb", "export .psd files as .png or .tga"] {
            assert!(help.contains(export), "{help}");
        }
    }
}

#[test]
fn every_command_says_what_to_export_instead_of_a_file_of_another_program() {
    for manifest in [None, Some("")] {
        let project = Project::new();
        project.write("crate.obj", "v 0 0 0\n");
        manifest.iter().for_each(|manifest| project.write("rigmill.toml", manifest));
        for command in ["build", "explain", "inspect", "view"] {
            // Without a project, `explain` has no assets to explain.
            if manifest.is_none() && command == "explain" {
                continue;
            }
            let output = project.command(command).arg("crate.obj").output().unwrap();
            let text = String::from_utf8(output.stderr).unwrap();
            assert!(!output.status.success(), "{command}: {text}");
            assert!(text.contains("no importer accepts") && text.contains("crate.obj"), "{command}: {text}");
            let export = "export the file as .fbx or .glb from the program that made it";
            assert!(text.contains(export), "{command}: {text}");
        }
    }
}

#[test]
fn a_file_whose_name_no_source_can_have_is_not_built() {
    let mut names = vec![(".a.Animation", "its name begins with a dot")];
    if cfg!(unix) {
        names.push(("a\\b.Animation", "separates folders on another system"));
    }
    for manifest in [None, Some("")] {
        for (name, reason) in &names {
            let project = Project::new();
            manifest.iter().for_each(|manifest| project.write("rigmill.toml", manifest));
            project.write(name, clip(&["1"]));
            let output = project.command("build").arg(name).output().unwrap();
            let text = String::from_utf8(output.stderr).unwrap();
            assert_eq!(output.status.code(), Some(2), "{name}: {text}");
            assert!(text.contains(reason), "{name}: {text}");
        }
    }
}
