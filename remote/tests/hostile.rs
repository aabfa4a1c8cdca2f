//! A server whose responses are well-formed but wrong.

use std::sync::Arc;
use std::thread;
use std::time::Instant;

use rigmill_store::{RemoteReport, RemoteStore};

use crate::support::{Files, HostileServer, PATIENCE, Wrong, address, end_build, key, plain_upload, store, upload_of};

fn contents() -> Vec<Vec<u8>> {
    [10, 1000, 30_000, 2_000_000].iter().map(|&size| (0..size).map(|at: u32| at.to_le_bytes()[0]).collect()).collect()
}

/// Reads all blobs at the same time. Returns the results and the report of the build.
fn read_all(wrong: Wrong) -> (Vec<Option<Vec<u8>>>, RemoteReport) {
    let contents = contents();
    let server = HostileServer::start(wrong, &contents);
    let store = store(&server.url());
    let start = Instant::now();
    let threads: Vec<_> = contents
        .iter()
        .map(|content| {
            let (store, blob): (Arc<dyn RemoteStore>, _) = (Arc::clone(&store), address(content));
            thread::spawn(move || store.blob(blob))
        })
        .collect();
    let found = threads.into_iter().map(|thread| thread.join().unwrap()).collect();
    assert!(start.elapsed() < PATIENCE, "{wrong:?}: {:?}", start.elapsed());
    (found, end_build(&*store))
}

#[test]
fn blobs_in_any_order_are_right() {
    let (found, report) = read_all(Wrong::Order);
    assert!(found.into_iter().map(Option::unwrap).eq(contents()));
    assert!(report.warnings.is_empty(), "{report:?}");
}

#[test]
fn blobs_that_are_left_out_are_misses() {
    let (found, report) = read_all(Wrong::LeftOut);
    assert!(found.iter().zip(contents()).all(|(found, content)| found.as_ref().is_none_or(|it| *it == content)));
    assert!(found.iter().any(Option::is_none) && report.warnings.is_empty(), "{report:?}");
}

#[test]
fn wrong_bytes_are_misses_and_reported_once() {
    for wrong in [Wrong::Swapped, Wrong::Longer(1), Wrong::Longer(900_000), Wrong::Shorter] {
        let (found, report) = read_all(wrong);
        assert!(found.iter().all(Option::is_none), "{wrong:?}");
        assert!(report.warnings.len() == 1 && report.warnings[0].code == "R0321", "{wrong:?}: {report:?}");
    }
}

#[test]
fn a_stream_without_end_is_cut() {
    let (found, report) = read_all(Wrong::Endless);
    assert!(found[..3].iter().all(Option::is_some) && found[3].is_none());
    assert!(report.warnings.len() == 1 && report.warnings[0].message.contains("received more than"), "{report:?}");
    assert!(report.received < 20_000_000, "{report:?}");
}

#[test]
fn messages_that_are_too_large_are_failures() {
    let (found, report) = read_all(Wrong::Longer(6_000_000));
    assert!(found.iter().all(Option::is_none) && report.warnings.len() <= 2, "{report:?}");
}

#[test]
fn answers_with_millions_of_fields_are_failures() {
    let (found, _) = read_all(Wrong::ManyFiles);
    assert!(found[..3].iter().all(Option::is_none));
    let server = HostileServer::start(Wrong::ManyFiles, &[]);
    let store = store(&server.url());
    assert!((0..10).all(|at| store.value(key(at)).is_none()));
    let report = end_build(&*store);
    // On a busy machine, reading the answer may take longer than the store waits.
    let reasons = ["fields", "no answer"];
    let is_expected = reasons.iter().any(|reason| report.warnings[0].message.contains(reason));
    assert!(report.warnings.len() == 1 && is_expected, "{report:?}");
}

#[test]
fn values_are_bounded() {
    for (size, is_found) in [(1 << 20, true), ((1 << 20) + 1, false), (3 << 20, false)] {
        let server = HostileServer::start(Wrong::LargeValue(size), &[]);
        assert_eq!(store(&server.url()).value(key(1)).is_some(), is_found, "{size}");
    }
}

#[test]
fn negative_sizes_and_malformed_digests_are_misses() {
    let (found, _) = read_all(Wrong::Negative);
    assert!(found[..3].iter().all(Option::is_none));
    let (server, files) = (HostileServer::start(Wrong::Negative, &[]), Files::new());
    let store = store(&server.url());
    assert_eq!(store.value(key(1)), None);
    store.upload(vec![upload_of(key(1), &files, &[b"small", &vec![1; 3_000_000]])]);
    let report = end_build(&*store);
    assert!(report.given_up == 1 && report.warnings.len() == 1, "{report:?}");
    assert!(report.warnings[0].message.contains("-7"), "{report:?}");
}

#[test]
fn messages_of_errors_are_shown_short_and_without_control_characters() {
    let server = HostileServer::start(Wrong::Errors, &[]);
    let store = store(&server.url());
    assert!((0..10).all(|at| store.value(key(at)).is_none()));
    let report = end_build(&*store);
    assert_eq!(report.warnings.len(), 1);
    let message = &report.warnings[0].message;
    assert!(message.len() < 500 && !message.contains(char::is_control), "{message:?}");
}

#[test]
fn refused_access_is_one_failure_and_one_warning() {
    let server = HostileServer::start(Wrong::Refused, &[]);
    let store = store(&server.url());
    assert!((0..10).all(|at| store.value(key(at)).is_none()));
    store.upload(vec![plain_upload(key(1), b"value")]);
    let report = end_build(&*store);
    assert_eq!((report.asked, report.warnings[0].code.as_ref()), (1, "R0320"), "{report:?}");
    assert!(report.warnings[0].message.contains("not you"), "{report:?}");
}

#[test]
fn uploads_that_fail_are_counted() {
    for wrong in [Wrong::Precondition, Wrong::LeftOut] {
        let (server, files) = (HostileServer::start(wrong, &[]), Files::new());
        let store = store(&server.url());
        store.upload((0..30).map(|at| upload_of(key(at), &files, &[format!("{at}").as_bytes()])).collect());
        let report = end_build(&*store);
        assert!(report.given_up == 30 && report.stored == 0 && report.warnings.len() == 1, "{wrong:?}: {report:?}");
        assert_eq!(report.warnings[0].code, "R0322");
    }
}
