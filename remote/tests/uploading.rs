//! Tests uploads that are impossible, not allowed, or too slow.

use std::fs;
use std::sync::{Arc, Mutex};
use std::thread::sleep;
use std::time::{Duration, Instant};

use rigmill_remote::{RemoteSettings, open};
use rigmill_store::Upload;
use tempfile::TempDir;

use crate::support::{
    Casd, Fault, Files, HttpServer, PATIENCE, Proxy, end_build, finish, key, plain_upload, store, upload_of, wait_until,
};

#[test]
fn a_store_that_must_not_write_ignores_uploads() {
    let folder = TempDir::new().unwrap();
    let store = open(&RemoteSettings::new(folder.path().to_str().unwrap())).unwrap();
    store.upload(vec![plain_upload(key(1), b"one")]);
    let report = finish(&*store);
    assert_eq!((report.stored, report.calls), (0, 0));
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[test]
fn an_artifact_that_changed_leaves_its_upload_out() {
    let (folder, files) = (TempDir::new().unwrap(), Files::new());
    let store = store(folder.path().to_str().unwrap());
    for (at, size) in [10, 3_000_000].into_iter().enumerate() {
        let upload = upload_of(key(at), &files, &[&vec![1; size]]);
        fs::write(&upload.artifacts[0].path, vec![2; size]).unwrap();
        store.upload(vec![upload]);
    }
    let upload = upload_of(key(2), &files, &[b"x"]);
    fs::remove_file(&upload.artifacts[0].path).unwrap();
    store.upload(vec![upload]);
    assert_eq!(finish(&*store).stored, 0);
    assert!((0..3).all(|at| store.value(key(at)).is_none()));
}

#[test]
fn a_value_maker_that_panics_stops_nothing() {
    let folder = TempDir::new().unwrap();
    let store = store(folder.path().to_str().unwrap());
    let panics = Upload { value: Box::new(|_, _| panic!("on purpose")), ..plain_upload(key(1), b"") };
    store.upload(vec![panics, plain_upload(key(2), b"two")]);
    finish(&*store);
    assert_eq!(store.value(key(2)).unwrap(), b"two");
}

#[test]
fn the_last_of_several_uploads_with_one_key_stays() {
    let folder = TempDir::new().unwrap();
    let store = store(folder.path().to_str().unwrap());
    store.upload((0..200_u8).map(|number| plain_upload(key(usize::from(number % 3)), &[number])).collect());
    finish(&*store);
    assert_eq!([0, 1, 2].map(|at| store.value(key(at)).unwrap()[0]), [198, 199, 197]);
}

#[test]
fn artifacts_are_stored_before_values_are_made() {
    let (folder, files) = (TempDir::new().unwrap(), Files::new());
    let store = store(folder.path().to_str().unwrap());
    let (cas, seen) = (folder.path().join("cas"), Arc::new(Mutex::new(Vec::new())));
    let noted = Arc::clone(&seen);
    let value = move |_: Option<&[u8]>, _: &[_]| {
        noted.lock().unwrap().push(cas.exists());
        Some(b"value".to_vec())
    };
    let artifacts = vec![files.artifact(b"artifact")];
    store.upload(vec![Upload { key: key(1), artifacts, value: Box::new(value), merged: true }]);
    finish(&*store);
    assert!(seen.lock().unwrap()[0]);
}

#[test]
fn a_refusal_is_reported_once_and_ends_the_uploads() {
    let server = HttpServer::start(Some("s3cret"));
    let unknown = store(&server.url());
    for build in 0..2 {
        unknown.upload((0..50).map(|at| plain_upload(key(at), b"value")).collect());
        let report = end_build(&*unknown);
        let warnings: Vec<String> = report.warnings.iter().map(|it| format!("{}: {}", it.code, it.message)).collect();
        assert!(warnings.len() == 1 - build && report.calls <= 16, "{warnings:?} {report:?}");
        assert!(warnings.iter().all(|it| it.starts_with("R0322") && it.contains("401 Unauthorized")), "{warnings:?}");
    }
    // Reading still works.
    assert_eq!(unknown.value(key(1)), None);
    assert_eq!(finish(&*unknown).asked, 1);
    let headers = vec![("Authorization".to_owned(), "bearer s3cret".to_owned())];
    let known = open(&RemoteSettings { upload: true, headers, ..RemoteSettings::new(server.url()) }).unwrap();
    known.upload(vec![plain_upload(key(1), b"value")]);
    finish(&*known);
    assert_eq!(unknown.value(key(1)).unwrap(), b"value");
}

#[test]
fn uploads_without_progress_are_given_up() {
    let proxy = Proxy::start(1, Fault::Silence);
    for url in [format!("grpc://127.0.0.1:{}", proxy.port()), format!("http://127.0.0.1:{}", proxy.port())] {
        let store = store(&url);
        store.upload((0..100).map(|at| plain_upload(key(at), b"value")).collect());
        let start = Instant::now();
        let report = end_build(&*store);
        assert!(start.elapsed() < PATIENCE, "{:?}", start.elapsed());
        assert!(report.given_up == 100 && report.stored == 0 && report.warnings.len() == 1, "{url}: {report:?}");
        let start = Instant::now();
        let again = end_build(&*store);
        assert!(start.elapsed() < PATIENCE && again.warnings.is_empty(), "{again:?}");
        drop(store);
        assert!(start.elapsed() < PATIENCE);
    }
}

#[test]
#[cfg_attr(not(casd), ignore = "needs RIGMILL_CASD")]
fn uploads_with_progress_are_given_up_when_their_time_is_over() {
    let (casd, files) = (Casd::start(), Files::new());
    // Updates of flow control windows arrive late, so a large blob takes long.
    let proxy = Proxy::start(casd.port(), Fault::Slow(64, 100));
    let url = format!("grpc://127.0.0.1:{}", proxy.port());
    let upload_time = Duration::from_secs(2);
    let slow = open(&RemoteSettings { upload: true, upload_time, ..RemoteSettings::new(url) }).unwrap();
    slow.upload((0..200).map(|at| upload_of(key(at), &files, &[format!("{at}").as_bytes()])).collect());
    let start = Instant::now();
    let report = end_build(&*slow);
    assert!(start.elapsed() < PATIENCE, "{report:?}");
    assert!(report.given_up > 0 && report.stored + report.given_up == 200 && report.warnings.len() == 1, "{report:?}");
}

#[test]
#[cfg_attr(not(casd), ignore = "needs RIGMILL_CASD")]
fn the_next_build_uses_a_server_that_came_back() {
    let casd = Casd::start();
    let store = store(&casd.url());
    store.upload(vec![plain_upload(key(1), b"one")]);
    finish(&*store);
    casd.signal("STOP");
    assert!((0..4).all(|_| store.value(key(1)).is_none()));
    assert_eq!(end_build(&*store).warnings.len(), 1);
    assert_eq!(store.value(key(1)), None);
    // The cause is the same, so it is not reported again.
    assert!(end_build(&*store).warnings.is_empty());
    casd.signal("CONT");
    sleep(Duration::from_millis(100));
    wait_until("the server answers again", || {
        let value = store.value(key(1));
        end_build(&*store);
        value.is_some()
    });
}

#[test]
#[cfg_attr(not(casd), ignore = "needs RIGMILL_CASD")]
fn a_large_file_is_uploaded_over_a_slow_network() {
    let (casd, files) = (Casd::start(), Files::new());
    let proxy = Proxy::start(casd.port(), Fault::SlowUpload(600 << 10));
    let url = format!("grpc://127.0.0.1:{}", proxy.port());
    let slow = store(&url);
    let content: Vec<u8> = (0..4_000_000_u32).map(|at| at.wrapping_mul(2_654_435_761).to_be_bytes()[0]).collect();
    slow.upload(vec![upload_of(key(1), &files, &[&content])]);
    let report = finish(&*slow);
    assert!(report.stored == 1 && report.waited > Duration::from_secs(5), "{report:?}");
}
