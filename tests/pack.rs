//! Tests packs: a target's content in one file, and patches.

use std::fs;

use rigmill_runtime::Content;
use rigmill_runtime::content::{AlignedBytes, AnimationSequence, Pack, PackKind};
use rigmill_test_random::Random;

use crate::play::{check_trace, play, traces};
use crate::support::files::relative;
use crate::support::{Project, clip, files_below, outside, repository, rigmill};

/// Runs `rigmill pack` in a project. Returns its exit code, output and errors.
fn pack(project: &Project, arguments: &[&str]) -> (i32, String, String) {
    let output = rigmill().current_dir(project.root()).arg("pack").args(arguments).output().unwrap();
    let [out, errors] = [output.stdout, output.stderr].map(|text| String::from_utf8(text).unwrap());
    (output.status.code().unwrap(), out, errors)
}

fn verify(project: &Project, file: &str) -> (i32, String) {
    let output = rigmill().current_dir(project.root()).args(["verify", file]).output().unwrap();
    (output.status.code().unwrap(), String::from_utf8(output.stderr).unwrap())
}

#[test]
fn inspect_lists_the_files_of_a_pack_as_they_are_in_the_folder() {
    let project = Project::new();
    project.write("run.Animation", clip(&["1"]));
    project.write("deep/walk.Animation", clip(&["1", "2"]));
    project.build();
    project.write("build/native/Licenses/Font.txt", "as you like");
    assert_eq!(pack(&project, &["build/native", "game.rmp"]).0, 0);
    let output = project.command("inspect").args(["game.rmp", "--json"]).output().unwrap();
    let shown: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(shown["type"], "Pack");
    let row = |file: &serde_json::Value| {
        let [name, kind] = ["name", "type"].map(|key| file[key].as_str().unwrap().to_owned());
        (if kind == "file" { name } else { format!("{name}.rmb") }, file["bytes"].as_u64().unwrap())
    };
    let rows: std::collections::BTreeMap<String, u64> = shown["files"].as_array().unwrap().iter().map(row).collect();
    let files = project.outputs().into_iter().map(|(path, bytes)| (path, bytes.len() as u64)).collect();
    assert_eq!(rows, files);
}

#[test]
fn a_pack_has_every_file_of_its_folder() {
    let project = Project::copy_of(&repository().join("content"));
    assert_eq!(project.build().code, 0);
    project.write("build/native/Licenses/Font.txt", "as you like");
    let (code, said, errors) = pack(&project, &["build/native", "game.rmp"]);
    assert_eq!(code, 0, "{errors}");
    let files = files_below(&project.native());
    assert!(said.contains(&format!("packed {} files into game.rmp", files.len())), "{said}");
    assert_eq!(verify(&project, "game.rmp"), (0, String::new()));

    let opened = Pack::open(project.root().join("game.rmp")).unwrap();
    let bytes = project.read("game.rmp");
    for path in &files {
        let name = relative(path, &project.native());
        let name = name.strip_suffix(".rmb").unwrap_or(&name);
        let entry = opened.entries().unwrap()[name];
        let from = usize::try_from(entry.offset).unwrap();
        let file = fs::read(path).unwrap();
        assert!(bytes[from..from + file.len()] == file && entry.length == file.len() as u64, "{name}");
    }
    assert_eq!(opened.entries().unwrap().len(), files.len());
    assert_eq!(&opened.file("Licenses/Font.txt").unwrap()[..], b"as you like");
    // The same files give the same pack, from a different place and in a different place.
    let again = Project::copy_of(&project.root().join("build"));
    assert_eq!(pack(&again, &["native", "../again.rmp"]).0, 0);
    assert!(fs::read(again.root().join("../again.rmp")).unwrap() == bytes);
}

#[test]
fn a_character_plays_the_same_from_a_pack() {
    let project = Project::copy_of(&repository().join("content"));
    assert_eq!(project.build().code, 0);
    assert_eq!(pack(&project, &["build/native", "game.rmp"]).0, 0);
    let script = String::from_utf8(project.read("hero.play")).unwrap();
    assert!(script.contains("build/native"));
    project.write("packed.play", script.replace("build/native", "game.rmp"));
    let [folder, packed] = ["hero.play", "packed.play"].map(|script| {
        let output = project.command("play").args([script, "--content", "."]).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        output.stdout
    });
    assert!(folder.len() > 1000 && folder == packed);
}

