// Textures and cube maps: docs/format.md, "Texture" and "TextureCube".

import { Container, named } from "./container.js";

const TYPE = 10;
const CUBE = 17;
/** A size has 32 bits, and each level is half the size of the previous one. */
const MAX_LEVELS = 32;

/** The names of a cube map's faces, in order. */
export const FACES = ["+x", "-x", "+y", "-y", "+z", "-z"];

/** Formats by their number: bytes per pixel, or per block of 4 x 4 pixels. */
const FORMATS = [
  { name: "RGBA8", pixel: 4 },
  { name: "BC1", block: 8 },
  { name: "BC3", block: 16 },
  { name: "BC7", block: 16 },
  { name: "BC2", block: 16 },
  { name: "RGBA8S", pixel: 4 },
  { name: "RG8S", pixel: 2 },
  { name: "BC5", block: 16 },
  { name: "BC6H", block: 16 },
  { name: "RGBA16", pixel: 8 },
  { name: "RGBA16F", pixel: 8 },
  { name: "BC4", block: 8 },
];

/**
 * Reads a texture. Its levels are views of the buffer, from the largest to the smallest.
 * @param {ArrayBuffer} buffer a content file
 */
export function readTexture(buffer) {
  const file = new Container(buffer, TYPE, [1]);
  const header = file.records("TEXR");
  const [width, height, number, flags, count] = [0, 4, 8, 12, 16].map((at) => header.getUint32(at, true));
  const format = formatOf(number);
  return {
    width,
    height,
    format: format.name,
    srgb: (flags & 1) === 1,
    levels: levels(file.numbers("PIXL", Uint8Array), width, height, count, format),
  };
}

/**
 * Reads a cube map: `faces` in the order of `FACES`, each a list of levels from the largest to the smallest.
 * @param {ArrayBuffer} buffer a content file
 */
export function readTextureCube(buffer) {
  const file = new Container(buffer, CUBE, [1]);
  const header = file.records("TEXC");
  const [size, number, flags, count] = [0, 4, 8, 12].map((at) => header.getUint32(at, true));
  const format = formatOf(number);
  const bytes = file.numbers("PIXL", Uint8Array);
  const each = bytes.length / FACES.length;
  const faces = FACES.map((_, face) => levels(bytes.subarray(face * each, (face + 1) * each), size, size, count, format));
  return { size, format: format.name, srgb: (flags & 1) === 1, faces };
}

const formatOf = (number) => named(FORMATS, number, "texture format");

function levels(bytes, width, height, count, format) {
  if (count > MAX_LEVELS) {
    throw new Error(`${count} levels`);
  }
  let offset = 0;
  return Array.from({ length: count }, (_, level) => {
    const [w, h] = [width, height].map((size) => Math.max(1, size >>> level));
    const length = format.block ? Math.ceil(w / 4) * Math.ceil(h / 4) * format.block : w * h * format.pixel;
    const pixels = bytes.subarray(offset, (offset += length));
    if (pixels.length !== length) {
      throw new Error(`level ${level} has ${pixels.length} of ${length} bytes`);
    }
    return { width: w, height: h, bytes: pixels };
  });
}
