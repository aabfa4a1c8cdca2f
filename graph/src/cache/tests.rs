//! Tests the guarantees of the cache with real files.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, SystemTime};

use rigmill_test_random::Random;
use tempfile::TempDir;

use super::*;

use crate::disk::{RealDisk, Stamp};

use folder::PackFolder;
use writer::PackWriter;

fn id(kind: EntryKind, name: &str) -> EntryId {
    EntryId { kind, key: Digest::of(name.as_bytes()) }
}

fn record(name: &str, text: &str) -> Entry<'static> {
    Entry::seal(EntryKind::Record, vec![Digest::of(name.as_bytes())], text.as_bytes())
}

fn queries(name: &str, text: &str) -> Entry<'static> {
    Entry::seal(EntryKind::Queries, vec![Digest::of(name.as_bytes())], text.as_bytes())
}

fn text(entry: &Entry<'_>) -> String {
    String::from_utf8(entry.payload().to_vec()).unwrap()
}

fn artifact_of(cache: &ObjectCache<'_>, digest: Digest) -> Option<Vec<u8>> {
    cache.artifact(digest, cache.levels())
}

fn store(cache: &ObjectCache<'_>, name: &str, text: &str) {
    cache.put(&[record(name, text)]);
}

/// Returns the text of the record under a name.
fn find(cache: &ObjectCache<'_>, name: &str) -> Option<String> {
    let found = cache.get(&[id(EntryKind::Record, name)], cache.levels());
    assert!(found.len() < 2);
    found.first().map(text)
}

/// Returns the texts of all sets of queries under a name.
fn find_queries(cache: &ObjectCache<'_>, name: &str) -> Vec<String> {
    cache.get(&[id(EntryKind::Queries, name)], cache.levels()).iter().map(text).collect()
}

/// A cache in its own folder.
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
        ObjectCache::new(Some(&self.cache_folder()), None, &RealDisk)
    }

    /// Simulates a build that stores records under their own names. Returns the warnings at its end.
    fn build<'n>(&self, names: impl IntoIterator<Item = &'n str>) -> Vec<Diagnostic> {
        let cache = self.cache();
        for name in names {
            store(&cache, name, name);
        }
        cache.finish()
    }

    /// Simulates a build that stores entries.
    fn cache_with(&self, entries: &[Entry<'_>]) {
        let cache = self.cache();
        cache.put(entries);
        assert_eq!(cache.finish(), []);
    }

    /// Returns what a build finds under a name, and the warnings at its end.
    fn find(&self, name: &str) -> (Option<String>, Vec<Diagnostic>) {
        let cache = self.cache();
        let found = find(&cache, name);
        (found, cache.finish())
    }

    fn has(&self, name: &str) -> bool {
        let (found, warnings) = self.find(name);
        assert!(warnings.is_empty(), "{warnings:?}");
        assert!(found.as_deref().is_none_or(|found| found == name));
        found.is_some()
    }

    /// Returns the files in the cache's folder of packs that have an extension.
    fn files(&self, extension: &str) -> Vec<PathBuf> {
        let files = fs::read_dir(self.cache_folder().path.join("v3/packs")).into_iter().flatten();
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
        assert_eq!(find(&cache, name).as_ref(), Some(name));
    }
    assert!((1000..3000).all(|n| find(&cache, &n.to_string()).is_none()));
}

#[test]
fn entries_of_any_size_are_kept() {
    let fixture = Fixture::new();
    let records: Vec<String> = [0, 1, 1000, 262_143, 262_144, 1_000_000].map(|length| "x".repeat(length)).to_vec();
    let cache = fixture.cache();
    for record in &records {
        store(&cache, &record.len().to_string(), record);
    }
    assert_eq!(cache.finish(), []);
    let cache = fixture.cache();
    for record in &records {
        assert_eq!(find(&cache, &record.len().to_string()).as_ref(), Some(record));
    }
}

