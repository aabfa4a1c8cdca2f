//! Failing networks and servers: every call ends in time, and returns either the right bytes or nothing.

use std::net::TcpListener;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use rigmill_remote::{RemoteSettings, open};
use rigmill_store::{RemoteBlob, RemoteStore};
use rigmill_test_random::Random;

use crate::support::{
    Casd, Fault, Files, HttpServer, PATIENCE, Proxy, decode, end_build, finish, key, plain_upload, store, upload_of,
};

/// The number of threads that use a store.
const THREADS: u64 = 8;

/// Contents that a server has, with their addresses.
struct Stored {
    contents: Vec<Vec<u8>>,
    blobs: Vec<RemoteBlob>,
}

impl Stored {
    fn in_server(url: &str) -> Self {
        let mut random = Random::new(1);
        let sizes = [1, 100, 3000, 5000, 40_000, 70_000, 200_000, 3_000_000];
        let contents: Vec<Vec<u8>> = sizes.iter().map(|&size| (0..size).map(|_| random.byte()).collect()).collect();
        let parts: Vec<&[u8]> = contents.iter().map(Vec::as_slice).collect();
        let writer = store(url);
        let files = Files::new();
        writer.upload(vec![upload_of(key(0), &files, &parts)]);
        finish(&*writer);
        let blobs = decode(&writer.value(key(0)).unwrap());
        Self { contents, blobs }
    }

    /// Makes many calls on many threads while `during` runs. With `wrong_values`, wrong values are accepted, because no server
    /// verifies values.
    fn use_with_faults(&self, name: &str, url: &str, wrong_values: bool, during: impl FnOnce()) {
        let store = open(&RemoteSettings { upload: true, ..RemoteSettings::new(url) }).unwrap();
        let slowest = AtomicU64::new(0);
        thread::scope(|scope| {
            for at in 0..THREADS {
                let (store, slowest) = (&store, &slowest);
                scope.spawn(move || {
                    let mut random = Random::new(at);
                    for _ in 0..20 {
                        let start = Instant::now();
                        self.call(name, &**store, &mut random, wrong_values);
                        let time = u64::try_from(start.elapsed().as_millis()).unwrap();
                        slowest.fetch_max(time, Ordering::Relaxed);
                    }
                });
            }
            during();
        });
        let slowest = Duration::from_millis(slowest.load(Ordering::Relaxed));
        assert!(slowest < PATIENCE, "{name}: a call took {slowest:?}");
        store.upload(vec![plain_upload(key(1), b"value")]);
        let start = Instant::now();
        let report = end_build(&*store);
        assert!(start.elapsed() < PATIENCE, "{name}: the end took {:?}", start.elapsed());
        let mut codes: Vec<_> = report.warnings.iter().map(|warning| warning.code.clone()).collect();
        codes.sort();
        codes.dedup();
        assert_eq!(codes.len(), report.warnings.len(), "{name}: {:?}", report.warnings);
        let start = Instant::now();
        drop(store);
        assert!(start.elapsed() < PATIENCE, "{name}: dropping took {:?}", start.elapsed());
    }

    fn call(&self, name: &str, store: &dyn RemoteStore, random: &mut Random, wrong_values: bool) {
        if random.once_in(2) {
            let value = store.value(key(0));
            let is_right = value.is_none_or(|value| decode_any(&value).as_ref() == Some(&self.blobs));
            assert!(is_right || wrong_values, "{name}: a wrong value");
        } else {
            let at = random.below(self.blobs.len());
            let blob = store.blob(self.blobs[at]);
            assert!(blob.is_none_or(|bytes| bytes == self.contents[at]), "{name}: wrong bytes for blob {at}");
        }
    }
}

fn decode_any(value: &[u8]) -> Option<Vec<RemoteBlob>> {
    value.len().is_multiple_of(40).then(|| decode(value))
}

