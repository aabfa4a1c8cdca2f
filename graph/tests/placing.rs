//! How new files are moved: whole folders if nothing exists at their paths, otherwise individual files.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::thread::{self, JoinHandle};

use rigmill_disk::{Disk, RealDisk, Stamp};
use rigmill_graph::Status;

use crate::support::Fixture;

/// The real disk, which records all moves.
#[derive(Default)]
struct NotingDisk {
    moves: Mutex<Vec<PathBuf>>,
    /// Whether flushes during a build fail.
    no_background_flush: bool,
}

impl Disk for NotingDisk {
    fn stamp(&self, path: &Path) -> io::Result<Option<Stamp>> {
        RealDisk.stamp(path)
    }

    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        RealDisk.read(path)
    }

    fn create(&self, path: &Path, bytes: &[u8]) -> io::Result<Stamp> {
        RealDisk.create(path, bytes)
    }

    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        self.moves.lock().unwrap().push(to.to_owned());
        RealDisk.rename(from, to)
    }

    fn move_below(&self, from: &Path, folder: &Path, path: &str) -> io::Result<()> {
        self.moves.lock().unwrap().push(folder.join(path));
        RealDisk.move_below(from, folder, path)
    }

    fn remove(&self, path: &Path) -> io::Result<()> {
        RealDisk.remove(path)
    }

    fn make_folder(&self, path: &Path) -> io::Result<()> {
        RealDisk.make_folder(path)
    }

    fn start_flush(&self, folder: &Path) -> Option<JoinHandle<io::Result<()>>> {
        if self.no_background_flush {
            return Some(thread::spawn(|| Err(io::Error::other("the test's disk says no"))));
        }
        RealDisk.start_flush(folder)
    }

    fn flush(&self, folder: &Path, files: &[&Path]) -> io::Result<()> {
        RealDisk.flush(folder, files)
    }
}

/// Builds, and returns the paths in the output folder to which something was moved.
fn moves(fixture: &Fixture) -> Vec<String> {
    let disk = NotingDisk::default();
    assert!(fixture.build_on(&disk).unwrap().success());
    let moves = disk.moves.into_inner().unwrap();
    let moves = moves.iter().filter_map(|path| path.strip_prefix(fixture.out()).ok());
    let mut moves: Vec<String> = moves.map(|path| path.to_string_lossy().replace('\\', "/")).collect();
    moves.retain(|path| !path.starts_with(".rigmill"));
    moves
}

#[test]
fn a_new_folder_is_put_in_place_as_a_whole() {
    let fixture = Fixture::new(&[("a.txt", "one"), ("deep/b.txt", "two"), ("deep/er/c.txt", "three")]);
    assert_eq!(moves(&fixture), ["test"]);
    fixture.write("deep/d.txt", "four");
    fixture.write("deep/est/e.txt", "five");
    fixture.write("new/f.txt", "six");
    fixture.write("new/er/g.txt", "seven");
    assert_eq!(moves(&fixture), ["test/deep/est", "test/new", "test/deep/d.up"]);
    assert_eq!(fixture.output("new/er/g.up"), "SEVEN");
    assert_eq!(fixture.build().count(Status::Fresh), 7);
    assert!(!fixture.out().join(".rigmill/tmp").exists());
}

#[test]
fn a_folder_with_a_refused_file_is_put_in_place_without_it() {
    let fixture = Fixture::new(&[("d/a.txt", "one"), ("d/a.raw", "two"), ("d/b.txt", "three")]);
    let report = fixture.build();
    assert_eq!((report.count(Status::Failed), report.count(Status::Built)), (2, 1));
    assert_eq!(fixture.all_outputs().into_keys().collect::<Vec<_>>(), [Path::new("d/b.up")]);
}

#[test]
fn a_file_and_a_folder_of_one_name_fail_alike_on_any_number_of_threads() {
    let mut sources: Vec<(String, String)> = (0..20).map(|i| (format!("d/{i}.txt"), format!("text {i}"))).collect();
    sources.push(("x.txt".to_owned(), "one".to_owned()));
    sources.extend((0..20).map(|i| (format!("x.up/{i}.txt"), format!("text {i}"))));
    let sources: Vec<(&str, &str)> = sources.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
    for jobs in [1, 2, 7] {
        let mut fixture = Fixture::new(&sources);
        fixture.jobs = jobs;
        let report = fixture.build();
        let failed = report.assets.iter().filter(|asset| asset.status == Status::Failed);
        assert!(failed.clone().all(|asset| asset.asset.starts_with("x.up/") && asset.diagnostics[0].code == "R0008"));
        assert_eq!(failed.count(), 20, "{jobs} threads");
        assert_eq!(fixture.output("x.up"), "ONE");
    }
}

#[test]
fn names_that_differ_in_case_are_folders_of_their_own_or_one() {
    let fixture = Fixture::new(&[("Deep/a.txt", "one"), ("deep/b.txt", "two")]);
    assert!(fixture.build().success());
    assert_eq!((fixture.output("Deep/a.up").as_str(), fixture.output("deep/b.up").as_str()), ("ONE", "TWO"));
}

#[cfg(unix)]
#[test]
fn no_folder_is_put_in_place_through_a_symbolic_link() {
    use std::fs;

    let fixture = Fixture::new(&[("deep/er/a.txt", "one"), ("b.txt", "two")]);
    let outside = tempfile::tempdir().unwrap();
    let link = |place: &str| std::os::unix::fs::symlink(outside.path(), fixture.out().join(place)).unwrap();
    fs::create_dir_all(fixture.out()).unwrap();
    link("test");
    assert_eq!(fixture.build().count(Status::Failed), 2);
    fs::remove_file(fixture.out().join("test")).unwrap();
    fs::create_dir(fixture.out().join("test")).unwrap();
    link("test/deep");
    let report = fixture.build();
    assert_eq!((report.count(Status::Failed), report.count(Status::Cached)), (1, 1));
    assert_eq!(fs::read_dir(outside.path()).unwrap().count(), 0);
}

#[test]
fn a_file_that_passes_from_one_asset_to_another_stays() {
    let fixture = Fixture::new(&[("a.parts", "b c")]);
    fixture.build();
    fixture.write("a.parts", "c");
    fixture.write("a.b.txt", "one");
    assert!(fixture.build().success());
    assert_eq!((fixture.output("a.b.up").as_str(), fixture.output("a.c.up").as_str()), ("ONE", "C"));
    assert_eq!(fixture.build().count(Status::Fresh), 2);
}

#[test]
fn nothing_is_put_in_place_when_a_flush_in_the_midst_of_the_build_failed() {
    let sources: Vec<(String, String)> = (0..1100).map(|i| (format!("{i}.txt"), format!("text {i}"))).collect();
    let sources: Vec<(&str, &str)> = sources.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
    let fixture = Fixture::in_memory(&sources);
    let disk = NotingDisk { no_background_flush: true, ..NotingDisk::default() };
    let error = fixture.build_on(&disk).unwrap_err().to_string();
    assert!(error.contains("the test's disk says no"), "{error}");
    assert_eq!(fixture.all_outputs().len(), 0);
    let report = fixture.build_on(&NotingDisk::default()).unwrap();
    assert!(report.success());
    assert_eq!(fixture.all_outputs().len(), 1100);
}