#[test]
fn the_newest_record_of_a_key_is_found() {
    let fixture = Fixture::new();
    for version in ["first", "second", "third"] {
        let cache = fixture.cache();
        store(&cache, "a", &format!("not {version}"));
        store(&cache, "a", version);
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
                    store(cache, &name, &name);
                    assert_eq!(find(cache, "absent"), None);
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
                    assert_eq!(find(cache, &name), Some(name));
                });
            });
        }
    });
}

#[test]
fn a_build_that_is_given_up_leaves_nothing() {
    let fixture = Fixture::new();
    let cache = fixture.cache();
    store(&cache, "a", "a");
    assert_eq!(fixture.files("tmp").len(), 1);
    drop(cache);
    assert_eq!((fixture.files("tmp").len(), fixture.files("pack").len()), (0, 0));
}

// ---- damage ----

/// Checks that every kind of damage to a pack of two entries causes misses or returns the correct record. It must be reported
/// once, and the next build that stores the entries must repair the cache.
fn survives(damages: impl Iterator<Item = Vec<u8>>, pack: &Path, fixture: &Fixture) {
    for (number, damaged) in damages.enumerate() {
        fixture.files("pack").iter().for_each(|pack| fs::remove_file(pack).unwrap());
        fs::write(pack, &damaged).unwrap();
        let cache = fixture.cache();
        let found = ["a", "b"].map(|name| find(&cache, name));
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
    // A machine that lost power may leave a file of the correct length that contains zeros.
    let zeroed = (0..good.len()).step_by(16).map(|at| [&good[..at], &vec![0; good.len() - at]].concat());
    let cut = (0..good.len()).map(|at| good[..at].to_vec());
    survives(cut.chain(zeroed).chain([longer]), &pack, &fixture);
}

#[test]
fn an_entry_under_a_wrong_key_is_never_given() {
    let fixture = Fixture::new();
    let folder = PackFolder::new(&fixture.cache_folder().path);
    let mut writer = PackWriter::create(&folder).unwrap();
    let slot = id(EntryKind::Record, "b").slot();
    writer.add_under(&[slot], &record("a", "a"), &RealDisk).unwrap();
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
    assert_eq!(find(&cache, "absent"), None);
    fs::remove_file(fixture.only_pack()).unwrap();
    let found = find(&cache, "a");
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

/// The real disk until the n-th change. From then on, the disk is full.
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
        let cache = ObjectCache::new(Some(&fixture.cache_folder()), None, &disk);
        for name in names {
            store(&cache, name, &format!("{name}{large}"));
        }
        assert_eq!(cache.finish(), [], "full at {n}");
        drop(cache);
        assert_eq!(fixture.files("tmp").len(), 0, "full at {n}");
        assert!((0..16).all(|build| fixture.has(&format!("old {build}"))), "full at {n}");
        let cache = fixture.cache();
        let found = names.map(|name| find(&cache, name));
        assert!(
            names.iter().zip(&found).all(|(name, it)| it.as_ref().is_none_or(|it| *it == format!("{name}{large}"))),
            "full at {n}"
        );
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
            // Some keys are stored repeatedly with the same record, as builds do.
            let name = format!("{}", (build * 31 + n) % 2000);
            store(&cache, &name, &name);
            stored.insert(name, ());
        }
        assert_eq!(cache.finish(), []);
        assert!(fixture.files("pack").len() <= 30, "build {build}");
    }
    let cache = fixture.cache();
    assert!(stored.keys().all(|name| find(&cache, name).as_ref() == Some(name)));
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
    // Ten of the seventeen packs were merged into one.
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
    let found = (0..16).filter(|build| find(&cache, &build.to_string()).is_some()).count();
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
        let found = find(&cache, "constant");
        // A pack may be merged away between listing and opening it. This is a miss, and is not reported.
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
    // A build that stores something enforces the limit itself.
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
    store(&alive, "b", "b");
    fixture.cache_folder().collect_garbage(&RealDisk).unwrap();
    assert!(!dead.exists());
    alive.finish();
    assert!(fixture.has("b"));
}

// ---- kinds of entries ----

