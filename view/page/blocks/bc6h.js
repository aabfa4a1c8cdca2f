// BC6H: blocks of unsigned half floats, with fourteen modes, according to the BPTC specification.

import { Bits } from "./bits.js";
import { isAnchor, subsetOf } from "./partitions.js";

/**
 * For each mode: its number in the first bits, the number of bits of the first end, the numbers of bits of the other ends'
 * differences for r, g and b, and the fields in order. A field is a channel, an end (w, x, y or z) and the bits of it that
 * follow, beginning with the first.
 */
const MODES = new Map([
  [0b00, 10, [5, 5, 5], "gy4 by4 bz4 rw0-9 gw0-9 bw0-9 rx0-4 gz4 gy0-3 gx0-4 bz0 gz0-3 bx0-4 bz1 by0-3 ry0-4 bz2 rz0-4 bz3"],
  [0b01, 7, [6, 6, 6], "gy5 gz4 gz5 rw0-6 bz0 bz1 by4 gw0-6 by5 bz2 gy4 bw0-6 bz3 bz5 bz4 rx0-5 gy0-3 gx0-5 gz0-3 bx0-5 by0-3 ry0-5 rz0-5"],
  [0b00010, 11, [5, 4, 4], "rw0-9 gw0-9 bw0-9 rx0-4 rw10 gy0-3 gx0-3 gw10 bz0 gz0-3 bx0-3 bw10 bz1 by0-3 ry0-4 bz2 rz0-4 bz3"],
  [0b00110, 11, [4, 5, 4], "rw0-9 gw0-9 bw0-9 rx0-3 rw10 gz4 gy0-3 gx0-4 gw10 gz0-3 bx0-3 bw10 bz1 by0-3 ry0-3 bz0 bz2 rz0-3 gy4 bz3"],
  [0b01010, 11, [4, 4, 5], "rw0-9 gw0-9 bw0-9 rx0-3 rw10 by4 gy0-3 gx0-3 gw10 bz0 gz0-3 bx0-4 bw10 by0-3 ry0-3 bz1 bz2 rz0-3 bz4 bz3"],
  [0b01110, 9, [5, 5, 5], "rw0-8 by4 gw0-8 gy4 bw0-8 bz4 rx0-4 gz4 gy0-3 gx0-4 bz0 gz0-3 bx0-4 bz1 by0-3 ry0-4 bz2 rz0-4 bz3"],
  [0b10010, 8, [6, 5, 5], "rw0-7 gz4 by4 gw0-7 bz2 gy4 bw0-7 bz3 bz4 rx0-5 gy0-3 gx0-4 bz0 gz0-3 bx0-4 bz1 by0-3 ry0-5 rz0-5"],
  [0b10110, 8, [5, 6, 5], "rw0-7 bz0 by4 gw0-7 gy5 gy4 bw0-7 gz5 bz4 rx0-4 gz4 gy0-3 gx0-5 gz0-3 bx0-4 bz1 by0-3 ry0-4 bz2 rz0-4 bz3"],
  [0b11010, 8, [5, 5, 6], "rw0-7 bz1 by4 gw0-7 by5 gy4 bw0-7 bz5 bz4 rx0-4 gz4 gy0-3 gx0-4 bz0 gz0-3 bx0-5 by0-3 ry0-4 bz2 rz0-4 bz3"],
  [0b11110, 6, [6, 6, 6], "rw0-5 gz4 bz0 bz1 by4 gw0-5 gy5 by5 bz2 gy4 bw0-5 gz5 bz3 bz5 bz4 rx0-5 gy0-3 gx0-5 gz0-3 bx0-5 by0-3 ry0-5 rz0-5"],
  [0b00011, 10, [10, 10, 10], "rw0-9 gw0-9 bw0-9 rx0-9 gx0-9 bx0-9"],
  [0b00111, 11, [9, 9, 9], "rw0-9 gw0-9 bw0-9 rx0-8 rw10 gx0-8 gw10 bx0-8 bw10"],
  [0b01011, 12, [8, 8, 8], "rw0-9 gw0-9 bw0-9 rx0-7 rw11-10 gx0-7 gw11-10 bx0-7 bw11-10"],
  [0b01111, 16, [4, 4, 4], "rw0-9 gw0-9 bw0-9 rx0-3 rw15-10 gx0-3 gw15-10 bx0-3 bw15-10"],
].map(([number, size, others, fields]) => [number, { size, others, fields: fields.split(" ").map(fieldOf) }]));

