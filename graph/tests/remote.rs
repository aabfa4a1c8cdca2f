//! Tests builds with a store that several machines share.

use std::fs;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use rigmill_graph::Status;
use rigmill_store::{RemoteAccess, RemoteStore};

use crate::memory_store::MemoryStore;
use crate::support::{Fixture, Versions};

/// Creates a machine without its own cache.
fn machine(store: &Arc<MemoryStore>, sources: &[(&str, &str)]) -> Fixture {
    let mut fixture = Fixture::new(sources);
    let store = Arc::clone(store) as Arc<dyn RemoteStore>;
    fixture.remote = Some(RemoteAccess { store, copied: true });
    fixture
}

const SOURCES: [(&str, &str); 5] = [
    ("a.txt", "one <b.inc> get:c"),
    ("b.inc", "there?"),
    ("c.txt", "three"),
    ("d.parts", "x y z"),
    ("plain.txt", "nothing but words"),
];

#[test]
fn what_one_machine_built_another_gets_with_a_call_for_each_asset() {
    let store = Arc::new(MemoryStore::default());
    let first = machine(&store, &SOURCES);
    let built = first.build();
    assert!(built.success() && built.count(Status::Built) == 4, "{built:#?}");
    store.take_calls();
    let second = machine(&store, &SOURCES);
    let restored = second.build();
    assert_eq!(restored.count(Status::Cached), 4, "{restored:#?}");
    assert!(restored.assets.iter().all(|asset| asset.ran.is_empty() && asset.fetched), "{restored:#?}");
    assert_eq!(second.all_outputs(), first.all_outputs());
    assert_eq!(store.take_calls(), (4, second.all_outputs().len()));
}

#[test]
fn what_was_fetched_is_in_the_cache_of_the_machine() {
    let store = Arc::new(MemoryStore::default());
    machine(&store, &SOURCES).build();
    let second = machine(&store, &SOURCES);
    second.build();
    fs::remove_dir_all(second.out()).unwrap();
    store.take_calls();
    assert_eq!(second.build().count(Status::Cached), 4);
    assert_eq!(store.take_calls(), (0, 0));
}

#[test]
fn what_the_store_of_a_project_gives_stays_out_of_the_cache_of_all_projects() {
    let store = Arc::new(MemoryStore::default());
    machine(&store, &SOURCES).build();
    let mut second = machine(&store, &SOURCES);
    second.remote.as_mut().unwrap().copied = false;
    second.build();
    fs::remove_dir_all(second.out()).unwrap();
    second.remote = None;
    let report = second.build();
    assert_eq!((report.count(Status::Built), report.count(Status::Cached)), (4, 0));
}

#[test]
fn what_builds_on_the_store_of_a_project_stays_out_of_that_cache_too() {
    let sources = [("a.txt", "one"), ("b.txt", "two")];
    for (copied, cached) in [(true, 2), (false, 0)] {
        let store = Arc::new(MemoryStore::default());
        machine(&store, &sources).build();
        let mut second = machine(&store, &sources);
        second.remote.as_mut().unwrap().copied = copied;
        assert_eq!(second.build().count(Status::Cached), 2);
        // Only the writers have new work.
        (second.remote, second.versions) = (None, Versions::NewWriter);
        second.build();
        fs::remove_dir_all(second.out()).unwrap();
        assert_eq!(second.build().count(Status::Cached), cached, "{copied}");
    }
}

#[test]
fn a_change_fetches_nothing_that_it_does_not_need() {
    let store = Arc::new(MemoryStore::default());
    machine(&store, &SOURCES).build();
    let second = machine(&store, &SOURCES);
    second.build();
    store.take_calls();
    second.write("c.txt", "four");
    second.check(&[
        "a: built [value changed: c] import process write",
        "c: built [source changed: c.txt] import process write",
        "d: fresh [] ",
        "plain: fresh [] ",
    ]);
    assert_eq!(store.take_calls().1, 0);
    assert_eq!(second.output("a.up"), "ONE THERE? FOUR");
    // On a machine without any results, everything except these two is fetched.
    let third = machine(&store, &[SOURCES[0], SOURCES[1], ("c.txt", "five"), SOURCES[3], SOURCES[4]]);
    let report = third.build();
    assert_eq!((report.count(Status::Built), report.count(Status::Cached)), (2, 2), "{report:#?}");
    assert_eq!(store.take_calls().1, third.all_outputs().len() - 2);
}

