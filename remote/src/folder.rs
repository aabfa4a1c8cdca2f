//! [`Folder`]: a cache in a folder, such as a network share. Its layout is that of Bazel's `--disk_cache`.
//!
//! ```text
//! ac/ab/abcd…     the result of the action whose key is abcd…
//! cas/ab/abcd…    the blob whose SHA-256 is abcd…
//! ```
//!
//! A file appears completely under its final name or not at all. Symbolic links below the folder are not followed.

use std::fs::{self, File, Metadata};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use bytes::Bytes;
use rigmill_store::RemoteBlob;
use tokio::task::spawn_blocking;
use tokio::time::timeout;

use crate::connect::Traffic;
use crate::digest;
use crate::failure::CallError;
use crate::health::Tally;
use crate::reapi::{ActionKey, ActionValue, codec};
use crate::transport::LARGEST_RESULT;
use crate::transport::{Call, Description, Source, Transport};

/// The number of calls that are useful to have in flight at the same time.
const CONCURRENCY: usize = 16;

/// The time limit for a call, and the minimum number of bytes per second for large files.
const TIME: Duration = Duration::from_secs(4);
const SLOWEST: u64 = 1 << 20;

/// The number of bytes to copy at a time.
const BLOCK: usize = 1 << 18;

/// The serial number of the next temporary file of this process.
static SERIAL: AtomicU64 = AtomicU64::new(0);

/// A cache in a folder.
pub(crate) struct Folder {
    files: Arc<Files>,
    tally: Arc<Tally>,
}

struct Files {
    root: PathBuf,
    traffic: Arc<Traffic>,
}

impl Folder {
    pub(crate) fn new(root: PathBuf, traffic: &Arc<Traffic>, tally: &Arc<Tally>) -> Self {
        Self { files: Arc::new(Files { root, traffic: Arc::clone(traffic) }), tally: Arc::clone(tally) }
    }

    /// Runs a call on its own thread. If the call hangs in the file system, the thread is abandoned.
    fn call<T: Send + 'static>(
        &self,
        bytes: u64,
        call: impl FnOnce(&Files) -> io::Result<T> + Send + 'static,
    ) -> Call<T> {
        let files = Arc::clone(&self.files);
        self.tally.calls.add(1);
        let longest = TIME + Duration::from_secs(bytes / SLOWEST);
        Box::pin(async move {
            let call = move || call(&files).map_err(|error| files.failure(&error));
            match timeout(longest, spawn_blocking(call)).await {
                Err(_) => Err(CallError::Silent(longest)),
                Ok(Err(error)) => Err(CallError::Failed(error.to_string())),
                Ok(Ok(result)) => result,
            }
        })
    }
}

impl Transport for Folder {
    fn concurrency(&self) -> usize {
        CONCURRENCY
    }

    fn get_action(self: Arc<Self>, id: RemoteBlob) -> Call<Option<ActionValue>> {
        Box::pin(async move {
            let bytes = self.call(0, move |files| files.read("ac", id, LARGEST_RESULT as u64)).await?;
            if bytes.as_ref().is_some_and(|bytes| bytes.len() > LARGEST_RESULT) {
                return Err(CallError::Damaged(format!("the result has more than {LARGEST_RESULT} bytes")));
            }
            bytes.map(|bytes| codec::decode(bytes).map_err(CallError::Damaged)).transpose()
        })
    }

    fn put_action(self: Arc<Self>, key: ActionKey, result: Bytes) -> Call<()> {
        self.call(0, move |files| files.write("ac", key.id, &Source::Bytes(result)))
    }

    fn missing(self: Arc<Self>, blobs: Vec<RemoteBlob>) -> Call<Vec<RemoteBlob>> {
        self.call(0, move |files| {
            files.must_exist()?;
            let has = |blob: &RemoteBlob| files.metadata("cas", *blob).is_ok_and(|it| it.len() == blob.size);
            Ok(blobs.into_iter().filter(|blob| !has(blob)).collect())
        })
    }

    fn read(self: Arc<Self>, blob: RemoteBlob) -> Call<Option<Bytes>> {
        self.call(blob.size, move |files| files.read("cas", blob, blob.size))
    }

    fn write(self: Arc<Self>, blob: RemoteBlob, source: Source) -> Call<()> {
        self.call(blob.size, move |files| files.write("cas", blob, &source))
    }

    fn next_build(&self, _: bool) {}

