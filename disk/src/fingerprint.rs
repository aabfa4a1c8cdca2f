//! [`Fingerprint`]: the digest of a file's bytes, and the stamp that the file had with these bytes.

use std::io::{self, Read};
use std::path::Path;

use rigmill_pipeline::Digest;
use serde::{Deserialize, Serialize};

use super::file_system::{Disk, OpenFile};
use super::stamp::{Instant, Stamp};

/// The number of attempts to read a file that changes while it is read.
const READ_TRIES: usize = 16;

/// The maximum size in bytes of a file that is read into memory: 4 GiB. Importers have their own, much lower limits.
const LARGEST: u64 = 1 << 32;

/// The digest of a file's bytes, and the stamp that the file had with these bytes, if every later change of the file is certain
/// to change that stamp. Only reading or writing the file creates a fingerprint, so a stamp is never paired with the digest of
/// different bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fingerprint {
    digest: Digest,
    stamp: Option<Stamp>,
}

impl Fingerprint {
    /// Creates the fingerprint of a file that must be read again.
    pub const fn without_stamp(digest: Digest) -> Self {
        Self { digest, stamp: None }
    }

    /// Returns the digest of the file's bytes.
    pub const fn digest(&self) -> Digest {
        self.digest
    }

    /// Returns the stamp to record: [`Stamp::UNKNOWN`] if the file must be read again.
    pub fn stamp(&self) -> Stamp {
        self.stamp.unwrap_or(Stamp::UNKNOWN)
    }

    /// Whether a file with this stamp is known to have these bytes.
    pub fn matches(&self, stamp: Stamp) -> bool {
        self.stamp == Some(stamp)
    }

    /// Returns this fingerprint, but without its stamp if a change after `instant` might not change the stamp.
    pub fn if_settled_before(self, instant: Option<Instant>) -> Self {
        let stamp = self.stamp.filter(|stamp| instant.is_some_and(|instant| stamp.is_settled_before(instant)));
        Self { stamp, ..self }
    }

    /// Returns the fingerprint of the file after a rename, which gave the file the stamp `now`. A rename changes only the
    /// change time.
    pub fn renamed(self, now: Option<Stamp>) -> Self {
        let stamp = now.filter(|now| self.stamp.is_some_and(|before| before.equal_except_change_time(*now)));
        Self { stamp, ..self }
    }
}

/// Bytes to write, and their digest.
pub struct HashedBytes<'a> {
    bytes: &'a [u8],
    digest: Digest,
}

impl<'a> HashedBytes<'a> {
    /// Combines bytes with their digest, which the caller computed or verified.
    pub const fn new(bytes: &'a [u8], digest: Digest) -> Self {
        Self { bytes, digest }
    }

    /// Returns the digest of the bytes.
    pub const fn digest(&self) -> Digest {
        self.digest
    }

    /// Creates a file with these bytes.
    pub fn create(&self, disk: &dyn Disk, path: &Path) -> io::Result<Fingerprint> {
        let stamp = disk.create(path, self.bytes)?;
        Ok(Fingerprint { digest: self.digest, stamp: Some(stamp) })
    }
}

/// The result of reading a file.
#[derive(PartialEq)]
pub struct Reading {
    /// The digest of the file's bytes and, if it is trusted, the file's stamp.
    pub fingerprint: Fingerprint,
    /// The file's stamp, which is not necessarily trusted.
    pub stamp: Stamp,
    /// The file's bytes; `None` if the file is larger than `keep`.
    pub bytes: Option<Vec<u8>>,
}

/// Reads the file that `open` opens, and repeats this until the file does not change while it is read. Returns `None` if the
/// file does not exist. Returns the bytes only if the size is at most `keep`. Stamps are taken from the open file: if a
/// different file replaces it, the next build notices.
///
/// A file whose stamp is not trusted may change without changing its stamp. Such a file is read until two consecutive readings
/// are equal, so that the result does not mix two versions, and its fingerprint has no stamp.
pub fn read<'a>(
    open: impl Fn() -> io::Result<Option<(Box<dyn OpenFile + 'a>, Stamp)>>,
    keep: u64,
    trusted: impl Fn(Stamp) -> bool,
) -> io::Result<Option<Reading>> {
    let once = || match open()? {
        Some((mut file, stamp)) => {
            let (digest, bytes) = contents(&mut *file, stamp, keep)?;
            let fingerprint = Fingerprint { digest, stamp: trusted(stamp).then_some(stamp) };
            let unchanged = file.stamp()? == stamp;
            Ok::<_, io::Error>(Some(unchanged.then_some(Reading { fingerprint, stamp, bytes })))
        }
        None => Ok(None),
    };
    for _ in 0..READ_TRIES {
        match once()? {
            None => return Ok(None),
            Some(Some(found)) if trusted(found.stamp) || once()?.flatten().as_ref() == Some(&found) => {
                return Ok(Some(found));
            }
            Some(_) => {}
        }
    }
    Err(io::Error::new(io::ErrorKind::ResourceBusy, "the file keeps changing while Rigmill reads it"))
}

fn contents(file: &mut dyn OpenFile, stamp: Stamp, keep: u64) -> io::Result<(Digest, Option<Vec<u8>>)> {
    if stamp.size() > keep {
        return Digest::of_reader(file).map(|digest| (digest, None));
    }
    read_all(file, stamp).map(|bytes| (Digest::of(&bytes), Some(bytes)))
}

/// Returns the bytes of an open file. If the file is as long as its stamp says, one read call is enough.
fn read_all(file: &mut dyn OpenFile, stamp: Stamp) -> io::Result<Vec<u8>> {
    if stamp.size() > LARGEST {
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, format!("the file is larger than {LARGEST} bytes")));
    }
    let size = usize::try_from(stamp.size()).map_err(io::Error::other)?;
    let mut bytes = vec![0; size + 1];
    let mut filled = 0;
    while filled < size.max(1) {
        match file.read(&mut bytes[filled..]) {
            Ok(0) => break,
            Ok(read) => filled += read,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    bytes.truncate(filled);
    if filled > size {
        // The file grew, or its length is not known in advance.
        file.take(LARGEST).read_to_end(&mut bytes)?;
    }
    Ok(bytes)
}
