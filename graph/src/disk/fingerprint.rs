//! [`Fingerprint`]: the digest of a file's bytes, and the stamp that the file had with these bytes.

use std::io::{self, Read};
use std::path::Path;

use rigmill_pipeline::Digest;
use serde::{Deserialize, Serialize};

use super::file_system::{Disk, OpenFile};
use super::stamp::{Instant, Stamp};

/// The number of attempts to read a file that keeps changing.
const READ_TRIES: usize = 16;

/// The largest file that is read into memory, in bytes: 4 GiB. Importers have their own, much lower limits.
const LARGEST: u64 = 1 << 32;

/// The digest of a file's bytes and the stamp that the file had with these bytes, if any later change of the file must
/// change that stamp. Created only by reading or writing the file, so a stamp is never paired with the digest of other
/// bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Fingerprint {
    digest: Digest,
    stamp: Option<Stamp>,
}

impl Fingerprint {
    /// The fingerprint of a file that must be read again.
    pub(crate) const fn without_stamp(digest: Digest) -> Self {
        Self { digest, stamp: None }
    }

    pub(crate) const fn digest(&self) -> Digest {
        self.digest
    }

    /// The stamp to record: [`Stamp::UNKNOWN`] if the file must be read again.
    pub(crate) fn stamp(&self) -> Stamp {
        self.stamp.unwrap_or(Stamp::UNKNOWN)
    }

    /// Whether a file with this stamp is known to have these bytes.
    pub(crate) fn matches(&self, stamp: Stamp) -> bool {
        self.stamp == Some(stamp)
    }

    /// This fingerprint; without its stamp unless any change after `instant` must change it.
    pub(crate) fn if_settled_before(self, instant: Option<Instant>) -> Self {
        let stamp = self.stamp.filter(|stamp| instant.is_some_and(|instant| stamp.is_settled_before(instant)));
        Self { stamp, ..self }
    }

    /// The fingerprint of the file after a rename, which gave it the stamp `now`: a rename alters only the change time.
    pub(crate) fn renamed(self, now: Option<Stamp>) -> Self {
        let stamp = now.filter(|now| self.stamp.is_some_and(|before| before.equal_except_change_time(*now)));
        Self { stamp, ..self }
    }
}

/// Bytes to write, and their digest.
pub(crate) struct HashedBytes<'a> {
    bytes: &'a [u8],
    digest: Digest,
}

impl<'a> HashedBytes<'a> {
    /// Bytes with their digest, which the caller computed or verified.
    pub(crate) const fn new(bytes: &'a [u8], digest: Digest) -> Self {
        Self { bytes, digest }
    }

    pub(crate) const fn digest(&self) -> Digest {
        self.digest
    }

    /// Creates a file with these bytes.
    pub(crate) fn create(&self, disk: &dyn Disk, path: &Path) -> io::Result<Fingerprint> {
        let stamp = disk.create(path, self.bytes)?;
        Ok(Fingerprint { digest: self.digest, stamp: Some(stamp) })
    }
}

/// A file that was read.
#[derive(PartialEq)]
pub(crate) struct Reading {
    pub(crate) fingerprint: Fingerprint,
    /// Its stamp, trusted or not.
    pub(crate) stamp: Stamp,
    /// `None` if the file is larger than `keep`.
    pub(crate) bytes: Option<Vec<u8>>,
}

/// Reads the file that `open` opens, repeatedly until it does not change meanwhile; `None` if it does not exist. Its bytes
/// are kept up to a size of `keep`. Stamps are those of the open file: if another file replaces it, the next build sees that.
///
/// A file whose stamp is not trusted may change without changing its stamp. It is read twice, so that the result is not half
/// of one version and half of the next, and its fingerprint has no stamp.
pub(crate) fn read<'a>(
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
    Err(io::Error::new(io::ErrorKind::ResourceBusy, "it keeps changing while it is read"))
}

fn contents(file: &mut dyn OpenFile, stamp: Stamp, keep: u64) -> io::Result<(Digest, Option<Vec<u8>>)> {
    if stamp.size() > keep {
        return Digest::of_reader(file).map(|digest| (digest, None));
    }
    read_all(file, stamp).map(|bytes| (Digest::of(&bytes), Some(bytes)))
}

/// The bytes of an open file. A file that is as long as its stamp says is read by a single call.
fn read_all(file: &mut dyn OpenFile, stamp: Stamp) -> io::Result<Vec<u8>> {
    if stamp.size() > LARGEST {
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, format!("it is larger than {LARGEST} bytes")));
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
        // It grew, or its length is not known in advance.
        file.take(LARGEST).read_to_end(&mut bytes)?;
    }
    Ok(bytes)
}
