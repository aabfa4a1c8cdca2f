//! [`HostileServer`]: a server of the Remote Execution API whose responses are well-formed but wrong.

use std::collections::BTreeMap;
use std::pin::Pin;
use std::sync::Arc;

use bazel_remote_apis::build::bazel::remote::execution::v2::action_cache_server::{ActionCache, ActionCacheServer};
use bazel_remote_apis::build::bazel::remote::execution::v2::capabilities_server::{Capabilities, CapabilitiesServer};
use bazel_remote_apis::build::bazel::remote::execution::v2::content_addressable_storage_server::{
    ContentAddressableStorage, ContentAddressableStorageServer,
};
use bazel_remote_apis::build::bazel::remote::execution::v2::execution_server::{Execution, ExecutionServer};
use bazel_remote_apis::build::bazel::remote::execution::v2::{
    ActionResult, BatchReadBlobsRequest, BatchReadBlobsResponse, BatchUpdateBlobsRequest, BatchUpdateBlobsResponse,
    CacheCapabilities, Digest, ExecuteRequest, FindMissingBlobsRequest, FindMissingBlobsResponse,
    GetActionResultRequest, GetCapabilitiesRequest, GetChunkMappingRequest, GetChunkMappingResponse, GetTreeRequest,
    GetTreeResponse, OutputFile, RegisterChunkMappingRequest, RegisterChunkMappingResponse, ServerCapabilities,
    SpliceBlobRequest, SpliceBlobResponse, SplitBlobRequest, SplitBlobResponse, UpdateActionResultRequest,
    WaitExecutionRequest, batch_read_blobs_response, batch_update_blobs_response,
};
use bazel_remote_apis::google::bytestream::byte_stream_server::{ByteStream, ByteStreamServer};
use bazel_remote_apis::google::bytestream::{
    QueryWriteStatusRequest, QueryWriteStatusResponse, ReadRequest, ReadResponse, WriteRequest, WriteResponse,
};
use bazel_remote_apis::google::longrunning::Operation;
use bazel_remote_apis::google::rpc;
use rigmill_store::RemoteBlob;
use tokio::net::TcpListener;
use tokio::runtime::Runtime;
use tokio_stream::wrappers::TcpListenerStream;
use tonic::transport::Server;
use tonic::{Code, Request, Response, Status, Streaming};

use super::script::Script;

pub(super) type Answers<T> = Pin<Box<dyn tokio_stream::Stream<Item = Result<T, Status>> + Send>>;

/// What is wrong with the server's responses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wrong {
    /// Blobs come in a different order, twice, and with blobs that were not requested.
    Order,
    /// Every other blob is left out.
    LeftOut,
    /// Blobs have the bytes of other blobs.
    Swapped,
    /// Blobs are longer by this number of bytes.
    Longer(usize),
    /// Blobs are truncated.
    Shorter,
    /// Streams do not end.
    Endless,
    /// Digests are malformed, and sizes are negative.
    Negative,
    /// Results have a million output files.
    ManyFiles,
    /// Results have values of this size.
    LargeValue(usize),
    /// Errors have long messages with control characters.
    Errors,
    /// The server denies access.
    Refused,
    /// The server refuses writes with a failed precondition.
    Precondition,
}

/// A server on its own async runtime.
pub(crate) struct HostileServer {
    port: u16,
    runtime: Option<Runtime>,
}

impl HostileServer {
    pub(crate) fn start(wrong: Wrong, contents: &[Vec<u8>]) -> Self {
        Self::with_script(wrong, contents, Script::default())
    }

    /// Starts a server that responds to calls about actions according to a script.
    pub(crate) fn with_script(wrong: Wrong, contents: &[Vec<u8>], script: Script) -> Self {
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap();
        let listener = runtime.block_on(TcpListener::bind("127.0.0.1:0")).unwrap();
        let port = listener.local_addr().unwrap().port();
        let blobs = contents.iter().map(|content| (digest(content), content.clone())).collect();
        let service = Service { wrong, blobs: Arc::new(blobs), script: Arc::new(script) };
        let router = Server::builder()
            .add_service(ActionCacheServer::new(service.clone()))
            .add_service(CapabilitiesServer::new(service.clone()))
            .add_service(ContentAddressableStorageServer::new(service.clone()))
            .add_service(ByteStreamServer::new(service.clone()))
            .add_service(ExecutionServer::new(service));
        runtime.spawn(router.serve_with_incoming(TcpListenerStream::new(listener)));
        Self { port, runtime: Some(runtime) }
    }

    pub(crate) fn port(&self) -> u16 {
        self.port
    }

