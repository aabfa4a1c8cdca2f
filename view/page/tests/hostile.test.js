// Tests readers with damaged files: each returns content or throws an Error, with work and memory proportional to the file's
// size.

import assert from "node:assert/strict";
import { test } from "node:test";

import { read } from "../format/index.js";
import { Container } from "../format/container.js";
import { allFixtures, fixture } from "./fixture.js";
import { mutated, randomNumbers } from "./random.js";

/**
 * Returns the memory of a result in addition to the file: its values, and the elements of arrays that are not views of the
 * file.
 */
function weigh(value, file) {
  if (ArrayBuffer.isView(value)) {
    return value.buffer === file ? 1 : 1 + value.length;
  }
  if (value instanceof Map) {
    return [...value].reduce((sum, pair) => sum + weigh(pair, file), 1);
  }
  if (value === null || typeof value !== "object") {
    return 1 + (typeof value === "string" ? value.length : 0);
  }
  return Object.values(value).reduce((sum, child) => sum + weigh(child, file), 1);
}

function readOrRefuse(bytes, name) {
  try {
    const { value } = read(bytes);
    assert.ok(weigh(value, bytes.buffer) < 4 * bytes.length + 100, `${name}: ${weigh(value, bytes.buffer)} of ${bytes.length} bytes`);
    return true;
  } catch (error) {
    assert.ok(error instanceof Error && !(error instanceof assert.AssertionError), error);
    return false;
  }
}

// Only the runtime decodes the keys of a coded clip.
const readable = allFixtures().filter((name) => !name.endsWith("_coded"));

test("every fixture is read, from any place in its buffer", () => {
  for (const name of readable) {
    const file = new Uint8Array(fixture(name));
    assert.ok(readOrRefuse(file, name), name);
    for (const start of [1, 8]) {
      const moved = new Uint8Array(file.length + start);
      moved.set(file, start);
      assert.deepEqual(read(moved.subarray(start)), read(file), name);
    }
  }
});

test("a coded clip is refused by its name", () => {
  assert.throws(() => read(fixture("v4/compressed_clip_coded")), /coded/);
});

test("mutated files are read or refused", () => {
  const random = randomNumbers(11);
  for (const name of readable) {
    const file = fixture(name);
    for (let turn = 0; turn < 300; turn++) {
      readOrRefuse(mutated(file, random), `${name}, turn ${turn}`);
    }
  }
});

/** Returns a fixture with changed words in a section: `change(words)`. */
function changed(name, type, id, change) {
  const bytes = new Uint8Array(fixture(name));
  const version = bytes[20];
  change(new Container(bytes, type, [version]).numbers(id, Uint32Array));
  return bytes;
}

test("values that contain themselves are refused", () => {
  // The root becomes its own first child.
  assert.throws(() => read(changed("v1/data", 9, "NODE", (words) => { words[2] = 0; })), /used twice|too deep/);
});

test("a count that no file explains is refused before anything is allocated", () => {
  const vector3 = (words) => words.findIndex((word, at) => at % 4 === 0 && (word & 0xffff) === 16);
  const data = changed("v1/data", 9, "NODE", (words) => { words[vector3(words) + 3] = 0xffffffff; });
  assert.throws(() => read(data), /beyond the end/);
  const texture = changed("v1/texture", 10, "TEXR", (words) => { words[4] = 0xffffffff; });
  assert.throws(() => read(texture), /4294967295 levels/);
});

test("meshes do not share vertices", () => {
  // Both meshes refer to all positions.
  const model = changed("v2/model", 5, "MESH", (words) => [3, 33 + 3].forEach((at) => words.set([0, 6], at)));
  assert.throws(() => read(model), /used twice/);
});
