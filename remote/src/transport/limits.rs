//! The largest things that a remote cache may have. Whatever is larger counts as missing, and nothing larger is stored.

/// The largest value, in bytes.
pub(crate) const LARGEST_VALUE: u64 = rigmill_graph::MOST_VALUE_BYTES as u64;

/// The largest result of an action, in bytes: a value, and the names of its artifacts.
pub(crate) const LARGEST_RESULT: usize = 2 << 20;

/// The largest value that is stored in the result itself, in bytes.
pub(crate) const LARGEST_INLINE: usize = 64 << 10;

/// The largest blob, in bytes.
pub(crate) const LARGEST_BLOB: u64 = rigmill_pipeline::LARGEST_FILE;
