// Decodes block-compressed images to pixels.

import { decodeColours } from "./bc1.js";
import { decodeChannel } from "./bc4.js";
import { decodeBc6h } from "./bc6h.js";
import { decodeBc7 } from "./bc7.js";

/**
 * For each format: the number of bytes per block, the function that decodes it to 16 pixels of r, g, b, a (with the values that
 * a shader reads for missing channels), and the array type of the pixels if they are not bytes (half floats are stored as their
 * bits).
 */
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
  BC6H: [16, decodeBc6h, Uint16Array],
  BC7: [16, decodeBc7],
};

/** Whether `decode` supports a format. */
export const isKnown = (format) => format in FORMATS;

/** Whether the components of a format's pixels are bytes. */
export const isOfBytes = (format) => isKnown(format) && FORMATS[format].length === 2;

/** Returns the pixels of a level: r, g, b, a, row by row. @param {string} format one that `isKnown` */
export function decode(format, { width, height, bytes }) {
  const [size, block, Numbers = Uint8Array] = FORMATS[format];
  const pixels = new Numbers(4 * width * height);
  const out = new Numbers(64);
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

/** Returns the same texture, decoded. */
export function decoded(texture) {
  const levels = texture.levels.map((level) => ({ ...level, bytes: new Uint8Array(decode(texture.format, level).buffer) }));
  return { ...texture, format: isOfBytes(texture.format) ? "RGBA8" : "RGBA16F", levels };
}

function black(out) {
  for (let pixel = 0; pixel < 16; pixel++) {
    out.set([0, 0, 0, 255], 4 * pixel);
  }
}
