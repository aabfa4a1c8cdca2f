//! Finds, reads and verifies the files that an action wrote. A result that contains anything else is rejected as a whole, so
//! that no output of an action is silently lost.

use std::collections::BTreeSet;
use std::sync::Arc;

use bytes::Bytes;
use rigmill_graph::OutputFile;
use rigmill_store::RemoteBlob;
use tokio::sync::Semaphore;
use tokio::task::{JoinSet, spawn_blocking};

use super::failure::Failure;
use super::request::OUTPUT;
use crate::digest;
use crate::failure::CallError;
use crate::grpc::Grpc;
use crate::reapi::codec::{decode, decode_at_most};
use crate::reapi::{Digest, ExecutedResult, FileNode, OutputDirectory, OutputRoot, Tree};
use crate::transport::Transport;

/// The maximum size of a list of files, in bytes and in entries.
const LARGEST_TREE: u64 = 16 << 20;
const MAX_ENTRIES: usize = 100_000;

/// The maximum number of files in a result, and their maximum total size in bytes.
const MAX_FILES: usize = 10_000;
const LARGEST_TOTAL: u64 = 1 << 30;

/// The size in bytes from which a blob is large, and the maximum number of large blobs that are read at the same time.
const LARGE: u64 = 1 << 20;
const MAX_LARGE_READS: usize = 4;

/// Reads results.
pub(super) struct Outputs {
    grpc: Arc<Grpc>,
    large_reads: Semaphore,
}

impl Outputs {
    pub(super) fn new(grpc: Arc<Grpc>) -> Self {
        Self { grpc, large_reads: Semaphore::new(MAX_LARGE_READS) }
    }

    /// Returns the files of a result.
    pub(super) async fn read(self: &Arc<Self>, result: ExecutedResult) -> Result<Vec<OutputFile>, Failure> {
        let Some(tree) = tree(result)? else { return Ok(Vec::new()) };
        let bytes = self.blob(tree).await?;
        if digest::of(&bytes) != tree {
            return Err(Failure::invalid("the list of an action's files has a different SHA-256"));
        }
        let files = files(bytes)?;
        let blobs = self.blobs(&files).await?;
        // Hashing takes long, and must not block this thread, which makes all calls.
        let verified = spawn_blocking(move || verify(files, blobs)).await;
        verified.map_err(|error| Failure::broken(CallError::Failed(error.to_string())))?
    }

    /// Returns the bytes of the files, in order.
    async fn blobs(self: &Arc<Self>, files: &[(String, RemoteBlob)]) -> Result<Vec<Bytes>, Failure> {
        let mut reads = JoinSet::new();
        for (at, &(_, blob)) in files.iter().enumerate() {
            let this = Arc::clone(self);
            reads.spawn(async move { (at, this.blob(blob).await) });
        }
        let mut blobs = vec![Bytes::new(); files.len()];
        while let Some(read) = reads.join_next().await {
            let (at, bytes) = read.map_err(|error| Failure::broken(CallError::Failed(error.to_string())))?;
            blobs[at] = bytes?;
        }
        Ok(blobs)
    }

    /// Returns a blob without verifying it.
    pub(super) async fn blob(&self, blob: RemoteBlob) -> Result<Bytes, Failure> {
        let _permit = if blob.size < LARGE { None } else { self.large_reads.acquire().await.ok() };
        match blob.size {
            0 => Ok(Bytes::new()),
            _ => Arc::clone(&self.grpc).read(blob).await.map_err(Failure::blobs)?.ok_or_else(Failure::evicted),
        }
    }
}

