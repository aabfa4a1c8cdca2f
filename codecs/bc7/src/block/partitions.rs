//! Partitions: the ways to divide a block into subsets of pixels, each with its own endpoints.
//!
//! A mask has one bit per pixel, row by row, starting with the lowest bit. A subset's anchor is the pixel whose index must have
//! a highest bit of 0, which is not stored. The anchor of the first subset is always pixel 0.
//!
//! Source: Khronos Data Format Specification 1.3, section 20 (BPTC), tables of partitions and anchors.

use crate::block::lanes::Lanes;

/// The mask of the second subset, for partitions into two subsets.
pub(crate) const HALVES: [u16; 64] = [
    0xcccc, 0x8888, 0xeeee, 0xecc8, 0xc880, 0xfeec, 0xfec8, 0xec80, 0xc800, 0xffec, 0xfe80, 0xe800, 0xffe8, 0xff00,
    0xfff0, 0xf000, 0xf710, 0x008e, 0x7100, 0x08ce, 0x008c, 0x7310, 0x3100, 0x8cce, 0x088c, 0x3110, 0x6666, 0x366c,
    0x17e8, 0x0ff0, 0x718e, 0x399c, 0xaaaa, 0xf0f0, 0x5a5a, 0x33cc, 0x3c3c, 0x55aa, 0x9696, 0xa55a, 0x73ce, 0x13c8,
    0x324c, 0x3bdc, 0x6996, 0xc33c, 0x9966, 0x0660, 0x0272, 0x04e4, 0x4e40, 0x2720, 0xc936, 0x936c, 0x39c6, 0x639c,
    0x9336, 0x9cc6, 0x817e, 0xe718, 0xccf0, 0x0fcc, 0x7744, 0xee22,
];

/// The masks of the second and third subsets, for partitions into three subsets.
pub(crate) const THIRDS: [[u16; 2]; 64] = [
    [0x08cc, 0xf600],
    [0x8cc8, 0x7300],
    [0xcc80, 0x3310],
    [0xec00, 0x00ce],
    [0x3300, 0xcc00],
    [0x00cc, 0xcc00],
    [0xff00, 0x00cc],
    [0xcccc, 0x3300],
    [0x0f00, 0xf000],
    [0x0ff0, 0xf000],
    [0x00f0, 0xff00],
    [0x4444, 0x8888],
    [0x6666, 0x8888],
    [0x2222, 0xcccc],
    [0x136c, 0xec80],
    [0x008c, 0x7310],
    [0x36c8, 0xc800],
    [0x08ce, 0x3100],
    [0x3330, 0xccc0],
    [0xf000, 0x0ccc],
    [0x00ee, 0xee00],
    [0x8888, 0x7700],
    [0x22c0, 0xcc00],
    [0x4430, 0x3300],
    [0x0c22, 0x00cc],
    [0x0344, 0xfc88],
    [0x6996, 0x0660],
    [0x9960, 0x6600],
    [0x0330, 0xc88c],
    [0x0066, 0xf900],
    [0xc22c, 0x0cc0],
    [0x8c00, 0x7310],
    [0x1300, 0xec80],
    [0xc400, 0x08ce],
    [0x004c, 0xec80],
    [0x2222, 0x4444],
    [0x00f0, 0x0f00],
    [0x2492, 0x4924],
    [0x2942, 0x4294],
    [0xc30c, 0x0c30],
    [0xc03c, 0x03c0],
    [0x00aa, 0xff00],
    [0xaa00, 0x5500],
    [0x3030, 0xcccc],
    [0xc0c0, 0x0c0c],
    [0x9090, 0x6666],
    [0xa00a, 0x0ff0],
    [0xaaa0, 0x5550],
    [0x0aaa, 0xf000],
    [0xe0e0, 0x0e0e],
    [0x7070, 0x8888],
    [0x6660, 0x9990],
    [0x0ee0, 0xe00e],
    [0x0770, 0x8888],
    [0x0666, 0xf000],
    [0x6600, 0x9900],
    [0x0066, 0xff00],
    [0x0cc0, 0xc00c],
    [0x0330, 0xcccc],
    [0x6000, 0x9000],
    [0x8080, 0x0808],
    [0x1010, 0xeeee],
    [0x000a, 0xfff0],
    [0x08ce, 0x7310],
];

