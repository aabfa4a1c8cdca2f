//! Merging small packs into larger ones.
//!
//! A merge takes the smallest packs, chosen so that none of them is larger than the others together. Therefore each entry moves
//! to a pack at least twice as large as its old one, and is copied at most log2(size of the cache) times, regardless of the
//! number of builds. The total cost is O(n log n).

use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::io;
use std::path::Path;

use rigmill_disk::Disk;
use rigmill_pipeline::Digest;

use super::error::PackError;
use super::folder::PackFolder;
use super::folder::PackInfo;
use super::index::{Budget, Row};
use super::pack::Pack;
use super::writer::PackWriter;
use crate::entry::EntryKind;

/// Small packs are merged if there are more than this number.
const MANY: usize = 16;
/// A merge leaves about this number of small packs, if the cost described in [the module](self) allows it.
const FEW: usize = 8;
/// Packs larger than half of this size in bytes are never merged. Unused packs are removed as a whole, so each must be a small
/// part of the cache.
const LARGE: u64 = 256 << 20;

/// Merges small packs if there are many. The caller must hold the folder's lock.
pub(super) fn merge_small(folder: &PackFolder, max_size: u64, disk: &dyn Disk) -> io::Result<()> {
    let large = LARGE.min(max_size / 8);
    let mut small = folder.list()?;
    small.retain(|pack| pack.bytes <= large / 2);
    if small.len() <= MANY {
        return Ok(());
    }
    small.sort_by_key(|pack| pack.bytes);
    let sizes: Vec<u64> = small.iter().map(|pack| pack.bytes).collect();
    small.truncate(how_many(&sizes, large));
    merge(folder, small, disk)
}

/// Rewrites a pack without its damaged entries. The caller must hold the folder's lock.
pub(super) fn rewrite(folder: &PackFolder, path: &Path, disk: &dyn Disk) -> io::Result<()> {
    let mut packs = folder.list()?;
    packs.retain(|pack| pack.path == path);
    merge(folder, packs, disk)
}

/// Returns the number of packs to merge, beginning with the smallest. `sizes` is sorted and contains no size above half of
/// `large`. The merged pack is at most twice as large as `large`. The result is 0 only if each size is greater than the sum of
/// the smaller ones, in which case there are few packs.
fn how_many(sizes: &[u64], large: u64) -> usize {
    let (mut many, mut sum) = (0, 0);
    for (before, &size) in sizes.iter().enumerate() {
        if sum + size > 2 * large || (many > 0 && sizes.len() - many < FEW) {
            break;
        }
        if before > 0 && size <= sum {
            many = before + 1;
        }
        sum += size;
    }
    many
}

/// A pack to merge.
struct Member {
    info: PackInfo,
    pack: Pack,
    rows: Vec<Row>,
}

impl Member {
    fn read(info: PackInfo) -> Result<Self, PackError> {
        let pack = Pack::open(&info.path, Budget::default())?;
        let rows = pack.rows()?;
        Ok(Self { info, pack, rows })
    }
}

/// Merges several packs into one and then removes them. A pack that cannot be read stays; the next lookup reports it.
fn merge(folder: &PackFolder, packs: Vec<PackInfo>, disk: &dyn Disk) -> io::Result<()> {
    let mut members: Vec<Member> = packs.into_iter().filter_map(|info| Member::read(info).ok()).collect();
    members.sort_by(|a, b| b.info.newness().cmp(&a.info.newness()));
    let Some(newest) = members.first() else { return Ok(()) };
    let used = members.iter().map(|member| member.info.used).max();
    let mut writer = PackWriter::create(folder)?;
    let mut sets = BTreeSet::new();
    for (member, rows) in entries(&newest_rows(&members)) {
        let (Some(first), member) = (rows.first(), &members[member]) else { continue };
        let Ok(Ok(entry)) = member.pack.entry(first) else { continue };
        // Builds store the same set of queries repeatedly, so each set is copied only once.
        if entry.kind() != EntryKind::Queries || sets.insert(Digest::of(entry.bytes())) {
            let slots: Vec<u128> = rows.iter().map(|row| row.slot).collect();
            writer.add_under(&slots, &entry, disk)?;
        }
    }
    let path = writer.finish(folder, newest.info.order, used, disk)?;
    let mut replaced = members.iter().filter(|member| Some(&member.info.path) != path.as_ref());
    replaced.try_for_each(|member| disk.remove(&member.info.path))
}

