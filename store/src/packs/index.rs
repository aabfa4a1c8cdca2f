//! [`Index`]: the positions of the entries of a pack, sorted by slot, in blocks that are read and verified individually.
//!
//! ```text
//! block   up to 140 rows, and BLAKE3 of them; all blocks but the last are full
//! row     slot 16 (big-endian), kind 1, offset 8, length 4 (little-endian)
//! ```
//!
//! The index is sorted by slot. Slots begin with the first bytes of a digest, so they are evenly distributed, and the position
//! of a slot can be predicted to within about one block.

use std::borrow::Cow;
use std::fs::File;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};

use rigmill_disk::system::read_exact_at;

use super::error::PackError;
use crate::entry::EntryKind;

const ROW: usize = 29;
const ROWS: usize = 140;
const SUM: usize = 32;
const BLOCK: usize = ROWS * ROW + SUM;

/// The number of interpolation steps. After these, a binary search limits the time for unevenly distributed indices.
const GUESSES: usize = 4;

/// The position of an entry under one of its keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Row {
    pub(super) slot: u128,
    pub(super) offset: u64,
    pub(super) length: u32,
    pub(super) kind: EntryKind,
}

impl Row {
    /// Returns the offset and length of the entry, which are the same for all keys of the entry. An empty artifact has the same
    /// offset as the next entry, but not the same length.
    pub(super) fn place(&self) -> (u64, u32) {
        (self.offset, self.length)
    }
}

/// The number of bytes of index blocks that may still be kept in memory, shared by all packs.
pub(super) type Budget = Arc<AtomicUsize>;

/// The index of a pack.
#[derive(Debug)]
pub(super) struct Index {
    offset: u64,
    count: u64,
    /// The blocks that were read and verified, kept while the budget allows.
    blocks: Vec<OnceLock<Box<[u8]>>>,
    budget: Budget,
}

/// Returns the length in bytes of an index with `count` rows.
pub(super) fn encoded_length(count: u64) -> Option<u64> {
    let sums = count.div_ceil(ROWS as u64).checked_mul(SUM as u64)?;
    count.checked_mul(ROW as u64)?.checked_add(sums)
}

/// Encodes an index as a sequence of blocks. `rows` must be sorted by slot.
pub(super) fn encode(rows: &[Row]) -> impl Iterator<Item = Vec<u8>> {
    rows.chunks(ROWS).map(|rows| {
        let mut block = Vec::with_capacity(BLOCK);
        for row in rows {
            block.extend_from_slice(&row.slot.to_be_bytes());
            block.push(row.kind as u8);
            block.extend_from_slice(&row.offset.to_le_bytes());
            block.extend_from_slice(&row.length.to_le_bytes());
        }
        let sum = blake3::hash(&block);
        block.extend_from_slice(sum.as_bytes());
        block
    })
}

impl Index {
    /// Creates an index without reading it. The caller must have compared `count` with the length of the file, because this
    /// function allocates memory in proportion to `count`.
    pub(super) fn new(offset: u64, count: u64, budget: Budget) -> Self {
        let blocks = (0..count.div_ceil(ROWS as u64)).map(|_| OnceLock::new()).collect();
        Self { offset, count, blocks, budget }
    }

    /// Returns the offset of the index, which is also the end of the entries.
    pub(super) fn offset(&self) -> u64 {
        self.offset
    }

    /// Returns the rows with this slot.
    pub(super) fn find(&self, file: &File, slot: u128) -> Result<Vec<Row>, PackError> {
        let mut found = Vec::new();
        for number in self.first_block(file, slot)?..self.blocks.len() {
            let block = self.block(file, number)?;
            let rows = rows_of(&block);
            let begin = rows.partition_point(|row| slot_of(row) < slot);
            let same = rows[begin..].iter().take_while(|row| slot_of(row) == slot);
            for row in same {
                found.push(decode(row)?);
            }
            if rows.last().is_some_and(|row| slot_of(row) > slot) {
                break;
            }
        }
        Ok(found)
    }

    /// Returns all rows, sorted by slot.
    pub(super) fn rows(&self, file: &File) -> Result<Vec<Row>, PackError> {
        let mut all = Vec::new();
        for number in 0..self.blocks.len() {
            for row in rows_of(&self.read(file, number)?) {
                all.push(decode(row)?);
            }
        }
        Ok(all)
    }

