//! Damaged packs and entries.

use super::*;

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
        // Not all file systems remove an open file at once.
        drop(cache);
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
    drop(cache);
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
        drop(cache);
        assert!(fixture.cache_folder().verify(&RealDisk).unwrap().iter().all(VerifiedPack::is_intact), "byte {at}");
    }
}

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
        assert!(matches!(PackError::from(io::Error::from(kind)), PackError::Vanished), "{kind}");
    }
    assert!(matches!(PackError::from(io::Error::from(io::ErrorKind::PermissionDenied)), PackError::Io(_)));
}
