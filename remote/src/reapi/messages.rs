//! The protobuf messages. Names, types and field numbers are those of `remote_execution.proto`, `bytestream.proto`,
//! `operations.proto`, `semver.proto` and `status.proto`.

use bytes::Bytes;
use prost::Message;
use rigmill_store::RemoteBlob;

use crate::digest;

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Message)]
pub(crate) struct Digest {
    /// The hash in lower-case hexadecimal digits.
    #[prost(string, tag = "1")]
    pub(crate) hash: String,
    #[prost(int64, tag = "2")]
    pub(crate) size_bytes: i64,
}

impl From<RemoteBlob> for Digest {
    fn from(blob: RemoteBlob) -> Self {
        Self { hash: digest::hex(&blob.sha256), size_bytes: i64::try_from(blob.size).unwrap_or(i64::MAX) }
    }
}

impl Digest {
    /// Returns the blob's address, if the hash and the size are well-formed.
    pub(crate) fn blob(&self) -> Option<RemoteBlob> {
        Some(RemoteBlob { sha256: digest::from_hex(&self.hash)?, size: u64::try_from(self.size_bytes).ok()? })
    }
}

#[derive(Clone, PartialEq, Message)]
pub(crate) struct Command {
    #[prost(string, repeated, tag = "1")]
    pub(crate) arguments: Vec<String>,
    #[prost(string, repeated, tag = "4")]
    pub(crate) output_directories: Vec<String>,
    #[prost(message, optional, tag = "5")]
    pub(crate) platform: Option<Platform>,
    #[prost(string, tag = "6")]
    pub(crate) working_directory: String,
    #[prost(string, repeated, tag = "7")]
    pub(crate) output_paths: Vec<String>,
}

/// An `EnvironmentVariable` of a command, or a `Property` of a platform.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Message)]
pub(crate) struct NamedValue {
    #[prost(string, tag = "1")]
    pub(crate) name: String,
    #[prost(string, tag = "2")]
    pub(crate) value: String,
}

#[derive(Clone, PartialEq, Message)]
pub(crate) struct Platform {
    #[prost(message, repeated, tag = "1")]
    pub(crate) properties: Vec<NamedValue>,
}

#[derive(Clone, PartialEq, Message)]
pub(crate) struct Action {
    #[prost(message, optional, tag = "1")]
    pub(crate) command_digest: Option<Digest>,
    #[prost(message, optional, tag = "2")]
    pub(crate) input_root_digest: Option<Digest>,
    #[prost(message, optional, tag = "6")]
    pub(crate) timeout: Option<Duration>,
    #[prost(bytes = "vec", tag = "9")]
    pub(crate) salt: Vec<u8>,
    #[prost(message, optional, tag = "10")]
    pub(crate) platform: Option<Platform>,
}

/// The `google.protobuf.Duration`.
#[derive(Clone, Copy, PartialEq, Eq, Message)]
pub(crate) struct Duration {
    #[prost(int64, tag = "1")]
    pub(crate) seconds: i64,
    #[prost(int32, tag = "2")]
    pub(crate) nanos: i32,
}

/// A folder. Its files and folders are sorted by name.
#[derive(Clone, PartialEq, Message)]
pub(crate) struct Directory {
    #[prost(message, repeated, tag = "1")]
    pub(crate) files: Vec<FileNode>,
    #[prost(message, repeated, tag = "2")]
    pub(crate) directories: Vec<DirectoryNode>,
}

#[derive(Clone, PartialEq, Message)]
pub(crate) struct FileNode {
    #[prost(string, tag = "1")]
    pub(crate) name: String,
    #[prost(message, optional, tag = "2")]
    pub(crate) digest: Option<Digest>,
    #[prost(bool, tag = "4")]
    pub(crate) is_executable: bool,
}

#[derive(Clone, PartialEq, Message)]
pub(crate) struct DirectoryNode {
    #[prost(string, tag = "1")]
    pub(crate) name: String,
    #[prost(message, optional, tag = "2")]
    pub(crate) digest: Option<Digest>,
}

