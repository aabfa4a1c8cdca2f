//! [`DecodeLimits`]: how large a file may become when it is expanded.

/// How large a file may become when it is loaded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DecodeLimits {
    /// The most bytes that a coded clip may take while it is expanded: 4 for each of its numbers. By default 256 MiB:
    /// about half an hour of 200 bones at 30 frames per second.
    pub expanded: u64,
}

impl Default for DecodeLimits {
    fn default() -> Self {
        Self { expanded: 256 << 20 }
    }
}
