//! What a cache promises, on real files.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, SystemTime};

use rigmill_test_random::Random;
use tempfile::TempDir;

use super::*;

use crate::disk::{RealDisk, Stamp};
use crate::records::ActionKeyBuilder;

fn key(name: &str) -> ActionKey {
    ActionKeyBuilder::new("test").text(name).finish()
}

/// A cache in a folder of its own.
struct Fixture {
    folder: TempDir,
    max_size: u64,
}

impl Fixture {
    fn new() -> Self {
        Self { folder: tempfile::tempdir().unwrap(), max_size: DEFAULT_CACHE_SIZE }
    }

    fn cache_folder(&self) -> CacheFolder {
        CacheFolder { path: self.folder.path().join("cache"), max_size: self.max_size }
    }

    fn cache(&self) -> ObjectCache<'static> {
        ObjectCache::new(&self.cache_folder(), &RealDisk)
    }

    /// A build that stores records under their own names; gives the warnings at its end.
    fn build<'n>(&self, names: impl IntoIterator<Item = &'n str>) -> Vec<Diagnostic> {
        let cache = self.cache();
        for name in names {
            cache.store(key(name), &name).unwrap();
        }
        cache.finish()
    }

    /// What a build finds under a name; gives the warnings at its end, too.
    fn find(&self, name: &str) -> (Option<String>, Vec<Diagnostic>) {
        let cache = self.cache();
        let found = cache.find(key(name));
        (found, cache.finish())
    }

    fn has(&self, name: &str) -> bool {
        let (found, warnings) = self.find(name);
        assert!(warnings.is_empty(), "{warnings:?}");
        assert!(found.as_deref().is_none_or(|found| found == name));
        found.is_some()
    }

    /// The files of the cache's folder of packs, by extension.
    fn files(&self, extension: &str) -> Vec<PathBuf> {
        let files = fs::read_dir(self.cache_folder().path.join("v2/packs")).into_iter().flatten();
        let mut files: Vec<_> = files.map(|file| file.unwrap().path()).collect();
        files.retain(|path| path.extension().is_some_and(|it| it == extension));
        files.sort();
        files
    }

    fn only_pack(&self) -> PathBuf {
        let packs = self.files("pack");
        assert_eq!(packs.len(), 1, "{packs:?}");
        packs[0].clone()
    }
}

fn hours_ago(hours: u64) -> SystemTime {
    SystemTime::UNIX_EPOCH + Duration::from_secs(1_000_000_000) - Duration::from_secs(3600 * hours)
}

fn set_used(pack: &Path, time: SystemTime) {
    File::options().write(true).open(pack).unwrap().set_modified(time).unwrap();
}

fn used(pack: &Path) -> SystemTime {
    fs::metadata(pack).unwrap().modified().unwrap()
}

// ---- packs ----

#[test]
fn a_build_that_stores_nothing_makes_no_file() {
    let fixture = Fixture::new();
    assert!(!fixture.has("a"));
    assert!(!fixture.cache_folder().path.exists());
}

#[test]
fn what_one_build_stored_the_next_finds() {
    let fixture = Fixture::new();
    let names: Vec<String> = (0..1000).map(|n| n.to_string()).collect();
    assert_eq!(fixture.build(names.iter().map(String::as_str)), []);
    fixture.only_pack();
    let cache = fixture.cache();
    for name in &names {
        assert_eq!(cache.find::<String>(key(name)).as_ref(), Some(name));
    }
    assert!((1000..3000).all(|n| cache.find::<String>(key(&n.to_string())).is_none()));
}

#[test]
fn entries_of_any_size_are_kept() {
    let fixture = Fixture::new();
    let records: Vec<String> = [0, 1, 1000, 262_143, 262_144, 1_000_000].map(|length| "x".repeat(length)).to_vec();
    let cache = fixture.cache();
    for record in &records {
        cache.store(key(&record.len().to_string()), record).unwrap();
    }
    assert_eq!(cache.finish(), []);
    let cache = fixture.cache();
    for record in &records {
        assert_eq!(cache.find::<String>(key(&record.len().to_string())).as_ref(), Some(record));
    }
}

