//! Size limits for the contents of a remote cache. Larger contents count as missing, and are never stored.

/// The maximum size of a value, in bytes.
pub(crate) const LARGEST_VALUE: u64 = rigmill_store::MAX_VALUE_BYTES as u64;

/// The maximum size of an action result, in bytes. It contains a value and the names of its artifacts.
pub(crate) const LARGEST_RESULT: usize = 2 << 20;

/// The maximum size of a value that is stored in the result itself, in bytes.
pub(crate) const LARGEST_INLINE: usize = 64 << 10;

/// The maximum size of a blob, in bytes.
pub(crate) const LARGEST_BLOB: u64 = rigmill_pipeline::LARGEST_FILE;
