//! Tests which paths are reported, and in which form.

use std::path::PathBuf;

use super::support::absolute;
use crate::scope::Scope;

fn admitted(scope: &Scope, path: &str) -> Option<PathBuf> {
    scope.admit(absolute(path))
}

#[test]
fn hidden_and_skipped_paths_are_left_out_unless_they_are_named() {
    let scope =
        Scope::new(&absolute("/w/.hidden/project"), &[absolute("/w/.hidden/project/build")], &[".ignore".into()]);
    for name in ["a", "a/b.png", "builder", "a/build/b", ".ignore", "a/.ignore"] {
        let path = absolute("/w/.hidden/project").join(name);
        assert_eq!(scope.admit(path.clone()), Some(path.clone()));
        assert!(scope.admits_entry(&path), "{name}");
    }
    for name in [".git", "a/.b", "build", ".ignored"] {
        let path = absolute("/w/.hidden/project").join(name);
        assert_eq!(scope.admit(path.clone()), None);
        assert!(!scope.admits_entry(&path), "{name}");
    }
    for path in [
        "/w/.hidden/project/.git/index",
        "/w/.hidden/project/build/a",
        "/w/.hidden/project/.git/.ignore",
        "/w/.hidden/project/build/.ignore",
        "/w/.hidden",
        "/w/.hidden/projects/a",
    ] {
        assert_eq!(admitted(&scope, path), None);
    }
    assert_eq!(admitted(&scope, "/w/.hidden/project"), Some(absolute("/w/.hidden/project")));
}

#[test]
fn skipping_the_root_or_above_skips_nothing() {
    let scope = Scope::new(&absolute("/w/p"), &["/w/p", "/w", "/elsewhere"].map(absolute), &[]);
    assert_eq!(admitted(&scope, "/w/p/a"), Some(absolute("/w/p/a")));
    assert!(scope.admits_entry(&absolute("/w/p/a")));
}

#[cfg(unix)]
#[test]
fn paths_named_without_links_are_reported_as_the_root_was_named() {
    use std::fs;

    let folder = tempfile::tempdir().unwrap();
    let real = fs::canonicalize(folder.path()).unwrap().join("real");
    let link = folder.path().join("link");
    fs::create_dir_all(real.join("build")).unwrap();
    std::os::unix::fs::symlink(&real, &link).unwrap();

    let scope = Scope::new(&link, &[real.join("build")], &[]);
    assert_eq!(scope.admit(real.join("a/b")), Some(link.join("a/b")));
    assert_eq!(scope.admit(real.join("build/b")), None);
    assert_eq!(scope.admit(link.join("build/b")), None);
    assert!(!scope.admits_entry(&link.join("build")));
}
