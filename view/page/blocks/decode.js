// Block-compressed images as pixels.

import { decodeColours } from "./bc1.js";
import { decodeChannel } from "./bc4.js";
import { decodeBc7 } from "./bc7.js";

/** Of each format the bytes of a block, and how it becomes 16 pixels of four bytes: what a shader reads where it has no channel. */
const FORMATS = {
  BC1: [8, (bytes, at, out) => decodeColours(bytes, at, out, true)],
  BC2: [16, (bytes, at, out) => {
    decodeColours(bytes, at + 8, out, false);
    for (let pixel = 0; pixel < 16; pixel++) {
      out[4 * pixel + 3] = 17 * ((bytes[at + (pixel >> 1)] >> (4 * (pixel & 1))) & 15);
    }
  }],
  BC3: [16, (bytes, at, out) => {
    decodeColours(bytes, at + 8, out, false);
    decodeChannel(bytes, at, out, 3);
  }],
  BC4: [8, (bytes, at, out) => {
    black(out);
    decodeChannel(bytes, at, out, 0);
  }],
  BC5: [16, (bytes, at, out) => {
    black(out);
    decodeChannel(bytes, at, out, 0);
    decodeChannel(bytes, at + 8, out, 1);
  }],
  BC7: [16, decodeBc7],
};

/** Whether `decode` knows a format. */
export const isKnown = (format) => format in FORMATS;

/** The pixels of a level, r, g, b, a, row by row. @param {string} format one that `isKnown` */
export function decode(format, { width, height, bytes }) {
  const [size, block] = FORMATS[format];
  const pixels = new Uint8Array(4 * width * height);
  const out = new Uint8Array(64);
  const across = Math.ceil(width / 4);
  for (let number = 0; number * size < bytes.length; number++) {
    block(bytes, number * size, out);
    const [left, top] = [4 * (number % across), 4 * Math.floor(number / across)];
    const wide = Math.min(4, width - left);
    for (let row = 0; row < Math.min(4, height - top); row++) {
      pixels.set(out.subarray(16 * row, 16 * row + 4 * wide), 4 * ((top + row) * width + left));
    }
  }
  return pixels;
}

/** The same texture without blocks. */
export function decoded(texture) {
  return { ...texture, format: "RGBA8", levels: texture.levels.map((level) => ({ ...level, bytes: decode(texture.format, level) })) };
}

function black(out) {
  for (let pixel = 0; pixel < 16; pixel++) {
    out.set([0, 0, 0, 255], 4 * pixel);
  }
}
