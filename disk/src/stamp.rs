//! [`Stamp`]: the metadata that detects changes of a file without reading it.

use bytemuck::{Pod, Zeroable};
use serde::{Deserialize, Serialize};
/// The longest clock tick of a file system with precise times. Two changes within one tick can leave the same stamp.
const TICK_NS: i64 = 20_000_000;

pub(super) const SECOND_NS: i64 = 1_000_000_000;

/// The longest clock tick of a file system that counts in seconds: FAT counts in steps of two seconds.
const COARSE_TICK_NS: i64 = 2 * SECOND_NS;

/// The time after which the clock of every file system has certainly advanced: the longest tick of a file system, plus the
/// longest tick of the clock that measures this time, plus one second for slow clocks.
const LONG_NS: i64 = 2 * COARSE_TICK_NS + SECOND_NS;

/// The modification time, change time, size and inode of a file or folder.
///
/// While a [settled](Stamp::is_settled_before) stamp stays the same, the file's bytes also stay the same: even resetting the
/// modification time updates the change time.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, Pod, Zeroable)]
#[repr(C)]
pub struct Stamp {
    pub(super) modified_ns: i64,
    pub(super) changed_ns: i64,
    pub(super) size: u64,
    pub(super) inode: u64,
    /// The file system whose clock produced the times. Ignored in comparisons, because its number may differ after a restart.
    pub(super) file_system: u64,
}

impl PartialEq for Stamp {
    fn eq(&self, other: &Self) -> bool {
        self.equal_except_change_time(*other) && self.changed_ns == other.changed_ns
    }
}

impl Eq for Stamp {}

impl Stamp {
    /// The stamp of a file that must be read. No file has these times, so this stamp never equals the stamp of a file.
    pub const UNKNOWN: Self = Self { modified_ns: i64::MIN, changed_ns: i64::MIN, size: 0, inode: 0, file_system: 0 };

    /// Whether the file's last change was so long before `instant` that every later change is certain to change the stamp.
    ///
    /// Returns `false` if the file changed within the same clock tick or in the future, or if its file system is not the one
    /// whose clock produced `instant`. Such a file must be read again.
    #[must_use]
    pub fn is_settled_before(&self, instant: Instant) -> bool {
        let changed = self.modified_ns.max(self.changed_ns);
        *self != Self::UNKNOWN && self.is_on(instant) && changed < instant.ns.saturating_sub(self.tick())
    }

    /// Returns this stamp, or [`Stamp::UNKNOWN`] if it is not settled.
    pub fn if_settled_before(self, instant: Instant) -> Self {
        if self.is_settled_before(instant) { self } else { Self::UNKNOWN }
    }

    /// Whether the times of this stamp come from the same clock as `instant`.
    pub const fn is_on(&self, instant: Instant) -> bool {
        self.file_system == instant.file_system
    }

    /// Whether both stamps are of the same file, possibly at different times.
    pub fn is_of_same_file(&self, other: Self) -> bool {
        (self.inode, self.file_system) == (other.inode, other.file_system)
    }

    /// Whether the stamps are equal except for the change time.
    pub fn equal_except_change_time(&self, other: Self) -> bool {
        (self.modified_ns, self.size, self.inode) == (other.modified_ns, other.size, other.inode)
    }

    /// Returns the longest possible tick of the clock that produced these times. If the change time is a whole second, the file
    /// system probably counts in seconds.
    const fn tick(&self) -> i64 {
        if self.changed_ns % SECOND_NS == 0 { COARSE_TICK_NS } else { TICK_NS }
    }

    /// Returns the file's length in bytes.
    #[must_use]
    pub const fn size(&self) -> u64 {
        self.size
    }

    /// Returns the time of the file system's clock when the file was created. The result may be slightly early if the two times
    /// of the stamp have different precision.
    #[must_use]
    pub fn instant(&self) -> Instant {
        Instant { ns: self.modified_ns.min(self.changed_ns), file_system: self.file_system }
    }

    /// Creates the stamp of a file of one byte that was changed at the given time (in nanoseconds since the Unix epoch), on the
    /// given file system. For tests of code that decides by stamps.
    pub const fn of_change(changed_ns: i64, file_system: u64) -> Self {
        Self { modified_ns: changed_ns, changed_ns, size: 1, inode: 1, file_system }
    }
}

/// A time of a file system's own clock, in nanoseconds since the Unix epoch. It is compared only with stamps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Instant {
    ns: i64,
    file_system: u64,
}

impl Instant {
    /// Whether the clock of every file system has advanced since `earlier`, a time of the same clock as this one. Returns
    /// `false` if the clock was set back.
    pub const fn is_long_after(self, earlier: Self) -> bool {
        self.ns.saturating_sub(earlier.ns) >= LONG_NS
    }
}

/// What the system reports about a path or an open file.
#[derive(Clone, Copy, Debug)]
pub struct Found {
    /// Whether the path or open file is a regular file.
    pub is_file: bool,
    /// The stamp of what was found.
    pub stamp: Stamp,
}

impl Found {
    /// Returns the stamp of a regular file; `None` for anything else.
    pub fn file(self) -> Option<Stamp> {
        self.is_file.then_some(self.stamp)
    }
}
