//! Blocks of a single colour, which mode 5 holds exactly.

use crate::modes::bits::Bits;

/// The endpoints of seven bits between which each value lies at the weight of index 1: 21 of 64.
const ENDS: [[u8; 2]; 256] = {
    let mut table = [[0; 2]; 256];
    let mut low = 0;
    while low < 128 {
        let mut high = 0;
        while high < 128 {
            let value = ((64 - 21) * whole(low) + 21 * whole(high) + 32) >> 6;
            table[value] = [low, high];
            high += 1;
        }
        low += 1;
    }
    table
};

/// What a decoder makes of seven bits.
const fn whole(stored: u8) -> usize {
    (stored << 1 | stored >> 6) as usize
}

pub(crate) fn solid(color: [u8; 4]) -> u128 {
    let mut bits = Bits::of_mode(5);
    bits.put(0, 2);
    for value in &color[..3] {
        for end in ENDS[usize::from(*value)] {
            bits.put(end, 7);
        }
    }
    bits.put(color[3], 8);
    bits.put(color[3], 8);
    // Index 1 for all pixels; that of the first has one bit. Those of alpha do not matter.
    bits.put(1, 1);
    for _ in 1..16 {
        bits.put(1, 2);
    }
    bits.put(0, 1);
    for _ in 1..16 {
        bits.put(0, 2);
    }
    bits.finish()
}
