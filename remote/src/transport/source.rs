//! [`Source`]: the bytes of a blob to write.

use std::path::PathBuf;

use bytes::Bytes;

/// The bytes of a blob to write.
#[derive(Clone, Debug)]
pub(crate) enum Source {
    Bytes(Bytes),
    File(PathBuf),
}
