//! Tests a failing disk: the n-th change fails, for every n and in every way in which a disk fails. The cause must be reported,
//! each output must be either the old or the new one, and the next build must repair everything.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use rigmill_disk::{Disk, RealDisk, Stamp};
use rigmill_graph::{BuildReport, GraphError, Status};

use crate::support::{Fixture, UnflushedDisk, expected_outputs, files_below};

/// How a change to the disk fails.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Fault {
    kind: io::ErrorKind,
    /// How much of the data is written before the failure, in tenths.
    written: usize,
    /// Whether all later changes also fail.
    for_good: bool,
}

const CAUSE: &str = "the test's disk says no";

pub(crate) const FAULTS: [Fault; 6] = [
    // A full disk, with short writes.
    Fault { kind: io::ErrorKind::StorageFull, written: 5, for_good: false },
    Fault { kind: io::ErrorKind::StorageFull, written: 5, for_good: true },
    // A broken disk (EIO).
    Fault { kind: io::ErrorKind::Other, written: 0, for_good: false },
    Fault { kind: io::ErrorKind::Other, written: 0, for_good: true },
    // Everything was written, but an error is returned.
    Fault { kind: io::ErrorKind::WriteZero, written: 10, for_good: false },
    Fault { kind: io::ErrorKind::WriteZero, written: 9, for_good: true },
];

/// The real disk, except that the n-th change, and possibly those after it, fail.
pub(crate) struct FailingDisk {
    fault: Fault,
    n: usize,
    /// The attempted changes, in order.
    changes: Mutex<Vec<(&'static str, PathBuf)>>,
}

impl FailingDisk {
    pub(crate) fn new(n: usize, fault: Fault) -> Self {
        Self { fault, n, changes: Mutex::default() }
    }

    fn change(&self, doing: &'static str, path: &Path) -> io::Result<()> {
        let mut changes = self.changes.lock().unwrap();
        changes.push((doing, path.to_owned()));
        let number = changes.len() - 1;
        if number == self.n || (number > self.n && self.fault.for_good) {
            return Err(io::Error::new(self.fault.kind, CAUSE));
        }
        Ok(())
    }

    /// Returns the first change that failed.
    pub(crate) fn failed(&self) -> Option<(&'static str, PathBuf)> {
        self.changes.lock().unwrap().get(self.n).cloned()
    }

    fn short<'b>(&self, bytes: &'b [u8]) -> &'b [u8] {
        &bytes[..bytes.len() * self.fault.written / 10]
    }
}

impl Disk for FailingDisk {
    fn stamp(&self, path: &Path) -> io::Result<Option<Stamp>> {
        RealDisk.stamp(path)
    }

    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        RealDisk.read(path)
    }

    fn create(&self, path: &Path, bytes: &[u8]) -> io::Result<Stamp> {
        if let Err(error) = self.change("create", path) {
            RealDisk.create(path, self.short(bytes))?;
            return Err(error);
        }
        RealDisk.create(path, bytes)
    }

    fn append(&self, file: &File, bytes: &[u8]) -> io::Result<()> {
        if let Err(error) = self.change("append", Path::new("a pack")) {
            RealDisk.append(file, self.short(bytes))?;
            return Err(error);
        }
        RealDisk.append(file, bytes)
    }

    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        self.change("rename", to)?;
        RealDisk.rename(from, to)
    }

    fn move_below(&self, from: &Path, folder: &Path, path: &str) -> io::Result<()> {
        self.change("rename", &folder.join(path))?;
        RealDisk.move_below(from, folder, path)
    }

    fn remove(&self, path: &Path) -> io::Result<()> {
        self.change("remove", path)?;
        RealDisk.remove(path)
    }

    fn remove_below(&self, folder: &Path, path: &str) -> io::Result<()> {
        self.change("remove", &folder.join(path))?;
        RealDisk.remove_below(folder, path)
    }

    fn make_folder(&self, path: &Path) -> io::Result<()> {
        self.change("make_folder", path)?;
        RealDisk.make_folder(path)
    }

    fn flush(&self, folder: &Path, _: &[&Path]) -> io::Result<()> {
        self.change("flush", folder)
    }
}

