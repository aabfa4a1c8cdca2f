// Tests XXH3 with values from xxHash's own library. xxh3.py creates xxh3.json.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { xxh3 } from "../format/xxh3.js";

const data = Uint8Array.from({ length: 70_001 }, (_, i) => i * i * 7 + i * 13 + (i >> 8) * 31 + 5);
const expected = JSON.parse(readFileSync(new URL("xxh3.json", import.meta.url)));

test("checksums of every length and of several seeds are those of xxHash", () => {
  for (const [seed, sums] of Object.entries(expected)) {
    for (const [length, sum] of sums) {
      assert.equal(xxh3(data.subarray(0, length), BigInt(seed)), BigInt(sum), `${length} bytes, seed ${seed}`);
    }
  }
});

test("bytes may begin anywhere in their buffer", () => {
  const [whole, odd] = [data.slice(3, 3003), data.subarray(3, 3003)];
  assert.equal(xxh3(odd), xxh3(whole));
});
