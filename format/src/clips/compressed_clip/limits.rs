//! [`DecodeLimits`]: how much a file may be expanded into.

/// How much a file may be expanded into when it is loaded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DecodeLimits {
    /// The most bytes that a coded clip may take while it is expanded: 4 for each of its numbers. By default 256 MiB, which is
    /// some half an hour of 200 bones at 30 frames a second.
    pub expanded: u64,
}

impl Default for DecodeLimits {
    fn default() -> Self {
        Self { expanded: 256 << 20 }
    }
}
