//! [`Facts`]: what a compressed file says about itself.

use super::source::SoundEncoding;

/// What a compressed file says about itself.
pub(super) struct Facts {
    pub(super) encoding: SoundEncoding,
    pub(super) channels: u32,
    pub(super) sample_rate: u32,
    pub(super) frames: Option<u64>,
}
