//! Tests sources that are edited during a build: at its n-th access to the disk, for every n. An output is never a mixture, and
//! regardless of what the build made, later builds end like clean builds.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use rigmill_disk::{Disk, OpenFile, RealDisk, SourceFile, Stamp};
use rigmill_graph::{BuildReport, NoObserver, Status, build};
use rigmill_pipeline::{NoParams, ProcessContext, Processor, StageError};

use crate::support::{Fixture, UnflushedDisk, Versions, expected_outputs, torture};

/// The real disk, but an edit happens before the n-th access or, if this access is a read, in the middle of it.
struct MeddlingDisk<'a> {
    n: usize,
    edit: &'a (dyn Fn() + Sync),
    looks: Mutex<usize>,
    /// If set, everything happens within one tick of the clock, however long it takes.
    frozen: Option<Frozen>,
}

/// A clock that is stopped.
struct Frozen {
    /// The time that the clock shows: that of the last change before it stopped.
    now: Stamp,
    /// The first stamp of every file, which is then kept.
    stamps: Mutex<BTreeMap<PathBuf, Option<Stamp>>>,
}

impl Frozen {
    /// Stops the clock at the last change of a source below `root`.
    fn at_last_change(root: &Path) -> Self {
        let stamps = SOURCES.iter().filter_map(|(path, _)| RealDisk.stamp(&root.join(path)).unwrap());
        Self { now: stamps.max_by_key(Stamp::instant).unwrap(), stamps: Mutex::default() }
    }
}

impl<'a> MeddlingDisk<'a> {
    fn new(n: usize, edit: &'a (dyn Fn() + Sync), frozen: Option<Frozen>) -> Self {
        Self { n, edit, looks: Mutex::new(0), frozen }
    }

    /// Whether this is the access at which the edit happens.
    fn due(&self) -> bool {
        let mut looks = self.looks.lock().unwrap();
        *looks += 1;
        *looks - 1 == self.n
    }

    fn look(&self) {
        if self.due() {
            (self.edit)();
        }
    }

    /// Returns the stamp that a file appears to have.
    fn frozen(&self, path: &Path, now: Option<Stamp>) -> Option<Stamp> {
        let Some(frozen) = &self.frozen else { return now };
        *frozen.stamps.lock().unwrap().entry(path.to_owned()).or_insert(now)
    }

    fn reached(&self) -> bool {
        *self.looks.lock().unwrap() > self.n
    }
}

/// A file on a [`MeddlingDisk`].
struct MeddledFile<'a> {
    disk: &'a MeddlingDisk<'a>,
    path: PathBuf,
    file: Box<dyn OpenFile>,
}

impl Read for MeddledFile<'_> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        if !self.disk.due() {
            return self.file.read(bytes);
        }
        // The first half is read before the edit, the second after it.
        let whole = fs::metadata(&self.path).map_or(0, |metadata| metadata.len());
        let half = usize::try_from(whole / 2).unwrap().min(bytes.len());
        let first = self.file.read(&mut bytes[..half])?;
        (self.disk.edit)();
        Ok(first + self.file.read(&mut bytes[first..])?)
    }
}

impl OpenFile for MeddledFile<'_> {
    fn stamp(&self) -> io::Result<Stamp> {
        self.disk.look();
        let now = self.file.stamp()?;
        Ok(self.disk.frozen(&self.path, Some(now)).unwrap_or(now))
    }
}

impl Disk for MeddlingDisk<'_> {
    fn stamp(&self, path: &Path) -> io::Result<Option<Stamp>> {
        self.look();
        Ok(self.frozen(path, RealDisk.stamp(path)?))
    }

    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        if !self.due() {
            return RealDisk.read(path);
        }
        // The first half is read before the edit, the second after it.
        let first = RealDisk.read(path);
        (self.edit)();
        let first = first?;
        let second = RealDisk.read(path).unwrap_or_default();
        let half = first.len() / 2;
        Ok([&first[..half], second.get(half..).unwrap_or_default()].concat())
    }

    fn open(&self, path: &Path) -> io::Result<File> {
        self.look();
        RealDisk.open(path)
    }

    fn source_stamp(&self, source: &SourceFile<'_>) -> io::Result<Option<Stamp>> {
        self.look();
        Ok(self.frozen(&source.full_path(), RealDisk.source_stamp(source)?))
    }

    fn open_source(&self, source: &SourceFile<'_>) -> io::Result<Option<(Box<dyn OpenFile + '_>, Stamp)>> {
        self.look();
        let Some((file, now)) = RealDisk.open_source(source)? else { return Ok(None) };
        let path = source.full_path();
        let stamp = self.frozen(&path, Some(now)).unwrap_or(now);
        Ok(Some((Box::new(MeddledFile { disk: self, path, file }), stamp)))
    }

    fn create(&self, path: &Path, bytes: &[u8]) -> io::Result<Stamp> {
        self.look();
        let stamp = RealDisk.create(path, bytes)?;
        // A build reads the time from a file with this name.
        let is_clock = path.file_name().is_some_and(|name| name == "clock");
        Ok(self.frozen.as_ref().filter(|_| is_clock).map_or(stamp, |frozen| frozen.now))
    }

    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        self.look();
        RealDisk.rename(from, to)
    }

    fn move_below(&self, from: &Path, folder: &Path, path: &str) -> io::Result<()> {
        self.look();
        RealDisk.move_below(from, folder, path)
    }

    fn remove(&self, path: &Path) -> io::Result<()> {
        self.look();
        RealDisk.remove(path)
    }

    fn remove_below(&self, folder: &Path, path: &str) -> io::Result<()> {
        self.look();
        RealDisk.remove_below(folder, path)
    }

    fn make_folder(&self, path: &Path) -> io::Result<()> {
        self.look();
        RealDisk.make_folder(path)
    }

    fn flush(&self, _: &Path, _: &[&Path]) -> io::Result<()> {
        self.look();
        Ok(())
    }
}