    /// Returns the number of the first block whose last row has this slot or a higher one.
    fn first_block(&self, file: &File, slot: u128) -> Result<usize, PackError> {
        let mut range = Range { blocks: 0..self.blocks.len(), values: 0..u64::MAX };
        for step in 0.. {
            if range.blocks.is_empty() {
                break;
            }
            let number = if step < GUESSES { range.guess(value(slot)) } else { range.middle() };
            let block = self.block(file, number)?;
            let (Some(first), Some(last)) = (rows_of(&block).first(), rows_of(&block).last()) else { break };
            if slot_of(last) < slot {
                range.blocks.start = number + 1;
                range.values.start = value(slot_of(last));
            } else if slot_of(first) < slot {
                return Ok(number);
            } else {
                range.blocks.end = number;
                range.values.end = value(slot_of(first));
            }
        }
        Ok(range.blocks.start)
    }

    /// Returns a block, from memory if it was read before.
    fn block(&self, file: &File, number: usize) -> Result<Cow<'_, [u8]>, PackError> {
        if let Some(kept) = self.blocks[number].get() {
            return Ok(Cow::Borrowed(kept));
        }
        let bytes = self.read(file, number)?;
        let reserve = |left: usize| left.checked_sub(bytes.len());
        if self.budget.fetch_update(Ordering::Relaxed, Ordering::Relaxed, reserve).is_err() {
            return Ok(Cow::Owned(bytes));
        }
        Ok(Cow::Borrowed(self.blocks[number].get_or_init(|| bytes.into_boxed_slice())))
    }

    /// Reads and verifies the rows of a block.
    fn read(&self, file: &File, number: usize) -> Result<Vec<u8>, PackError> {
        let before = (number * ROWS) as u64;
        let rows = usize::try_from(self.count - before).map_or(ROWS, |rest| rest.min(ROWS));
        let mut bytes = vec![0; rows * ROW + SUM];
        read_exact_at(file, &mut bytes, self.offset + (number * BLOCK) as u64)?;
        let (rows, sum) = bytes.split_at(rows * ROW);
        if blake3::hash(rows).as_bytes() != sum {
            return Err(PackError::Damaged("the index of the pack is damaged".to_owned()));
        }
        bytes.truncate(bytes.len() - SUM);
        Ok(bytes)
    }
}

/// The blocks that can contain the first row of a slot, and the range of the values in them.
struct Range {
    blocks: std::ops::Range<usize>,
    values: std::ops::Range<u64>,
}

impl Range {
    fn guess(&self, value: u64) -> usize {
        let width = u128::from(self.values.end.saturating_sub(self.values.start)) + 1;
        let blocks = self.blocks.len() as u128;
        let ahead = u128::from(value.saturating_sub(self.values.start)) * blocks / width;
        let ahead = usize::try_from(ahead).unwrap_or(usize::MAX);
        self.blocks.start.saturating_add(ahead).min(self.blocks.end - 1)
    }

    fn middle(&self) -> usize {
        self.blocks.start + self.blocks.len() / 2
    }
}

/// Returns the first eight bytes of a slot as a number, for interpolation.
fn value(slot: u128) -> u64 {
    u64::try_from(slot >> 64).unwrap_or(u64::MAX)
}

fn rows_of(block: &[u8]) -> &[[u8; ROW]] {
    block.as_chunks().0
}

fn slot_of(row: &[u8; ROW]) -> u128 {
    row.first_chunk().map_or(0, |bytes| u128::from_be_bytes(*bytes))
}

fn decode(row: &[u8; ROW]) -> Result<Row, PackError> {
    let number =
        |range: std::ops::Range<usize>| row[range].iter().rev().fold(0_u64, |n, &byte| (n << 8) | u64::from(byte));
    match (EntryKind::from_byte(row[16]), u32::try_from(number(25..29))) {
        (Some(kind), Ok(length)) => Ok(Row { slot: slot_of(row), offset: number(17..25), length, kind }),
        _ => Err(PackError::Damaged("the index of the pack cannot be decoded".to_owned())),
    }
}
