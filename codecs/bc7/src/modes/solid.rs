//! Blocks of a single colour, which mode 5 represents exactly.

use crate::modes::bits::Bits;

/// For each 8-bit value, the two 7-bit endpoints for which index 1 (a weight of 21/64) gives this value.
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

/// Returns the 8-bit value that a decoder computes from 7 bits.
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
    // All pixels have index 1. The first pixel's index has one bit. The indices of alpha do not matter, because both endpoints
    // are equal.
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
