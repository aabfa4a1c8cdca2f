// Tests the block decoders with random blocks that Pillow decoded. blocks.py creates the file.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { decode, decoded, isKnown, isOfBytes } from "../blocks/decode.js";
import { readTexture } from "../format/texture.js";
import { fixture } from "./fixture.js";

const made = JSON.parse(readFileSync(new URL("blocks.json", import.meta.url)));
const bytesOf = (text) => Uint8Array.from(Buffer.from(text, "base64"));

/** The number of bytes per pixel in each of Pillow's modes. */
const CHANNELS = { L: 1, RGB: 3, RGBA: 4 };

for (const [format, { mode, width, blocks, pixels }] of Object.entries(made)) {
  test(`${format} is decoded as Pillow does`, () => {
    const [found, expected] = [decode(format, { width, height: 4, bytes: bytesOf(blocks) }), bytesOf(pixels)];
    // BC5 has two channels. Pillow's third channel is not compared.
    const channels = format === "BC5" ? 2 : CHANNELS[mode];
    // Between the ends of a block, Pillow rounds down instead of to nearest. For BC7, the results are integers.
    const most = format === "BC7" ? 0 : 1;
    for (let pixel = 0; pixel < 4 * width; pixel++) {
      for (let channel = 0; channel < channels; channel++) {
        const [is, was] = [found[4 * pixel + channel], expected[CHANNELS[mode] * pixel + channel]];
        assert.ok(Math.abs(is - was) <= most, `pixel ${pixel}, channel ${channel}: ${is}, not ${was}`);
      }
    }
  });
}

test("BC6H is decoded as the crate bcdec_rs does", () => {
  // Four blocks of each mode, and of a reserved mode, which is opaque black.
  const { blocks, halves } = JSON.parse(readFileSync(new URL("bc6h.json", import.meta.url)));
  const bytes = bytesOf(blocks);
  const expected = new Uint16Array(bytesOf(halves).buffer);
  for (let block = 0; block < bytes.length / 16; block++) {
    const found = decode("BC6H", { width: 4, height: 4, bytes: bytes.subarray(16 * block, 16 * block + 16) });
    const colours = found.filter((_, at) => at % 4 < 3);
    assert.deepEqual([...colours], [...expected.subarray(48 * block, 48 * block + 48)], `block ${block}`);
    assert.ok(found.every((number, at) => at % 4 < 3 || number === 0x3c00));
  }
});

test("a block of BC7 without a mode is transparent black", () => {
  assert.deepEqual([...decode("BC7", { width: 4, height: 4, bytes: new Uint8Array(16) })], Array(64).fill(0));
});

test("pixels beyond the edge of an image are left out", () => {
  const texture = readTexture(fixture("v1/texture"));
  const { format, levels } = decoded(texture);
  assert.deepEqual([format, levels.map(({ bytes }) => bytes.length)], ["RGBA8", [6 * 3 * 4, 3 * 4, 4]]);
  // The first block has two equal colours with bits 0000000100000001, and indices 1, 0, 0, 0 in each row.
  assert.deepEqual([...levels[0].bytes.subarray(0, 4)], [0, (8 << 2) | (8 >> 4), (1 << 3) | (1 >> 2), 255]);
  assert.deepEqual([isKnown("BC1"), isKnown("RGBA8"), isOfBytes("BC6H")], [true, false, false]);
});