#[test]
#[cfg_attr(not(robotgame), ignore = "set RIGMILL_ROBOTGAME to the folder with RobotGame's files")]
fn a_pack_of_robotgame_plays_the_recorded_traces_and_hides_no_damage() {
    let robotgame = outside("RIGMILL_ROBOTGAME");
    let project = Project::copy_of(&robotgame.join("content"));
    // This clip has two equal key times and cannot be imported.
    fs::remove_file(project.root().join("Animation/Synthetic/Times.Animation")).unwrap();
    assert_eq!(project.build().count("failed"), 0);
    assert_eq!(pack(&project, &["build/native", "game.rmp"]).0, 0);
    assert_eq!(verify(&project, "game.rmp"), (0, String::new()));
    let opened = Pack::open(project.root().join("game.rmp")).unwrap();
    let folder = Content::open(project.native()).unwrap();
    for (name, entry) in opened.entries().unwrap() {
        assert_eq!(opened.entry(name).unwrap(), Some(entry));
        let PackKind::Content(of) = entry.kind else { panic!("{name} is no content") };
        assert_eq!(folder.content_type(name), Some(of), "{name}");
        project.write(&format!("unpacked/{name}.rmb"), &opened.file(name).unwrap()[..]);
    }
    for script in traces(&robotgame) {
        let text = fs::read_to_string(&script).unwrap().replace(".Animation", ".rmb");
        project.write("script.txt", text);
        check_trace(&script, &play(&project.root().join("script.txt"), &project.root().join("unpacked"), "robotgame"));
    }
    let bytes = project.read("game.rmp");
    let mut random = Random::new(21);
    for _ in 0..100 {
        let at = random.below(bytes.len());
        let mut damaged = AlignedBytes::from_slice(&bytes);
        damaged.as_mut_slice()[at] ^= 1 << random.below(8);
        assert!(Pack::from_bytes(damaged).and_then(|pack| pack.verify()).is_err(), "byte {at}");
    }
}

#[test]
fn a_patch_has_what_changed() {
    let project = Project::new();
    let write = |name: &str, x: &str| project.write(name, clip(&[x]));
    write("Go.Animation", "1");
    write("Run.Animation", "1");
    write("Stop.Animation", "1");
    assert_eq!(project.build().code, 0);
    assert_eq!(pack(&project, &["build/native", "game.rmp"]).0, 0);
    write("Jump.Animation", "2");
    write("Run.Animation", "2");
    fs::remove_file(project.root().join("Stop.Animation")).unwrap();
    assert_eq!(project.build().code, 0);
    let (code, said, errors) = pack(&project, &["build/native", "patch.rmp", "--against", "game.rmp"]);
    assert!(code == 0 && said.contains("packed 2 files") && said.contains("removes 1"), "{said}{errors}");
    assert_eq!(verify(&project, "patch.rmp").0, 0);
    let open = |name: &str| Pack::open(project.root().join(name)).unwrap();
    let patched = open("game.rmp").patched_by(open("patch.rmp")).unwrap();
    assert_eq!(patched.entries().unwrap().len(), 3);
    let (packed, built) = (Content::from_source(patched), Content::open(project.native()).unwrap());
    for name in ["Go", "Jump", "Run"] {
        let of = |content: &Content| content.load::<AnimationSequence>(name).unwrap().bytes().to_vec();
        assert!(of(&packed) == of(&built), "{name}");
    }
    assert_eq!(packed.content_type("Stop"), None);
    // The same patch is created again from a copy elsewhere, byte for byte.
    let again = Project::copy_of(&project.root());
    assert_eq!(again.build().code, 0);
    assert_eq!(pack(&again, &["build/native", "again.rmp", "--against", "game.rmp"]).0, 0);
    assert!(again.read("again.rmp") == project.read("patch.rmp"));
    // Relative to the pack with its patch, there are no changes.
    let (_, said, _) = pack(&project, &["build/native", "none.rmp", "--against", "game.rmp,patch.rmp"]);
    assert!(said.contains("packed 0 files"), "{said}");
    let (code, _, errors) = pack(&project, &["build/native", "none.rmp", "--against", "patch.rmp"]);
    assert!(code == 2 && errors.contains("is a patch"), "{code}: {errors}");
}

