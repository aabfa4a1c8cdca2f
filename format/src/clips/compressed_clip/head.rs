//! [`Head`]: the common data of a track's keys in one segment.

/// The maximum width of a component, in bits. Three components and the seven bits before them fill one 64-bit load.
pub(super) const MAX_WIDTH: u32 = 19;
/// The bits of a minimum in a head.
const MIN_BITS: u32 = 10;
const MIN_MASK: u32 = (1 << MIN_BITS) - 1;

/// The bytes of a head: four in the first list of a segment, and two in the second list.
pub const HEAD_BYTES: usize = 6;

/// Six bytes per segment and track. They are in two lists, so that the heads of several tracks can be loaded together.
///
/// | list   | bits   | value                                                             |
/// |--------|--------|-------------------------------------------------------------------|
/// | first  | 0..30  | the minimum x, y, z, 10 bits each, signed, shifted right          |
/// | first  | 30     | the highest bit of the base rotation                              |
/// | first  | 31     | 0                                                                 |
/// | second | 0..12  | codes of the widths, 4 bits each: 0 to 14; 15 means 19            |
/// | second | 12..16 | the other bits of the base rotation, which is 0 to 23             |
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Head {
    /// The entry in the first list.
    pub least: u32,
    /// The entry in the second list.
    pub widths: u16,
}

impl Head {
    /// Packs a head. The minima must already be shifted right.
    #[must_use]
    pub(super) fn new(minima: [i32; 3], widths: [u32; 3], base_rotation: u8) -> Self {
        let least = (0..3).fold(0, |bits, axis| {
            bits | (minima[axis].cast_unsigned() & MIN_MASK) << (MIN_BITS * u32::try_from(axis).unwrap_or_default())
        });
        let codes = widths.into_iter().rev().fold(0, |bits, width| bits << 4 | width.min(15));
        let [low, high, ..] = (codes | u32::from(base_rotation & 15) << 12).to_le_bytes();
        Self { least: least | u32::from(base_rotation >> 4 & 1) << 30, widths: u16::from_le_bytes([low, high]) }
    }

    /// The minimum of each component, shifted left by the `shifts` of the track.
    #[inline(always)]
    #[must_use]
    pub fn minima(self, shifts: [u32; 3]) -> [i32; 3] {
        let least = |up: u32, shift: u32| ((self.least << up).cast_signed() >> 22) << (shift & 15);
        [least(22, shifts[0]), least(12, shifts[1]), least(2, shifts[2])]
    }

    /// The width of each component in bits.
    #[inline(always)]
    #[must_use]
    pub fn widths(self) -> [u32; 3] {
        let width = |at: u32| {
            let code = u32::from(self.widths >> at & 15);
            if code == 15 { MAX_WIDTH } else { code }
        };
        [width(0), width(4), width(8)]
    }

    /// The number of the base rotation.
    #[inline(always)]
    #[must_use]
    pub fn base_rotation(self) -> u8 {
        (self.widths >> 12).to_le_bytes()[0] | (self.least >> 26).to_le_bytes()[0] & 16
    }
}

/// The smallest width that a head can store and that has enough bits for `largest`. `None` above 19 bits.
#[must_use]
pub(super) fn width_of(largest: u32) -> Option<u32> {
    match u32::BITS - largest.leading_zeros() {
        bits @ 0..=14 => Some(bits),
        15..=MAX_WIDTH => Some(MAX_WIDTH),
        _ => None,
    }
}

/// The smallest shift with which `min..=max` fits the minima of heads. `None` if no shift up to 15 is large enough.
#[must_use]
pub(super) fn shift_of(min: i32, max: i32) -> Option<u32> {
    let limit = 1_i32 << (MIN_BITS - 1);
    (0..=15).find(|shift| (min >> shift) >= -limit && (max >> shift) < limit)
}
