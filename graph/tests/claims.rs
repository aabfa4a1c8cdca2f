//! Tests several sources that want to write the same file: regardless of earlier builds, the result is the same as in an empty
//! output folder. A failed asset keeps its last file, as long as no other asset writes it.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

use rigmill_graph::{BuildReport, Status};
use rigmill_test_random::Random;

use crate::support::{Fixture, UnflushedDisk, torture};

const CLASH: &str = "would write the same file";

/// Returns the messages of a build: each asset's diagnostics and whether it failed, and the diagnostics of the project.
fn reported(report: &BuildReport) -> Vec<String> {
    let there = report.assets.iter().filter(|it| it.status != Status::Removed);
    let mut reported: Vec<String> = there
        .map(|it| {
            let diagnostics: Vec<String> = it.diagnostics.iter().map(|d| format!("{} {}", d.code, d.message)).collect();
            format!("{} failed: {} {diagnostics:?}", it.source, it.status == Status::Failed)
        })
        .collect();
    reported.sort_unstable();
    reported.extend(report.diagnostics.iter().map(|d| format!("{} {}", d.code, d.message)));
    reported
}

/// Returns the messages and outputs of a build into an empty folder.
fn clean(fixture: &Fixture) -> (Vec<String>, BTreeMap<PathBuf, Vec<u8>>) {
    let empty = Fixture::in_memory(&[]);
    fs::remove_dir_all(empty.root()).unwrap();
    copy(&fixture.root(), &empty.root());
    let report = empty.build_on(&UnflushedDisk).unwrap();
    (reported(&report), empty.all_outputs())
}

fn copy(from: &std::path::Path, to: &std::path::Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap().map(Result::unwrap).filter(|entry| entry.file_name() != "build") {
        let to = to.join(entry.file_name());
        match entry.path().is_dir() {
            true => copy(&entry.path(), &to),
            false => assert!(fs::copy(entry.path(), to).is_ok()),
        }
    }
}

/// Builds, and checks that the result is that of a clean build.
fn as_clean(fixture: &Fixture, place: &str) {
    let report = fixture.build_on(&UnflushedDisk).unwrap();
    let (expected, outputs) = clean(fixture);
    assert_eq!(reported(&report), expected, "{place}");
    let failed = report.assets.iter().filter(|it| it.status == Status::Failed);
    let left: Vec<PathBuf> = failed.flat_map(|it| it.outputs.iter().map(PathBuf::from)).collect();
    let mut found = fixture.all_outputs();
    for path in left {
        assert!(!outputs.contains_key(&path), "{place}: {} belongs to a failed asset and to another", path.display());
        assert!(found.remove(&path).is_some(), "{place}: {} is gone", path.display());
    }
    assert_eq!(found, outputs, "{place}");
}

#[test]
fn a_failed_asset_claims_no_file() {
    let fixture = Fixture::in_memory(&[("x.txt", "one")]);
    fixture.build();
    fixture.write("x.txt", "bad");
    fixture.build();
    fixture.write("x.raw", "two");
    as_clean(&fixture, "added");
    assert_eq!(fixture.output("x.up"), "two");
    as_clean(&fixture, "once more");
    fixture.write("x.txt", "one");
    let report = fixture.build();
    assert!(report.assets.iter().all(|it| it.diagnostics[0].message.contains(CLASH)), "{report:?}");
    fixture.write("x.txt", "bad");
    as_clean(&fixture, "broken again");
    fs::remove_file(fixture.root().join("x.raw")).unwrap();
    as_clean(&fixture, "the other is gone");
    fixture.write("x.txt", "one");
    as_clean(&fixture, "fixed");
    assert_eq!(fixture.output("x.up"), "ONE");
}

#[test]
fn a_clash_names_no_source_that_is_gone() {
    let fixture = Fixture::in_memory(&[("x.txt", "one")]);
    fixture.build();
    fixture.write("x.txt", "bad");
    fixture.write("x.raw", "two");
    fixture.build();
    fs::remove_file(fixture.root().join("x.raw")).unwrap();
    as_clean(&fixture, "gone");
    fixture.write("X.raw", "three");
    as_clean(&fixture, "another");
}

#[test]
fn what_a_killed_build_wrote_for_another_asset_is_not_kept_for_a_failed_one() {
    let fixture = Fixture::in_memory(&[("x.txt", "one")]);
    fixture.build();
    fixture.write("x.txt", "bad");
    fixture.build();
    let state = fixture.out().join(".rigmill");
    let saved: Vec<_> =
        ["test.state", "test.overlay"].map(|name| (state.join(name), fs::read(state.join(name)).ok())).to_vec();
    // The build was killed after the file was moved into place and before the state was saved.
    fixture.write("x.raw", "two");
    fixture.build_on(&Dying).unwrap();
    assert_eq!(fixture.output("x.up"), "two");
    for (place, bytes) in saved {
        bytes.map_or_else(|| drop(fs::remove_file(&place)), |bytes| fs::write(&place, bytes).unwrap());
    }
    fs::remove_file(fixture.root().join("x.raw")).unwrap();
    as_clean(&fixture, "after the kill");
    assert!(fixture.all_outputs().is_empty(), "the failed asset never made these bytes");
    fixture.write("x.txt", "one");
    as_clean(&fixture, "fixed");
}

