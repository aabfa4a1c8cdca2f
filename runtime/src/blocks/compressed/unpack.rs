//! [`Unpack`]: unpacks the keys of eight tracks.

use super::group::{ROW_WINDOW, Tracks};
use super::spread::Spread;

/// The components x, y, z of eight tracks.
pub(super) type Parts = [[f32; 8]; 3];

/// The keys of eight tracks, at the two frames around a time.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(32))]
pub(super) struct Keys {
    /// The components at the earlier and at the later frame.
    pub(super) parts: [Parts; 2],
    /// The tracks that have a key relative to a base rotation; none if the tracks are not needed.
    pub(super) rebased: u8,
    /// Whether a wanted block has any of the tracks. If not, the other fields have no meaning.
    pub(super) needed: bool,
}

impl Keys {
    pub(super) const NONE: Self = Self { parts: [[[0.0; 8]; 3]; 2], rebased: 0, needed: true };
}

/// The bits that eight tracks take in a row, and the tracks whose keys are relative to a base rotation.
#[derive(Clone, Copy)]
pub(super) struct Taken {
    pub(super) bits: u32,
    pub(super) rebased: u8,
}

/// An implementation of unpacking keys. All implementations give the same numbers.
pub(super) trait Unpack: Spread {
    /// Unpacks the keys of eight tracks from the windows of `N` rows, in which they have the same positions.
    fn unpack<const N: usize>(
        self,
        tracks: &Tracks<'_>,
        windows: [&[u8; ROW_WINDOW]; N],
        keys: &mut [Parts; N],
    ) -> Taken;
}
