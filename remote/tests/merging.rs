//! Tests values that several machines add to.

use std::collections::BTreeSet;
use std::thread;

use rigmill_store::Upload;
use tempfile::TempDir;

use crate::support::{Casd, HttpServer, finish, key, store};

/// Parses a sorted set of numbers from text.
fn entries(value: &[u8]) -> BTreeSet<u32> {
    std::str::from_utf8(value).unwrap().split_whitespace().map(|number| number.parse().unwrap()).collect()
}

/// Creates an upload that adds a number to the set under a key.
fn adding(at: usize, number: u32) -> Upload {
    let value = move |present: Option<&[u8]>, _: &[_]| {
        let mut all = present.map(entries).unwrap_or_default();
        all.insert(number).then(|| all.iter().map(|number| format!("{number} ")).collect::<String>().into_bytes())
    };
    Upload { key: key(at), artifacts: Vec::new(), value: Box::new(value), merged: true }
}

/// Lets two machines add fifty numbers each to the same five sets at the same time.
fn nothing_is_lost(url: &str) {
    let stores = [store(url), store(url)];
    thread::scope(|scope| {
        for (machine, store) in stores.iter().enumerate() {
            scope.spawn(move || {
                for number in 0..50 {
                    store.upload(vec![adding(number % 5, u32::try_from(machine * 100 + number).unwrap())]);
                }
                assert_eq!(finish(&**store).stored, 50);
            });
        }
    });
    let reader = store(url);
    for at in 0..5_u32 {
        let found = entries(&reader.value(key(at as usize)).unwrap());
        let expected: BTreeSet<u32> = (0..50).filter(|number| number % 5 == at).flat_map(|it| [it, it + 100]).collect();
        assert_eq!(found, expected, "set {at}");
    }
}

#[test]
#[cfg_attr(not(casd), ignore = "needs RIGMILL_CASD")]
fn two_machines_lose_nothing_on_a_server_of_the_remote_execution_api() {
    nothing_is_lost(&Casd::start().url());
}

#[test]
fn two_machines_lose_nothing_on_an_http_server() {
    nothing_is_lost(&HttpServer::start(None).url());
}

#[test]
fn two_machines_lose_nothing_in_a_folder() {
    nothing_is_lost(TempDir::new().unwrap().path().to_str().unwrap());
}

#[test]
fn a_value_that_was_overwritten_is_merged_again() {
    let folder = TempDir::new().unwrap();
    let url = folder.path().to_str().unwrap();
    let ours = store(url);
    ours.upload(vec![adding(1, 1)]);
    // The other machine reads before that write and writes after it.
    let theirs = store(url);
    let overwrite = || {
        theirs.upload(vec![crate::support::plain_upload(key(1), b"2 ")]);
        finish(&*theirs);
    };
    crate::support::wait_until("it is written", || theirs.value(key(1)).is_some());
    overwrite();
    finish(&*ours);
    assert_eq!(theirs.value(key(1)).unwrap(), b"1 2 ");
}

#[test]
fn what_is_there_is_not_written_again() {
    let folder = TempDir::new().unwrap();
    let store = store(folder.path().to_str().unwrap());
    store.upload(vec![adding(1, 1)]);
    assert!(finish(&*store).sent > 0);
    store.upload(vec![adding(1, 1)]);
    let report = finish(&*store);
    assert!(report.stored == 1 && report.sent == 0, "{report:?}");
}
