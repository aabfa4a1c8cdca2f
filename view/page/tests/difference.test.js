// Tests the differences caused by block compression with values computed by hand.

import assert from "node:assert/strict";
import { test } from "node:test";

import { areComparable, differenceOf, noiseOf } from "../blocks/difference.js";

/** Creates a block of BC4 with the same value everywhere. */
const block = (value) => Uint8Array.of(value, 0, 0, 0, 0, 0, 0, 0);
const texture = { format: "BC4", srgb: false, width: 4, height: 4, levels: [{ width: 4, height: 4, bytes: block(100) }] };
const source = (red) => ({ format: "RGBA8", levels: [{ width: 4, height: 4, bytes: Uint8Array.from({ length: 64 }, (_, at) => (at % 4 === 0 ? red(at / 4) : 9)) }] });

test("a difference is that of the stored bytes, enlarged, in the channels that there are", () => {
  const { format, srgb, levels } = differenceOf(texture, source((pixel) => 100 + pixel), 16);
  assert.deepEqual([format, srgb], ["RGBA8", false]);
  // 15 pixels with differences of 1 to 15, and from the 16th on more than a byte can hold.
  assert.deepEqual([...levels[0].bytes].filter((_, at) => at % 4 === 0), Array.from({ length: 16 }, (_, pixel) => 16 * pixel));
  assert.ok(levels[0].bytes.every((byte, at) => at % 4 === 0 || byte === 0));
  assert.equal(differenceOf(texture, source(() => 120), 16).levels[0].bytes[0], 255);
});

test("the noise is by the mean square of the differences", () => {
  // Half of the pixels differ by 10, so the mean square is 50.
  const { colours, channels } = noiseOf(texture, source((pixel) => (pixel < 8 ? 110 : 100)), 0);
  assert.ok(Math.abs(colours - 10 * Math.log10(65025 / 50)) < 1e-9);
  assert.deepEqual(channels, [["r", colours]]);
  assert.equal(noiseOf(texture, source(() => 100), 0).colours, Infinity);
});

test("the noise of the colours leaves alpha out", () => {
  // All pixels are opaque black.
  const blocks = { format: "BC1", levels: [{ width: 4, height: 4, bytes: new Uint8Array(8) }] };
  const level = { width: 4, height: 4, bytes: Uint8Array.from({ length: 64 }, (_, at) => [3, 0, 0, 255][at % 4]) };
  const { colours, channels } = noiseOf(blocks, { format: "RGBA8", levels: [level] }, 0);
  const [red, all] = [9, 3].map((square) => 10 * Math.log10(65025 / square));
  assert.deepEqual(channels, [["r", red], ["g", Infinity], ["b", Infinity], ["a", Infinity]]);
  assert.ok(Math.abs(colours - all) < 1e-9);
});

test("textures of other sizes, and formats without a decoder, are not compared", () => {
  assert.ok(areComparable(texture, source(() => 0)));
  assert.ok(!areComparable({ ...texture, format: "BC6H" }, source(() => 0)));
  assert.ok(!areComparable(texture, { ...source(() => 0), format: "RGBA16F" }));
  assert.ok(!areComparable(texture, { format: "RGBA8", levels: [{ width: 8, height: 4 }] }));
});