/// Returns the list of files in a result; `None` if the action did not create its output folder.
fn tree(mut result: ExecutedResult) -> Result<Option<RemoteBlob>, Failure> {
    let links = result.output_symlinks.len() + result.output_directory_symlinks.len();
    if links + result.output_files.len() > 0 {
        return Err(rejected("`out` is not a folder"));
    }
    let Some(OutputDirectory { path, tree_digest }) = result.output_directories.pop() else { return Ok(None) };
    if path != OUTPUT || !result.output_directories.is_empty() {
        return Err(rejected("the result has folders other than `out`"));
    }
    let tree = tree_digest
        .as_ref()
        .and_then(Digest::blob)
        .ok_or_else(|| rejected("the folder of the result has no digest"))?;
    if tree.size > LARGEST_TREE { Err(rejected("the list of files is too large")) } else { Ok(Some(tree)) }
}

/// Returns the files in a list.
fn files(tree: Bytes) -> Result<Vec<(String, RemoteBlob)>, Failure> {
    let malformed = |why: String| rejected(&format!("the list of files is malformed: {why}"));
    let tree: Tree = decode_at_most(MAX_ENTRIES, tree).map_err(malformed)?;
    let root: OutputRoot = decode_at_most(MAX_ENTRIES, tree.root).map_err(malformed)?;
    if !root.directories.is_empty() || !root.symlinks.is_empty() {
        return Err(rejected("the result has folders or links"));
    }
    if root.files.len() > MAX_FILES {
        return Err(rejected(&format!("the result has more than {MAX_FILES} files")));
    }
    let files = root.files.into_iter().map(file).collect::<Result<Vec<_>, _>>()?;
    let names: BTreeSet<&str> = files.iter().map(|(name, _)| name.as_str()).collect();
    if names.len() != files.len() {
        return Err(rejected("two files have the same name"));
    }
    let total = files.iter().try_fold(0_u64, |total, (_, blob)| total.checked_add(blob.size));
    if total.is_none_or(|total| total > LARGEST_TOTAL) {
        return Err(rejected(&format!("the result has more than {LARGEST_TOTAL} bytes")));
    }
    Ok(files)
}

fn file(node: FileNode) -> Result<(String, RemoteBlob), Failure> {
    let name = node.name;
    let is_plain = !matches!(name.as_str(), "" | "." | "..") && !name.contains(['/', '\\']);
    if !is_plain || name.contains(char::is_control) {
        let shown: String = name.chars().take(40).collect();
        return Err(rejected(&format!("a file has the name `{}`", shown.escape_debug())));
    }
    let blob = node.digest.as_ref().and_then(Digest::blob).ok_or_else(|| rejected("a file has no digest"))?;
    Ok((name, blob))
}

fn verify(files: Vec<(String, RemoteBlob)>, blobs: Vec<Bytes>) -> Result<Vec<OutputFile>, Failure> {
    let verified = files.into_iter().zip(blobs).map(|((name, blob), bytes)| match digest::of(&bytes) == blob {
        true => Ok(OutputFile { name, bytes: bytes.into() }),
        false => Err(Failure::invalid(format!("a result's blob {}", difference(blob, &bytes)))),
    });
    verified.collect()
}

fn difference(blob: RemoteBlob, bytes: &[u8]) -> String {
    match bytes.len() as u64 {
        size if size == blob.size => "has a different SHA-256".to_owned(),
        size if size > blob.size => format!("has more than {} bytes", blob.size),
        size => format!("has {size} of {} bytes", blob.size),
    }
}

fn rejected(why: &str) -> Failure {
    Failure::action(format!("the result of the action is rejected: {why}"))
}

/// Decodes the result in a response.
pub(super) fn decode_result(bytes: Bytes) -> Result<ExecutedResult, Failure> {
    decode(bytes).map_err(Failure::invalid)
}

#[cfg(test)]
mod tests {
    use bazel_remote_apis::build::bazel::remote::execution::v2 as official;
    use prost::Message;

    use super::*;

    fn node(name: &str, size: i64) -> official::FileNode {
        let digest = Some(official::Digest { hash: "ab".repeat(32), size_bytes: size });
        official::FileNode { name: name.to_owned(), digest, ..Default::default() }
    }

