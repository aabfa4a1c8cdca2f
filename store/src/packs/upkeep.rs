//! [`CacheFolder`]: statistics, garbage collection and verification of a cache.

use std::io;
use std::path::PathBuf;
use std::time::SystemTime;

use rigmill_disk::Disk;

use super::error::PackError;
use super::folder::PackFolder;
use super::folder::PackInfo;
use super::index::{Budget, Row};
use super::merge;
use super::pack;
use super::pack::Pack;

/// The default size limit of a cache, in bytes.
pub const DEFAULT_CACHE_SIZE: u64 = 10 << 30;

/// The folder and the size limit of an object cache.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CacheFolder {
    /// The path of the folder. It is created when the first entry is stored.
    pub path: PathBuf,
    /// The maximum size of the cache, in bytes. If it is exceeded, the least recently used packs are removed.
    pub max_size: u64,
}

impl From<PathBuf> for CacheFolder {
    fn from(path: PathBuf) -> Self {
        Self { path, max_size: DEFAULT_CACHE_SIZE }
    }
}

/// Statistics of a cache.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CacheStats {
    /// The number of packs.
    pub packs: u64,
    /// The number of entries. An entry in two packs counts twice.
    pub entries: u64,
    /// The total size of the packs, in bytes.
    pub bytes: u64,
    /// The number of packs that cannot be opened. Damaged entries are found only by [`CacheFolder::verify`].
    pub unreadable: u64,
    /// The last use of the least recently used pack.
    pub oldest_use: Option<SystemTime>,
    /// The last use of the most recently used pack.
    pub newest_use: Option<SystemTime>,
}

/// A pack that was removed to keep the size limit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RemovedPack {
    /// The pack's path.
    pub path: PathBuf,
    /// The pack's size in bytes.
    pub bytes: u64,
    /// The time of the pack's last use.
    pub used: SystemTime,
}

/// A pack that was verified.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VerifiedPack {
    /// The pack's path.
    pub path: PathBuf,
    /// The number of intact entries.
    pub intact: u64,
    /// The number of damaged entries.
    pub damaged: u64,
    /// Why the pack as a whole cannot be used; `None` if it can.
    pub error: Option<String>,
}

impl VerifiedPack {
    /// Whether all entries of the pack are intact.
    #[must_use]
    pub fn is_intact(&self) -> bool {
        self.damaged == 0 && self.error.is_none()
    }
}

impl CacheFolder {
    /// Counts packs and entries. Unreadable packs count as empty.
    ///
    /// # Errors
    /// Returns the system's error if the folder cannot be read.
    pub fn stats(&self) -> io::Result<CacheStats> {
        let packs = PackFolder::new(&self.path).list()?;
        let counts: Vec<Option<u64>> = packs.iter().map(|info| pack::count(&info.path).ok()).collect();
        Ok(CacheStats {
            packs: packs.len() as u64,
            entries: counts.iter().flatten().sum(),
            unreadable: counts.iter().filter(|count| count.is_none()).count() as u64,
            bytes: packs.iter().map(|info| info.bytes).sum(),
            oldest_use: packs.iter().map(|info| info.used).min(),
            newest_use: packs.iter().map(|info| info.used).max(),
        })
    }

    /// Removes files of builds that died, and then the least recently used packs until the rest is within the size limit. Waits
    /// if another process is merging or removing packs.
    ///
    /// # Errors
    /// Returns the system's error.
    pub fn collect_garbage(&self, disk: &dyn Disk) -> io::Result<Vec<RemovedPack>> {
        let folder = PackFolder::new(&self.path);
        if !folder.exists() {
            return Ok(Vec::new());
        }
        let _lock = folder.wait_for_lock()?;
        folder.remove_dead(disk)?;
        remove_oldest(&folder, self.max_size, disk)
    }

    /// Verifies every entry. Damaged packs are rewritten without their damaged entries, or removed if they have no intact
    /// entry. Later builds create the lost entries again.
    ///
    /// # Errors
    /// Returns the system's error.
    pub fn verify(&self, disk: &dyn Disk) -> io::Result<Vec<VerifiedPack>> {
        let folder = PackFolder::new(&self.path);
        if !folder.exists() {
            return Ok(Vec::new());
        }
        let _lock = folder.wait_for_lock()?;
        let mut verified = Vec::new();
        for info in folder.list()? {
            verified.extend(verify(&folder, &info, disk)?);
        }
        Ok(verified)
    }
}

/// Removes the least recently used packs until the rest is within the size limit. The caller must hold the lock.
pub(super) fn remove_oldest(folder: &PackFolder, max_size: u64, disk: &dyn Disk) -> io::Result<Vec<RemovedPack>> {
    let mut packs = folder.list()?;
    packs.sort_by_key(|pack| (pack.used, pack.order));
    let mut total: u64 = packs.iter().map(|pack| pack.bytes).sum();
    let mut removed = Vec::new();
    for PackInfo { path, bytes, used, .. } in packs {
        if total <= max_size {
            break;
        }
        disk.remove(&path)?;
        total -= bytes;
        removed.push(RemovedPack { path, bytes, used });
    }
    Ok(removed)
}

/// Verifies and repairs a pack. Returns `None` if it vanished. The caller must hold the lock.
pub(super) fn verify(folder: &PackFolder, info: &PackInfo, disk: &dyn Disk) -> io::Result<Option<VerifiedPack>> {
    let mut verified = VerifiedPack { path: info.path.clone(), intact: 0, damaged: 0, error: None };
    match count_entries(info, &mut verified) {
        Ok(()) if verified.damaged > 0 => merge::rewrite(folder, &info.path, disk)?,
        Ok(()) => {}
        Err(PackError::Vanished) => return Ok(None),
        Err(error) => {
            if matches!(error, PackError::Damaged(_)) {
                disk.remove(&info.path)?;
            }
            verified.error = Some(error.to_string());
        }
    }
    Ok(Some(verified))
}

fn count_entries(info: &PackInfo, verified: &mut VerifiedPack) -> Result<(), PackError> {
    let pack = Pack::open(&info.path, Budget::default())?;
    let mut rows = pack.rows()?;
    rows.sort_unstable_by_key(Row::place);
    for rows in rows.chunk_by(|row, next| row.place() == next.place()) {
        if is_intact(&pack, rows)? {
            verified.intact += 1;
        } else {
            verified.damaged += 1;
        }
    }
    Ok(())
}

/// Whether an entry is intact and has the keys of all its rows.
fn is_intact(pack: &Pack, rows: &[Row]) -> Result<bool, PackError> {
    let Some(Ok(entry)) = rows.first().map(|row| pack.entry(row)).transpose()? else { return Ok(false) };
    Ok(rows.iter().all(|row| entry.ids().any(|id| id.slot() == row.slot)))
}
