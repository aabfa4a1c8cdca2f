//! Tests the locations in diagnostics: paths are relative to the folder in which the command ran.

use std::fs;

use serde_json::Value;

use crate::support::files::real_path;
use crate::support::{Project, rigmill};

/// Runs a command in `folder` of the project. Returns its standard output and standard error.
fn said(project: &Project, folder: &str, arguments: &[&str]) -> [String; 2] {
    let output = rigmill().args(arguments).current_dir(project.root().join(folder)).output().unwrap();
    [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap())
}

/// Creates a project in the subfolder `game` whose manifest or source has an error in line 2.
fn at_fault(file: &str, text: &str) -> Project {
    let project = Project::new();
    project.write(&format!("game/{file}"), text);
    fs::create_dir_all(project.root().join("game/sub")).unwrap();
    project
}

const BAD_MANIFEST: &str = "[project]\nnam = \"g\"\n";
const BAD_CLIP: &str = "<AnimationSequence>\n</Oops>\n";

#[test]
fn manifests_and_sources_have_paths_from_where_the_command_was_run() {
    for (file, text) in [("rigmill.toml", BAD_MANIFEST), ("a.Animation", BAD_CLIP)] {
        let project = at_fault(file, text);
        let root = real_path(&project.root());
        let absolute = root.join("game").join(file).display().to_string();
        let below = format!("game/{file}");
        for (folder, path, shown) in [
            ("", "game", below.as_str()),
            ("", "game/rigmill.toml", &below),
            ("game", ".", file),
            ("game/sub", "..", &absolute.replace('\\', "/")),
        ] {
            if file != "rigmill.toml" && path.ends_with("rigmill.toml") {
                continue;
            }
            let [out, err] = said(&project, folder, &["build", path, "-o", "../elsewhere"]);
            assert!(err.contains(&format!("--> {shown}:2:")) && !out.contains(file), "{folder} {path}: {out}{err}");
            let [out, _] = said(&project, folder, &["build", path, "--message-format", "github"]);
            // The colon after a drive letter is escaped.
            let escaped = shown.replace(':', "%3A");
            assert!(out.starts_with(&format!("::error file={escaped},line=2,")), "{folder} {path}: {out}");
            let [out, _] = said(&project, folder, &["build", path, "--message-format", "json"]);
            let reported = out.lines().find(|line| line.contains("diagnostic")).unwrap();
            let reported: Value = serde_json::from_str(reported).unwrap();
            assert_eq!((&reported["file"], &reported["line"]), (&shown.into(), &2.into()), "{folder} {path}");
            let [out, _] = said(&project, folder, &["build", path, "--message-format", "msbuild"]);
            assert!(out.starts_with(&format!("{absolute}(2,")), "{folder} {path}: {out}");
        }
    }
}

#[test]
fn every_command_names_the_right_manifest() {
    let project = at_fault("rigmill.toml", BAD_MANIFEST);
    for command in ["list", "graph", "clean", "doctor"] {
        let reported = said(&project, "", &[command, "game"]).concat();
        assert!(reported.contains("game/rigmill.toml:2:1"), "{command}: {reported}");
    }
    let reported = said(&project, "", &["explain", "a", "--project", "game"]).concat();
    assert!(reported.contains("game/rigmill.toml:2:1"), "{reported}");
}

#[test]
fn a_target_with_a_typo_in_the_manifest_has_its_place() {
    let project = at_fault("rigmill.toml", "[project]\ntargets = [\"native\", \"xan\"]\n");
    project.write("game/good.Animation", crate::support::clip(&["1"]));
    let [out, _] = said(&project, "", &["build", "game", "--message-format", "github"]);
    assert!(out.starts_with("::error file=game/rigmill.toml,line=2,col=22,title=R0002::unknown target `xan`"), "{out}");
    assert!(out.contains("did you mean `xna`?"), "{out}");
    assert!(!project.root().join("game/build/native/good.rmb").exists(), "nothing is built before that is right");
}

#[test]
fn failures_without_a_place_are_diagnostics_for_programs() {
    let project = Project::new();
    let fails: [&[&str]; 3] =
        [&["build", ".", "--target", "natve"], &["build", "nowhere"], &["build", ".", "--timings", "no/such/folder"]];
    for arguments in fails {
        let [out, err] = said(&project, "", &[arguments, &["--message-format", "json"]].concat());
        let lines: Vec<Value> = out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        assert_eq!(lines.len(), 2, "{out}");
        let reported = lines[0]["message"].as_str().unwrap();
        assert_eq!((&lines[0]["reason"], &lines[0]["level"]), (&"diagnostic".into(), &"error".into()));
        assert_eq!((&lines[0]["code"], &lines[0]["file"]), (&"R0273".into(), &Value::Null));
        assert!(!reported.is_empty() && err.is_empty(), "{err}");
        assert_eq!((&lines[1]["reason"], &lines[1]["success"]), (&"build-finished".into(), &false.into()));
        let [out, _] = said(&project, "", &[arguments, &["--message-format", "github"]].concat());
        assert!(out.starts_with("::error title=R0273::") && out.lines().count() == 1, "{out}");
    }
    let [out, _] = said(&project, "", &["build", ".", "--target", "natve", "--message-format", "github"]);
    assert!(out.contains("unknown target `natve` (did you mean `native`?)"), "{out}");
}
