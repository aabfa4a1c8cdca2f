//! [`Index`]: the position of each entry of a pack, sorted by key, in blocks that are read and verified individually.
//!
//! ```text
//! block   up to 92 rows, and BLAKE3 of them; all blocks but the last are full
//! row     key 32, offset 8, length 4; numbers little-endian
//! ```
//!
//! Keys are digests and so evenly distributed: a key's value predicts its block, give or take one.

use std::sync::atomic::{AtomicU64, Ordering};

use rigmill_pipeline::Digest;

use super::error::PackError;
use crate::disk::PositionedFile;
const ROW: usize = 44;
const ROWS: usize = 92;
const SUM: usize = 32;
const BLOCK: usize = ROWS * ROW + SUM;

/// The number of guesses by value, before binary search bounds the time for uneven indices.
const GUESSES: usize = 4;

/// The position of an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Row {
    pub(super) key: Digest,
    pub(super) offset: u64,
    pub(super) length: u32,
}

/// The index of a pack.
#[derive(Debug)]
pub(super) struct Index {
    offset: u64,
    count: u64,
    /// A bit for each block that was verified. Entries are verified on every read.
    checked: Vec<AtomicU64>,
}

/// The length in bytes of an index of `count` rows.
pub(super) fn encoded_length(count: u64) -> Option<u64> {
    let sums = count.div_ceil(ROWS as u64).checked_mul(SUM as u64)?;
    count.checked_mul(ROW as u64)?.checked_add(sums)
}

/// The bytes of an index. `rows` are sorted by key.
pub(super) fn encode(rows: &[Row]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(rows.len() * ROW + rows.len().div_ceil(ROWS) * SUM);
    for block in rows.chunks(ROWS) {
        let begin = bytes.len();
        for row in block {
            bytes.extend_from_slice(row.key.as_bytes());
            bytes.extend_from_slice(&row.offset.to_le_bytes());
            bytes.extend_from_slice(&row.length.to_le_bytes());
        }
        let sum = blake3::hash(&bytes[begin..]);
        bytes.extend_from_slice(sum.as_bytes());
    }
    bytes
}

impl Index {
    /// An index that is not read yet.
    pub(super) fn new(offset: u64, count: u64) -> Self {
        let words = count.div_ceil(ROWS as u64).div_ceil(64);
        Self { offset, count, checked: (0..words).map(|_| AtomicU64::new(0)).collect() }
    }

    /// Where it begins, which is where the entries end.
    pub(super) fn offset(&self) -> u64 {
        self.offset
    }

    /// The row of a key.
    pub(super) fn find(&self, file: &PositionedFile, key: Digest) -> Result<Option<Row>, PackError> {
        let mut range = Range { blocks: 0..self.blocks(), values: 0..u64::MAX };
        for step in 0.. {
            if range.blocks.is_empty() {
                break;
            }
            let block = if step < GUESSES { range.guess(value(key)) } else { range.middle() };
            let rows = self.read(file, block)?;
            let (Some(first), Some(last)) = (rows.first(), rows.last()) else { break };
            if key < first.key {
                range.blocks.end = block;
                range.values.end = value(first.key);
            } else if key > last.key {
                range.blocks.start = block + 1;
                range.values.start = value(last.key);
            } else {
                return Ok(rows.binary_search_by_key(&key, |row| row.key).ok().map(|at| rows[at]));
            }
        }
        Ok(None)
    }

    /// All rows, sorted by key.
    pub(super) fn rows(&self, file: &PositionedFile) -> Result<Vec<Row>, PackError> {
        let mut all = Vec::new();
        for block in 0..self.blocks() {
            all.append(&mut self.read(file, block)?);
        }
        Ok(all)
    }

    fn blocks(&self) -> u64 {
        self.count.div_ceil(ROWS as u64)
    }

    fn read(&self, file: &PositionedFile, block: u64) -> Result<Vec<Row>, PackError> {
        let before = block * ROWS as u64;
        let rows = usize::try_from(self.count - before).map_or(ROWS, |rest| rest.min(ROWS));
        let mut buffer = [0; BLOCK];
        let bytes = &mut buffer[..rows * ROW + SUM];
        file.read_exact_at(bytes, self.offset + block * BLOCK as u64)?;
        let (rows, sum) = bytes.split_at(rows * ROW);
        if !self.is_checked(block) {
            if blake3::hash(rows).as_bytes() != sum {
                return Err(PackError::Damaged("its index was changed".to_owned()));
            }
            self.note_checked(block);
        }
        Ok(rows.chunks_exact(ROW).filter_map(decode).collect())
    }

    fn is_checked(&self, block: u64) -> bool {
        self.word(block).is_some_and(|word| word.load(Ordering::Relaxed) >> (block % 64) & 1 == 1)
    }

    fn note_checked(&self, block: u64) {
        if let Some(word) = self.word(block) {
            word.fetch_or(1 << (block % 64), Ordering::Relaxed);
        }
    }

    fn word(&self, block: u64) -> Option<&AtomicU64> {
        self.checked.get(usize::try_from(block / 64).ok()?)
    }
}

/// The blocks that can contain a key, and the range of their keys' values.
struct Range {
    blocks: std::ops::Range<u64>,
    values: std::ops::Range<u64>,
}

impl Range {
    fn guess(&self, value: u64) -> u64 {
        let width = u128::from(self.values.end.saturating_sub(self.values.start)) + 1;
        let blocks = u128::from(self.blocks.end - self.blocks.start);
        let ahead = u128::from(value.saturating_sub(self.values.start)) * blocks / width;
        let ahead = u64::try_from(ahead).unwrap_or(u64::MAX);
        self.blocks.start.saturating_add(ahead).min(self.blocks.end - 1)
    }

    fn middle(&self) -> u64 {
        self.blocks.start + (self.blocks.end - self.blocks.start) / 2
    }
}

/// The first bytes of a key as a number, for interpolation.
fn value(key: Digest) -> u64 {
    key.as_bytes().iter().take(8).fold(0, |n, &byte| (n << 8) | u64::from(byte))
}

fn decode(row: &[u8]) -> Option<Row> {
    let (key, rest) = row.split_first_chunk::<32>()?;
    let (offset, rest) = rest.split_first_chunk()?;
    let length = u32::from_le_bytes(*rest.first_chunk()?);
    Some(Row { key: Digest::from_bytes(*key), offset: u64::from_le_bytes(*offset), length })
}