#[test]
fn the_newest_record_of_a_key_is_found() {
    let fixture = Fixture::new();
    for version in ["first", "second", "third"] {
        let cache = fixture.cache();
        cache.store(key("a"), &format!("not {version}")).unwrap();
        cache.store(key("a"), &version).unwrap();
        cache.finish();
        assert_eq!(fixture.find("a").0.as_deref(), Some(version));
    }
}

#[test]
fn threads_share_one_pack() {
    let fixture = Fixture::new();
    let cache = fixture.cache();
    std::thread::scope(|scope| {
        for thread in 0..8 {
            let cache = &cache;
            scope.spawn(move || {
                for n in 0..200 {
                    let name = format!("{thread}/{n}");
                    cache.store(key(&name), &name).unwrap();
                    assert_eq!(cache.find::<String>(key("absent")), None);
                }
            });
        }
    });
    cache.finish();
    fixture.only_pack();
    let cache = fixture.cache();
    std::thread::scope(|scope| {
        for thread in 0..8 {
            let cache = &cache;
            scope.spawn(move || {
                (0..200).map(|n| format!("{thread}/{n}")).for_each(|name| {
                    assert_eq!(cache.find::<String>(key(&name)), Some(name));
                });
            });
        }
    });
}

#[test]
fn a_build_that_is_given_up_leaves_nothing() {
    let fixture = Fixture::new();
    let cache = fixture.cache();
    cache.store(key("a"), &"a").unwrap();
    assert_eq!(fixture.files("tmp").len(), 1);
    drop(cache);
    assert_eq!((fixture.files("tmp").len(), fixture.files("pack").len()), (0, 0));
}

// ---- damage ----

/// Every damage to a pack of two entries causes misses or yields the true record. It is reported once, and the next build that
/// stores the entries repairs the cache.
fn survives(damages: impl Iterator<Item = Vec<u8>>, pack: &Path, fixture: &Fixture) {
    for (number, damaged) in damages.enumerate() {
        fixture.files("pack").iter().for_each(|pack| fs::remove_file(pack).unwrap());
        fs::write(pack, &damaged).unwrap();
        let cache = fixture.cache();
        let found = ["a", "b"].map(|name| cache.find::<String>(key(name)));
        assert!(found[0].as_deref().is_none_or(|it| it == "a"), "damage {number}: {found:?}");
        assert!(found[1].as_deref().is_none_or(|it| it == "b"), "damage {number}: {found:?}");
        let reported = cache.finish();
        assert_eq!(reported.is_empty(), found.iter().all(Option::is_some), "damage {number}: {reported:?}");
        assert!(reported.len() < 2 && reported.iter().all(|it| it.code == "R0105"), "damage {number}: {reported:?}");
        assert_eq!((fixture.find("a").1, fixture.find("b").1), (vec![], vec![]), "damage {number} is reported twice");
        assert_eq!(fixture.build(["a", "b"]), [], "damage {number}");
        assert!(fixture.has("a") && fixture.has("b"), "damage {number}");
        assert!(
            fixture.cache_folder().verify(&RealDisk).unwrap().iter().all(VerifiedPack::is_intact),
            "damage {number}"
        );
    }
}

#[test]
fn every_flipped_byte_is_a_miss_or_does_no_harm() {
    let fixture = Fixture::new();
    fixture.build(["a", "b"]);
    let (pack, good) = (fixture.only_pack(), fs::read(fixture.only_pack()).unwrap());
    let flipped = |at: usize| {
        let mut bytes = good.clone();
        bytes[at] ^= 0x10;
        bytes
    };
    survives((0..good.len()).map(flipped), &pack, &fixture);
}

