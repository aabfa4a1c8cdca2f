//! Tests every flipped byte and every truncation of Rigmill's own files: the damage is detected, reported, repaired once, and
//! never affects an output.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use rigmill_graph::{BuildReport, Status};

use crate::support::{Fixture, UnflushedDisk, files_below, torture};

const SOURCES: [(&str, &str); 2] = [("a.txt", "one <b.inc>"), ("deep/b.txt", "two")];

/// Returns every damaged version of these bytes, with a description. Only every `stride`-th flip and truncation is included.
fn damages(good: &[u8], stride: usize) -> impl Iterator<Item = (String, Vec<u8>)> + '_ {
    let masks = &[0x01, 0x80, 0x10, 0xff][..torture(1, 4)];
    let flips = (0..good.len()).step_by(stride).flat_map(move |at| {
        masks.iter().map(move |mask| {
            let mut bytes = good.to_vec();
            bytes[at] ^= mask;
            (format!("byte {at} of {} xor {mask:#x}", good.len()), bytes)
        })
    });
    let cuts =
        (0..good.len()).step_by(stride).map(|at| (format!("cut at {at} of {}", good.len()), good[..at].to_vec()));
    let longer = [1, 4096].map(|more| (format!("{more} more bytes"), [good, &vec![0; more]].concat()));
    flips.chain(cuts).chain(longer)
}

fn codes(report: &BuildReport) -> Vec<&str> {
    report.diagnostics.iter().map(|it| it.code.as_ref()).collect()
}

fn build(fixture: &Fixture) -> BuildReport {
    fixture.build_on(&UnflushedDisk).unwrap()
}

/// The contents of a folder, which can be restored repeatedly.
struct Snapshot(BTreeMap<PathBuf, Vec<u8>>);

impl Snapshot {
    fn new(folder: &Path) -> Self {
        Self(files_below(folder).into_iter().map(|path| (path.clone(), fs::read(path).unwrap())).collect())
    }

    fn put_back(&self, folder: &Path) {
        let _ = fs::remove_dir_all(folder);
        for (path, bytes) in &self.0 {
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, bytes).unwrap();
        }
    }
}

/// Damages a file in the state folder. The next build must report it, and the build after that must have nothing to do.
fn every_damage_is_reported_once(fixture: &Fixture, file: &str) {
    let outputs = fixture.all_outputs();
    let state = fixture.out().join(".rigmill");
    let good = Snapshot::new(&state);
    let path = state.join(file);
    for (name, damaged) in damages(&good.0[&path], 1) {
        good.put_back(&state);
        fs::write(&path, &damaged).unwrap();
        let report = build(fixture);
        assert_eq!((codes(&report), report.success()), (vec!["R0101"], true), "{file}, {name}");
        assert!(report.diagnostics[0].message.contains(path.with_extension("state").to_str().unwrap()));
        assert_eq!(fixture.all_outputs(), outputs, "{file}, {name}");
        let again = build(fixture);
        let idle = again.assets.iter().all(|it| it.status == Status::Fresh && it.ran.is_empty() && it.why.is_empty());
        assert!(again.diagnostics.is_empty() && idle, "{file}, {name}");
    }
}

#[test]
fn every_damage_to_the_state_is_reported_and_made_good_once() {
    let fixture = Fixture::in_memory(&SOURCES);
    build(&fixture);
    every_damage_is_reported_once(&fixture, "test.state");
}

#[test]
fn every_damage_to_the_overlay_is_reported_and_made_good_once() {
    let fixture = Fixture::in_memory(&SOURCES);
    build(&fixture);
    fixture.write("a.txt", "three");
    build(&fixture);
    every_damage_is_reported_once(&fixture, "test.overlay");
}

#[test]
fn a_damaged_list_of_pending_files_does_no_harm() {
    let fixture = Fixture::in_memory(&SOURCES);
    build(&fixture);
    let outputs = fixture.all_outputs();
    let pending = fixture.out().join(".rigmill/test.pending");
    for bytes in [&b""[..], b"RIGPENDG", &[0xff; 200]] {
        fs::write(&pending, bytes).unwrap();
        assert!(build(&fixture).diagnostics.is_empty());
        assert_eq!(fixture.all_outputs(), outputs);
        assert!(!pending.exists());
    }
}

#[test]
fn every_damage_to_a_cached_pack_is_reported_and_made_good_once() {
    let fixture = Fixture::in_memory(&SOURCES);
    build(&fixture);
    let outputs = fixture.all_outputs();
    let good = Snapshot::new(&fixture.cache());
    let pack = good.0.keys().find(|path| path.extension().is_some_and(|it| it == "pack")).unwrap();
    for (name, damaged) in damages(&good.0[pack], 1) {
        good.put_back(&fixture.cache());
        fs::write(pack, &damaged).unwrap();
        fs::remove_dir_all(fixture.out()).unwrap();
        let report = build(&fixture);
        assert_eq!((codes(&report), report.success()), (vec!["R0105"], true), "{name}");
        assert_eq!(fixture.all_outputs(), outputs, "{name}");
        fs::remove_dir_all(fixture.out()).unwrap();
        let again = build(&fixture);
        assert_eq!((codes(&again), again.count(Status::Cached)), (vec![], SOURCES.len()), "{name}");
        assert_eq!(fixture.all_outputs(), outputs, "{name}");
    }
}
