// Compares the hashes that a WebAssembly module computes with the recorded ones: node same_bits.mjs FILE.wasm

import assert from "node:assert";
import { readFile } from "node:fs/promises";

const { instance } = await WebAssembly.instantiate(await readFile(process.argv[2]));
const { hash, recorded_hash, compressed_hash, recorded_compressed_hash } = instance.exports;
assert.equal(hash(), recorded_hash());
assert.equal(compressed_hash(), recorded_compressed_hash());
