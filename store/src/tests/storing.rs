//! Storing and finding records.

use super::*;

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
