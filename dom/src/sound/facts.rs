//! [`Facts`]: the properties that a compressed file states.

use super::source::SoundEncoding;

/// The properties that a compressed file states.
pub(super) struct Facts {
    pub(super) encoding: SoundEncoding,
    pub(super) channels: u32,
    pub(super) sample_rate: u32,
    pub(super) frames: Option<u64>,
}