    pub(crate) fn url(&self) -> String {
        format!("grpc://127.0.0.1:{}", self.port)
    }
}

impl Drop for HostileServer {
    fn drop(&mut self) {
        self.runtime.take().unwrap().shutdown_background();
    }
}

/// Returns the address of a blob.
pub(crate) fn address(content: &[u8]) -> RemoteBlob {
    use sha2::Digest as _;
    RemoteBlob { sha256: sha2::Sha256::digest(content).into(), size: content.len() as u64 }
}

fn digest(content: &[u8]) -> String {
    address(content).sha256.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[derive(Clone)]
struct Service {
    wrong: Wrong,
    blobs: Arc<BTreeMap<String, Vec<u8>>>,
    script: Arc<Script>,
}

impl Service {
    fn content(&self, hash: &str) -> Result<Vec<u8>, Status> {
        let content = self.blobs.get(hash).ok_or_else(|| Status::not_found("no"))?;
        Ok(match self.wrong {
            Wrong::Swapped => content.iter().map(|byte| !byte).collect(),
            Wrong::Longer(more) => [content.as_slice(), &vec![0; more]].concat(),
            Wrong::Shorter => content[..content.len() / 2].to_vec(),
            _ => content.clone(),
        })
    }

    fn check(&self) -> Result<(), Status> {
        match self.wrong {
            Wrong::Errors => Err(Status::internal("\u{1b}[2J\n".repeat(1000))),
            Wrong::Refused => Err(Status::permission_denied("not you")),
            _ => Ok(()),
        }
    }
}

#[tonic::async_trait]
impl ActionCache for Service {
    async fn get_action_result(&self, _: Request<GetActionResultRequest>) -> Result<Response<ActionResult>, Status> {
        self.check()?;
        let negative = Digest { hash: "x".repeat(64), size_bytes: -1 };
        Ok(Response::new(match self.wrong {
            Wrong::ManyFiles => {
                ActionResult { output_files: vec![OutputFile::default(); 1_000_000], ..Default::default() }
            }
            Wrong::LargeValue(size) => ActionResult { stdout_raw: vec![1; size], ..Default::default() },
            Wrong::Negative => ActionResult { stdout_digest: Some(negative), exit_code: -1, ..Default::default() },
            _ => return Err(Status::not_found("no")),
        }))
    }

    async fn update_action_result(
        &self,
        _: Request<UpdateActionResultRequest>,
    ) -> Result<Response<ActionResult>, Status> {
        self.check()?;
        match self.wrong {
            Wrong::Precondition => Err(Status::failed_precondition("the action is missing")),
            _ => Ok(Response::new(ActionResult::default())),
        }
    }
}

#[tonic::async_trait]
impl Capabilities for Service {
    async fn get_capabilities(
        &self,
        _: Request<GetCapabilitiesRequest>,
    ) -> Result<Response<ServerCapabilities>, Status> {
        self.check()?;
        let max_batch_total_size_bytes = if self.wrong == Wrong::Negative { -5 } else { 0 };
        let cache_capabilities = Some(CacheCapabilities { max_batch_total_size_bytes, ..Default::default() });
        let execution_capabilities = Some(self.script.capabilities());
        Ok(Response::new(ServerCapabilities { cache_capabilities, execution_capabilities, ..Default::default() }))
    }
}

#[tonic::async_trait]
impl ContentAddressableStorage for Service {
    type GetTreeStream = Answers<GetTreeResponse>;
    type GetChunkMappingStream = Answers<GetChunkMappingResponse>;

    async fn find_missing_blobs(
        &self,
        request: Request<FindMissingBlobsRequest>,
    ) -> Result<Response<FindMissingBlobsResponse>, Status> {
        self.check()?;
        let mut missing_blob_digests = request.into_inner().blob_digests;
        if self.wrong == Wrong::Negative {
            missing_blob_digests.push(Digest { hash: "é".repeat(32), size_bytes: i64::MIN });
        }
        Ok(Response::new(FindMissingBlobsResponse { missing_blob_digests }))
    }

    async fn batch_update_blobs(
        &self,
        request: Request<BatchUpdateBlobsRequest>,
    ) -> Result<Response<BatchUpdateBlobsResponse>, Status> {
        self.check()?;
        let requests = request.into_inner().requests.into_iter();
        self.script.note("upload".to_owned());
        let response = |digest| batch_update_blobs_response::Response { digest, status: None };
        let left_out = usize::from(self.wrong == Wrong::LeftOut);
        let responses = requests.skip(left_out).map(|request| response(request.digest)).collect();
        Ok(Response::new(BatchUpdateBlobsResponse { responses }))
    }

    async fn batch_read_blobs(
        &self,
        request: Request<BatchReadBlobsRequest>,
    ) -> Result<Response<BatchReadBlobsResponse>, Status> {
        self.check()?;
        let mut responses = Vec::new();
        for digest in request.into_inner().digests {
            let found = self.content(&digest.hash);
            let code = found.as_ref().map_or_else(|status| status.code(), |_| Code::Ok);
            let status = Some(rpc::Status { code: code.into(), ..Default::default() });
            let (digest, data) = (Some(digest), found.unwrap_or_default());
            responses.push(batch_read_blobs_response::Response { digest, data, status, ..Default::default() });
        }
        match self.wrong {
            Wrong::Order => {
                responses.reverse();
                responses.extend(responses.clone());
                responses.push(batch_read_blobs_response::Response { data: vec![1; 100], ..Default::default() });
            }
            Wrong::LeftOut => {
                responses.pop();
            }
            Wrong::Negative => responses.iter_mut().for_each(|it| it.digest.as_mut().unwrap().size_bytes = -1),
            Wrong::ManyFiles => responses = vec![batch_read_blobs_response::Response::default(); 1_000_000],
            _ => {}
        }
        Ok(Response::new(BatchReadBlobsResponse { responses }))
    }

    async fn get_tree(&self, _: Request<GetTreeRequest>) -> Result<Response<Self::GetTreeStream>, Status> {
        Err(Status::unimplemented(""))
    }

    async fn split_blob(&self, _: Request<SplitBlobRequest>) -> Result<Response<SplitBlobResponse>, Status> {
        Err(Status::unimplemented(""))
    }

    async fn splice_blob(&self, _: Request<SpliceBlobRequest>) -> Result<Response<SpliceBlobResponse>, Status> {
        Err(Status::unimplemented(""))
    }

    async fn get_chunk_mapping(
        &self,
        _: Request<GetChunkMappingRequest>,
    ) -> Result<Response<Self::GetChunkMappingStream>, Status> {
        Err(Status::unimplemented(""))
    }

    async fn register_chunk_mapping(
        &self,
        _: Request<Streaming<RegisterChunkMappingRequest>>,
    ) -> Result<Response<RegisterChunkMappingResponse>, Status> {
        Err(Status::unimplemented(""))
    }
}

#[tonic::async_trait]
impl ByteStream for Service {
    type ReadStream = Answers<ReadResponse>;

    async fn read(&self, request: Request<ReadRequest>) -> Result<Response<Self::ReadStream>, Status> {
        self.check()?;
        let name = request.into_inner().resource_name;
        let content = self.content(name.split('/').nth(1).unwrap())?;
        let parts: Vec<Vec<u8>> = content.chunks(100_000).map(<[u8]>::to_vec).collect();
        let part = |data: Vec<u8>| Ok(ReadResponse { data });
        if self.wrong == Wrong::Endless {
            return Ok(Response::new(Box::pin(tokio_stream::iter(parts.into_iter().cycle().map(part)))));
        }
        Ok(Response::new(Box::pin(tokio_stream::iter(parts.into_iter().map(part)))))
    }

    async fn write(&self, request: Request<Streaming<WriteRequest>>) -> Result<Response<WriteResponse>, Status> {
        self.check()?;
        let mut stream = request.into_inner();
        let mut committed_size = 0;
        while let Some(part) = stream.message().await? {
            committed_size += part.data.len() as i64;
        }
        let committed_size = if self.wrong == Wrong::Negative { -7 } else { committed_size };
        Ok(Response::new(WriteResponse { committed_size }))
    }

    async fn query_write_status(
        &self,
        _: Request<QueryWriteStatusRequest>,
    ) -> Result<Response<QueryWriteStatusResponse>, Status> {
        Err(Status::unimplemented(""))
    }
}

#[tonic::async_trait]
impl Execution for Service {
    type ExecuteStream = Answers<Operation>;
    type WaitExecutionStream = Answers<Operation>;

    async fn execute(&self, request: Request<ExecuteRequest>) -> Result<Response<Answers<Operation>>, Status> {
        let skip = if request.into_inner().skip_cache_lookup { " again" } else { "" };
        self.script.note(format!("execute{skip}"));
        self.script.answer().await.map(Response::new)
    }

    async fn wait_execution(
        &self,
        request: Request<WaitExecutionRequest>,
    ) -> Result<Response<Answers<Operation>>, Status> {
        self.script.note(format!("wait for {}", request.into_inner().name));
        self.script.answer().await.map(Response::new)
    }
}
