//! Tests how commands treat ignored files: `init`, `explain`, `doctor` and `watch`.

use std::fs;
use std::thread;
use std::time::Duration;

use crate::support::watching::Watching;
use crate::support::{Project, clip};

fn init(project: &Project) -> String {
    let output = project.command("init").output().unwrap();
    assert!(output.status.success());
    String::from_utf8(output.stderr).unwrap()
}

#[test]
fn init_adds_the_output_folder_and_leaves_the_rest_as_it_is() {
    let cases: [(Option<&str>, &str); 9] = [
        (None, "/build/\n"),
        (Some(""), "/build/\n"),
        (Some("a"), "a\n/build/\n"),
        (Some("a\r\nb \t\r\n"), "a\r\nb \t\r\n/build/\r\n"),
        (Some("a\r\nb"), "a\r\nb\r\n/build/\r\n"),
        (Some("build\n"), "build\n"),
        (Some("/build/*\n"), "/build/*\n/build/\n"),
        (Some("b*d/"), "b*d/"),
        (Some("build\n!build\n"), "build\n!build\n/build/\n"),
    ];
    for (before, after) in cases {
        let project = Project::new();
        if let Some(before) = before {
            project.write(".gitignore", before);
        }
        let said = init(&project);
        assert_eq!(String::from_utf8(project.read(".gitignore")).unwrap(), after);
        assert_eq!(said.contains(".gitignore"), before != Some(after), "{said}");
    }
}

#[cfg(unix)]
#[test]
fn init_writes_through_no_link() {
    let project = Project::new();
    project.write("rules", "a\n");
    std::os::unix::fs::symlink("rules", project.root().join(".gitignore")).unwrap();
    assert!(
        init(&project).contains(
            ".gitignore is unchanged: the file is a symbolic link; add /build/ to the files that git ignores"
        )
    );
    assert_eq!(project.read("rules"), b"a\n");
}

#[test]
fn an_ignored_file_is_explained_and_counted() {
    let project = Project::new();
    project.write("gen/a.Animation", clip(&["1"]));
    project.write(".gitignore", "# Generated.\ngen/\n");
    let explained = project.command("explain").args(["gen/a.Animation", "."]).output().unwrap();
    let text = String::from_utf8(explained.stderr).unwrap();
    assert!(!explained.status.success() && text.contains(".gitignore:2 ignores this path"), "{text}");
    let doctor = project.command("doctor").arg(".").output().unwrap();
    let text = String::from_utf8(doctor.stdout).unwrap();
    assert!(text.contains("1 file or folder is ignored because of .gitignore or .rigmillignore"), "{text}");
    project.write("b.Animation", clip(&["1"]));
    project.build();
    project.write(".gitignore", "b.*");
    let explained = project.command("explain").args(["b", "."]).output().unwrap();
    let text = String::from_utf8(explained.stdout).unwrap();
    assert!(text.contains("because source ignored: b.Animation, by .gitignore:1"), "{text}");
}

#[test]
fn a_check_ignores_the_same_files_in_its_copy() {
    let project = Project::new();
    project.write("a.Animation", clip(&["1"]));
    project.write("gen/b.Animation", clip(&["1"]));
    project.write(".gitignore", "gen/\n");
    let output = project.command("build").args([".", "--check", "--color", "never"]).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("built twice: 1 of 1 asset was identical\n"), "{text}");
}

#[test]
fn a_watch_sees_ignore_files_and_not_what_they_ignore() {
    let project = Project::new();
    project.write("a.Animation", clip(&["1"]));
    project.write("gen/b.Animation", clip(&["2"]));
    let watching = Watching::start(&project);
    project.write(".gitignore", "gen/\n");
    assert_eq!(watching.reloaded("gen/b")["status"], "removed");
    project.write("gen/b.Animation", clip(&["3"]));
    project.write("gen/c.Animation", clip(&["3"]));
    thread::sleep(Duration::from_millis(300));
    project.write(".rigmillignore", "!gen/\n");
    assert_eq!(watching.reloaded("gen/b")["status"], "built");
    watching.reloaded("gen/c");
    fs::remove_file(project.root().join(".rigmillignore")).unwrap();
    assert_eq!(watching.reloaded("gen/b")["status"], "removed");
    watching.settles(&project, "build/native");
}