const SOURCES: [(&str, &str); 5] = [
    ("a.txt", "aaaa <part.inc>"),
    ("deep/b.txt", "bbbb"),
    ("part.inc", "1111"),
    ("p.parts", "x1 x2"),
    ("l.txt", "list"),
];

/// The work of the build on the meddling disk.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Work {
    /// The first build: everything is built.
    First,
    /// Everything is in the cache.
    Cached,
    /// The sources were changed since the last build, and are now changed again.
    Changed,
    /// Every writer has a new version. Imports and process actions are known, but run again for their values.
    NewWriter,
    /// Everything is fresh.
    Nothing,
}

#[derive(Clone, Copy, Debug)]
enum Edit {
    /// Different bytes of the same length, written in place.
    InPlace(&'static str, &'static str),
    /// The same, but a new file replaces the old one and has its modification time.
    Replace(&'static str, &'static str),
    Remove(&'static str),
    Add(&'static str, &'static str),
}

const EDITS: [Edit; 9] = [
    Edit::InPlace("a.txt", "cccc <part.inc>"),
    Edit::Replace("a.txt", "cccc <part.inc>"),
    Edit::InPlace("part.inc", "2222"),
    Edit::Replace("part.inc", "2222"),
    Edit::InPlace("p.parts", "y1 y2"),
    Edit::Remove("deep/b.txt"),
    Edit::Remove("part.inc"),
    Edit::Add("deep/new/n.txt", "nnnn"),
    Edit::Add("deep/other.inc", "3333"),
];

impl Edit {
    fn apply(self, root: &Path) {
        match self {
            Self::InPlace(path, text) => fs::write(root.join(path), text).unwrap(),
            Self::Replace(path, text) => {
                let (place, beside) = (root.join(path), root.join(".beside"));
                let time = fs::metadata(&place).unwrap().modified().unwrap();
                fs::write(&beside, text).unwrap();
                File::options().write(true).open(&beside).unwrap().set_modified(time).unwrap();
                fs::rename(beside, place).unwrap();
            }
            Self::Remove(path) => fs::remove_file(root.join(path)).unwrap(),
            Self::Add(path, text) => {
                let place = root.join(path);
                fs::create_dir_all(place.parent().unwrap()).unwrap();
                fs::write(place, text).unwrap();
            }
        }
    }

