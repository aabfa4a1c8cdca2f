//! [`DecodeLimits`]: limits for the size of decoded files.

/// Limits for the size of files that are decoded when they are loaded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DecodeLimits {
    /// The maximum number of bytes that a coded clip may take while it is decoded: 4 for each of its numbers. The default is
    /// 256 MiB, which is about half an hour of 200 bones at 30 frames per second.
    pub expanded: u64,
}

impl Default for DecodeLimits {
    fn default() -> Self {
        Self { expanded: 256 << 20 }
    }
}
