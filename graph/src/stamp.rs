//! [`Stamp`]: what the file system says of a file without reading it.

use std::fs::Metadata;
use std::time::UNIX_EPOCH;

use bytemuck::{Pod, Zeroable};
use serde::{Deserialize, Serialize};

/// How long a clock tick of a file system may last. Two changes within one tick can leave the same stamp.
const TICK_NS: i64 = 20_000_000;

/// Modification and change time, size and inode of a file or folder. While a [settled](Stamp::settled_before) stamp
/// stays the same, so do the file's bytes: putting the modification time back still moves the change time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Pod, Zeroable)]
#[repr(C)]
pub struct Stamp {
    modified_ns: i64,
    changed_ns: i64,
    size: u64,
    inode: u64,
}

impl Stamp {
    /// The stamp of a file that must be read: equal to that of no file, since no file has its times.
    pub(crate) const UNKNOWN: Self = Self { modified_ns: i64::MIN, changed_ns: i64::MIN, size: 0, inode: 0 };

    /// The stamp in a file's metadata.
    #[must_use]
    pub fn of(metadata: &Metadata) -> Self {
        let (changed_ns, inode) = change_and_inode(metadata);
        let modified = metadata.modified().ok().map_or(0, since_epoch);
        Self { modified_ns: modified, changed_ns: changed_ns.unwrap_or(modified), size: metadata.len(), inode }
    }

    /// The stamp in what `stat` says.
    #[cfg(unix)]
    #[allow(clippy::unnecessary_cast, reason = "the types of these fields differ between systems")]
    pub(crate) fn of_stat(stat: &rustix::fs::Stat) -> Self {
        let nanos = |seconds: i64, nanos: i64| seconds.saturating_mul(1_000_000_000).saturating_add(nanos);
        Self {
            modified_ns: nanos(stat.st_mtime as i64, stat.st_mtime_nsec as i64),
            changed_ns: nanos(stat.st_ctime as i64, stat.st_ctime_nsec as i64),
            size: u64::try_from(stat.st_size).unwrap_or(0),
            inode: stat.st_ino as u64,
        }
    }

    /// Whether the file was last changed so long before `instant` that a later change must show in its stamp. A file
    /// changed within the same tick of the clock, or in the future, is not settled: its bytes are to be read again.
    #[must_use]
    pub fn settled_before(&self, instant: Instant) -> bool {
        *self != Self::UNKNOWN && self.modified_ns.max(self.changed_ns) < instant.0 - TICK_NS
    }

    /// This stamp, or the unknown one when it is not settled.
    pub(crate) fn if_settled_before(self, instant: Instant) -> Self {
        if self.settled_before(instant) { self } else { Self::UNKNOWN }
    }

    /// The file's length in bytes.
    #[must_use]
    pub const fn size(&self) -> u64 {
        self.size
    }

    /// When the file was last changed, by the file system's clock.
    #[must_use]
    pub fn instant(&self) -> Instant {
        Instant(self.modified_ns.max(self.changed_ns))
    }
}

/// A moment by a file system's own clock, in nanoseconds of the Unix epoch. Only compared with stamps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Instant(i64);

fn since_epoch(time: std::time::SystemTime) -> i64 {
    match time.duration_since(UNIX_EPOCH) {
        Ok(after) => i64::try_from(after.as_nanos()).unwrap_or(i64::MAX),
        Err(before) => i64::try_from(before.duration().as_nanos()).map_or(i64::MIN + 1, |nanos| -nanos),
    }
}

#[cfg(unix)]
fn change_and_inode(metadata: &Metadata) -> (Option<i64>, u64) {
    use std::os::unix::fs::MetadataExt;
    let nanos = metadata.ctime().saturating_mul(1_000_000_000).saturating_add(metadata.ctime_nsec());
    (Some(nanos), metadata.ino())
}

#[cfg(not(unix))]
fn change_and_inode(_: &Metadata) -> (Option<i64>, u64) {
    (None, 0)
}
