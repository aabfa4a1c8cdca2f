//! Tests symbolic links: nothing in the output folder is written or removed through a link, and sources are read only through
//! links that stay in the project, unless the manifest allows others.

use std::fs;
use std::os::unix::fs::symlink;

use crate::support::{Built, Project, clip};

fn project_and_victim() -> (Project, tempfile::TempDir) {
    let project = Project::new();
    project.write("a.Animation", clip(&["1"]));
    let victim = tempfile::tempdir().unwrap();
    fs::write(victim.path().join("file"), "precious").unwrap();
    fs::write(victim.path().join("lock"), "precious").unwrap();
    (project, victim)
}

fn intact(victim: &tempfile::TempDir) {
    for name in ["file", "lock"] {
        assert_eq!(fs::read_to_string(victim.path().join(name)).unwrap(), "precious");
    }
    assert_eq!(fs::read_dir(victim.path()).unwrap().count(), 2);
}

#[test]
fn a_lock_that_is_a_link_is_refused() {
    let (project, victim) = project_and_victim();
    fs::create_dir_all(project.root().join("build/.rigmill")).unwrap();
    symlink(victim.path().join("file"), project.root().join("build/.rigmill/lock")).unwrap();
    for command in ["build", "clean"] {
        assert_eq!(project.command(command).arg(".").output().unwrap().status.code(), Some(2), "{command}");
        intact(&victim);
    }
}

#[test]
fn a_state_folder_that_is_a_link_is_refused() {
    let (project, victim) = project_and_victim();
    fs::create_dir_all(project.root().join("build")).unwrap();
    symlink(victim.path(), project.root().join("build/.rigmill")).unwrap();
    for command in ["build", "clean"] {
        assert_eq!(project.command(command).arg(".").output().unwrap().status.code(), Some(2), "{command}");
        intact(&victim);
    }
}

#[test]
fn an_output_that_is_a_link_is_replaced_and_not_followed() {
    let (project, victim) = project_and_victim();
    fs::create_dir_all(project.native()).unwrap();
    symlink(victim.path().join("file"), project.native().join("a.rmb")).unwrap();
    assert_eq!(project.build().code, 0);
    intact(&victim);
    assert!(fs::symlink_metadata(project.native().join("a.rmb")).unwrap().is_file());
}

#[test]
fn an_output_folder_that_is_a_link_is_used_and_kept() {
    let (project, _) = project_and_victim();
    let elsewhere = tempfile::tempdir().unwrap();
    symlink(elsewhere.path(), project.root().join("build")).unwrap();
    assert_eq!(project.build().code, 0);
    assert!(elsewhere.path().join("native/a.rmb").is_file());
    project.command("clean").arg(".").assert().success();
    assert!(elsewhere.path().is_dir());
    assert_eq!(project.build().code, 0);
}

#[test]
fn linked_sources_build_and_a_ring_of_folders_ends() {
    let (project, victim) = project_and_victim();
    project.write(".shared/file", clip(&["7"]));
    drop(victim);
    symlink(".shared/file", project.root().join("linked.Animation")).unwrap();
    symlink(project.root(), project.root().join("ring")).unwrap();
    assert_eq!(project.build().count("built"), 2);
}

/// Creates a project with an output below `sub`. The folder was then moved away and replaced with a link.
fn linked_output_folder() -> (Project, tempfile::TempDir) {
    let (project, victim) = project_and_victim();
    project.write("sub/deep/b.Animation", clip(&["2"]));
    assert_eq!(project.build().code, 0);
    fs::remove_dir_all(project.native().join("sub")).unwrap();
    fs::create_dir(victim.path().join("deep")).unwrap();
    fs::write(victim.path().join("deep/b.rmb"), "precious").unwrap();
    symlink(victim.path(), project.native().join("sub")).unwrap();
    (project, victim)
}

fn linked_file(victim: &tempfile::TempDir) -> String {
    fs::read_to_string(victim.path().join("deep/b.rmb")).unwrap()
}