/// The `Tree` of an output folder. Contains only its root, as a serialized `Directory`.
#[derive(Clone, PartialEq, Message)]
pub(crate) struct Tree {
    #[prost(bytes = "bytes", tag = "1")]
    pub(crate) root: Bytes,
}

/// The parts of an output folder's root that are read. For subfolders and links, only the number matters.
#[derive(Clone, PartialEq, Message)]
pub(crate) struct OutputRoot {
    #[prost(message, repeated, tag = "1")]
    pub(crate) files: Vec<FileNode>,
    #[prost(bytes = "bytes", repeated, tag = "2")]
    pub(crate) directories: Vec<Bytes>,
    #[prost(bytes = "bytes", repeated, tag = "3")]
    pub(crate) symlinks: Vec<Bytes>,
}

#[derive(Clone, PartialEq, Message)]
pub(super) struct OutputFile {
    #[prost(string, tag = "1")]
    pub(super) path: String,
    #[prost(message, optional, tag = "2")]
    pub(super) digest: Option<Digest>,
}

/// The result of an action, for writing.
#[derive(Clone, PartialEq, Message)]
pub(super) struct ActionResult {
    #[prost(message, repeated, tag = "2")]
    pub(super) output_files: Vec<OutputFile>,
    #[prost(int32, tag = "4")]
    pub(super) exit_code: i32,
    #[prost(bytes = "bytes", tag = "5")]
    pub(super) stdout_raw: Bytes,
    #[prost(message, optional, tag = "6")]
    pub(super) stdout_digest: Option<Digest>,
}

/// The part of an action result that a cache reads: its value.
#[derive(Clone, PartialEq, Message)]
pub(crate) struct ActionValue {
    #[prost(bytes = "bytes", tag = "5")]
    pub(crate) stdout_raw: Bytes,
    #[prost(message, optional, tag = "6")]
    pub(crate) stdout_digest: Option<Digest>,
}

/// The parts that are read from the result of an action that a server ran. For files and links, only the number matters,
/// because the output is a folder.
#[derive(Clone, PartialEq, Message)]
pub(crate) struct ExecutedResult {
    #[prost(bytes = "bytes", repeated, tag = "2")]
    pub(crate) output_files: Vec<Bytes>,
    #[prost(message, repeated, tag = "3")]
    pub(crate) output_directories: Vec<OutputDirectory>,
    #[prost(int32, tag = "4")]
    pub(crate) exit_code: i32,
    #[prost(bytes = "bytes", tag = "7")]
    pub(crate) stderr_raw: Bytes,
    #[prost(message, optional, tag = "8")]
    pub(crate) stderr_digest: Option<Digest>,
    #[prost(bytes = "bytes", repeated, tag = "11")]
    pub(crate) output_directory_symlinks: Vec<Bytes>,
    #[prost(bytes = "bytes", repeated, tag = "12")]
    pub(crate) output_symlinks: Vec<Bytes>,
}

#[derive(Clone, PartialEq, Message)]
pub(crate) struct OutputDirectory {
    #[prost(string, tag = "1")]
    pub(crate) path: String,
    #[prost(message, optional, tag = "3")]
    pub(crate) tree_digest: Option<Digest>,
}

#[derive(Clone, PartialEq, Message)]
pub(crate) struct ExecuteRequest {
    #[prost(string, tag = "1")]
    pub(crate) instance_name: String,
    #[prost(bool, tag = "3")]
    pub(crate) skip_cache_lookup: bool,
    #[prost(message, optional, tag = "6")]
    pub(crate) action_digest: Option<Digest>,
    #[prost(bool, tag = "11")]
    pub(crate) inline_stderr: bool,
}

#[derive(Clone, PartialEq, Message)]
pub(crate) struct WaitExecutionRequest {
    #[prost(string, tag = "1")]
    pub(crate) name: String,
}

