#![doc = include_str!("../README.md")]
//!
//! # Details
//!
//! A remote cache is a store of results that several machines share. It is a [`RemoteStore`] of the build graph. A remote
//! executor consists of machines that run actions for other machines. It is a [`RemoteExecutor`] of the build graph.
//!
//! [`open`] returns a store for a server of the Remote Execution API (gRPC), for a server of Bazel's HTTP cache, or for a
//! folder. All of them store the same data: each value is stored as the result of an action, and each artifact as a blob under
//! its SHA-256.
//!
//! A remote cache never blocks a build. Each call ends within a bounded time. A cache that fails or is slow is not used for the
//! rest of the build, and one warning reports this. All data from a server is limited in size before it is decoded, and
//! verified before it is used.
//!
//! [`open_executor`] returns an executor for a server of the Remote Execution API. It has the same guarantees: if anything
//! fails, this machine runs the action instead.
//!
//! One thread makes all calls, and the threads of a build wait for it. Therefore hundreds of calls can be in flight at the same
//! time, and all gRPC calls share one connection. Requests of several threads for small blobs are combined.

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

use rigmill_graph::RemoteExecutor;
use rigmill_store::RemoteStore;

pub use cache::{ServerReport, examine};
pub use execution::{ACTION_TIMEOUT, ExecutionSettings};
pub use settings::{Certificate, DEFAULT_UPLOAD_TIME, RemoteError, RemoteSettings};

use cache::open_cache;
use execution::Executor;
use store::Store;

/// Opens a store for a remote cache. The connection is made at the first call.
///
/// # Errors
/// Returns an error if the settings are invalid.
pub fn open(settings: &RemoteSettings) -> Result<Arc<dyn RemoteStore>, RemoteError> {
    let (name, runtime, cache) = open_cache(settings)?;
    let upload_time = settings.upload.then_some(settings.upload_time);
    Ok(Arc::new(Store::new(name, runtime, cache, upload_time)))
}

/// Opens an executor on a server of the Remote Execution API. The connection is made at the first action.
///
/// # Errors
/// Returns an error if the settings are invalid, or if they do not describe a server of the Remote Execution API.
pub fn open_executor(settings: &ExecutionSettings) -> Result<Arc<dyn RemoteExecutor>, RemoteError> {
    Ok(Arc::new(Executor::new(settings)?))
}