    /// Returns the sources after the edit.
    fn sources_after(self, mut sources: BTreeMap<&'static str, &'static str>) -> BTreeMap<&'static str, &'static str> {
        match self {
            Self::InPlace(path, text) | Self::Replace(path, text) | Self::Add(path, text) => {
                sources.insert(path, text);
            }
            Self::Remove(path) => drop(sources.remove(path)),
        }
        sources
    }
}

fn prepared(work: Work) -> Fixture {
    let mut fixture = Fixture::in_memory(&SOURCES);
    fixture.jobs = 1;
    match work {
        Work::First => {}
        Work::Cached => {
            fixture.build_on(&UnflushedDisk).unwrap();
            fs::remove_dir_all(fixture.out()).unwrap();
        }
        Work::Changed => {
            fixture.write("a.txt", "0000");
            fixture.write("p.parts", "z");
            fixture.build_on(&UnflushedDisk).unwrap();
            SOURCES.iter().for_each(|(path, text)| fixture.write(path, text));
        }
        Work::NewWriter => {
            fixture.build_on(&UnflushedDisk).unwrap();
            fixture.versions = Versions::NewWriter;
        }
        Work::Nothing => drop(fixture.build_on(&UnflushedDisk).unwrap()),
    }
    fixture
}

fn builds(fixture: &Fixture, files: &BTreeMap<PathBuf, Vec<u8>>, place: &str) {
    let report = fixture.build_on(&UnflushedDisk).unwrap();
    assert!(report.success(), "{place}: {:?}", report.assets);
    assert_eq!(fixture.all_outputs(), *files, "{place}");
    let again = fixture.build_on(&UnflushedDisk).unwrap();
    assert_eq!(again.count(Status::Fresh), again.assets.len(), "{place}");
    assert_eq!(fixture.all_outputs(), *files, "{place}");
}

/// Makes one edit at the n-th access of a build. Returns `false` if the build makes fewer accesses.
fn meddle(work: Work, edit: Edit, n: usize, frozen: bool) -> bool {
    let place = format!("{work:?}, {edit:?} at look {n}, frozen: {frozen}");
    let fixture = prepared(work);
    let before = BTreeMap::from(SOURCES);
    let (old, new) = (expected_outputs(&before), expected_outputs(&edit.sources_after(before)));
    let root = fixture.root();
    let apply = || edit.apply(&root);
    let disk = MeddlingDisk::new(n, &apply, frozen.then(|| Frozen::at_last_change(&root)));
    let result = fixture.build_on(&disk);
    if !disk.reached() {
        return false;
    }
    // Each file is from the sources before the edit, from those after it, or unchanged if the build failed.
    if result.as_ref().is_ok_and(BuildReport::success) {
        for (path, bytes) in fixture.all_outputs() {
            let good = [old.get(&path), new.get(&path)].contains(&Some(&bytes));
            assert!(good, "{place}: {} holds {}", path.display(), String::from_utf8_lossy(&bytes));
        }
    }
    builds(&fixture, &new, &place);
    // The cache also contains only correct results: after going back to the old sources, a build in a fresh folder takes
    // everything from it.
    fs::remove_dir_all(&root).unwrap();
    SOURCES.iter().for_each(|(path, text)| fixture.write(path, text));
    builds(&fixture, &old, &format!("{place}, and back"));
    true
}

/// By default, tests only every third access, and begins with a different one for each edit.
fn at_every_look(work: Work, edit: Edit, first: usize, frozen: bool) {
    let stride = torture(3, 1);
    let looks = (first % stride..).step_by(stride);
    let reached = looks.take_while(|&n| meddle(work, edit, n, frozen)).count();
    assert!(reached * stride > 10, "{work:?}, {edit:?}: {reached}");
}

#[test]
fn an_edit_at_any_moment_of_a_build_is_never_mixed_in_and_never_missed() {
    for (number, work) in [Work::First, Work::Cached, Work::Changed, Work::NewWriter, Work::Nothing].iter().enumerate()
    {
        EDITS.iter().enumerate().for_each(|(first, edit)| at_every_look(*work, *edit, number + first, false));
    }
}

#[test]
fn an_edit_within_the_same_tick_of_the_clock_is_never_mixed_in_and_never_missed() {
    for work in [Work::First, Work::Changed] {
        // Tests every access, because only the one at the read can fail.
        for edit in EDITS.into_iter().filter(|edit| matches!(edit, Edit::InPlace(..))) {
            while_reached(|n| meddle(work, edit, n, true));
        }
    }
}

fn while_reached(meddle: impl Fn(usize) -> bool) {
    assert!((0..).take_while(|&n| meddle(n)).count() > 10);
}

/// Returns a different text each time, regardless of the source.
struct Ticking;

const TICKING: &str = "[[rule]]\nmatch = \"*.raw\"\nprocessor = \"ticking\"\n";

static TICKS: AtomicU64 = AtomicU64::new(0);

impl Processor for Ticking {
    type Input = Vec<u8>;
    type Output = String;
    type Params = NoParams;
    const NAME: &'static str = "ticking";
    const VERSION: u32 = 1;

    fn process(&self, _: &Vec<u8>, _: &NoParams, _: &mut ProcessContext<'_>) -> Result<String, StageError> {
        Ok(TICKS.fetch_add(1, Ordering::Relaxed).to_string())
    }
}

#[test]
fn a_processor_with_a_different_result_each_time_is_reported() {
    let mut fixture = Fixture::new(&[("a.raw", "x"), ("rigmill.toml", TICKING)]);
    let built = |fixture: &Fixture| {
        let registry = fixture.registry().with_processor(Ticking);
        build(&fixture.project(), &registry, &fixture.options(), &RealDisk, &NoObserver).unwrap()
    };
    assert!(built(&fixture).success());
    let first = fixture.output("a.up");
    fixture.versions = Versions::NewWriter;
    // The process action is known, but its value is needed again.
    let report = built(&fixture);
    assert_eq!((report.count(Status::Failed), report.assets[0].diagnostics[0].code.as_ref()), (1, "R0103"));
    assert_eq!(fixture.output("a.up"), first);
    fixture.force = true;
    assert!(built(&fixture).success());
    assert_ne!(fixture.output("a.up"), first);
}
