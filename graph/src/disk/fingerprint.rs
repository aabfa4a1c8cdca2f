//! [`Fingerprint`]: what a file held, and the stamp that vouches for it.

use std::io::{self, Read};
use std::path::Path;

use rigmill_pipeline::Digest;
use serde::{Deserialize, Serialize};

use super::file_system::{Disk, OpenFile};
use super::stamp::{Instant, Stamp};

/// How often a file that changes while it is read is read again before the build gives up on it.
const READ_TRIES: usize = 16;

/// The largest file that is read into memory, in bytes: 4 GiB. Importers have limits of their own, far lower.
const LARGEST: u64 = 1 << 32;

/// The digest of a file's bytes and, where a later change of the file must show in it, the stamp the file had with
/// these bytes. Made only by reading or writing the file, so no stamp ever stands beside the digest of other bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Fingerprint {
    digest: Digest,
    stamp: Option<Stamp>,
}

impl Fingerprint {
    /// Of a file that must be read before anything is known of it.
    pub(crate) const fn of_unread(digest: Digest) -> Self {
        Self { digest, stamp: None }
    }

    pub(crate) const fn digest(&self) -> Digest {
        self.digest
    }

    /// The stamp to remember: [`Stamp::UNKNOWN`] where the file must be read again.
    pub(crate) fn stamp(&self) -> Stamp {
        self.stamp.unwrap_or(Stamp::UNKNOWN)
    }

    /// Whether a file with this stamp has these bytes.
    pub(crate) fn vouches_for(&self, stamp: Stamp) -> bool {
        self.stamp == Some(stamp)
    }

    /// Without the stamp, unless a change after `instant` must show in it.
    pub(crate) fn settled_before(self, instant: Option<Instant>) -> Self {
        let stamp = self.stamp.filter(|stamp| instant.is_some_and(|instant| stamp.settled_before(instant)));
        Self { stamp, ..self }
    }

    /// The same file after it was renamed, when `now` is its stamp there: renaming moves the time of change alone.
    pub(crate) fn renamed(self, now: Option<Stamp>) -> Self {
        let stamp = now.filter(|now| self.stamp.is_some_and(|before| before.same_but_for_change_time(*now)));
        Self { stamp, ..self }
    }
}

/// Bytes to write, and their digest.
pub(crate) struct Hashed<'a> {
    bytes: &'a [u8],
    digest: Digest,
}

impl<'a> Hashed<'a> {
    pub(crate) fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, digest: Digest::of(bytes) }
    }

    pub(crate) const fn digest(&self) -> Digest {
        self.digest
    }

    /// Writes a file that is not there yet.
    pub(crate) fn create(&self, disk: &dyn Disk, place: &Path) -> io::Result<Fingerprint> {
        let stamp = disk.create(place, self.bytes)?;
        Ok(Fingerprint { digest: self.digest, stamp: Some(stamp) })
    }
}

/// A file that was read.
#[derive(PartialEq)]
pub(crate) struct Reading {
    pub(crate) fingerprint: Fingerprint,
    /// The stamp it had, whether or not it can be trusted.
    pub(crate) stamp: Stamp,
    /// Of a file that is not larger than was asked for.
    pub(crate) bytes: Option<Vec<u8>>,
}

/// Reads the file that `open` opens, again until it does not change meanwhile; `None` when there is none. Its bytes are kept up to a size
/// of `keep`. Stamps are those of the open file: one that is put in its place is for the next build to see.
///
/// Where the file's stamp is not to be trusted, a change need not show in it. Such a file is read twice, lest half of
/// one change and half of the next be taken for its bytes, and its stamp vouches for nothing.
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

/// The bytes of an open file. One that is as long as its stamp says is read by a single call.
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
        // It grew, or it is none whose length is known beforehand.
        file.take(LARGEST).read_to_end(&mut bytes)?;
    }
    Ok(bytes)
}