#[test]
fn equal_artifacts_are_stored_once() {
    let fixture = Fixture::new();
    let bytes = "some bytes".repeat(1000);
    let artifact = || Entry::artifact(Digest::of(bytes.as_bytes()), bytes.as_bytes());
    for build in 0..3 {
        let cache = fixture.cache();
        cache.put(&[artifact(), record(&build.to_string(), "a record"), artifact()]);
        assert_eq!(cache.finish(), []);
    }
    let stats = fixture.cache_folder().stats().unwrap();
    assert_eq!((stats.packs, stats.entries), (3, 4));
    assert!(stats.bytes < 2 * bytes.len() as u64, "{stats:?}");
    assert_eq!(artifact_of(&fixture.cache(), Digest::of(bytes.as_bytes())), Some(bytes.into_bytes()));
}

#[test]
fn an_empty_artifact_is_an_entry_like_any_other() {
    let fixture = Fixture::new();
    let empty = || Entry::artifact(Digest::of(b""), b"");
    for n in 0..17 {
        let [before, after] = ["before", "after"].map(|when| format!("{when} {n}"));
        fixture.cache_with(&[record(&before, &before), empty(), record(&after, &after)]);
    }
    assert!(fixture.files("pack").len() < 17);
    assert_eq!(fixture.cache_folder().stats().unwrap().entries, 35);
    let verified = fixture.cache_folder().verify(&RealDisk).unwrap();
    assert!(verified.iter().all(VerifiedPack::is_intact));
    assert_eq!(verified.iter().map(|pack| pack.intact).sum::<u64>(), 35);
    assert_eq!(artifact_of(&fixture.cache(), Digest::of(b"")), Some(Vec::new()));
    assert!((0..17).all(|n| fixture.has(&format!("before {n}")) && fixture.has(&format!("after {n}"))));
}

#[test]
fn an_artifact_whose_stored_bytes_are_damaged_is_stored_again() {
    let fixture = Fixture::new();
    let artifact = || Entry::artifact(Digest::of(b"some bytes"), b"some bytes");
    fixture.cache_with(&[artifact(), record("a", "a")]);
    let mut bytes = fs::read(fixture.only_pack()).unwrap();
    bytes[0] ^= 1;
    fs::write(fixture.only_pack(), bytes).unwrap();
    let cache = fixture.cache();
    assert_eq!(artifact_of(&cache, Digest::of(b"some bytes")), None);
    cache.put(&[artifact()]);
    assert_eq!(cache.finish().len(), 1);
    assert_eq!(artifact_of(&fixture.cache(), Digest::of(b"some bytes")).as_deref(), Some(b"some bytes".as_slice()));
}

#[test]
fn an_entry_is_found_under_each_of_its_keys() {
    let fixture = Fixture::new();
    let keys = ["a", "b", "c"].map(|name| Digest::of(name.as_bytes()));
    fixture.cache_with(&[Entry::seal(EntryKind::Record, keys.to_vec(), b"of all")]);
    fixture.build(["b"]);
    let all = || ["a", "b", "c", "d"].map(|name| fixture.find(name).0);
    let expected = [Some("of all"), Some("b"), Some("of all"), None].map(|text| text.map(str::to_owned));
    assert_eq!(all(), expected);
    (0..16).for_each(|n| drop(fixture.build([n.to_string().as_str()])));
    assert!(fixture.files("pack").len() < 16);
    assert_eq!(all(), expected);
    assert_eq!(fixture.cache_folder().stats().unwrap().entries, 18);
}

#[test]
fn sets_of_queries_add_up_and_the_newest_come_first() {
    let fixture = Fixture::new();
    for n in 0..40 {
        // Builds store the same set again, and other sets.
        fixture.cache_with(&[queries("a", "always"), queries("a", &n.to_string()), queries("b", "b")]);
    }
    assert!(fixture.files("pack").len() <= 17);
    let cache = fixture.cache();
    let found = find_queries(&cache, "a");
    assert_eq!(found.len(), level::MAX_ENTRIES);
    assert!(found[..2].contains(&"39".to_owned()) && found[..2].contains(&"always".to_owned()), "{found:?}");
    assert_eq!(found.iter().filter(|text| *text == "always").count(), 1);
    assert_eq!(find_queries(&cache, "b"), ["b"]);
    assert_eq!(find(&cache, "a"), None);
}