#[test]
fn every_truncation_and_every_addition_is_a_miss() {
    let fixture = Fixture::new();
    fixture.build(["a", "b"]);
    let (pack, good) = (fixture.only_pack(), fs::read(fixture.only_pack()).unwrap());
    let longer = [good.as_slice(), b"x"].concat();
    // A machine that lost power may leave a file of the right length with zeros in it.
    let zeroed = (0..good.len()).step_by(16).map(|at| [&good[..at], &vec![0; good.len() - at]].concat());
    let cut = (0..good.len()).map(|at| good[..at].to_vec());
    survives(cut.chain(zeroed).chain([longer]), &pack, &fixture);
}

#[test]
fn an_entry_under_a_wrong_key_is_never_given() {
    let fixture = Fixture::new();
    let folder = PackFolder::new(&fixture.cache_folder().path);
    let mut writer = PackWriter::create(&folder).unwrap();
    let sealed = entry::seal(key("a").digest(), &"a").unwrap();
    writer.add(key("b").digest(), &sealed, &RealDisk).unwrap();
    writer.finish(&folder, 1, None, &RealDisk).unwrap();
    assert_eq!(fixture.find("b").0, None);
    assert!(!fixture.cache_folder().verify(&RealDisk).unwrap()[0].is_intact());
}

#[test]
fn what_is_no_pack_is_left_alone() {
    let fixture = Fixture::new();
    fixture.build(["a"]);
    let folder = fixture.only_pack().parent().unwrap().to_owned();
    for name in ["notes.txt", "x.pack", "1-.pack.old"] {
        fs::write(folder.join(name), "mine").unwrap();
    }
    fs::create_dir(folder.join("00000009-folder.pack")).unwrap();
    assert!(fixture.has("a"));
    CacheFolder { max_size: 0, ..fixture.cache_folder() }.collect_garbage(&RealDisk).unwrap();
    assert_eq!(fs::read_dir(folder).unwrap().count(), 4);
}

#[test]
fn a_pack_that_vanishes_is_still_readable_or_a_miss() {
    let fixture = Fixture::new();
    fixture.build(["a"]);
    let cache = fixture.cache();
    assert_eq!(cache.find::<String>(key("absent")), None);
    fs::remove_file(fixture.only_pack()).unwrap();
    let found = cache.find::<String>(key("a"));
    assert!(found.is_none_or(|found| found == "a"));
    assert_eq!(cache.finish(), []);
    assert!(!fixture.has("a"));
}

#[test]
fn verify_names_damaged_packs_and_mends_them() {
    let fixture = Fixture::new();
    fixture.build(["a", "b"]);
    let damage = |at: fn(usize) -> usize| {
        let mut bytes = fs::read(fixture.only_pack()).unwrap();
        let at = at(bytes.len());
        bytes[at] ^= 1;
        fs::write(fixture.only_pack(), bytes).unwrap();
    };
    damage(|_| 60);
    let verified = fixture.cache_folder().verify(&RealDisk).unwrap();
    assert_eq!(verified.iter().map(|pack| (pack.intact, pack.damaged)).collect::<Vec<_>>(), [(1, 1)]);
    assert!(fixture.cache_folder().verify(&RealDisk).unwrap().iter().all(VerifiedPack::is_intact));
    assert!(!fixture.has("a") && fixture.has("b"));
    damage(|length| length - 1);
    assert!(fixture.cache_folder().verify(&RealDisk).unwrap()[0].error.is_some());
    assert_eq!(fixture.files("pack").len(), 0);
}

// ---- a disk that fails ----

/// The real disk until the n-th change; from then on it is full.
struct FullDisk(AtomicU64);

impl FullDisk {
    fn change(&self) -> io::Result<()> {
        let full = || io::Error::new(io::ErrorKind::StorageFull, "no space left on the test's disk");
        let left = self.0.fetch_update(Ordering::SeqCst, Ordering::SeqCst, |left| left.checked_sub(1));
        left.map(drop).map_err(|_| full())
    }
}

