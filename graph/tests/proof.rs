//! Tests that a stamp proves only that a file has the bytes that were read or written when it had this stamp. There is no such
//! proof for a file that a failed asset kept and that was not read, for a file that a killed build moved into place, and for a
//! source that was swapped.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use rigmill_disk::{Disk, OpenFile, RealDisk, SourceFile, Stamp};

use crate::support::{Fixture, UnflushedDisk, unflushed_methods};

/// Waits for longer than a clock tick, so that changes before and after it have different stamps.
fn wait_for_a_tick() {
    thread::sleep(Duration::from_millis(60));
}

/// Replaces an output with a file of the same size and modification time.
fn replace(place: &Path, text: &str) {
    let time = fs::metadata(place).unwrap().modified().unwrap();
    let beside = place.with_file_name(".beside");
    fs::write(&beside, text).unwrap();
    File::options().write(true).open(&beside).unwrap().set_modified(time).unwrap();
    fs::rename(beside, place).unwrap();
}

#[test]
fn a_file_put_in_the_place_of_a_failed_assets_output_is_replaced_once_the_source_is_fixed() {
    for (verify, builds) in [(false, 1), (false, 2), (true, 1), (true, 2)] {
        let mut fixture = Fixture::in_memory(&[("a.txt", "one"), ("b.txt", "two")]);
        fixture.verify = verify;
        fixture.build();
        wait_for_a_tick();
        fixture.build();
        fixture.write("a.txt", "bad");
        fixture.build();
        replace(&fixture.out().join("test/a.up"), "XXX");
        wait_for_a_tick();
        for _ in 0..builds {
            fixture.build();
            wait_for_a_tick();
        }
        fixture.write("a.txt", "one");
        fixture.build();
        assert_eq!(fixture.output("a.up"), "ONE", "verify: {verify}, {builds} builds");
    }
}

#[test]
fn verify_reads_an_output_even_where_its_stamp_is_trusted_and_the_asset_is_worked_on() {
    let mut fixture = Fixture::in_memory(&[("a.txt", "one two")]);
    fixture.build();
    wait_for_a_tick();
    fixture.build();
    // On a file system without change times, this replacement cannot be detected without reading the file.
    let disk = Forgetful { place: fixture.out().join("test/a.up"), stamp: stamp(&fixture.out().join("test/a.up")) };
    replace(&fixture.out().join("test/a.up"), "XXX XXX");
    wait_for_a_tick();
    fixture.verify = true;
    // The importer has the same result as before, so an unchanged output would be kept.
    fixture.write("a.txt", "one   two");
    fixture.build_on(&disk).unwrap();
    assert_eq!(fixture.output("a.up"), "ONE TWO");
}

fn stamp(path: &Path) -> Stamp {
    RealDisk.stamp(path).unwrap().unwrap()
}

/// A disk on which a file has an earlier stamp.
struct Forgetful {
    place: PathBuf,
    stamp: Stamp,
}

impl Disk for Forgetful {
    fn stamp(&self, path: &Path) -> io::Result<Option<Stamp>> {
        if path == self.place { Ok(Some(self.stamp)) } else { RealDisk.stamp(path) }
    }

    unflushed_methods!();
}

/// Returns the files of the state, which can be restored to simulate a killed build.
fn state_files(fixture: &Fixture) -> Vec<(PathBuf, Option<Vec<u8>>)> {
    let names = ["test.state", "test.overlay", "test.pending"];
    let places = names.map(|name| fixture.out().join(".rigmill").join(name));
    places.map(|place| (place.clone(), fs::read(place).ok())).to_vec()
}

fn put_back(files: &[(PathBuf, Option<Vec<u8>>)]) {
    for (place, bytes) in files {
        match bytes {
            Some(bytes) => fs::write(place, bytes).unwrap(),
            None => drop(fs::remove_file(place)),
        }
    }
}

#[test]
fn the_outputs_of_a_build_killed_before_it_saved_its_state_are_not_taken_for_earlier_ones() {
    for verify in [false, true] {
        let mut fixture = Fixture::in_memory(&[("a.txt", "one"), ("b.txt", "two")]);
        fixture.verify = verify;
        fixture.build();
        wait_for_a_tick();
        fixture.build();
        let state = state_files(&fixture);
        fixture.write("a.txt", "three");
        fixture.build();
        put_back(&state);
        wait_for_a_tick();
        fixture.write("a.txt", "bad");
        fixture.build();
        wait_for_a_tick();
        fixture.build();
        fixture.write("a.txt", "one");
        fixture.build();
        assert_eq!(fixture.output("a.up"), "ONE", "verify: {verify}");
    }
}

/// The real disk, but a folder is swapped with a different one before a file in it is opened.
struct Swapping {
    root: PathBuf,
    file: &'static str,
}

impl Swapping {
    /// Swaps the folders, like restoring a snapshot: the files in them keep their times.
    fn swap(&self) {
        let [one, other, between] = ["d", ".d", ".between"].map(|name| self.root.join(name));
        fs::rename(&one, &between).unwrap();
        fs::rename(&other, &one).unwrap();
        fs::rename(&between, &other).unwrap();
    }
}

impl Disk for Swapping {
    fn stamp(&self, path: &Path) -> io::Result<Option<Stamp>> {
        RealDisk.stamp(path)
    }

    fn open_source(&self, source: &SourceFile<'_>) -> io::Result<Option<(Box<dyn OpenFile + '_>, Stamp)>> {
        if source.path.as_str() == self.file {
            self.swap();
        }
        RealDisk.open_source(source)
    }

    unflushed_methods!();
}

#[test]
fn a_source_swapped_during_a_build_and_swapped_back_is_read_again() {
    for earlier in [None, Some("zero")] {
        let fixture = Fixture::in_memory(&[("d/a.txt", earlier.unwrap_or("one")), ("b.txt", "two")]);
        if earlier.is_some() {
            fixture.build_on(&UnflushedDisk).unwrap();
        }
        fixture.write("d/a.txt", "one");
        fixture.write(".d/a.txt", "two");
        wait_for_a_tick();
        let disk = Swapping { root: fixture.root(), file: "d/a.txt" };
        fixture.build_on(&disk).unwrap();
        assert_eq!(fixture.output("d/a.up"), "TWO");
        disk.swap();
        wait_for_a_tick();
        fixture.build_on(&UnflushedDisk).unwrap();
        assert_eq!(fixture.output("d/a.up"), "ONE", "{earlier:?}");
    }
}

#[test]
fn a_file_swapped_while_a_new_asset_reads_it_is_read_again_for_the_others() {
    let fixture = Fixture::in_memory(&[("a.txt", "<d/f.inc>"), ("d/f.inc", "one"), (".d/f.inc", "two")]);
    for _ in 0..2 {
        wait_for_a_tick();
        fixture.build_on(&UnflushedDisk).unwrap();
    }
    fixture.write("b.txt", "<d/f.inc>");
    wait_for_a_tick();
    fixture.build_on(&Swapping { root: fixture.root(), file: "d/f.inc" }).unwrap();
    assert_eq!((fixture.output("a.up"), fixture.output("b.up")), ("ONE".to_owned(), "TWO".to_owned()));
    for _ in 0..2 {
        wait_for_a_tick();
        fixture.build_on(&UnflushedDisk).unwrap();
        assert_eq!(fixture.output("a.up"), "TWO");
    }
}