    fn list(nodes: Vec<official::FileNode>) -> Result<Vec<(String, RemoteBlob)>, Failure> {
        let root = Some(official::Directory { files: nodes, ..Default::default() });
        files(official::Tree { root, children: Vec::new() }.encode_to_vec().into())
    }

    #[test]
    fn a_list_in_any_order_is_read() {
        let files = list(vec![node("b", 1), node("a ü.bin", 0)]).unwrap();
        assert_eq!(
            files.iter().map(|(name, blob)| (name.as_str(), blob.size)).collect::<Vec<_>>(),
            [("b", 1), ("a ü.bin", 0)]
        );
        assert_eq!(list(Vec::new()), Ok(Vec::new()));
    }

    #[test]
    fn hostile_lists_are_rejected() {
        for name in ["", ".", "..", "a/b", "/a", "a\\b", "a\nb", "\u{1b}", "a\0"] {
            let failure = list(vec![node(name, 1)]).unwrap_err();
            assert!(!failure.error.to_string().contains(char::is_control), "{failure:?}");
        }
        assert!(list(vec![node("a", 1), node("a", 1)]).is_err());
        assert!(list(vec![node("a", -1)]).is_err());
        assert!(list(vec![official::FileNode { name: "a".to_owned(), ..Default::default() }]).is_err());
        assert!(list(vec![node("a", i64::MAX), node("b", i64::MAX), node("c", i64::MAX)]).is_err());
        assert!(list(vec![node("a", 1 << 29), node("b", (1 << 29) + 1)]).is_err());
        assert!(list(vec![node("a", 1 << 29), node("b", 1 << 29)]).is_ok());
        let many = |count: usize| (0..count).map(|at| node(&at.to_string(), 1)).collect();
        assert!(list(many(MAX_FILES)).is_ok() && list(many(MAX_FILES + 1)).is_err());
        assert!(files(Bytes::from_static(b"\x0a\xff")).is_err());
        assert!(files([0x0a, 0].repeat(MAX_ENTRIES + 1).into()).is_err());
    }

    #[test]
    fn folders_and_links_are_rejected() {
        let folder = official::DirectoryNode { name: "a".to_owned(), ..Default::default() };
        let link = official::SymlinkNode { name: "a".to_owned(), ..Default::default() };
        for root in [
            official::Directory { directories: vec![folder], ..Default::default() },
            official::Directory { symlinks: vec![link], ..Default::default() },
        ] {
            let tree = official::Tree { root: Some(root), children: Vec::new() };
            assert!(files(tree.encode_to_vec().into()).is_err());
        }
    }

    #[test]
    fn the_output_is_one_folder() {
        let folder = |path: &str, size: i64| official::OutputDirectory {
            path: path.to_owned(),
            tree_digest: Some(official::Digest { hash: "ab".repeat(32), size_bytes: size }),
            ..Default::default()
        };
        let read = |result: official::ActionResult| tree(decode_result(result.encode_to_vec().into()).unwrap());
        let folders = |output_directories| official::ActionResult { output_directories, ..Default::default() };
        assert_eq!(read(folders(vec![folder("out", 7)])).unwrap().unwrap().size, 7);
        assert_eq!(read(folders(Vec::new())), Ok(None));
        assert!(read(folders(vec![folder("out", 7), folder("out", 7)])).is_err());
        assert!(read(folders(vec![folder("outside", 7)])).is_err());
        assert!(read(folders(vec![folder("out", -7)])).is_err());
        assert!(read(folders(vec![folder("out", (16 << 20) + 1)])).is_err());
        let link = official::OutputSymlink { path: "out".to_owned(), target: "/etc".to_owned(), ..Default::default() };
        assert!(read(official::ActionResult { output_symlinks: vec![link], ..Default::default() }).is_err());
        let file = official::OutputFile { path: "out".to_owned(), ..Default::default() };
        assert!(read(official::ActionResult { output_files: vec![file], ..Default::default() }).is_err());
    }
}
