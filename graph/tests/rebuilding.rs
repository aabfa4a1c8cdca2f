//! Tests builds that know which files may have changed.

use std::fs::{self, File};
use std::time::{Duration, SystemTime};

use rigmill_disk::{RealDisk, set_aside};
use rigmill_graph::{Mark, NoObserver, clean};

use crate::support::{Fixture, worked};

/// Builds two sources that are old enough for their stamps to be trusted.
fn settled() -> (Fixture, Mark) {
    let fixture = Fixture::new(&[("a.txt", "one"), ("deep/b.txt", "two")]);
    let written = changed(&fixture, "deep/b.txt");
    let later = || {
        fixture.write("build/clock", "");
        changed(&fixture, "build/clock")
    };
    while later() < written + Duration::from_millis(100) {
        std::thread::yield_now();
    }
    let mark = fixture.build().mark.unwrap();
    (fixture, mark)
}

fn changed(fixture: &Fixture, path: &str) -> SystemTime {
    fs::metadata(fixture.root().join(path)).unwrap().modified().unwrap()
}

#[test]
fn a_rebuild_looks_at_what_is_named_and_nothing_else() {
    let (fixture, mark) = settled();
    fixture.write("a.txt", "three");
    fixture.write("deep/b.txt", "four");
    let first = fixture.rebuild(&mark, &["a.txt"]);
    assert_eq!(worked(&first), ["a: built"]);
    assert_eq!(fixture.output("deep/b.up"), "TWO");
    let second = fixture.rebuild(&first.mark.unwrap(), &["deep/b.txt", "a.txt"]);
    assert_eq!(worked(&second), ["deep/b: built"]);
    assert_eq!((fixture.output("a.up"), fixture.output("deep/b.up")), ("THREE".to_owned(), "FOUR".to_owned()));
    assert!(worked(&fixture.build()).is_empty());
}

#[test]
fn what_a_rebuild_did_not_look_at_is_found_by_the_next_build() {
    let (fixture, mark) = settled();
    fixture.write("deep/b.txt", "four");
    assert!(worked(&fixture.rebuild(&mark, &[])).is_empty());
    fs::remove_file(fixture.out().join("test/a.up")).unwrap();
    assert_eq!(worked(&fixture.build()), ["a: cached", "deep/b: built"]);
}

#[test]
fn a_rebuild_after_another_build_looks_at_everything() {
    let (fixture, mark) = settled();
    let other = fixture.build();
    fixture.write("deep/b.txt", "four");
    assert_eq!(worked(&fixture.rebuild(&mark, &[])), ["deep/b: built"]);
    fixture.write("deep/b.txt", "five");
    assert_eq!(worked(&fixture.rebuild(&other.mark.unwrap(), &[])), ["deep/b: built"]);
}

#[test]
fn a_rebuild_after_the_output_folder_went_looks_at_everything() {
    let (fixture, mark) = settled();
    fs::remove_dir_all(fixture.out()).unwrap();
    assert_eq!(worked(&fixture.rebuild(&mark, &[])), ["a: cached", "deep/b: cached"]);
}

#[test]
fn files_that_come_and_go_are_found_by_a_rebuild() {
    let (fixture, mark) = settled();
    fixture.write("new/c.txt", "new");
    let report = fixture.rebuild(&mark, &["new/c.txt"]);
    assert_eq!(worked(&report), ["new/c: built"]);
    fs::remove_file(fixture.root().join("a.txt")).unwrap();
    let report = fixture.rebuild(&report.mark.unwrap(), &["a.txt", "was/never.txt"]);
    assert_eq!(worked(&report), ["a: removed"]);
    fs::rename(fixture.root().join("deep"), fixture.root().join("moved")).unwrap();
    let report = fixture.rebuild(&report.mark.unwrap(), &["deep/b.txt", "moved/b.txt"]);
    assert_eq!(worked(&report), ["moved/b: built", "deep/b: removed"]);
}

#[test]
fn a_rebuild_checks_again_what_stamps_do_not_show() {
    let (fixture, _) = settled();
    let source = File::options().write(true).open(fixture.root().join("a.txt")).unwrap();
    source.set_modified(changed(&fixture, "a.txt") + Duration::from_secs(3600)).unwrap();
    let mark = fixture.build().mark.unwrap();
    fixture.write("a.txt", "changed");
    assert_eq!(worked(&fixture.rebuild(&mark, &[])), ["a: built"]);
}

/// A build that died while it replaced the state leaves the old state beside it.
#[test]
fn a_state_that_was_set_aside_is_not_lost() {
    let (fixture, _) = settled();
    let state = fixture.out().join(".rigmill/test.state");
    fs::rename(&state, set_aside(&state)).unwrap();
    fs::remove_file(fixture.root().join("a.txt")).unwrap();
    assert_eq!(worked(&fixture.build()), ["a: removed"]);
    assert!(!fixture.out().join("test/a.up").exists());
    fs::rename(&state, set_aside(&state)).unwrap();
    let removed = clean(&fixture.project(), &[], &RealDisk, &NoObserver).unwrap();
    assert_eq!(removed, ["test/deep/b.up"]);
    assert!(!fixture.out().join(".rigmill").exists());
}