#[test]
fn the_output_of_a_source_that_is_gone_is_not_removed_through_a_link() {
    let (project, victim) = linked_output_folder();
    fs::remove_file(project.root().join("sub/deep/b.Animation")).unwrap();
    for _ in 0..2 {
        let built = project.build();
        assert_eq!(linked_file(&victim), "precious");
        let reported: Vec<&str> = built.diagnostics().iter().map(|it| it["code"].as_str().unwrap()).collect();
        assert_eq!((built.code, reported), (0, vec!["R0102"]));
        assert!(built.diagnostics()[0]["message"].as_str().unwrap().contains("native/sub: a symbolic link"));
    }
    fs::remove_file(project.native().join("sub")).unwrap();
    assert_eq!(project.build().diagnostics(), Vec::<&serde_json::Value>::new());
}

#[test]
fn clean_removes_nothing_through_a_link() {
    let (project, victim) = linked_output_folder();
    let output = project.command("clean").arg(".").output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8(output.stderr).unwrap().contains("does not write or remove files through links"));
    assert_eq!(linked_file(&victim), "precious");
    // After the link is removed, everything works.
    fs::remove_file(project.native().join("sub")).unwrap();
    project.command("clean").arg(".").assert().success();
    assert!(!project.root().join("build").exists());
}

#[test]
fn clean_removes_nothing_from_a_target_folder_that_is_a_link() {
    let (project, victim) = project_and_victim();
    assert_eq!(project.build().code, 0);
    fs::remove_dir_all(project.native()).unwrap();
    fs::write(victim.path().join("a.rmb"), "precious").unwrap();
    symlink(victim.path(), project.native()).unwrap();
    assert_eq!(project.command("clean").arg(".").output().unwrap().status.code(), Some(2));
    fs::remove_file(project.root().join("a.Animation")).unwrap();
    project.build();
    assert_eq!(fs::read_to_string(victim.path().join("a.rmb")).unwrap(), "precious");
}

#[test]
fn folders_that_are_empty_behind_a_link_stay() {
    let (project, victim) = linked_output_folder();
    fs::remove_file(victim.path().join("deep/b.rmb")).unwrap();
    fs::remove_file(project.root().join("sub/deep/b.Animation")).unwrap();
    project.build();
    assert!(victim.path().join("deep").is_dir());
}

/// Returns the code and message of each diagnostic.
fn reported(built: &Built) -> Vec<String> {
    let reported =
        |it: &&serde_json::Value| format!("{} {}", it["code"].as_str().unwrap(), it["message"].as_str().unwrap());
    built.diagnostics().iter().map(reported).collect()
}

const FOLLOW: &str = "[project]\nfollow_links = true\n";
const RAW: &str = "[[rule]]\nmatch = \"*.raw\"\nimporter = \"raw\"\n";

#[test]
fn a_source_that_is_a_link_out_of_the_project_fails_and_names_it() {
    let (project, victim) = project_and_victim();
    let secret = fs::canonicalize(victim.path()).unwrap().join("file");
    symlink(&secret, project.root().join("secret.raw")).unwrap();
    project.write("rigmill.toml", RAW);
    let expected = format!(
        "R0037 cannot read secret.raw: the symbolic link `secret.raw` points outside the project, to {}",
        secret.display()
    );
    for _ in 0..2 {
        let built = project.build();
        assert_eq!((built.code, built.count("failed"), reported(&built)), (1, 1, vec![expected.clone()]));
        assert!(!project.native().join("secret.raw").exists());
    }
    project.write("rigmill.toml", format!("{FOLLOW}{RAW}"));
    let built = project.build();
    assert_eq!((built.code, reported(&built)), (0, vec![]));
    assert_eq!(fs::read_to_string(project.native().join("secret.raw")).unwrap(), "precious");
    // When links are forbidden again, it is an error again, although the file is unchanged.
    project.write("rigmill.toml", RAW);
    assert_eq!(reported(&project.build()), [expected]);
}

