//! Servers, proxies and files for the tests.

mod bench;
mod casd;
mod files;
mod hostile_server;
mod http_server;
mod proxy;
mod script;
#[cfg(feature = "tls")]
mod tls_proxy;

use std::sync::Arc;
use std::time::Duration;

use rigmill_pipeline::Digest;
use rigmill_remote::{RemoteSettings, open};
use rigmill_store::{RemoteBlob, RemoteReport, RemoteStore, Upload};

/// Longer than any operation takes that will finish at all, even on a busy machine.
pub(crate) const PATIENCE: std::time::Duration = std::time::Duration::from_secs(120);

pub(crate) use bench::{Bench, action, bytes, end, is_running, random, text};
pub(crate) use casd::Casd;
pub(crate) use files::Files;
pub(crate) use hostile_server::{HostileServer, Wrong, address};
pub(crate) use http_server::HttpServer;
pub(crate) use proxy::{Fault, Proxy};
pub(crate) use script::{Answer, Script};
#[cfg(feature = "tls")]
pub(crate) use tls_proxy::{AUTHORITY, CLIENT, CLIENT_KEY, TlsProxy};

/// Opens a store that uploads.
pub(crate) fn store(url: &str) -> Arc<dyn RemoteStore> {
    open(&RemoteSettings { upload: true, ..RemoteSettings::new(url) }).unwrap()
}

/// Returns the digest that stands for a numbered key.
pub(crate) fn key(number: usize) -> Digest {
    Digest::of(format!("key {number}").as_bytes())
}

/// Creates an upload of a value that does not depend on artifacts.
pub(crate) fn plain_upload(key: Digest, value: &[u8]) -> Upload {
    let value = value.to_vec();
    Upload { key, artifacts: Vec::new(), value: Box::new(move |_, _| Some(value.clone())), merged: false }
}

/// Creates an upload whose value consists of the addresses of its artifacts.
pub(crate) fn upload_of(key: Digest, files: &Files, contents: &[&[u8]]) -> Upload {
    let artifacts = contents.iter().map(|content| files.artifact(content)).collect();
    Upload { key, artifacts, value: Box::new(|_, blobs| Some(encode(blobs))), merged: false }
}

/// Encodes addresses as a value.
pub(crate) fn encode(blobs: &[RemoteBlob]) -> Vec<u8> {
    blobs.iter().flat_map(|blob| [blob.sha256.as_slice(), &blob.size.to_le_bytes()].concat()).collect()
}

/// Decodes the addresses in a value.
pub(crate) fn decode(value: &[u8]) -> Vec<RemoteBlob> {
    let (blobs, rest) = value.as_chunks::<40>();
    assert!(rest.is_empty());
    let blob = |bytes: &[u8; 40]| RemoteBlob {
        sha256: bytes[..32].try_into().unwrap(),
        size: u64::from_le_bytes(bytes[32..].try_into().unwrap()),
    };
    blobs.iter().map(blob).collect()
}

/// Ends a build.
pub(crate) fn end_build(store: &dyn RemoteStore) -> RemoteReport {
    store.wait_for_uploads();
    store.report()
}

/// Ends a build, which must have had no problems.
pub(crate) fn finish(store: &dyn RemoteStore) -> RemoteReport {
    let report = end_build(store);
    assert!(report.warnings.is_empty() && report.given_up == 0, "{report:?}");
    report
}

/// Waits until a condition holds.
pub(crate) fn wait_until(what: &str, mut holds: impl FnMut() -> bool) {
    for _ in 0..PATIENCE.as_millis() / 20 {
        if holds() {
            return;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    panic!("waited in vain until {what}");
}
