//! [`CacheFolder`]: what is done to a cache besides building: counting, removing, verifying.

use std::io;
use std::path::PathBuf;
use std::time::SystemTime;

use super::entry;
use super::error::PackError;
use super::folder::PackFolder;
use super::folder::PackInfo;
use super::merge;
use super::pack;
use super::pack::Pack;

use crate::disk::{Disk, absent};

/// How large a cache may grow when nobody says.
pub const DEFAULT_CACHE_SIZE: u64 = 10 << 30;

/// Where an object cache is, and how large it may grow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CacheFolder {
    /// The folder; made when the first entry is stored.
    pub path: PathBuf,
    /// In bytes. What was not used for longest goes first.
    pub max_size: u64,
}

impl From<PathBuf> for CacheFolder {
    fn from(path: PathBuf) -> Self {
        Self { path, max_size: DEFAULT_CACHE_SIZE }
    }
}

/// How much a cache holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CacheStats {
    /// Its files.
    pub packs: u64,
    /// What they hold; what two packs hold is counted twice.
    pub entries: u64,
    /// Their length.
    pub bytes: u64,
    /// Packs that cannot be opened. What is damaged within a pack shows only when it is read: see
    /// [`CacheFolder::verify`].
    pub unreadable: u64,
    /// When the pack was used that was not used for longest.
    pub oldest_use: Option<SystemTime>,
    /// When a pack was used last.
    pub newest_use: Option<SystemTime>,
}

/// A pack that was removed to keep to the bound.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RemovedPack {
    /// Where it was.
    pub path: PathBuf,
    /// Its length.
    pub bytes: u64,
    /// When it was last of use.
    pub used: SystemTime,
}

/// A pack that was read whole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VerifiedPack {
    /// Where it is.
    pub path: PathBuf,
    /// How many entries are as they were written.
    pub good: u64,
    /// How many are not.
    pub damaged: u64,
    /// Why none of it can be used, when that is so.
    pub error: Option<String>,
}

impl VerifiedPack {
    /// Whether all of it is as it was written.
    #[must_use]
    pub fn is_good(&self) -> bool {
        self.damaged == 0 && self.error.is_none()
    }
}

impl CacheFolder {
    /// Counts what is there. Damaged packs count as empty.
    ///
    /// # Errors
    /// What the system says when the folder cannot be read.
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

    /// Removes what builds that died left, and then the packs that were not used for longest, until the others keep to
    /// the bound. Waits while another process merges or removes packs.
    ///
    /// # Errors
    /// What the system says.
    pub fn collect_garbage(&self, disk: &dyn Disk) -> io::Result<Vec<RemovedPack>> {
        let folder = PackFolder::new(&self.path);
        if !folder.exists() {
            return Ok(Vec::new());
        }
        let _lock = folder.wait_for_lock()?;
        folder.remove_dead(disk)?;
        remove_oldest(&folder, self.max_size, disk)
    }

    /// Reads every entry. Packs that are not as they were written are mended: rewritten without their damaged entries,
    /// or removed when nothing in them can be found. What is lost is made anew when a build wants it.
    ///
    /// # Errors
    /// What the system says.
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

/// Removes the packs that were not used for longest until the others keep to the bound. The caller holds the lock.
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

/// Reads a pack and mends it; `None` for one that vanished. The caller holds the lock.
fn verify(folder: &PackFolder, info: &PackInfo, disk: &dyn Disk) -> io::Result<Option<VerifiedPack>> {
    let mut verified = VerifiedPack { path: info.path.clone(), good: 0, damaged: 0, error: None };
    match count_entries(info, &mut verified) {
        Ok(()) if verified.damaged > 0 => merge::rewrite(folder, &info.path, disk)?,
        Ok(()) => {}
        Err(PackError::Io(error)) if absent(&error) => return Ok(None),
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
    let pack = Pack::open(&info.path)?;
    for row in pack.rows()? {
        if entry::check(&pack.entry(&row)?) == Ok(row.key) {
            verified.good += 1;
        } else {
            verified.damaged += 1;
        }
    }
    Ok(())
}
