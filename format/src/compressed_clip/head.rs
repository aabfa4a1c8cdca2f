//! What the keys of a lane in one segment have in common.

/// The widest component, in bits; three of them and the seven bits before them fill one 64-bit load.
pub(super) const MAX_WIDTH: u32 = 19;
/// Bits of a minimum in a head.
const MIN_BITS: u32 = 10;
const MIN_MASK: u64 = (1 << MIN_BITS) - 1;

/// Bytes of a head.
pub const HEAD_BYTES: usize = 6;

/// Six bytes before the rows of a segment, for each animated lane.
///
/// | bits   | value                                                             |
/// |--------|-------------------------------------------------------------------|
/// | 0..30  | the least values of x, y, z, 10 bits each, signed, shifted right  |
/// | 30..42 | codes of their widths, 4 bits each: 0 to 14; 15 means 19          |
/// | 42..47 | the turn that rotations are relative to, 0 to 23                  |
/// | 47     | 0                                                                 |
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Head(pub u64);

impl Head {
    /// Packs a head. Minima are already shifted right.
    #[must_use]
    pub fn new(minima: [i32; 3], widths: [u32; 3], turn: u8) -> Self {
        let mut bits = u64::from(turn) << 42;
        for axis in 0..3_usize {
            bits |= (u64::from(minima[axis].cast_unsigned()) & MIN_MASK) << (10 * axis);
            bits |= u64::from(widths[axis].min(15)) << (30 + 4 * axis);
        }
        Self(bits)
    }

    /// The least value of each component.
    #[inline(always)]
    #[must_use]
    pub fn minima(self, shifts: u16) -> [i32; 3] {
        #[expect(clippy::cast_possible_truncation, reason = "30 bits")]
        let bits = (self.0 as u32) << 2;
        let least = |up: u32, shift: u16| (((bits << up).cast_signed()) >> 22) << (shift & 15);
        [least(20, shifts), least(10, shifts >> 5), least(0, shifts >> 10)]
    }

    /// Bits of each component.
    #[inline(always)]
    #[must_use]
    pub fn widths(self) -> [u32; 3] {
        [30, 34, 38].map(|at| {
            let code = ((self.0 >> at) & 15) as u32;
            // 15 stands for 19.
            code + (((code + 1) >> 4) << 2)
        })
    }

    /// The number of the turn.
    #[inline(always)]
    #[must_use]
    pub fn turn(self) -> u8 {
        (self.0 >> 42).to_le_bytes()[0] & 31
    }
}

/// The narrowest width that a head can tell and that holds `largest`; none above 19 bits.
#[must_use]
pub(super) fn width_of(largest: u32) -> Option<u32> {
    match u32::BITS - largest.leading_zeros() {
        bits @ 0..=14 => Some(bits),
        15..=MAX_WIDTH => Some(MAX_WIDTH),
        _ => None,
    }
}

/// The smallest shift with which `min..=max` fits the minima of heads; none when no shift of at most 15 does.
#[must_use]
pub(super) fn shift_of(min: i32, max: i32) -> Option<u16> {
    let limit = 1_i32 << (MIN_BITS - 1);
    (0..=15_u16).find(|shift| (min >> shift) >= -limit && (max >> shift) < limit)
}