#[test]
fn every_flipped_byte_of_each_kind_of_entry_is_a_miss_or_does_no_harm() {
    let fixture = Fixture::new();
    let bytes = b"the bytes of a file";
    fixture.cache_with(&[queries("a", "queries"), Entry::artifact(Digest::of(bytes), bytes), record("a", "record")]);
    let (pack, good) = (fixture.only_pack(), fs::read(fixture.only_pack()).unwrap());
    for at in 0..good.len() {
        let mut damaged = good.clone();
        damaged[at] ^= 0x10;
        fixture.files("pack").iter().for_each(|pack| fs::remove_file(pack).unwrap());
        fs::write(&pack, damaged).unwrap();
        let cache = fixture.cache();
        let artifact = artifact_of(&cache, Digest::of(bytes));
        assert!(artifact.as_deref().is_none_or(|it| it == bytes), "byte {at}");
        assert!(find(&cache, "a").is_none_or(|it| it == "record"), "byte {at}");
        assert!(find_queries(&cache, "a").iter().all(|it| it == "queries"), "byte {at}");
        let found = find_queries(&cache, "a").len() + usize::from(find(&cache, "a").is_some());
        let all_found = found == 2 && artifact.is_some();
        assert_eq!(cache.finish().is_empty(), all_found, "byte {at}");
        assert!(fixture.cache_folder().verify(&RealDisk).unwrap().iter().all(VerifiedPack::is_intact), "byte {at}");
    }
}

#[test]
fn random_entries_of_many_packs_are_all_found() {
    let fixture = Fixture::new();
    let mut random = Random::new(3);
    let names: Vec<String> = (0..3000).map(|n| n.to_string()).collect();
    let text_of = |name: &str| name.repeat(1 + name.len() * name.len() * name.len() * 20);
    for names in names.chunks(1000) {
        let entries: Vec<_> = names.iter().map(|name| record(name, &text_of(name))).collect();
        fixture.cache_with(&entries);
    }
    let cache = fixture.cache();
    for step in 0..6000 {
        // Alternates between the order of the packs and a random order.
        let at = if step % 3 == 0 { random.below(3000) } else { step / 2 };
        assert_eq!(find(&cache, &names[at]), Some(text_of(&names[at])), "{at}");
    }
}

// ---- caches put together ----

#[test]
fn caches_that_are_put_together_add_up() {
    let fixtures = ["one", "other"].map(|text| {
        let fixture = Fixture::new();
        fixture.cache_with(&[queries("same", text), record(text, text), record("both", "both")]);
        fixture
    });
    let [one, other] = fixtures;
    let pack = other.only_pack();
    fs::copy(&pack, one.only_pack().with_file_name(pack.file_name().unwrap())).unwrap();
    let cache = one.cache();
    let mut found = find_queries(&cache, "same");
    found.sort();
    assert_eq!(found, ["one", "other"]);
    assert!(["one", "other", "both"].iter().all(|name| find(&cache, name).as_deref() == Some(*name)));
    assert_eq!(cache.finish(), []);
}

// ---- damage is repaired under the lock ----

#[test]
fn a_damaged_pack_stays_while_another_process_has_the_lock() {
    let fixture = Fixture::new();
    fixture.build(["a", "b"]);
    let pack = fixture.only_pack();
    let good = fs::read(&pack).unwrap();
    fs::write(&pack, &good[..good.len() - 1]).unwrap();
    let lock = PackFolder::new(&fixture.cache_folder().path).try_lock().unwrap().unwrap();
    let (found, warnings) = fixture.find("a");
    assert_eq!((found, warnings.len()), (None, 1));
    assert!(pack.exists());
    drop(lock);
    assert_eq!(fixture.find("a").1.len(), 1);
    assert!(!pack.exists());
}