/// A disk that keeps the list of files about to be moved, as if the build had died.
struct Dying;

impl rigmill_disk::Disk for Dying {
    fn stamp(&self, path: &std::path::Path) -> std::io::Result<Option<rigmill_disk::Stamp>> {
        UnflushedDisk.stamp(path)
    }

    fn read(&self, path: &std::path::Path) -> std::io::Result<Vec<u8>> {
        UnflushedDisk.read(path)
    }

    fn create(&self, path: &std::path::Path, bytes: &[u8]) -> std::io::Result<rigmill_disk::Stamp> {
        UnflushedDisk.create(path, bytes)
    }

    fn rename(&self, from: &std::path::Path, to: &std::path::Path) -> std::io::Result<()> {
        UnflushedDisk.rename(from, to)
    }

    fn remove(&self, path: &std::path::Path) -> std::io::Result<()> {
        let list = path.extension().is_some_and(|extension| extension == "pending");
        if list { Ok(()) } else { UnflushedDisk.remove(path) }
    }

    fn make_folder(&self, path: &std::path::Path) -> std::io::Result<()> {
        UnflushedDisk.make_folder(path)
    }

    fn flush(&self, _: &std::path::Path, _: &[&std::path::Path]) -> std::io::Result<()> {
        Ok(())
    }
}

#[cfg(unix)]
#[test]
fn a_name_that_cannot_be_used_is_reported_until_its_file_is_gone() {
    let fixture = Fixture::in_memory(&[("a.txt", "one"), ("d/b.txt", "two"), ("d/x\\y.txt", "three")]);
    as_clean(&fixture, "there");
    as_clean(&fixture, "still there");
    fs::remove_file(fixture.root().join("d/x\\y.txt")).unwrap();
    let report = fixture.build();
    assert!(report.diagnostics.is_empty(), "{:?}", report.diagnostics);
    as_clean(&fixture, "gone");
    fixture.write("x\\y.txt", "three");
    as_clean(&fixture, "elsewhere");
    let mark = fixture.build().mark.unwrap();
    fs::remove_file(fixture.root().join("x\\y.txt")).unwrap();
    let report = fixture.rebuild(&mark, &["x\\y.txt"]);
    assert!(report.diagnostics.is_empty(), "{:?}", report.diagnostics);
}

#[test]
fn a_file_stands_where_others_need_a_folder_whichever_was_there_first() {
    let message = "R0008 cannot write X.up/deep/y.up: `x.txt` writes a file where this asset needs a folder";
    let failed = format!("X.up/deep/y.txt failed: true {:?}", [message]);
    for first in ["x.txt", "X.up/deep/y.txt"] {
        let fixture = Fixture::in_memory(&[(first, "one")]);
        fixture.build();
        fixture.write("x.txt", "one");
        fixture.write("X.up/deep/y.txt", "two");
        as_clean(&fixture, "both");
        assert!(reported(&fixture.build()).contains(&failed));
        fixture.write("x.txt", "bad");
        as_clean(&fixture, "no asset makes the file");
        assert_eq!(fixture.output("X.up/deep/y.up"), "TWO");
        fixture.write("x.txt", "one");
        as_clean(&fixture, "and once more");
        assert_eq!(fixture.output("x.up"), "ONE");
        fs::remove_dir_all(fixture.root().join("X.up")).unwrap();
        as_clean(&fixture, "gone");
    }
}

/// Sources whose outputs conflict: the same file, files that differ only in case, and files at the paths of folders of others.
const NAMES: [&str; 10] =
    ["x.txt", "x.raw", "X.raw", "x.parts", "x.y.txt", "x.Y.raw", "x.z.raw", "d/x.txt", "d/X.raw", "see.txt"];
const TEXTS: [&str; 6] = ["one", "bad", "y", "y z", "odd two", "see:x"];

#[test]
fn after_any_edits_a_build_ends_as_a_clean_one() {
    for seed in 0..torture(6, 100) as u64 {
        let mut random = Random::new(seed);
        let fixture = Fixture::in_memory(&[]);
        for step in 0..30 {
            for _ in 0..*random.pick(&[1, 1, 1, 2, 3]) {
                let name = *random.pick(&NAMES);
                let place = fixture.root().join(name);
                match random.below(4) {
                    0 => drop(fs::remove_file(place)),
                    _ => fixture.write(name, random.pick::<&str>(&TEXTS)),
                }
            }
            as_clean(&fixture, &format!("seed {seed}, step {step}"));
        }
    }
}
