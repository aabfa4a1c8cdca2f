//! Tests `--deny-warnings`: warnings make a build fail, but everything that can be built is built.

use crate::support::{Project, clip, rigmill};

/// Creates a project with two clips, of which one causes a warning because of an unknown element.
fn project() -> Project {
    let project = Project::new();
    project.write("good.Animation", clip(&["1"]));
    let odd = clip(&["1"]).replacen("</AnimationSequence>", "<Odd/></AnimationSequence>", 1);
    project.write("odd.Animation", odd);
    project
}

/// Returns the exit code of `build --deny-warnings`, its standard output and its standard error.
fn denied(project: &Project, format: &str) -> (Option<i32>, String, String) {
    let output = project.command("build").args([".", "--deny-warnings", "--message-format", format]).output().unwrap();
    let [out, err] = [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap());
    (output.status.code(), out, err)
}

#[test]
fn warnings_fail_a_build_that_writes_everything() {
    let project = project();
    let (code, out, err) = denied(&project, "human");
    assert_eq!(code, Some(1), "{err}");
    assert!(project.native().join("odd.rmb").is_file() && project.native().join("good.rmb").is_file());
    assert!(err.contains("warning[R0030]") && err.contains("error[R0385]: 1 warning counts as an error"), "{err}");
    assert!(out.contains("1 warning\nbuilt 2, cached 0, fresh 0, failed 0"), "{out}");
    // Without the option, the same warning does not make the build fail.
    assert_eq!(project.build().code, 0);
}

#[test]
fn warnings_of_assets_that_are_up_to_date_count_too() {
    let project = project();
    assert_eq!(project.build().code, 0);
    for _ in 0..2 {
        let built = project.build_with(&["--deny-warnings"]);
        assert_eq!((built.code, built.count("fresh"), built.count("warnings")), (1, 2, 1));
        assert_eq!(built.sums()["success"], false);
        let reported: Vec<_> = built.diagnostics().iter().map(|it| (&it["code"], &it["level"])).collect();
        assert_eq!(reported, [(&"R0030".into(), &"warning".into()), (&"R0385".into(), &"error".into())]);
    }
    project.write("odd.Animation", clip(&["1"]));
    let built = project.build_with(&["--deny-warnings"]);
    assert_eq!((built.code, built.diagnostics().len(), built.count("warnings")), (0, 0, 0));
}

#[test]
fn warnings_from_the_cache_count_too() {
    let project = project();
    assert_eq!(project.build().code, 0);
    std::fs::remove_dir_all(project.root().join("build")).unwrap();
    let built = project.build_with(&["--deny-warnings"]);
    assert_eq!((built.code, built.count("cached"), built.count("warnings")), (1, 2, 1));
}

#[test]
fn every_format_says_that_warnings_are_denied() {
    let project = project();
    let (code, out, _) = denied(&project, "github");
    assert!(
        code == Some(1)
            && out.contains("::warning ")
            && out.contains("::error title=R0385::1 warning counts as an error"),
        "{out}"
    );
    let (code, out, _) = denied(&project, "msbuild");
    assert!(
        code == Some(1)
            && out.contains(": warning R0030: ")
            && out.contains("error R0385: 1 warning counts as an error"),
        "{out}"
    );
}

#[test]
fn verify_has_no_warnings_and_still_accepts_the_option_to_deny_them() {
    let folder = tempfile::tempdir().unwrap();
    let verify = |more: &[&str]| rigmill().arg("verify").arg(folder.path()).args(more).output().unwrap();
    assert_eq!(verify(&[]), verify(&["--deny-warnings"]));
    assert_eq!(verify(&[]).status.code(), Some(1));
}
