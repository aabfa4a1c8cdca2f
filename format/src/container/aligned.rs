//! [`AlignedBytes`]: a byte buffer in which sections are aligned, so that views need no copy.

use std::collections::TryReserveError;
use std::fmt;
use std::ops::{Deref, Range};
use std::sync::Arc;

use bytemuck::{Pod, Zeroable};

/// The unit of allocation. Its size is the alignment of sections in a file.
#[derive(Clone, Copy, Pod, Zeroable)]
#[repr(C, align(64))]
struct Block([u8; ALIGNMENT]);

const ALIGNMENT: usize = 64;

/// A byte buffer whose address is a multiple of 64. It either owns its bytes or shares a part of another owner's bytes.
#[derive(Clone)]
pub struct AlignedBytes(Kind);

#[derive(Clone)]
enum Kind {
    Own { blocks: Vec<Block>, len: usize },
    Shared { owner: Arc<dyn AsRef<[u8]> + Send + Sync>, range: Range<usize> },
}

impl AlignedBytes {
    /// Creates a buffer of `len` zeros. Fill it through [`as_mut_slice`](Self::as_mut_slice).
    #[must_use]
    pub fn with_len(len: usize) -> Self {
        Self(Kind::Own { blocks: vec![Block::zeroed(); len.div_ceil(ALIGNMENT)], len })
    }

    /// Like [`with_len`](Self::with_len), for lengths from untrusted input.
    ///
    /// # Errors
    /// There is not enough memory.
    pub fn try_with_len(len: usize) -> Result<Self, TryReserveError> {
        let count = len.div_ceil(ALIGNMENT);
        let mut blocks = Vec::new();
        blocks.try_reserve_exact(count)?;
        blocks.resize(count, Block::zeroed());
        Ok(Self(Kind::Own { blocks, len }))
    }

    /// Copies `bytes` to a new buffer.
    #[must_use]
    pub fn from_slice(bytes: &[u8]) -> Self {
        let mut aligned = Self::with_len(bytes.len());
        aligned.as_mut_slice().copy_from_slice(bytes);
        aligned
    }

    /// Shares a part of the bytes of `owner`, such as a file in memory, without a copy. The buffer keeps the owner alive. The
    /// owner must always return the same bytes. `None` if the owner does not have this part, or if the part's address is not a
    /// multiple of 64.
    #[must_use]
    pub fn shared(owner: Arc<dyn AsRef<[u8]> + Send + Sync>, range: Range<usize>) -> Option<Self> {
        let part = (*owner).as_ref().get(range.clone())?;
        part.as_ptr().addr().is_multiple_of(ALIGNMENT).then_some(())?;
        Some(Self(Kind::Shared { owner, range }))
    }

    /// The bytes.
    #[inline]
    #[must_use]
    pub fn as_slice(&self) -> &[u8] {
        match &self.0 {
            Kind::Own { blocks, len } => &bytemuck::cast_slice(blocks)[..*len],
            Kind::Shared { owner, range } => (**owner).as_ref().get(range.clone()).unwrap_or_default(),
        }
    }

    /// The bytes, for writing. Shared bytes are copied first.
    #[must_use]
    pub fn as_mut_slice(&mut self) -> &mut [u8] {
        if let Kind::Shared { .. } = self.0 {
            *self = Self::from_slice(self.as_slice());
        }
        match &mut self.0 {
            Kind::Own { blocks, len } => &mut bytemuck::cast_slice_mut(blocks)[..*len],
            Kind::Shared { .. } => &mut [],
        }
    }
}

impl Default for AlignedBytes {
    fn default() -> Self {
        Self(Kind::Own { blocks: Vec::new(), len: 0 })
    }
}

impl AsRef<[u8]> for AlignedBytes {
    #[inline]
    fn as_ref(&self) -> &[u8] {
        self.as_slice()
    }
}

impl Deref for AlignedBytes {
    type Target = [u8];

    #[inline]
    fn deref(&self) -> &[u8] {
        self.as_slice()
    }
}

impl fmt::Debug for AlignedBytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "AlignedBytes({} bytes)", self.len())
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::AlignedBytes;

    #[test]
    fn a_part_is_shared_until_it_is_written() {
        let owner = Arc::new(AlignedBytes::from_slice(&[7; 200]));
        let mut part = AlignedBytes::shared(owner.clone(), 64..150).unwrap();
        assert_eq!((part.as_ptr(), part.len()), (owner[64..].as_ptr(), 86));
        assert!(AlignedBytes::shared(owner.clone(), 1..150).is_none());
        assert!(AlignedBytes::shared(owner.clone(), 128..201).is_none());
        part.as_mut_slice()[0] = 8;
        assert_eq!((part[0], part[85], part.len(), owner[64]), (8, 7, 86, 7));
    }
}
