//! [`open_cache`]: opens a cache of the kind that the settings describe.

use std::sync::Arc;

use tokio::runtime::{Builder, Runtime};
use tokio::sync::Semaphore;

use super::known::Known;
use super::verified::{Cache, MAX_LARGE_READS};
use crate::connect::Traffic;
use crate::folder::Folder;
use crate::grpc::Grpc;
use crate::health::{Breaker, Help, Tally, Warnings};
use crate::plain_http::PlainHttp;
use crate::settings::{Address, RemoteError, RemoteSettings};
use crate::transport::Transport;

/// The maximum number of threads that wait for files at the same time.
const MAX_FILE_THREADS: usize = 32;

/// Returns the address of a cache in a readable form, the thread for its calls, and the cache itself.
pub(crate) fn open_cache(settings: &RemoteSettings) -> Result<(String, Runtime, Cache), RemoteError> {
    let (traffic, tally) = (Arc::<Traffic>::default(), Arc::<Tally>::default());
    let address = Address::parse(&settings.url)?;
    let name = address.to_string();
    let help = Help { is_folder: matches!(address, Address::Folder(_)), access: settings.access_help.clone() };
    let transport: Arc<dyn Transport> = match address {
        Address::Grpc(server) => Arc::new(Grpc::new(server, settings, &traffic, &tally)?),
        Address::Http(server, path) => Arc::new(PlainHttp::new(server, path, settings, &traffic, &tally)?),
        Address::Folder(path) => Arc::new(Folder::new(path, &traffic, &tally)),
    };
    let runtime = start_runtime()?;
    let (breaker, warnings) = (Breaker::default(), Warnings::new(name.clone(), help));
    let large_reads = Semaphore::new(MAX_LARGE_READS);
    Ok((name, runtime, Cache { transport, breaker, tally, traffic, warnings, known: Known::default(), large_reads }))
}

/// Starts the thread that makes all calls to a server.
pub(crate) fn start_runtime() -> Result<Runtime, RemoteError> {
    let mut builder = Builder::new_multi_thread();
    builder.worker_threads(1).max_blocking_threads(MAX_FILE_THREADS).thread_name("rigmill-remote");
    builder.enable_io().enable_time().build().map_err(RemoteError::Thread)
}
