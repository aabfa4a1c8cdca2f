//! Values and blobs come back as they were stored.

use std::fs;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use rigmill_store::{RemoteBlob, RemoteStore};
use rigmill_test_random::Random;
use tempfile::TempDir;

use crate::support::{Casd, Files, HttpServer, decode, finish, key, plain_upload, store, upload_of};

fn random_bytes(seed: u64, count: usize) -> Vec<u8> {
    let mut random = Random::new(seed);
    (0..count).map(|_| random.byte()).collect()
}

/// Stores and reads values and blobs of all size classes, with two stores.
fn everything_comes_back(url: &str) {
    let files = Files::new();
    let sizes = [0, 1, 40_000, (1 << 20) - 1, 1 << 20, (1 << 20) + 1, 20_000_000];
    let contents: Vec<Vec<u8>> = sizes.iter().map(|&size| random_bytes(size as u64, size)).collect();
    let contents: Vec<&[u8]> = contents.iter().map(Vec::as_slice).collect();
    let values = [0, 1, 1 << 16, (1 << 16) + 1, 1 << 20].map(|size| random_bytes(size as u64 + 7, size));

    let writer = store(url);
    assert_eq!(writer.value(key(0)), None);
    writer.upload(vec![upload_of(key(0), &files, &contents)]);
    writer.upload(values.iter().enumerate().map(|(at, value)| plain_upload(key(at + 1), value)).collect());
    let report = finish(&*writer);
    assert_eq!((report.stored, report.asked, report.found), (6, 1, 0), "{report:?}");
    assert!(report.sent > 20_000_000, "{report:?}");

    let reader = store(url);
    let blobs = decode(&reader.value(key(0)).unwrap());
    for (blob, content) in blobs.iter().zip(&contents) {
        assert!(reader.blob(*blob).unwrap() == *content, "{blob:?}");
    }
    for (at, value) in values.iter().enumerate() {
        assert!(reader.value(key(at + 1)).unwrap() == *value, "value {at}");
    }
    assert_eq!(reader.value(key(99)), None);
    assert_eq!(reader.blob(RemoteBlob { sha256: [7; 32], size: 10 }), None);
    assert_eq!(reader.blob(RemoteBlob { sha256: [7; 32], size: 10_000_000 }), None);
    let report = finish(&*reader);
    assert_eq!((report.asked, report.found), (7, 6), "{report:?}");
    assert!(report.received > 20_000_000 && report.calls > 7, "{report:?}");

    // Nothing is sent twice.
    writer.upload(vec![upload_of(key(0), &files, &contents)]);
    let report = finish(&*writer);
    assert!(report.stored == 1 && report.sent < 10_000, "{report:?}");
}

#[test]
#[cfg_attr(not(casd), ignore = "needs RIGMILL_CASD")]
fn everything_comes_back_from_a_server_of_the_remote_execution_api() {
    everything_comes_back(&Casd::start().url());
}

#[test]
fn everything_comes_back_from_an_http_server() {
    let server = HttpServer::start(None);
    everything_comes_back(&server.url());
    assert_eq!(server.rejected(), [""; 0]);
}

#[test]
fn everything_comes_back_from_a_folder() {
    let folder = TempDir::new().unwrap();
    everything_comes_back(folder.path().to_str().unwrap());
    let url = format!("file://{}", folder.path().to_str().unwrap());
    assert!(store(&url).value(key(1)).is_some() || cfg!(windows));
    // Blobs are where other programs expect them, and there are no other files.
    for shard in fs::read_dir(folder.path().join("cas")).unwrap() {
        let shard = shard.unwrap();
        for file in fs::read_dir(shard.path()).unwrap() {
            let name = file.unwrap().file_name().into_string().unwrap();
            assert!(name.len() == 64 && name.starts_with(shard.file_name().to_str().unwrap()), "{name}");
        }
    }
}

/// Many threads read values and blobs at the same time.
fn many_threads_read(url: &str, threads: usize) {
    let (files, count) = (Files::new(), 1000);
    let content = |at: usize| random_bytes(at as u64, 100 + at);
    let writer = store(url);
    writer.upload((0..count).map(|at| upload_of(key(at), &files, &[&content(at)])).collect());
    assert_eq!(finish(&*writer).stored, 1000);
    let (reader, next) = (store(url), AtomicUsize::new(0));
    thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                loop {
                    let at = next.fetch_add(1, Ordering::Relaxed);
                    if at >= count {
                        return;
                    }
                    let blobs = decode(&reader.value(key(at)).unwrap());
                    assert!(reader.blob(blobs[0]).unwrap() == content(at), "blob {at}");
                }
            });
        }
    });
    finish(&*reader);
}

#[test]
#[cfg_attr(not(casd), ignore = "needs RIGMILL_CASD")]
fn many_threads_share_one_connection() {
    let casd = Casd::start();
    let proxy = crate::support::Proxy::start(casd.port(), crate::support::Fault::None);
    many_threads_read(&format!("grpc://127.0.0.1:{}", proxy.port()), 256);
    // The writer and the reader use one connection each.
    assert_eq!(proxy.connections(), 2);
}

#[test]
fn many_threads_share_the_connections_to_an_http_server() {
    let server = HttpServer::start(None);
    let proxy = crate::support::Proxy::start(server.port(), crate::support::Fault::None);
    many_threads_read(&format!("http://127.0.0.1:{}/cache", proxy.port()), 256);
    assert!(proxy.connections() <= 16 + 64 + 4, "{}", proxy.connections());
}

#[test]
fn many_threads_read_a_folder() {
    many_threads_read(TempDir::new().unwrap().path().to_str().unwrap(), 64);
}

#[test]
#[cfg_attr(not(casd), ignore = "needs RIGMILL_CASD")]
fn small_blobs_travel_together() {
    let (casd, files) = (Casd::start(), Files::new());
    let count = 5000;
    let content = |at: usize| format!("blob {at}").into_bytes();
    let writer = store(&casd.url());
    let contents: Vec<Vec<u8>> = (0..count).map(content).collect();
    let contents: Vec<&[u8]> = contents.iter().map(Vec::as_slice).collect();
    writer.upload(contents.chunks(100).enumerate().map(|(at, part)| upload_of(key(at), &files, part)).collect());
    let report = finish(&*writer);
    assert!(report.stored == 50 && report.calls < 500, "{report:?}");

    let reader = store(&casd.url());
    let blobs: Vec<RemoteBlob> = (0..50).flat_map(|at| decode(&reader.value(key(at)).unwrap())).collect();
    finish(&*reader);
    let next = AtomicUsize::new(0);
    thread::scope(|scope| {
        for _ in 0..256 {
            scope.spawn(|| {
                while let Some(blob) = blobs.get(next.fetch_add(1, Ordering::Relaxed)) {
                    assert!(reader.blob(*blob).is_some());
                }
            });
        }
    });
    let report = finish(&*reader);
    assert!(report.calls < 500, "{report:?}");
}

#[test]
fn a_store_works_inside_another_runtime() {
    let folder = TempDir::new().unwrap();
    let url = folder.path().to_str().unwrap().to_owned();
    tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(async move {
        let store: std::sync::Arc<dyn RemoteStore> = store(&url);
        store.upload(vec![plain_upload(key(1), b"one")]);
        finish(&*store);
        assert_eq!(store.value(key(1)).unwrap(), b"one");
        drop(store);
    });
}