#[test]
fn a_machine_with_an_older_build_gets_what_others_built_since() {
    let store = Arc::new(MemoryStore::default());
    let (first, second) = (machine(&store, &SOURCES), machine(&store, &SOURCES));
    first.build();
    second.build();
    let changes = [
        ("another value", "c.txt", "four"),
        ("another parameter", "rigmill.toml", "[[rule]]\nmatch = \"a.txt\"\nparams = { suffix = \"!\" }\n"),
    ];
    for (what, path, text) in changes {
        first.write(path, text);
        second.write(path, text);
        assert!(first.build().assets.iter().any(|asset| !asset.ran.is_empty()), "{what}");
        let report = second.build();
        assert!(report.assets.iter().all(|asset| asset.ran.is_empty()), "{what}: {report:#?}");
        assert_eq!(second.all_outputs(), first.all_outputs(), "{what}");
    }
}

#[test]
fn different_answers_and_different_questions_are_all_found_later() {
    let all = [("one", "three"), ("two", "three"), ("get:d", "three"), ("one", "four"), ("<e.inc>", "four")];
    let sources =
        |inc, c| [("a.txt", "<b.inc> get:c"), ("b.inc", inc), ("c.txt", c), ("d.txt", "five"), ("e.inc", "six")];
    let store = Arc::new(MemoryStore::default());
    for (inc, c) in all {
        machine(&store, &sources(inc, c)).build();
    }
    for (inc, c) in all {
        let later = machine(&store, &sources(inc, c));
        let report = later.build();
        assert!(report.assets.iter().all(|asset| asset.ran.is_empty()), "{inc} {c}: {report:#?}");
    }
}

#[test]
fn without_the_bundles_the_sets_and_records_of_their_own_are_found() {
    let store = Arc::new(MemoryStore::default());
    for number in 0..40 {
        machine(&store, &[("a.txt", "one <b.inc>"), ("b.inc", &number.to_string())]).build();
    }
    for number in 0..40 {
        let later = machine(&store, &[("a.txt", "one <b.inc>"), ("b.inc", &number.to_string())]);
        later.check(&["a: cached [never built] "]);
        assert_eq!(later.output("a.up"), format!("ONE {number}"));
    }
}

#[test]
fn a_store_that_lost_or_damaged_anything_costs_a_build_and_a_warning() {
    let store = Arc::new(MemoryStore::default());
    let first = machine(&store, &SOURCES);
    first.build();
    let outputs = first.all_outputs();
    let lossless = |report: &rigmill_graph::BuildReport, second: &Fixture| {
        assert!(report.success(), "{report:#?}");
        assert_eq!(second.all_outputs(), outputs);
    };
    for lost in 0..8 {
        store.lose_values(|number| number % 8 == lost);
        let second = machine(&store, &SOURCES);
        lossless(&second.build(), &second);
    }
    store.lose_blobs();
    let second = machine(&store, &SOURCES);
    let report = second.build();
    lossless(&report, &second);
    assert!(report.diagnostics.is_empty() && report.count(Status::Built) == 4, "{report:#?}");
    for at in (0..400).step_by(7) {
        store.damage(at);
        let second = machine(&store, &SOURCES);
        let report = second.build();
        lossless(&report, &second);
        assert_eq!(report.diagnostics.iter().map(|it| it.code.as_ref()).collect::<Vec<_>>(), ["R0321"], "{report:#?}");
        store.lose_values(|_| true);
        machine(&store, &SOURCES).build();
    }
}

#[test]
fn values_under_the_keys_of_others_are_of_no_use() {
    let store = Arc::new(MemoryStore::default());
    let first = machine(&store, &SOURCES);
    first.build();
    store.shuffle_values();
    let second = machine(&store, &SOURCES);
    assert!(second.build().success());
    assert_eq!(second.all_outputs(), first.all_outputs());
}

#[test]
fn a_forced_build_fetches_nothing() {
    let store = Arc::new(MemoryStore::default());
    machine(&store, &SOURCES).build();
    store.take_calls();
    let mut second = machine(&store, &SOURCES);
    second.force = true;
    assert_eq!(second.build().count(Status::Built), 4);
    assert_eq!(store.take_calls(), (0, 0));
}

#[test]
fn no_files_of_other_programs_are_taken() {
    let store = Arc::new(MemoryStore::default());
    machine(&store, &SOURCES).build();
    let mut second = machine(&store, &SOURCES);
    second.program = "another program";
    assert_eq!(second.build().count(Status::Built), 4);
}

#[test]
fn nothing_is_stored_in_a_store_that_is_only_read() {
    let store = Arc::new(MemoryStore::default());
    store.read_only.store(true, Ordering::Relaxed);
    machine(&store, &SOURCES).build();
    assert_eq!(machine(&store, &SOURCES).build().count(Status::Built), 4);
}