impl Disk for FullDisk {
    fn stamp(&self, path: &Path) -> io::Result<Option<Stamp>> {
        RealDisk.stamp(path)
    }

    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        RealDisk.read(path)
    }

    fn create(&self, path: &Path, bytes: &[u8]) -> io::Result<Stamp> {
        self.change()?;
        RealDisk.create(path, bytes)
    }

    fn append(&self, file: &File, bytes: &[u8]) -> io::Result<()> {
        if let Err(error) = self.change() {
            RealDisk.append(file, &bytes[..bytes.len() / 2])?;
            return Err(error);
        }
        RealDisk.append(file, bytes)
    }

    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        self.change()?;
        RealDisk.rename(from, to)
    }

    fn remove(&self, path: &Path) -> io::Result<()> {
        self.change()?;
        RealDisk.remove(path)
    }

    fn make_folder(&self, path: &Path) -> io::Result<()> {
        RealDisk.make_folder(path)
    }

    fn flush(&self, folder: &Path, files: &[&Path]) -> io::Result<()> {
        RealDisk.flush(folder, files)
    }
}

#[test]
fn a_disk_that_fills_up_at_any_write_costs_entries_and_nothing_else() {
    let large = "x".repeat(150_000);
    let names = ["a", "b", "c", "d", "e"];
    for n in 0.. {
        let fixture = Fixture::new();
        for build in 0..16 {
            fixture.build([format!("old {build}").as_str()]);
        }
        let disk = FullDisk(AtomicU64::new(n));
        let cache = ObjectCache::new(&fixture.cache_folder(), &disk);
        for name in names {
            let _ = cache.store(key(name), &(name, &large));
        }
        assert_eq!(cache.finish(), [], "full at {n}");
        drop(cache);
        assert_eq!(fixture.files("tmp").len(), 0, "full at {n}");
        assert!((0..16).all(|build| fixture.has(&format!("old {build}"))), "full at {n}");
        let cache = fixture.cache();
        let found = names.map(|name| cache.find::<(String, String)>(key(name)));
        assert!(found.iter().flatten().all(|(_, text)| *text == large), "full at {n}");
        let found = found.iter().flatten().count();
        assert!(found == 0 || found == names.len(), "full at {n}: {found}");
        if disk.0.load(Ordering::SeqCst) > 0 {
            assert!(n > 15 && found == names.len(), "{n}: a write, a rename and as many removals as were merged");
            return;
        }
    }
}

// ---- merging ----

#[test]
fn many_builds_leave_few_packs_and_lose_nothing() {
    let fixture = Fixture::new();
    let mut random = Random::new(7);
    let mut stored = BTreeMap::new();
    for build in 0..200 {
        let count = 1 << random.below(7);
        let cache = fixture.cache();
        for n in 0..count {
            // Some keys are stored again and again, with the same record, as builds do.
            let name = format!("{}", (build * 31 + n) % 2000);
            cache.store(key(&name), &name).unwrap();
            stored.insert(name, ());
        }
        assert_eq!(cache.finish(), []);
        assert!(fixture.files("pack").len() <= 30, "build {build}");
    }
    let cache = fixture.cache();
    assert!(stored.keys().all(|name| cache.find::<String>(key(name)).as_ref() == Some(name)));
    let stats = fixture.cache_folder().stats().unwrap();
    assert!(stats.packs <= 17, "{stats:?}");
    assert!(stats.entries >= stored.len() as u64, "{stats:?}");
}

#[test]
fn a_merge_keeps_one_entry_a_key_and_the_last_use() {
    let fixture = Fixture::new();
    for build in 0..17 {
        fixture.build(["same", "also the same"]);
        if build < 16 {
            fixture.files("pack").iter().for_each(|pack| set_used(pack, hours_ago(100 - build)));
        }
    }
    let stats = fixture.cache_folder().stats().unwrap();
    // Ten of the seventeen became one.
    assert_eq!((stats.packs, stats.entries), (8, 16));
    assert!(fixture.has("same") && fixture.has("also the same"));
}