#[test]
fn what_cannot_be_packed_leaves_the_old_pack() {
    let project = Project::new();
    project.write("Go.Animation", clip(&["1"]));
    assert_eq!(project.build().code, 0);
    assert_eq!(pack(&project, &["build/native", "game.rmp"]).0, 0);
    let old = project.read("game.rmp");
    let refused = |arguments: &[&str], words: &str| {
        let (code, _, errors) = pack(&project, arguments);
        assert!(code == 2 && errors.contains(words), "{arguments:?}: {code} {errors}");
    };
    refused(&["build/nothing", "game.rmp"], "build/nothing");
    project.write("empty/.keep/x", "");
    fs::remove_file(project.root().join("empty/.keep/x")).unwrap();
    refused(&["empty", "game.rmp"], "nothing to pack");
    project.write("build/native/Bad.rmb", "no content");
    let (code, _, errors) = pack(&project, &["build/native", "game.rmp"]);
    assert!(code == 1 && errors.contains("error[R0386]") && errors.contains("build/native/Bad.rmb"), "{errors}");
    refused(&["build/native", "other.rmp", "--against", "build/native/Bad.rmb"], "Bad.rmb");
    fs::remove_file(project.root().join("build/native/Bad.rmb")).unwrap();
    refused(&["build/native", "build/native/new.rmp"], "the folder to pack");
    fs::copy(project.root().join("game.rmp"), project.root().join("build/native/game.rmp")).unwrap();
    refused(&["build/native", "build/native/game.rmp"], "the folder to pack");
    assert!(project.read("game.rmp") == old);
    assert!(
        files_below(&project.root())
            .iter()
            .all(|path| path.extension().is_none_or(|it| it != "rmp") || path.ends_with("game.rmp"))
    );
}

#[test]
fn patches_that_are_missing_or_damaged_are_named() {
    let project = Project::new();
    let patch = |x: &str, name: &str, against: &str| {
        project.write("Go.Animation", clip(&[x]));
        assert_eq!(project.build().code, 0);
        assert_eq!(pack(&project, &["build/native", name, "--against", against]).0, 0);
    };
    project.write("Go.Animation", clip(&["1"]));
    assert_eq!(project.build().code, 0);
    assert_eq!(pack(&project, &["build/native", "game.rmp"]).0, 0);
    patch("2", "patch.rmp", "game.rmp");
    patch("3", "p2.rmp", "game.rmp,patch.rmp");
    let refused = |name: &str, against: &str, words: [&str; 2]| {
        let (code, _, errors) = pack(&project, &["build/native", name, "--against", against]);
        assert!(code == 2 && words.iter().all(|words| errors.contains(words)), "{against}: {code} {errors}");
    };
    refused("p3.rmp", "game.rmp,p2.rmp", ["p2.rmp is not a patch of game.rmp", "also list the earlier patches"]);
    for wrong in ["p2.rmp,game.rmp,patch.rmp", "game.rmp,p2.rmp,patch.rmp"] {
        refused("p3.rmp", wrong, [" a patch", "oldest first: --against game.rmp,patch.rmp,p2.rmp"]);
    }
    refused("patch.rmp", "game.rmp,patch.rmp", ["would replace patch.rmp", "such as patch-2.rmp"]);
    let mut bytes = project.read("patch.rmp");
    // A byte of the table's first row.
    bytes[70] ^= 1;
    project.write("patch.rmp", &bytes);
    refused("p3.rmp", "game.rmp,patch.rmp", ["cannot open patch.rmp", "copy the pack again"]);
}

#[test]
fn damage_has_its_remedy_once() {
    let project = Project::new();
    project.write("Go.Animation", clip(&["1"]));
    assert_eq!(project.build().code, 0);
    let mut bytes = project.read("build/native/Go.rmb");
    *bytes.last_mut().unwrap() ^= 1;
    project.write("Go.rmb", &bytes);
    for command in ["verify", "inspect"] {
        let output = project.command(command).arg("Go.rmb").output().unwrap();
        let errors = String::from_utf8(output.stderr).unwrap();
        assert!(errors.contains("the file is damaged: its checksum is"), "{command}: {errors}");
        assert!(errors.contains("help: ") && !errors.contains("rebuild"), "{command}: {errors}");
    }
}

#[test]
fn every_changed_byte_is_found() {
    let project = Project::new();
    project.write("Go.Animation", clip(&["1"]));
    assert_eq!(project.build().code, 0);
    assert_eq!(pack(&project, &["build/native", "game.rmp"]).0, 0);
    let bytes = project.read("game.rmp");
    for at in 0..bytes.len() {
        let mut damaged = bytes.clone();
        damaged[at] ^= 0x10;
        let pack = Pack::from_bytes(AlignedBytes::from_slice(&damaged));
        assert!(pack.and_then(|pack| pack.verify()).is_err(), "byte {at}");
        if at % 97 == 0 {
            project.write("game.rmp", &damaged);
            let (code, errors) = verify(&project, "game.rmp");
            assert!(code == 1 && errors.contains("game.rmp"), "byte {at}: {errors}");
        }
    }
}
