//! Merging packs and caches.

use super::*;

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
