#![doc = include_str!("../README.md")]
//!
//! # Details
//!
//! Remote caches are stores of results that many machines share, as a [`RemoteStore`] of the build graph. Remote executors
//! are machines that run actions, as a [`RemoteExecutor`] of the build graph.
//!
//! [`open`] gives a store for a server of the Remote Execution API (gRPC), for a server of Bazel's HTTP cache, or for a
//! folder. All of them store the same data: each value is the result of an action, and each artifact is a blob under its
//! SHA-256.
//!
//! A remote cache never blocks a build. Each call ends within a bounded time; a cache that fails or is slow is not used for
//! the rest of the build, which one warning reports. Whatever a server sends is bounded before it is decoded, and verified
//! before it is used.
//!
//! [`open_executor`] gives an executor for a server of the Remote Execution API. It has the same guarantees: if anything
//! fails, this machine runs the action instead.
//!
//! One thread makes all calls. The threads of a build wait for it, so that hundreds of calls are under way at the same time,
//! those of gRPC on one connection. Small blobs that several threads ask for travel together.

mod cache;
mod connect;
mod digest;
mod execution;
mod failure;
mod folder;
mod grpc;
mod health;
mod plain_http;
mod reapi;
mod settings;
mod store;
mod transport;
mod uploads;

use std::sync::Arc;

use rigmill_graph::{RemoteExecutor, RemoteStore};

pub use cache::{ServerReport, examine};
pub use execution::{ACTION_TIMEOUT, ExecutionSettings};
pub use settings::{DEFAULT_UPLOAD_TIME, RemoteError, RemoteSettings};

use cache::open_cache;
use execution::Executor;
use store::Store;

/// A store for a remote cache. The first call connects.
///
/// # Errors
/// If the settings are invalid.
pub fn open(settings: &RemoteSettings) -> Result<Arc<dyn RemoteStore>, RemoteError> {
    let (name, runtime, cache) = open_cache(settings)?;
    let upload_time = settings.upload.then_some(settings.upload_time);
    Ok(Arc::new(Store::new(name, runtime, cache, upload_time)))
}

/// An executor on a server of the Remote Execution API. The first action connects.
///
/// # Errors
/// If the settings are invalid, or name no such server.
pub fn open_executor(settings: &ExecutionSettings) -> Result<Arc<dyn RemoteExecutor>, RemoteError> {
    Ok(Arc::new(Executor::new(settings)?))
}
