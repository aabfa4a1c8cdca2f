//! The kinds of entries.

use super::*;

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