    fn describe(self: Arc<Self>) -> Call<Description> {
        self.call(0, |files| {
            files.must_exist()?;
            let may_update = fs::metadata(&files.root).map(|metadata| !metadata.permissions().readonly()).ok();
            Ok(Description { may_update, ..Description::default() })
        })
    }
}

impl Files {
    fn path(&self, kind: &str, id: RemoteBlob) -> PathBuf {
        let name = digest::hex(&id.sha256);
        self.root.join(kind).join(&name[..2]).join(name)
    }

    /// Returns an error if the folder does not exist, because an unmounted share must not look like an empty cache.
    fn must_exist(&self) -> io::Result<()> {
        match fs::metadata(&self.root)?.is_dir() {
            true => Ok(()),
            false => Err(io::ErrorKind::NotADirectory.into()),
        }
    }

    /// Converts an error of the file system.
    fn failure(&self, error: &io::Error) -> CallError {
        match fs::metadata(&self.root) {
            Ok(metadata) if !metadata.is_dir() => CallError::NoFolder("the path is a file, not a folder".to_owned()),
            Err(error) if matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory) => {
                CallError::NoFolder("there is no such folder".to_owned())
            }
            _ => error_of(error),
        }
    }

    /// Returns the metadata of a file, which must be neither a symbolic link nor behind one.
    fn metadata(&self, kind: &str, id: RemoteBlob) -> io::Result<Metadata> {
        let path = self.path(kind, id);
        let folders = path.ancestors().skip(1).take(2);
        for folder in folders {
            if !fs::symlink_metadata(folder)?.is_dir() {
                return Err(io::ErrorKind::NotFound.into());
            }
        }
        let metadata = fs::symlink_metadata(&path)?;
        if metadata.is_file() { Ok(metadata) } else { Err(io::ErrorKind::NotFound.into()) }
    }

    /// Reads a file, up to one byte more than `limit`.
    fn read(&self, kind: &str, id: RemoteBlob, limit: u64) -> io::Result<Option<Bytes>> {
        match self.metadata(kind, id) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return self.must_exist().map(|()| None),
            metadata => metadata?,
        };
        let file = match File::open(self.path(kind, id)) {
            // The file was removed in the meantime.
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            file => file?,
        };
        // In the meantime, a different file may have taken this name.
        let end = file.metadata()?.len().min(limit.saturating_add(1));
        let mut bytes = Vec::with_capacity(usize::try_from(end).unwrap_or_default());
        file.take(end).read_to_end(&mut bytes)?;
        self.traffic.add_received(bytes.len());
        Ok(Some(bytes.into()))
    }

    fn write(&self, kind: &str, id: RemoteBlob, source: &Source) -> io::Result<()> {
        self.must_exist()?;
        let path = self.path(kind, id);
        let folder = path.parent().unwrap_or(&self.root);
        fs::create_dir_all(folder)?;
        for folder in path.ancestors().skip(1).take(2) {
            if !fs::symlink_metadata(folder)?.is_dir() {
                return Err(io::Error::other("a symbolic link is in place of a folder"));
            }
        }
        let serial = SERIAL.fetch_add(1, Ordering::Relaxed);
        let temporary = folder.join(format!("rigmill-{}-{serial}.tmp", std::process::id()));
        let written =
            self.write_new(&temporary, id, source, kind == "cas").and_then(|()| fs::rename(&temporary, &path));
        if written.is_err() {
            // If this fails, the temporary file stays.
            let _ = fs::remove_file(&temporary);
        }
        written
    }

    fn write_new(&self, path: &Path, id: RemoteBlob, source: &Source, is_blob: bool) -> io::Result<()> {
        let mut file = File::options().write(true).create_new(true).open(path)?;
        let size = match source {
            Source::Bytes(bytes) => file.write_all(bytes).map(|()| bytes.len() as u64)?,
            Source::File(source) => self.copy(&mut File::open(source)?, &mut file)?,
        };
        if is_blob && size != id.size {
            return Err(io::Error::other("a file changed during its upload"));
        }
        self.traffic.add_sent(usize::try_from(size).unwrap_or_default());
        Ok(())
    }

    fn copy(&self, from: &mut File, to: &mut File) -> io::Result<u64> {
        let (mut block, mut size) = (vec![0; BLOCK], 0);
        loop {
            let read = from.read(&mut block)?;
            if read == 0 {
                return Ok(size);
            }
            to.write_all(&block[..read])?;
            size += read as u64;
        }
    }
}

fn error_of(error: &io::Error) -> CallError {
    match error.kind() {
        io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem => CallError::Refused(error.to_string()),
        _ => CallError::Failed(error.to_string()),
    }
}
