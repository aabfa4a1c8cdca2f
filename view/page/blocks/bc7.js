// BC7: blocks with eight modes, according to the BPTC specification.

import { Bits } from "./bits.js";
import { isAnchor, subsetOf } from "./partitions.js";

/**
 * For each mode: the number of subsets; the numbers of bits of partition, rotation, index selection, colour and alpha; the
 * numbers of low bits per end and per subset; and the numbers of bits of both indices.
 */
const MODES = [
  [3, 4, 0, 0, 4, 0, 1, 0, 3, 0], [2, 6, 0, 0, 6, 0, 0, 1, 3, 0], [3, 6, 0, 0, 5, 0, 0, 0, 2, 0], [2, 6, 0, 0, 7, 0, 1, 0, 2, 0],
  [1, 0, 2, 1, 5, 6, 0, 0, 2, 3], [1, 0, 2, 0, 7, 8, 0, 0, 2, 2], [1, 0, 0, 0, 7, 7, 1, 0, 4, 0], [2, 6, 0, 0, 5, 5, 1, 0, 2, 0],
].map(([subsets, partition, rotation, selection, colour, alpha, ends, shared, index, second]) => ({ subsets, partition, rotation, selection, colour, alpha, ends, shared, index, second }));

/** By the number of bits of an index: the weight of the second end for each index, in 64ths. */
const WEIGHTS = {
  2: [0, 21, 43, 64],
  3: [0, 9, 18, 27, 37, 46, 55, 64],
  4: [0, 4, 9, 13, 17, 21, 26, 30, 34, 38, 43, 47, 51, 55, 60, 64],
};

/** Writes r, g, b, a of 16 pixels. A block with a reserved mode is transparent black. */
export function decodeBc7(bytes, at, out) {
  const number = bytes[at] === 0 ? 8 : Math.log2(bytes[at] & -bytes[at]);
  const mode = MODES[number];
  if (!mode) {
    out.fill(0);
    return;
  }
  const bits = new Bits(bytes, at);
  bits.take(number + 1);
  const [partition, rotation, selection] = [mode.partition, mode.rotation, mode.selection].map((count) => bits.take(count));
  const ends = endsOf(bits, mode);
  const first = indicesOf(bits, mode.index, mode.subsets, partition);
  const second = mode.second > 0 ? indicesOf(bits, mode.second, 1, 0) : first;
  const [colour, alpha] = selection === 1 ? [second, first] : [first, second];
  for (let pixel = 0; pixel < 16; pixel++) {
    const [a, b] = ends[subsetOf(mode.subsets, partition, pixel)];
    for (let channel = 0; channel < 4; channel++) {
      const weight = (channel === 3 ? alpha : colour)[pixel];
      out[4 * pixel + channel] = ((64 - weight) * a[channel] + weight * b[channel] + 32) >> 6;
    }
    if (rotation > 0) {
      const [one, other] = [4 * pixel + rotation - 1, 4 * pixel + 3];
      [out[one], out[other]] = [out[other], out[one]];
    }
  }
}

/** Returns both ends of each subset: r, g, b, a. */
function endsOf(bits, mode) {
  const count = 2 * mode.subsets;
  const channels = [mode.colour, mode.colour, mode.colour, mode.alpha].map((size) => Array.from({ length: count }, () => bits.take(size)));
  const low = Array.from({ length: mode.ends > 0 ? count : mode.shared > 0 ? mode.subsets : 0 }, () => bits.take(1));
  const value = (channel, end) => {
    const size = channel === 3 ? mode.alpha : mode.colour;
    if (size === 0) {
      return 255;
    }
    const lowest = mode.ends > 0 ? low[end] : low[end >> 1];
    return lowest === undefined ? widened(channels[channel][end], size) : widened((channels[channel][end] << 1) | lowest, size + 1);
  };
  const ends = Array.from({ length: count }, (_, end) => [0, 1, 2, 3].map((channel) => value(channel, end)));
  return Array.from({ length: mode.subsets }, (_, subset) => ends.slice(2 * subset, 2 * subset + 2));
}

/** Expands a number with 4 to 8 bits to a byte by repeating its highest bits. */
const widened = (number, size) => ((number << (8 - size)) | (number >> (2 * size - 8))) & 255;

/** Returns the weights of 16 pixels. */
function indicesOf(bits, size, subsets, partition) {
  return Array.from({ length: 16 }, (_, pixel) => WEIGHTS[size][bits.take(isAnchor(subsets, partition, pixel) ? size - 1 : size)]);
}
