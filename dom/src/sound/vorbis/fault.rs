//! Errors of Vorbis streams.

use super::bits::End;
use crate::sound::error::SoundError;

pub(super) const VORBIS: &str = "Vorbis";

pub(super) fn cut(_: End) -> SoundError {
    malformed("its tables end too early")
}

pub(super) fn malformed(message: impl ToString) -> SoundError {
    SoundError::malformed(VORBIS, message)
}