/// Sources of a scenario, before or after the change.
type Sources = BTreeMap<&'static str, &'static str>;

/// The sources of an earlier build, if any, and the sources that are built on the failing disk.
struct Scenario {
    name: &'static str,
    before: Option<Sources>,
    after: Sources,
    /// Whether the results are already in the cache.
    cached: bool,
}

fn scenarios() -> Vec<Scenario> {
    let three = || Sources::from([("a.txt", "one"), ("deep/b.txt", "two"), ("c.txt", "three")]);
    let parts = |text| Sources::from([("a.txt", "one"), ("p.parts", text)]);
    vec![
        Scenario { name: "the first build", before: None, after: three(), cached: false },
        Scenario { name: "all from the cache", before: None, after: three(), cached: true },
        Scenario {
            name: "changed, removed and added",
            before: Some(three()),
            after: Sources::from([("a.txt", "uno"), ("deep/b.txt", "due"), ("new/d.txt", "quattro")]),
            cached: false,
        },
        Scenario {
            name: "one changed",
            before: Some(three()),
            after: Sources::from([("a.txt", "one"), ("deep/b.txt", "due"), ("c.txt", "three")]),
            cached: false,
        },
        Scenario { name: "other products", before: Some(parts("x y")), after: parts("y z v"), cached: false },
        Scenario {
            name: "a folder where a file was",
            before: Some(Sources::from([("a.txt", "one")])),
            after: Sources::from([("a.up/b.txt", "two"), ("c.txt", "three")]),
            cached: false,
        },
    ]
}

fn put_sources(fixture: &Fixture, sources: &Sources) {
    for entry in fs::read_dir(fixture.root()).unwrap().map(|entry| entry.unwrap().path()) {
        match entry.is_dir() {
            true if entry == fixture.out() => {}
            true => fs::remove_dir_all(entry).unwrap(),
            false => fs::remove_file(entry).unwrap(),
        }
    }
    sources.iter().for_each(|(path, text)| fixture.write(path, text));
}

fn prepared(scenario: &Scenario) -> Fixture {
    let mut fixture = Fixture::in_memory(&[]);
    fixture.jobs = 1;
    if scenario.cached {
        put_sources(&fixture, &scenario.after);
        fixture.build_on(&UnflushedDisk).unwrap();
        fs::remove_dir_all(fixture.out()).unwrap();
    }
    if let Some(before) = &scenario.before {
        put_sources(&fixture, before);
        fixture.build_on(&UnflushedDisk).unwrap();
    }
    put_sources(&fixture, &scenario.after);
    fixture
}

/// Returns everything that a build reported about errors.
fn reported(result: &Result<BuildReport, GraphError>) -> String {
    match result {
        Err(error) => error.to_string(),
        Ok(report) => {
            let all = report.assets.iter().flat_map(|asset| &asset.diagnostics).chain(&report.diagnostics);
            all.map(|it| it.message.clone() + "\n").collect()
        }
    }
}

fn builds_everything(fixture: &Fixture, sources: &Sources, place: &str) {
    let report = fixture.build_on(&UnflushedDisk).unwrap();
    let nothing = sources.is_empty().then_some("R0039");
    let reported: Vec<&str> = report.diagnostics.iter().map(|it| it.code.as_ref()).collect();
    assert!(report.success() && reported == Vec::from_iter(nothing), "{place}: {:?}", report.diagnostics);
    assert_eq!(fixture.all_outputs(), expected_outputs(sources), "{place}");
    let left: BTreeSet<_> = files_below(&fixture.out().join(".rigmill"))
        .iter()
        .map(|path| path.file_name().unwrap().to_str().unwrap().to_owned())
        .collect();
    assert!(left.iter().all(|it| ["lock", "test.state", "test.overlay"].contains(&it.as_str())), "{place}: {left:?}");
    let again = fixture.build_on(&UnflushedDisk).unwrap();
    assert_eq!((again.count(Status::Fresh), again.assets.len()), (sources.len(), sources.len()), "{place}");
    assert!(again.assets.iter().all(|asset| asset.ran.is_empty()), "{place}");
}