#[test]
fn a_source_that_may_not_be_read_is_no_fault_of_a_stage() {
    let (project, victim) = project_and_victim();
    symlink(victim.path().join("file"), project.root().join("secret.raw")).unwrap();
    project.write("rigmill.toml", RAW);
    let built = project.build_with(&["--check"]);
    assert!(built.diagnostics().iter().all(|it| it["code"] == "R0037"), "{:?}", reported(&built));
}

#[test]
fn a_link_to_nothing_counts_where_a_rule_makes_it_a_source() {
    let (project, _) = project_and_victim();
    symlink("nothing", project.root().join("secret.raw")).unwrap();
    symlink("ring.Animation", project.root().join("ring.Animation")).unwrap();
    project.write("rigmill.toml", RAW);
    let codes = |project: &Project| reported(&project.build()).iter().filter(|it| it.starts_with("R0043")).count();
    assert_eq!(codes(&project), 2);
    project.write("rigmill.toml", "[[rule]]\nmatch = \"**\"\nexclude = true\n");
    assert_eq!(codes(&project), 0);
}

#[test]
fn a_link_to_a_link_out_of_the_project_is_one_too() {
    let (project, victim) = project_and_victim();
    symlink(victim.path().join("file"), project.root().join(".hidden")).unwrap();
    symlink(".hidden", project.root().join("secret.raw")).unwrap();
    project.write("rigmill.toml", RAW);
    let built = project.build();
    assert!(
        reported(&built)[0].starts_with("R0037 cannot read secret.raw: the symbolic link `secret.raw` points outside")
    );
}

#[test]
fn links_within_the_project_are_followed_however_they_are_written() {
    let (project, _) = project_and_victim();
    project.write("deep/.store/real", "content");
    project.write("rigmill.toml", RAW);
    let root = fs::canonicalize(project.root()).unwrap();
    let name = root.file_name().unwrap().to_str().unwrap().to_owned();
    symlink("deep/.store/real", root.join("relative.raw")).unwrap();
    symlink(root.join("deep/.store/real"), root.join("absolute.raw")).unwrap();
    symlink(format!("../{name}/deep/.store/real"), root.join("around.raw")).unwrap();
    symlink("relative.raw", root.join("again.raw")).unwrap();
    // The project itself may be reached through a link.
    let elsewhere = tempfile::tempdir().unwrap();
    symlink(&root, elsewhere.path().join("game")).unwrap();
    let code = project.command("build").arg(elsewhere.path().join("game")).output().unwrap().status.code();
    assert_eq!(code, Some(0));
    for name in ["relative", "absolute", "around", "again"] {
        assert_eq!(fs::read_to_string(project.native().join(format!("{name}.raw"))).unwrap(), "content", "{name}");
    }
}