/// Returns the newest row of each key and all rows of sets of queries, each with the number of its member. The rows are ordered
/// by their position in the files, and the newest file comes last. `members` must be sorted newest first.
fn newest_rows(members: &[Member]) -> Vec<(usize, Row)> {
    let rows = members.iter().enumerate().flat_map(|(age, member)| member.rows.iter().map(move |row| (age, *row)));
    let mut rows: Vec<(usize, Row)> = rows.collect();
    rows.sort_unstable_by_key(|(age, row)| (row.slot, *age, row.offset));
    rows.dedup_by(|(_, later), (_, row)| later.slot == row.slot && row.kind != EntryKind::Queries);
    rows.sort_unstable_by_key(|(age, row)| (Reverse(*age), row.place()));
    rows
}

/// Groups the rows of each entry, with the number of its member.
fn entries(rows: &[(usize, Row)]) -> impl Iterator<Item = (usize, Vec<Row>)> {
    let entries = rows.chunk_by(|(age, row), (other, next)| age == other && row.place() == next.place());
    entries.map(|rows| (rows.first().map_or(0, |(age, _)| *age), rows.iter().map(|(_, row)| *row).collect()))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Merges as a cache does after each build. Returns the final number of packs and the number of copied bytes.
    fn after_builds(builds: impl Iterator<Item = u64>, large: u64) -> (usize, u64) {
        let (mut packs, mut copied) = (Vec::new(), 0);
        for size in builds {
            packs.push(size);
            packs.sort_unstable();
            let small = packs.iter().filter(|size| **size <= large / 2).count();
            if small > MANY {
                let merged: u64 = packs.drain(..how_many(&packs[..small], large)).sum();
                copied += merged;
                packs.push(merged);
            }
        }
        packs.retain(|size| *size > 0);
        (packs.len(), copied)
    }

    #[test]
    fn equal_packs_are_copied_a_logarithmic_number_of_times() {
        let (packs, copied) = after_builds(std::iter::repeat_n(1000, 100_000), u64::MAX / 4);
        assert!(packs <= MANY + 1, "{packs}");
        assert!(copied < 100_000 * 1000 * 17, "{copied}");
    }

    #[test]
    fn uneven_packs_stay_few_and_cheap() {
        let mut seed = 1_u64;
        let mut random = move || {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            seed >> 33
        };
        let sizes: Vec<u64> = (0..20_000).map(|_| 300 << (random() % 20)).collect();
        let total: u64 = sizes.iter().sum();
        let (packs, copied) = after_builds(sizes.into_iter(), u64::MAX / 4);
        assert!(packs <= 40, "{packs}");
        assert!(copied < total * 20, "{copied} of {total}");
    }

    #[test]
    fn packs_stop_growing_at_the_bound() {
        let (packs, _) = after_builds(std::iter::repeat_n(1000, 100_000), 1_000_000);
        // A pack larger than half of the bound is never merged again.
        assert!(packs <= 200 + MANY, "{packs}");
    }

    #[test]
    fn sizes_that_each_exceed_the_sum_of_the_smaller_are_left() {
        assert_eq!(how_many(&[1, 2, 4, 8, 16, 32], 1 << 20), 0);
        assert_eq!(how_many(&[1, 1, 3, 8, 16, 64], 1 << 20), 2);
        assert_eq!(how_many(&[0; 17], 1 << 20), 10);
    }
}