/// The `google.longrunning.Operation`.
#[derive(Clone, PartialEq, Message)]
pub(crate) struct Operation {
    #[prost(string, tag = "1")]
    pub(crate) name: String,
    #[prost(message, optional, tag = "2")]
    pub(crate) metadata: Option<Any>,
    #[prost(bool, tag = "3")]
    pub(crate) done: bool,
    #[prost(message, optional, tag = "4")]
    pub(crate) error: Option<BlobStatus>,
    #[prost(message, optional, tag = "5")]
    pub(crate) response: Option<Any>,
}

/// The `google.protobuf.Any`: a serialized message, and a URL that ends with the name of the message type.
#[derive(Clone, PartialEq, Message)]
pub(crate) struct Any {
    #[prost(string, tag = "1")]
    pub(crate) type_url: String,
    #[prost(bytes = "bytes", tag = "2")]
    pub(crate) value: Bytes,
}

#[derive(Clone, Copy, PartialEq, Message)]
pub(crate) struct ExecuteOperationMetadata {
    /// An `ExecutionStage.Value`.
    #[prost(int32, tag = "1")]
    pub(crate) stage: i32,
}

#[derive(Clone, PartialEq, Message)]
pub(crate) struct ExecuteResponse {
    /// A serialized `ExecutedResult`.
    #[prost(bytes = "bytes", optional, tag = "1")]
    pub(crate) result: Option<Bytes>,
    #[prost(message, optional, tag = "3")]
    pub(crate) status: Option<BlobStatus>,
    #[prost(string, tag = "5")]
    pub(crate) message: String,
}

#[derive(Clone, PartialEq, Message)]
pub(crate) struct GetActionResultRequest {
    #[prost(string, tag = "1")]
    pub(crate) instance_name: String,
    #[prost(message, optional, tag = "2")]
    pub(crate) action_digest: Option<Digest>,
    #[prost(bool, tag = "3")]
    pub(crate) inline_stdout: bool,
}

#[derive(Clone, PartialEq, Message)]
pub(crate) struct UpdateActionResultRequest {
    #[prost(string, tag = "1")]
    pub(crate) instance_name: String,
    #[prost(message, optional, tag = "2")]
    pub(crate) action_digest: Option<Digest>,
    /// A serialized `ActionResult`. On the wire, a message field is the same as its bytes.
    #[prost(bytes = "bytes", optional, tag = "3")]
    pub(crate) action_result: Option<Bytes>,
}

#[derive(Clone, PartialEq, Message)]
pub(crate) struct FindMissingBlobsRequest {
    #[prost(string, tag = "1")]
    pub(crate) instance_name: String,
    #[prost(message, repeated, tag = "2")]
    pub(crate) blob_digests: Vec<Digest>,
}

#[derive(Clone, PartialEq, Message)]
pub(crate) struct FindMissingBlobsResponse {
    #[prost(message, repeated, tag = "2")]
    pub(crate) missing_blob_digests: Vec<Digest>,
}

#[derive(Clone, PartialEq, Message)]
pub(crate) struct BatchUpdateBlobsRequest {
    #[prost(string, tag = "1")]
    pub(crate) instance_name: String,
    #[prost(message, repeated, tag = "2")]
    pub(crate) requests: Vec<BatchUpdate>,
}

#[derive(Clone, PartialEq, Message)]
pub(crate) struct BatchUpdate {
    #[prost(message, optional, tag = "1")]
    pub(crate) digest: Option<Digest>,
    #[prost(bytes = "bytes", tag = "2")]
    pub(crate) data: Bytes,
}

#[derive(Clone, PartialEq, Message)]
pub(crate) struct BatchUpdateBlobsResponse {
    #[prost(message, repeated, tag = "1")]
    pub(crate) responses: Vec<BatchUpdated>,
}

#[derive(Clone, PartialEq, Message)]
pub(crate) struct BatchUpdated {
    #[prost(message, optional, tag = "1")]
    pub(crate) digest: Option<Digest>,
    #[prost(message, optional, tag = "2")]
    pub(crate) status: Option<BlobStatus>,
}

#[derive(Clone, PartialEq, Message)]
pub(crate) struct BatchReadBlobsRequest {
    #[prost(string, tag = "1")]
    pub(crate) instance_name: String,
    #[prost(message, repeated, tag = "2")]
    pub(crate) digests: Vec<Digest>,
}