fn fault(random: &mut Random) -> Fault {
    let at = |random: &mut Random| {
        let bits = 4 + random.below(18);
        random.below(1 << bits) as u64
    };
    match random.below(6) {
        0 => Fault::Silence,
        1 => Fault::Cut(at(random)),
        2 | 3 => Fault::Flip(at(random)),
        4 => Fault::Endless(at(random)),
        _ => Fault::Slow(1 + random.below(2000), 1 + random.below(300) as u64),
    }
}

/// Uses a server through networks with many different faults, several at the same time.
fn survives_networks(scheme: &str, port: u16, path: &str, seeds: std::ops::Range<u64>) {
    let url = |port: u16| format!("{scheme}://127.0.0.1:{port}{path}");
    let stored = Stored::in_server(&url(port));
    let next = AtomicU64::new(seeds.start);
    thread::scope(|scope| {
        for _ in 0..6 {
            scope.spawn(|| {
                loop {
                    let seed = next.fetch_add(1, Ordering::Relaxed);
                    if seed >= seeds.end {
                        return;
                    }
                    let fault = fault(&mut Random::new(seed));
                    let proxy = Proxy::start(port, fault);
                    let wrong_values = matches!(fault, Fault::Flip(_) | Fault::Endless(_));
                    stored.use_with_faults(&format!("seed {seed}, {fault:?}"), &url(proxy.port()), wrong_values, || {});
                }
            });
        }
    });
}

#[test]
#[cfg_attr(not(casd), ignore = "needs RIGMILL_CASD")]
fn a_network_that_fails_never_hinders_calls_of_grpc() {
    let casd = Casd::start();
    survives_networks("grpc", casd.port(), "", 0..60);
}

#[test]
fn a_network_that_fails_never_hinders_http() {
    let server = HttpServer::start(None);
    survives_networks("http", server.port(), "/cache", 100..140);
}

#[test]
fn a_server_that_is_not_there_costs_one_warning() {
    let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    for url in [format!("grpc://127.0.0.1:{port}"), format!("http://127.0.0.1:{port}"), "/nonexistent/cache".to_owned()]
    {
        let store = store(&url);
        let start = Instant::now();
        assert!((0..1000).all(|at| store.value(key(at)).is_none()));
        assert!(start.elapsed() < PATIENCE, "{url}: {:?}", start.elapsed());
        let report = end_build(&*store);
        assert!(report.warnings.len() == 1 && report.warnings[0].code == "R0320", "{report:?}");
        assert!(report.warnings[0].message.contains(&url), "{report:?}");
    }
}

#[test]
#[cfg_attr(not(casd), ignore = "needs RIGMILL_CASD")]
fn a_server_that_is_killed_or_stopped_never_hinders_a_build() {
    for (at, signal) in ["KILL", "STOP", "KILL", "STOP", "KILL", "STOP"].into_iter().enumerate() {
        let casd = Casd::start();
        let stored = Stored::in_server(&casd.url());
        let name = format!("signal {signal}, run {at}");
        stored.use_with_faults(&name, &casd.url(), false, || {
            thread::sleep(Duration::from_millis(at as u64 * 7));
            casd.signal(signal);
        });
    }
}

#[test]
fn damaged_blobs_are_misses_and_reported_once() {
    let server = HttpServer::start(None);
    let stored = Stored::in_server(&server.url());
    let changes: [fn(&mut Vec<u8>); 3] = [
        |bytes| bytes.iter_mut().for_each(|byte| *byte ^= 1),
        |bytes| bytes.push(0),
        |bytes| bytes.truncate(bytes.len() - 2),
    ];
    for change in changes {
        server.damage("cas", change);
        let store = store(&server.url());
        assert!(stored.blobs.iter().all(|&blob| store.blob(blob).is_none()));
        let report = end_build(&*store);
        assert!(report.warnings.len() == 1 && report.warnings[0].code == "R0321", "{report:?}");
    }
}
