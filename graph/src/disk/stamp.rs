//! [`Stamp`]: the metadata by which changes of a file are detected without reading it.

use bytemuck::{Pod, Zeroable};
use serde::{Deserialize, Serialize};
/// The longest clock tick of a file system with fine times. Two changes within one tick can leave the same stamp.
const TICK_NS: i64 = 20_000_000;

pub(super) const SECOND_NS: i64 = 1_000_000_000;

/// The longest clock tick of a file system that counts in seconds: FAT counts in steps of two.
const COARSE_TICK_NS: i64 = 2 * SECOND_NS;

/// The time after which the clock of any file system has advanced: its longest tick, the longest tick of the clock that
/// measures this time, and one second for slow clocks.
const LONG_NS: i64 = 2 * COARSE_TICK_NS + SECOND_NS;

/// Modification and change time, size and inode of a file or folder. While a [settled](Stamp::is_settled_before) stamp
/// stays the same, so do the file's bytes: resetting the modification time still updates the change time.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, Pod, Zeroable)]
#[repr(C)]
pub struct Stamp {
    pub(super) modified_ns: i64,
    pub(super) changed_ns: i64,
    pub(super) size: u64,
    pub(super) inode: u64,
    /// The file system whose clock gave the times. Not compared: its number may differ after a restart.
    pub(super) file_system: u64,
}

impl PartialEq for Stamp {
    fn eq(&self, other: &Self) -> bool {
        self.equal_except_change_time(*other) && self.changed_ns == other.changed_ns
    }
}

impl Eq for Stamp {}

impl Stamp {
    /// The stamp of a file that must be read. No file has its times, so it equals no file's stamp.
    pub(crate) const UNKNOWN: Self =
        Self { modified_ns: i64::MIN, changed_ns: i64::MIN, size: 0, inode: 0, file_system: 0 };

    /// Whether the file was last changed so long before `instant` that any later change must change its stamp. A file
    /// changed within the same clock tick, or in the future, is not settled and must be read again; neither is a file on a
    /// different file system than the one whose clock gave `instant`.
    #[must_use]
    pub fn is_settled_before(&self, instant: Instant) -> bool {
        let changed = self.modified_ns.max(self.changed_ns);
        *self != Self::UNKNOWN && self.is_on(instant) && changed < instant.ns.saturating_sub(self.tick())
    }

    /// This stamp, or the unknown one if it is not settled.
    pub(crate) fn if_settled_before(self, instant: Instant) -> Self {
        if self.is_settled_before(instant) { self } else { Self::UNKNOWN }
    }

    /// Whether its times come from the same clock as `instant`.
    pub(crate) const fn is_on(&self, instant: Instant) -> bool {
        self.file_system == instant.file_system
    }

    /// Whether both are stamps of the same file, perhaps at different times.
    pub(crate) fn is_of_same_file(&self, other: Self) -> bool {
        (self.inode, self.file_system) == (other.inode, other.file_system)
    }

    /// Whether everything except the change time is equal.
    pub(crate) fn equal_except_change_time(&self, other: Self) -> bool {
        (self.modified_ns, self.size, self.inode) == (other.modified_ns, other.size, other.inode)
    }

    /// The longest possible tick of the clock that gave these times. If the change time is a whole second, the file system
    /// probably counts in seconds.
    const fn tick(&self) -> i64 {
        if self.changed_ns % SECOND_NS == 0 { COARSE_TICK_NS } else { TICK_NS }
    }

    /// The file's length in bytes.
    #[must_use]
    pub const fn size(&self) -> u64 {
        self.size
    }

    /// The time of the file system's clock when the file was created, or slightly earlier if its two times differ in
    /// precision.
    #[must_use]
    pub fn instant(&self) -> Instant {
        Instant { ns: self.modified_ns.min(self.changed_ns), file_system: self.file_system }
    }

    /// The stamp of a file that was changed at the given time, on the given file system.
    #[cfg(test)]
    pub(crate) const fn for_test(changed_ns: i64, file_system: u64) -> Self {
        Self { modified_ns: changed_ns, changed_ns, size: 1, inode: 1, file_system }
    }
}

/// A time of a file system's own clock, in nanoseconds since the Unix epoch. Only compared with stamps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Instant {
    ns: i64,
    file_system: u64,
}

impl Instant {
    /// Whether every file system's clock has advanced since `earlier`, a time of the same clock as this one. False if that
    /// clock was set back.
    pub(crate) const fn is_long_after(self, earlier: Self) -> bool {
        self.ns.saturating_sub(earlier.ns) >= LONG_NS
    }
}

/// What the system reports about a path or an open file.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Found {
    /// Whether it is a regular file.
    pub(crate) is_file: bool,
    pub(crate) stamp: Stamp,
}

impl Found {
    /// The stamp of a regular file.
    pub(crate) fn file(self) -> Option<Stamp> {
        self.is_file.then_some(self.stamp)
    }
}