#[test]
fn a_pack_that_was_repaired_meanwhile_is_kept() {
    let fixture = Fixture::new();
    fixture.build(["a", "b"]);
    let pack = fixture.only_pack();
    let good = fs::read(&pack).unwrap();
    fs::write(&pack, &good[1..]).unwrap();
    let cache = fixture.cache();
    assert_eq!(find(&cache, "a"), None);
    fs::write(&pack, &good).unwrap();
    assert_eq!(cache.finish().len(), 1);
    assert!(fixture.has("a") && fixture.has("b"));
}

#[test]
fn a_vanished_file_is_no_damage() {
    for kind in [io::ErrorKind::NotFound, io::ErrorKind::StaleNetworkFileHandle] {
        assert!(matches!(error::PackError::from(io::Error::from(kind)), error::PackError::Vanished), "{kind}");
    }
    assert!(matches!(
        error::PackError::from(io::Error::from(io::ErrorKind::PermissionDenied)),
        error::PackError::Io(_)
    ));
}

// ---- levels ----

/// A level in memory, which several caches can share.
#[derive(Clone, Default)]
struct Memory(Arc<Mutex<Vec<Entry<'static>>>>);

impl CacheLevel for Memory {
    fn get(&self, ids: &[EntryId]) -> Vec<Entry<'static>> {
        let entries = self.0.lock().unwrap();
        let of = |id: &EntryId| entries.iter().rev().filter(|entry| entry.has(*id)).cloned().collect::<Vec<_>>();
        ids.iter().map(of).find(|found| !found.is_empty()).unwrap_or_default()
    }

    fn put(&self, entries: &[Entry<'_>]) -> io::Result<()> {
        let owned = entries.iter().map(|entry| match entry.kind() {
            EntryKind::Artifact => {
                let id = entry.ids().next().unwrap();
                Entry::open(id.kind, id.slot(), entry.bytes().to_vec()).unwrap()
            }
            kind => Entry::seal(kind, entry.ids().map(|id| id.key).collect(), entry.payload()),
        });
        self.0.lock().unwrap().extend(owned);
        Ok(())
    }

    fn finish(&self) -> Vec<Diagnostic> {
        Vec::new()
    }
}

#[test]
fn what_a_lower_level_has_is_used_and_copied_up() {
    let (memory, first, second) = (Memory::default(), Fixture::new(), Fixture::new());
    let cache_of = |fixture: &Fixture| ObjectCache {
        copies: true,
        levels: vec![Box::new(Packs::new(&fixture.cache_folder(), &RealDisk)), Box::new(memory.clone())],
    };
    let artifact = b"the bytes of a file";
    let cache = cache_of(&first);
    cache.put(&[record("a", "a"), queries("q", "one"), Entry::artifact(Digest::of(artifact), artifact)]);
    assert_eq!(cache.finish(), []);
    assert_eq!(memory.0.lock().unwrap().len(), 3);

    // A different machine, which has its own set.
    second.cache_with(&[queries("q", "two")]);
    let cache = cache_of(&second);
    assert_eq!(cache.get(&[id(EntryKind::Record, "a")], 1), []);
    assert_eq!(find(&cache, "a").as_deref(), Some("a"));
    assert_eq!(artifact_of(&cache, Digest::of(artifact)).as_deref(), Some(artifact.as_slice()));
    assert_eq!(find_queries(&cache, "q"), ["two", "one"]);
    cache.finish();

    memory.0.lock().unwrap().clear();
    let cache = cache_of(&second);
    assert_eq!(find(&cache, "a").as_deref(), Some("a"));
    assert_eq!(artifact_of(&cache, Digest::of(artifact)).as_deref(), Some(artifact.as_slice()));
    let mut found = find_queries(&cache, "q");
    found.sort();
    assert_eq!(found, ["one", "two"]);
    assert!(memory.0.lock().unwrap().is_empty(), "nothing is copied down");
}