#[test]
fn a_merge_passes_over_damaged_entries_and_leaves_what_it_cannot_read() {
    let fixture = Fixture::new();
    for build in 0..16 {
        fixture.build([format!("{build}").as_str()]);
    }
    let packs = fixture.files("pack");
    for (pack, at) in packs.iter().zip([60, 150]) {
        let mut bytes = fs::read(pack).unwrap();
        bytes[at] ^= 1;
        fs::write(pack, bytes).unwrap();
    }
    let folder = PackFolder::new(&fixture.cache_folder().path);
    fixture.build(["one more"]);
    assert!(folder.list().unwrap().len() <= 9);
    let cache = fixture.cache();
    let found = (0..16).filter(|build| cache.find::<String>(key(&build.to_string())).is_some()).count();
    assert!((14..16).contains(&found), "{found}");
}

#[test]
fn readers_are_not_disturbed_by_merges() {
    let fixture = Arc::new(Fixture::new());
    fixture.build(["constant"]);
    let writer = {
        let fixture = Arc::clone(&fixture);
        std::thread::spawn(move || (0..150).for_each(|n| drop(fixture.build([format!("{n}").as_str()]))))
    };
    let mut rounds = 0;
    while !writer.is_finished() || rounds == 0 {
        let cache = fixture.cache();
        let found = cache.find::<String>(key("constant"));
        // Between listing the packs and opening them one may be merged away: a miss, and nothing to report.
        assert!(found.as_deref().is_none_or(|found| found == "constant"));
        assert_eq!(cache.finish(), []);
        rounds += 1;
    }
    writer.join().unwrap();
    assert!(fixture.has("constant"));
}

#[test]
fn a_busy_lock_is_not_waited_for() {
    let fixture = Fixture::new();
    fixture.build(["0"]);
    let lock = PackFolder::new(&fixture.cache_folder().path).try_lock().unwrap().unwrap();
    (1..30).for_each(|n| drop(fixture.build([n.to_string().as_str()])));
    assert_eq!(fixture.files("pack").len(), 30);
    drop(lock);
    fixture.build(["30"]);
    assert!(fixture.files("pack").len() <= 16);
    assert!((0..=30).all(|n| fixture.has(&n.to_string())));
}

// ---- size ----

#[test]
fn what_was_not_used_for_longest_goes_first() {
    let mut fixture = Fixture::new();
    for (name, hours) in [("old", 30), ("used again", 20), ("middle", 10)] {
        fixture.build([name]);
        set_used(fixture.files("pack").last().unwrap(), hours_ago(hours));
    }
    let packs = fixture.files("pack");
    assert!(fixture.has("used again"));
    assert!(used(&packs[1]) > hours_ago(0) && used(&packs[0]) == hours_ago(30));
    let size = fs::metadata(&packs[2]).unwrap().len();
    fixture.max_size = 2 * size + 20;
    let removed = fixture.cache_folder().collect_garbage(&RealDisk).unwrap();
    assert_eq!(removed.iter().map(|pack| &pack.path).collect::<Vec<_>>(), [&packs[0]]);
    // A build that stores something keeps to the bound by itself.
    fixture.build(["new"]);
    assert!(!fixture.has("old") && !fixture.has("middle") && fixture.has("used again") && fixture.has("new"));
    fixture.max_size = 0;
    fixture.cache_folder().collect_garbage(&RealDisk).unwrap();
    assert_eq!(fixture.cache_folder().stats().unwrap(), CacheStats::default());
}

#[test]
fn unfinished_packs_go_when_their_builds_are_dead() {
    let fixture = Fixture::new();
    fixture.build(["a"]);
    let dead = fixture.only_pack().with_file_name("1-1.tmp");
    fs::write(&dead, "half a pack").unwrap();
    let alive = fixture.cache();
    alive.store(key("b"), &"b").unwrap();
    fixture.cache_folder().collect_garbage(&RealDisk).unwrap();
    assert!(!dead.exists());
    alive.finish();
    assert!(fixture.has("b"));
}
