//! Bytes that own their alignment, so sections can be used where they lie.

use std::collections::TryReserveError;
use std::fmt;
use std::ops::Deref;

use bytemuck::{Pod, Zeroable};

/// The unit of allocation: as wide as the alignment of sections in a file.
#[derive(Clone, Copy, Pod, Zeroable)]
#[repr(C, align(64))]
struct Block([u8; 64]);

/// A byte buffer whose first byte lies at a multiple of 64.
#[derive(Clone, Default)]
pub struct AlignedBytes {
    blocks: Vec<Block>,
    len: usize,
}

impl AlignedBytes {
    /// A buffer of `len` zeros, to be filled through [`as_mut_slice`](Self::as_mut_slice).
    #[must_use]
    pub fn with_len(len: usize) -> Self {
        Self { blocks: vec![Block::zeroed(); len.div_ceil(size_of::<Block>())], len }
    }

    /// As [`with_len`](Self::with_len), for a length that someone else states.
    ///
    /// # Errors
    /// There is not so much memory.
    pub fn try_with_len(len: usize) -> Result<Self, TryReserveError> {
        let count = len.div_ceil(size_of::<Block>());
        let mut blocks = Vec::new();
        blocks.try_reserve_exact(count)?;
        blocks.resize(count, Block::zeroed());
        Ok(Self { blocks, len })
    }

    /// A copy of `bytes`.
    #[must_use]
    pub fn from_slice(bytes: &[u8]) -> Self {
        let mut aligned = Self::with_len(bytes.len());
        aligned.as_mut_slice().copy_from_slice(bytes);
        aligned
    }

    /// The bytes.
    #[must_use]
    pub fn as_slice(&self) -> &[u8] {
        &bytemuck::cast_slice(&self.blocks)[..self.len]
    }

    /// The bytes, to be written.
    #[must_use]
    pub fn as_mut_slice(&mut self) -> &mut [u8] {
        &mut bytemuck::cast_slice_mut(&mut self.blocks)[..self.len]
    }
}

impl Deref for AlignedBytes {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        self.as_slice()
    }
}

impl fmt::Debug for AlignedBytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "AlignedBytes({} bytes)", self.len)
    }
}