/// Returns what a change is about, according to its path.
fn about(path: &Path, fixture: &Fixture) -> &'static str {
    let name = path.file_name().unwrap().to_str().unwrap();
    let inside = |folder: PathBuf| path.starts_with(folder);
    match name {
        _ if inside(fixture.cache()) || name == "a pack" => "cache",
        "clock" => "clock",
        "test.state" | "test.tmp" => "state",
        "test.overlay" => "overlay",
        "test.pending" => "pending",
        _ if inside(fixture.out().join(".rigmill/tmp")) => "staging",
        _ if inside(fixture.out().join(".rigmill")) => "state folder",
        _ => "output",
    }
}

/// Lets the n-th change of a build fail. Returns `None` if the build makes fewer changes. If `mind_changed`, the next build
/// uses the previous sources again.
fn one_failure(scenario: &Scenario, n: usize, fault: Fault, mind_changed: bool) -> Option<&'static str> {
    let fixture = prepared(scenario);
    let nothing = Sources::new();
    let before = scenario.before.as_ref().unwrap_or(&nothing);
    let disk = FailingDisk::new(n, fault);
    let result = fixture.build_on(&disk);
    let (doing, path) = disk.failed()?;
    let place = format!("{}: change {n}, to {doing} {}, {fault:?}, {mind_changed}", scenario.name, path.display());
    let what = about(&path, &fixture);

    // Each output must be either old or new.
    let (old, new) = (expected_outputs(before), expected_outputs(&scenario.after));
    for (path, bytes) in fixture.all_outputs() {
        let good = [old.get(&path), new.get(&path)].contains(&Some(&bytes));
        assert!(good, "{place}: {} holds {}", path.display(), String::from_utf8_lossy(&bytes));
    }
    let reported = reported(&result);
    let failed = result.as_ref().map_or(true, |report| !report.success() || !report.diagnostics.is_empty());
    // A failure to write to the cache costs only time. The same is true if the clock cannot be read, or if one of the build's
    // own files stays behind. If a folder cannot be moved, it is created, and its files are moved one by one.
    let of_folder = doing == "rename" && what == "output" && path.extension().is_none();
    let harmless = ["cache", "clock"].contains(&what) || (what, doing) == ("pending", "remove") || of_folder;
    assert!(failed || harmless, "{place}: nothing was reported");
    if failed {
        assert!(reported.contains(CAUSE), "{place}: {reported}");
        let names_the_folder = reported.contains(fixture.out().to_str().unwrap());
        assert!(names_the_folder || reported.contains("a temporary file for "), "{place}: {reported}");
    } else {
        assert_eq!(fixture.all_outputs(), new, "{place}");
    }

    let next = if mind_changed { before } else { &scenario.after };
    put_sources(&fixture, next);
    builds_everything(&fixture, next, &place);
    Some(what)
}

fn every_failure(mind_changed: bool) {
    let mut seen = BTreeSet::new();
    for scenario in scenarios() {
        for fault in FAULTS {
            let failures = (0..).map_while(|n| one_failure(&scenario, n, fault, mind_changed));
            seen.extend(failures);
        }
    }
    let all = ["cache", "clock", "output", "overlay", "pending", "staging", "state", "state folder"];
    assert_eq!(seen.into_iter().collect::<Vec<_>>(), all, "every kind of file was meant to fail");
}

#[test]
fn every_failed_change_is_reported_and_the_next_build_mends_all() {
    every_failure(false);
}

#[test]
fn after_every_failed_change_the_sources_may_be_put_back() {
    every_failure(true);
}