/** By the number of subsets minus one: the weight of the second end for each index, in 64ths. */
const WEIGHTS = [[0, 4, 9, 13, 17, 21, 26, 30, 34, 38, 43, 47, 51, 55, 60, 64], [0, 9, 18, 27, 37, 46, 55, 64]];

/** The last bits of the numbers of modes with one subset. */
const SINGLE = 0b11;

/** The modes whose ends are stored directly rather than as differences from the first end. */
const DIRECT = [0b11110, 0b00011];

/** 1 as a half float. */
const ONE = 0x3c00;

/** Writes r, g, b, a of 16 pixels as half floats. A block with a reserved mode is opaque black. */
export function decodeBc6h(bytes, at, out) {
  const bits = new Bits(bytes, at);
  const low = bits.take(2);
  const number = low < 2 ? low : low | (bits.take(3) << 2);
  const mode = MODES.get(number);
  for (let pixel = 0; pixel < 16; pixel++) {
    out.set([0, 0, 0, ONE], 4 * pixel);
  }
  if (!mode) {
    return;
  }
  const subsets = (number & 0b11) === SINGLE ? 1 : 2;
  const ends = endsOf(bits, mode, number, 2 * subsets);
  const partition = subsets === 2 ? bits.take(5) : 0;
  const weights = WEIGHTS[subsets - 1];
  for (let pixel = 0; pixel < 16; pixel++) {
    const size = subsets === 2 ? 3 : 4;
    const weight = weights[bits.take(isAnchor(subsets, partition, pixel) ? size - 1 : size)];
    const first = 2 * subsetOf(subsets, partition, pixel);
    for (let channel = 0; channel < 3; channel++) {
      const [a, b] = [ends[channel][first], ends[channel][first + 1]];
      const mixed = (a * (64 - weight) + b * weight + 32) >> 6;
      out[4 * pixel + channel] = (mixed * 31) >> 6;
    }
  }
}

/** Returns the ends of each channel, from 0 to 65,535. */
function endsOf(bits, { size, others, fields }, number, count) {
  const ends = [[0, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0]];
  for (const { channel, end, places } of fields) {
    for (const place of places) {
      ends[channel][end] |= bits.take(1) << place;
    }
  }
  return ends.map(([base, ...rest], channel) => {
    const own = (added) => (DIRECT.includes(number) ? added : (base + signed(added, others[channel])) & ((1 << size) - 1));
    return [base, ...rest.map(own)].slice(0, count).map((value) => widened(value, size));
  });
}

/** Interprets a number with `size` bits as signed. */
const signed = (number, size) => (number << (32 - size)) >> (32 - size);

/** Expands a number with `size` bits to 16 bits. */
function widened(number, size) {
  const most = (1 << size) - 1;
  return size >= 15 || number === 0 ? number : number === most ? 0xffff : ((number << 16) + 0x8000) >>> size;
}

/** Parses a field: `by0-3` is blue, end y, bits 0 to 3; `rw15-10` runs from the highest bit to the lowest. */
function fieldOf(text) {
  const [first, last = first] = text.slice(2).split("-").map(Number);
  const step = first <= last ? 1 : -1;
  const places = Array.from({ length: Math.abs(last - first) + 1 }, (_, index) => first + step * index);
  return { channel: "rgb".indexOf(text[0]), end: "wxyz".indexOf(text[1]), places };
}