#[cfg(feature = "gltf")]
#[test]
fn a_file_that_a_source_names_is_not_read_through_a_linked_folder_outside() {
    let (project, victim) = project_and_victim();
    project.write("rigmill.toml", "[[rule]]\nmatch = \"Level.gltf\"\nprocessor = \"collision\"\n");
    let positions: Vec<u8> = [0.0_f32, 0., 0., 1., 0., 0., 0., 1., 0.].iter().flat_map(|it| it.to_le_bytes()).collect();
    fs::write(victim.path().join("level.bin"), &positions).unwrap();
    project.write(
        "Level.gltf",
        r#"{"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0]}],"nodes":[{"mesh":0}],
        "meshes":[{"primitives":[{"attributes":{"POSITION":0}}]}],"buffers":[{"uri":"data/level.bin","byteLength":36}],
        "bufferViews":[{"buffer":0,"byteLength":36}],
        "accessors":[{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3","min":[0,0,0],"max":[1,1,0]}]}"#,
    );
    symlink(victim.path(), project.root().join("data")).unwrap();
    let built = project.build();
    assert_eq!(built.count("failed"), 1);
    let refused = "R0037 cannot read data/level.bin: the symbolic link `data` points outside";
    assert!(reported(&built).iter().any(|it| it.starts_with(refused)));
    assert!(reported(&built).iter().any(|it| it.starts_with("R0048 sources in `data/` are not built")));
    // A link to a folder of the project itself is allowed. If the link is later changed to lead elsewhere, it is not.
    fs::remove_file(project.root().join("data")).unwrap();
    project.write(".data/level.bin", &positions);
    symlink(".data", project.root().join("data")).unwrap();
    assert_eq!((project.build().code, project.build().code), (0, 0));
    fs::remove_file(project.root().join("data")).unwrap();
    symlink(victim.path(), project.root().join("data")).unwrap();
    assert_eq!(project.build().count("failed"), 1);
}

#[test]
fn a_link_to_nothing_is_reported_until_there_is_something() {
    let (project, _) = project_and_victim();
    symlink("../later", project.root().join("early.Animation")).unwrap();
    for _ in 0..2 {
        let expected = "R0043 `early.Animation` is not built: it is a broken symbolic link";
        assert_eq!(reported(&project.build()), [expected]);
    }
    project.write("rigmill.toml", FOLLOW);
    project.build();
    // Long enough that the folder's timestamp is trusted.
    std::thread::sleep(std::time::Duration::from_millis(200));
    assert_eq!(project.build().count("fresh"), 1);
    project.write("../later", clip(&["3"]));
    let built = project.build();
    assert_eq!((reported(&built), built.count("fresh") + built.count("built") + built.count("cached")), (vec![], 2));
    fs::remove_file(project.root().join("../later")).unwrap();
    project.build();
    fs::remove_file(project.root().join("early.Animation")).unwrap();
    assert_eq!(reported(&project.build()), Vec::<String>::new());
}

#[test]
#[cfg(target_os = "linux")]
fn a_link_swapped_in_while_files_are_placed_leads_nowhere() {
    use std::sync::atomic::{AtomicBool, Ordering};

    use rustix::fs::{CWD, RenameFlags, renameat_with};

    let (project, victim) = project_and_victim();
    let names: Vec<String> = (0..40).map(|number| format!("sub/clip{number}.Animation")).collect();
    let write = |value: &str| names.iter().for_each(|name| project.write(name, clip(&[value])));
    write("0");
    assert_eq!(project.build().code, 0);
    let (folder, link) = (project.native().join("sub"), project.native().join("link"));
    symlink(victim.path(), &link).unwrap();
    let stop = AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            while !stop.load(Ordering::Relaxed) {
                // Both names always exist: at each moment, one is the folder and the other the link.
                renameat_with(CWD, &folder, CWD, &link, RenameFlags::EXCHANGE).unwrap();
            }
        });
        for value in 1..=12 {
            write(&value.to_string());
            project.build();
        }
        stop.store(true, Ordering::Relaxed);
    });
    intact(&victim);
    if fs::symlink_metadata(&folder).unwrap().is_symlink() {
        renameat_with(CWD, &folder, CWD, &link, RenameFlags::EXCHANGE).unwrap();
    }
    write("13");
    assert_eq!(project.build().code, 0);
    intact(&victim);
}

#[test]
fn a_broken_link_in_place_of_the_manifest_is_an_error() {
    let project = Project::new();
    project.write("a.Animation", clip(&["1"]));
    symlink("missing.toml", project.root().join("rigmill.toml")).unwrap();
    let output = project.command("build").arg(".").output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(
        said.contains("rigmill.toml: the file is a broken symbolic link; restore") && !said.contains("did you mean"),
        "{said}"
    );
}

#[test]
fn a_backslash_in_the_output_folder_is_no_separator() {
    let project = Project::new();
    project.write("a.Animation", clip(&["1"]));
    project.write("rigmill.toml", "[project]\nout = 'build\\game'\n");
    let output = project.command("build").arg(".").output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.contains("error[R0038]") && said.contains("write \"build/game\""), "{said}");
}
