//! Reads and writes large blobs as streams.

use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher, Hasher};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use bytes::{Bytes, BytesMut};
use rigmill_store::RemoteBlob;
use tokio::sync::mpsc;
use tokio_stream::wrappers::ReceiverStream;
use tonic::Code;

use super::client::{Client, call_error};
use crate::connect::{Progress, Traffic, paced};
use crate::digest;
use crate::failure::CallError;
use crate::reapi::{ReadRequest, ReadResponse, WriteRequest, WriteResponse};
use crate::transport::Source;
use crate::transport::chunks;

const READ: &str = "/google.bytestream.ByteStream/Read";
const WRITE: &str = "/google.bytestream.ByteStream/Write";

/// The maximum size of a message with a part of a blob, in bytes.
const LARGEST_PART: usize = 5 << 20;

/// The maximum size of the response to an upload, in bytes.
const LARGEST_ANSWER: usize = 64 << 10;

/// The maximum time without any transfer.
const PATIENCE: Duration = Duration::from_secs(2);

/// The amount of memory that is reserved before any bytes arrive, in bytes.
const RESERVED: u64 = 1 << 20;

/// Reads a blob, if it exists.
pub(super) async fn read(client: &Client, traffic: &Traffic, blob: RemoteBlob) -> Result<Option<Bytes>, CallError> {
    paced(traffic, Progress::Received, PATIENCE, blob.size, read_all(client, blob)).await
}

async fn read_all(client: &Client, blob: RemoteBlob) -> Result<Option<Bytes>, CallError> {
    let resource_name = resource(client, &format!("blobs/{}/{}", digest::hex(&blob.sha256), blob.size));
    let stream = client.many_back::<_, ReadResponse>(READ, LARGEST_PART, ReadRequest { resource_name }).await;
    let mut stream = match stream {
        Err(status) if status.code() == Code::NotFound => return Ok(None),
        stream => stream.map_err(|status| call_error(&status))?,
    };
    let mut bytes = BytesMut::with_capacity(usize::try_from(blob.size.min(RESERVED)).unwrap_or_default());
    loop {
        match stream.message().await {
            Ok(Some(message)) => bytes.extend_from_slice(&message.data),
            Ok(None) => return Ok(Some(bytes.freeze())),
            Err(status) if status.code() == Code::NotFound => return Ok(None),
            Err(status) => return Err(call_error(&status)),
        }
        if bytes.len() as u64 > blob.size {
            let end = usize::try_from(blob.size.saturating_add(1)).unwrap_or(usize::MAX);
            bytes.truncate(end);
            return Ok(Some(bytes.freeze()));
        }
    }
}

/// Writes a blob.
pub(super) async fn write(
    client: &Client,
    traffic: &Traffic,
    blob: RemoteBlob,
    source: Source,
) -> Result<(), CallError> {
    paced(traffic, Progress::SentOrReceived, PATIENCE, blob.size, write_all(client, blob, source)).await
}

async fn write_all(client: &Client, blob: RemoteBlob, source: Source) -> Result<(), CallError> {
    let name = format!("uploads/{}/blobs/{}/{}", uuid(), digest::hex(&blob.sha256), blob.size);
    let (sender, receiver) = mpsc::channel(1);
    let failed = Arc::new(Mutex::new(None));
    let requests = send(resource(client, &name), blob.size, source, sender, Arc::clone(&failed));
    let sending = tokio::spawn(requests);
    let answer = client.many_out::<_, WriteResponse>(WRITE, LARGEST_ANSWER, ReceiverStream::new(receiver)).await;
    sending.abort();
    if let Some(error) = failed.lock().unwrap_or_else(PoisonError::into_inner).take() {
        return Err(error);
    }
    let committed = answer.map_err(|status| call_error(&status))?.committed_size;
    match u64::try_from(committed) == Ok(blob.size) {
        true => Ok(()),
        false => Err(CallError::Invalid(format!("the server stored {committed} of {} bytes", blob.size))),
    }
}

/// Sends the parts of a source. If there is an error, or the file has a different size than expected, the server receives an
/// incomplete stream.
async fn send(
    name: String,
    size: u64,
    source: Source,
    sender: mpsc::Sender<WriteRequest>,
    failed: Arc<Mutex<Option<CallError>>>,
) {
    let (mut parts, mut offset, mut resource_name) = (chunks(source), 0_u64, name);
    while let Some(part) = parts.recv().await {
        let end = part.as_ref().map_or(u64::MAX, |part| offset + part.len() as u64);
        let (Ok(data), Ok(write_offset), true) = (part, i64::try_from(offset), end <= size) else { break };
        let request = WriteRequest { resource_name, write_offset, finish_write: end == size, data };
        if sender.send(request).await.is_err() {
            return;
        }
        (offset, resource_name) = (end, String::new());
    }
    if offset != size {
        let error = CallError::File("a file changed during its upload".to_owned());
        *failed.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
    }
}

/// Returns a resource's name, prefixed with the instance name if there is one.
fn resource(client: &Client, name: &str) -> String {
    match client.instance() {
        "" => name.to_owned(),
        instance => format!("{instance}/{name}"),
    }
}

/// Returns a unique name for an upload.
fn uuid() -> String {
    // Each `RandomState` has its own keys, which are derived from the system's random numbers.
    let half = || RandomState::new().build_hasher().finish();
    let bits = (u128::from(half()) << 64 | u128::from(half())) & !(0xf << 76) & !(0x3 << 62) | 4 << 76 | 2 << 62;
    let text = format!("{bits:032x}");
    format!("{}-{}-{}-{}-{}", &text[..8], &text[8..12], &text[12..16], &text[16..20], &text[20..])
}