/// The anchor of the second subset, for partitions into two subsets.
const HALVES_ANCHORS: [u8; 64] = [
    15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 2, 8, 2, 2, 8, 8, 15, 2, 8, 2, 2, 8, 8, 2, 2,
    15, 15, 6, 8, 2, 8, 15, 15, 2, 8, 2, 2, 2, 15, 15, 6, 6, 2, 6, 8, 15, 15, 2, 2, 15, 15, 15, 15, 15, 2, 2, 15,
];

/// The anchors of the second and third subsets, for partitions into three subsets.
const THIRDS_ANCHORS: [[u8; 2]; 64] = [
    [3, 15],
    [3, 8],
    [15, 8],
    [15, 3],
    [8, 15],
    [3, 15],
    [15, 3],
    [15, 8],
    [8, 15],
    [8, 15],
    [6, 15],
    [6, 15],
    [6, 15],
    [5, 15],
    [3, 15],
    [3, 8],
    [3, 15],
    [3, 8],
    [8, 15],
    [15, 3],
    [3, 15],
    [3, 8],
    [6, 15],
    [10, 8],
    [5, 3],
    [8, 15],
    [8, 6],
    [6, 10],
    [8, 15],
    [5, 15],
    [15, 10],
    [15, 8],
    [8, 15],
    [15, 3],
    [3, 15],
    [5, 10],
    [6, 10],
    [10, 8],
    [8, 9],
    [15, 10],
    [15, 6],
    [3, 15],
    [15, 8],
    [5, 15],
    [15, 3],
    [15, 6],
    [15, 6],
    [15, 8],
    [3, 15],
    [15, 3],
    [5, 15],
    [5, 15],
    [5, 15],
    [8, 15],
    [5, 15],
    [10, 15],
    [5, 15],
    [10, 15],
    [8, 15],
    [13, 15],
    [15, 3],
    [12, 15],
    [3, 15],
    [3, 8],
];

/// Returns the masks of the `S` subsets of a partition.
#[inline(always)]
pub(crate) fn masks<const S: usize>(partition: usize) -> [u16; S] {
    let mut masks = [0xFFFF; S];
    let later: &[u16] = match S {
        1 => &[],
        2 => &[HALVES[partition]],
        _ => &THIRDS[partition],
    };
    for (number, mask) in later.iter().enumerate() {
        masks[number + 1] = *mask;
        masks[0] &= !mask;
    }
    masks
}

/// Returns the anchors of the `S` subsets of a partition.
#[inline(always)]
pub(crate) fn anchors<const S: usize>(partition: usize) -> [usize; S] {
    let mut anchors = [0; S];
    match S {
        1 => {}
        2 => anchors[1] = usize::from(HALVES_ANCHORS[partition]),
        _ => {
            for (anchor, stored) in anchors[1..].iter_mut().zip(THIRDS_ANCHORS[partition]) {
                *anchor = usize::from(stored);
            }
        }
    }
    anchors
}

/// Returns the number of pixels in a mask.
#[inline(always)]
pub(crate) fn count(mask: u16) -> f32 {
    const OF_BYTE: [f32; 256] = {
        let mut table = [0.0; 256];
        let mut byte = 0;
        while byte < 256 {
            table[byte] = byte.count_ones() as f32;
            byte += 1;
        }
        table
    };
    OF_BYTE[usize::from(mask & 0xFF)] + OF_BYTE[usize::from(mask >> 8)]
}

/// Returns 1 for each pixel in a mask, and 0 for all other pixels.
#[inline(always)]
pub(crate) fn lanes(mask: u16) -> Lanes {
    const BITS: [[f32; 8]; 256] = {
        let mut table = [[0.0; 8]; 256];
        let mut byte = 0;
        while byte < 256 {
            let mut bit = 0;
            while bit < 8 {
                table[byte][bit] = (byte >> bit & 1) as f32;
                bit += 1;
            }
            byte += 1;
        }
        table
    };
    let mut lanes = [0.0; 16];
    lanes[..8].copy_from_slice(&BITS[usize::from(mask & 0xFF)]);
    lanes[8..].copy_from_slice(&BITS[usize::from(mask >> 8)]);
    lanes
}
