//! [`Record`]: the data that all keys of a track share.

use super::step::STEP_SPREAD;

/// The bytes of a record.
pub const RECORD_BYTES: usize = 4;

/// Four bytes per track.
///
/// | bits   | value                                                                |
/// |--------|----------------------------------------------------------------------|
/// | 0..18  | codes of the steps of x, y, z, 6 bits each, minus the clip's base    |
/// | 18..30 | shifts of the minima in its heads, 4 bits each                       |
/// | 30..32 | 0                                                                    |
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Record(pub u32);

impl Record {
    /// Packs a record. `None` if a code is too far from `base`.
    pub(super) fn new(steps: [u8; 3], base: u8, shifts: [u32; 3]) -> Option<Self> {
        let mut bits = 0;
        for axis in (0..3).rev() {
            let code = steps[axis].checked_sub(base).filter(|code| *code <= STEP_SPREAD)?;
            bits |= u32::from(code) << (6 * axis) | (shifts[axis] & 15) << (18 + 4 * axis);
        }
        Some(Self(bits))
    }

    /// The codes of the steps. `None` if the record is not valid.
    pub(super) fn steps(self, base: u8) -> Option<[u8; 3]> {
        let code = |at: u32| base.checked_add((self.0 >> at).to_le_bytes()[0] & STEP_SPREAD);
        if self.0 >> 30 == 0 { Some([code(0)?, code(6)?, code(12)?]) } else { None }
    }

    /// The shifts of the minima.
    #[inline(always)]
    #[must_use]
    pub fn shifts(self) -> [u32; 3] {
        [self.0 >> 18 & 15, self.0 >> 22 & 15, self.0 >> 26 & 15]
    }
}
