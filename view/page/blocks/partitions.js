// How BC6H and BC7 divide a block into subsets: the tables of the BPTC specification, as hexadecimal numbers.

const TWO = `
  cccc 8888 eeee ecc8 c880 feec fec8 ec80 c800 ffec fe80 e800 ffe8 ff00 fff0 f000
  f710 008e 7100 08ce 008c 7310 3100 8cce 088c 3110 6666 366c 17e8 0ff0 718e 399c
  aaaa f0f0 5a5a 33cc 3c3c 55aa 9696 a55a 73ce 13c8 324c 3bdc 6996 c33c 9966 0660
  0272 04e4 4e40 2720 c936 936c 39c6 639c 9336 9cc6 817e e718 ccf0 0fcc 7744 ee22`;

const THREE = `
  aa685050 6a5a5040 5a5a4200 5450a0a8 a5a50000 a0a05050 5555a0a0 5a5a5050
  aa550000 aa555500 aaaa5500 90909090 94949494 a4a4a4a4 a9a59450 2a0a4250
  a5945040 0a425054 a5a5a500 55a0a0a0 a8a85454 6a6a4040 a4a45000 1a1a0500
  0050a4a4 aaa59090 14696914 69691400 a08585a0 aa821414 50a4a450 6a5a0200
  a9a58000 5090a0a8 a8a09050 24242424 00aa5500 24924924 24499224 50a50a50
  500aa550 aaaa4444 66660000 a5a0a5a0 50a050a0 69286928 44aaaa44 66666600
  aa444444 54a854a8 95809580 96969600 a85454a8 80959580 aa141414 96960000
  aaaa1414 a05050a0 a0a5a5a0 96000000 40804080 a9a8a9a8 aaaaaa44 2a4a5254`;

/**
 * The pixels whose index has one bit less (anchors): for the second subset of two, and for the second and the third subset of
 * three. The anchor of the first subset is pixel 0.
 */
const ANCHOR = "fffffffffffffffff282288f28228822ff6828ff28222ff66268ff22fffff22f";
const ANCHORS = ["33ff83ff88666533338f336a588685ff8f356a8ff3f5ffff3f55585a5a8dfc33", "f883ff38fffffff8f8f3f8f83f6affa8f3faa89a6f8f3668f3ffffffffff3ff8"];

const numbers = (table) => table.trim().split(/\s+/).map((digits) => parseInt(digits, 16));
const [two, three] = [TWO, THREE].map(numbers);
const [anchor, ...anchors] = [ANCHOR, ...ANCHORS].map((digits) => [...digits].map((digit) => parseInt(digit, 16)));

/** Returns the subset of a pixel (0 to 15), for a block with `subsets` subsets (1 to 3). */
export function subsetOf(subsets, partition, pixel) {
  return subsets === 1 ? 0 : subsets === 2 ? (two[partition] >>> pixel) & 1 : (three[partition] >>> (2 * pixel)) & 3;
}

/** Whether a pixel is an anchor, whose index has one bit less. */
export function isAnchor(subsets, partition, pixel) {
  const others = [[], [anchor], anchors][subsets - 1];
  return pixel === 0 || others.some((table) => table[partition] === pixel);
}
