//! [`Stamp`]: what the file system says of a file without reading it.

use std::fs::Metadata;
use std::time::UNIX_EPOCH;

use bytemuck::{Pod, Zeroable};
use serde::{Deserialize, Serialize};
/// How long a clock tick of a file system may last. Two changes within one tick can leave the same stamp.
const TICK_NS: i64 = 20_000_000;

const SECOND_NS: i64 = 1_000_000_000;

/// The same for a file system that counts in seconds: FAT counts every other one.
const COARSE_TICK_NS: i64 = 2 * SECOND_NS;

/// After so long the clock of any file system has moved on: its longest tick, that of the clock by which this is
/// measured, and a second more for clocks that run slow.
const LONG_NS: i64 = 2 * COARSE_TICK_NS + SECOND_NS;

/// Modification and change time, size and inode of a file or folder. While a [settled](Stamp::settled_before) stamp
/// stays the same, so do the file's bytes: putting the modification time back still moves the change time.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, Pod, Zeroable)]
#[repr(C)]
pub struct Stamp {
    modified_ns: i64,
    changed_ns: i64,
    size: u64,
    inode: u64,
    /// Whose clock the times are by. No part of what is compared: a file system may be called otherwise after a restart.
    file_system: u64,
}

impl PartialEq for Stamp {
    fn eq(&self, other: &Self) -> bool {
        self.same_but_for_change_time(*other) && self.changed_ns == other.changed_ns
    }
}

impl Eq for Stamp {}

impl Stamp {
    /// The stamp of a file that must be read: equal to that of no file, since no file has its times.
    pub(crate) const UNKNOWN: Self =
        Self { modified_ns: i64::MIN, changed_ns: i64::MIN, size: 0, inode: 0, file_system: 0 };

    /// The stamp in a file's metadata.
    #[must_use]
    pub fn of(metadata: &Metadata) -> Self {
        let modified_ns = metadata.modified().ok().map_or(0, since_epoch);
        let plain = Self { modified_ns, changed_ns: modified_ns, size: metadata.len(), inode: 0, file_system: 0 };
        plain.with_identity(metadata)
    }

    /// The stamp in what `stat` says.
    #[cfg(unix)]
    #[allow(clippy::unnecessary_cast, reason = "the types of these fields differ between systems")]
    pub(crate) fn of_stat(stat: &rustix::fs::Stat) -> Self {
        let nanos = |seconds: i64, nanos: i64| seconds.saturating_mul(SECOND_NS).saturating_add(nanos);
        Self {
            modified_ns: nanos(stat.st_mtime as i64, stat.st_mtime_nsec as i64),
            changed_ns: nanos(stat.st_ctime as i64, stat.st_ctime_nsec as i64),
            size: u64::try_from(stat.st_size).unwrap_or(0),
            inode: stat.st_ino as u64,
            file_system: stat.st_dev as u64,
        }
    }

    /// Whether the file was last changed so long before `instant` that a later change must show in its stamp. A file
    /// changed within the same tick of the clock, or in the future, is not settled: its bytes are to be read again. Nor
    /// is a file on another file system than the one whose clock showed `instant`: nobody knows what its clock showed.
    #[must_use]
    pub fn settled_before(&self, instant: Instant) -> bool {
        let changed = self.modified_ns.max(self.changed_ns);
        *self != Self::UNKNOWN && self.is_on(instant) && changed < instant.ns.saturating_sub(self.tick())
    }

    /// This stamp, or the unknown one when it is not settled.
    pub(crate) fn if_settled_before(self, instant: Instant) -> Self {
        if self.settled_before(instant) { self } else { Self::UNKNOWN }
    }

    /// Whether this is by the clock that showed `instant`.
    pub(crate) const fn is_on(&self, instant: Instant) -> bool {
        self.file_system == instant.file_system
    }

    /// Whether all but the time of change is the same.
    pub(crate) fn same_but_for_change_time(&self, other: Self) -> bool {
        (self.modified_ns, self.size, self.inode) == (other.modified_ns, other.size, other.inode)
    }

    /// How long a tick of the clock may last that showed these times. Where the change time is a whole second, the file
    /// system counts in seconds, in all likelihood.
    const fn tick(&self) -> i64 {
        if self.changed_ns % SECOND_NS == 0 { COARSE_TICK_NS } else { TICK_NS }
    }

    /// The file's length in bytes.
    #[must_use]
    pub const fn size(&self) -> u64 {
        self.size
    }

    /// What the file system's clock showed when the file was made; no later, where it counts one time finer than the
    /// other.
    #[must_use]
    pub fn instant(&self) -> Instant {
        Instant { ns: self.modified_ns.min(self.changed_ns), file_system: self.file_system }
    }

    /// The stamp of a file that was changed at a time, on a file system.
    #[cfg(test)]
    pub(crate) const fn for_test(changed_ns: i64, file_system: u64) -> Self {
        Self { modified_ns: changed_ns, changed_ns, size: 1, inode: 1, file_system }
    }
}

/// A moment by a file system's own clock, in nanoseconds of the Unix epoch. Only compared with stamps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Instant {
    ns: i64,
    file_system: u64,
}

impl Instant {
    /// Whether every file system's clock has moved on since `earlier`, a moment by the same clock as this one. False
    /// where that clock was set back.
    pub(crate) const fn is_long_after(self, earlier: Self) -> bool {
        self.ns.saturating_sub(earlier.ns) >= LONG_NS
    }
}

fn since_epoch(time: std::time::SystemTime) -> i64 {
    match time.duration_since(UNIX_EPOCH) {
        Ok(after) => i64::try_from(after.as_nanos()).unwrap_or(i64::MAX),
        Err(before) => i64::try_from(before.duration().as_nanos()).map_or(i64::MIN + 1, |nanos| -nanos),
    }
}

impl Stamp {
    #[cfg(unix)]
    fn with_identity(self, metadata: &Metadata) -> Self {
        use std::os::unix::fs::MetadataExt;
        let changed_ns = metadata.ctime().saturating_mul(SECOND_NS).saturating_add(metadata.ctime_nsec());
        Self { changed_ns, inode: metadata.ino(), file_system: metadata.dev(), ..self }
    }

    #[cfg(not(unix))]
    fn with_identity(self, _: &Metadata) -> Self {
        self
    }
}