#[derive(Clone, PartialEq, Message)]
pub(crate) struct BatchReadBlobsResponse {
    #[prost(message, repeated, tag = "1")]
    pub(crate) responses: Vec<BatchRead>,
}

#[derive(Clone, PartialEq, Message)]
pub(crate) struct BatchRead {
    #[prost(message, optional, tag = "1")]
    pub(crate) digest: Option<Digest>,
    #[prost(bytes = "bytes", tag = "2")]
    pub(crate) data: Bytes,
    #[prost(message, optional, tag = "3")]
    pub(crate) status: Option<BlobStatus>,
}

/// The `google.rpc.Status` of one blob in a batch, or of an action.
#[derive(Clone, PartialEq, Message)]
pub(crate) struct BlobStatus {
    #[prost(int32, tag = "1")]
    pub(crate) code: i32,
    #[prost(string, tag = "2")]
    pub(crate) message: String,
}

#[derive(Clone, PartialEq, Message)]
pub(crate) struct ReadRequest {
    #[prost(string, tag = "1")]
    pub(crate) resource_name: String,
}

#[derive(Clone, PartialEq, Message)]
pub(crate) struct ReadResponse {
    #[prost(bytes = "bytes", tag = "10")]
    pub(crate) data: Bytes,
}

#[derive(Clone, PartialEq, Message)]
pub(crate) struct WriteRequest {
    /// Set only in the first message.
    #[prost(string, tag = "1")]
    pub(crate) resource_name: String,
    #[prost(int64, tag = "2")]
    pub(crate) write_offset: i64,
    #[prost(bool, tag = "3")]
    pub(crate) finish_write: bool,
    #[prost(bytes = "bytes", tag = "10")]
    pub(crate) data: Bytes,
}

#[derive(Clone, PartialEq, Message)]
pub(crate) struct WriteResponse {
    #[prost(int64, tag = "1")]
    pub(crate) committed_size: i64,
}

#[derive(Clone, PartialEq, Message)]
pub(crate) struct GetCapabilitiesRequest {
    #[prost(string, tag = "1")]
    pub(crate) instance_name: String,
}

#[derive(Clone, PartialEq, Message)]
pub(crate) struct ServerCapabilities {
    #[prost(message, optional, tag = "1")]
    pub(crate) cache_capabilities: Option<CacheCapabilities>,
    #[prost(message, optional, tag = "2")]
    pub(crate) execution_capabilities: Option<ExecutionCapabilities>,
    #[prost(message, optional, tag = "4")]
    pub(crate) low_api_version: Option<SemVer>,
    #[prost(message, optional, tag = "5")]
    pub(crate) high_api_version: Option<SemVer>,
}

#[derive(Clone, PartialEq, Message)]
pub(crate) struct CacheCapabilities {
    #[prost(int32, repeated, tag = "1")]
    pub(crate) digest_functions: Vec<i32>,
    #[prost(message, optional, tag = "2")]
    pub(crate) action_cache_update_capabilities: Option<ActionCacheUpdateCapabilities>,
    #[prost(int64, tag = "4")]
    pub(crate) max_batch_total_size_bytes: i64,
    #[prost(int32, repeated, tag = "6")]
    pub(crate) supported_compressors: Vec<i32>,
}

#[derive(Clone, Copy, PartialEq, Message)]
pub(crate) struct ExecutionCapabilities {
    #[prost(bool, tag = "2")]
    pub(crate) exec_enabled: bool,
}

#[derive(Clone, Copy, PartialEq, Message)]
pub(crate) struct ActionCacheUpdateCapabilities {
    #[prost(bool, tag = "1")]
    pub(crate) update_enabled: bool,
}

#[derive(Clone, PartialEq, Message)]
pub(crate) struct SemVer {
    #[prost(int32, tag = "1")]
    pub(crate) major: i32,
    #[prost(int32, tag = "2")]
    pub(crate) minor: i32,
    #[prost(int32, tag = "3")]
    pub(crate) patch: i32,
}
