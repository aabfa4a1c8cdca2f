// Tests the palette of a crowd, which uploads all matrices of a picture together, with values computed by hand.

import assert from "node:assert/strict";
import { test } from "node:test";

import { fromParts } from "../draw/matrix.js";
import { Palette } from "../draw/palette.js";
import { poseOf } from "../pose.js";

const shift = (x) => fromParts([x, 0, 0], [0, 0, 0, 1], [1, 1, 1]);

/** Creates a mock GPU that keeps what is sent to it. */
function card() {
  const uploads = [];
  const known = { uploads, texSubImage2D: (...of) => uploads.push({ width: of[4], height: of[5], numbers: of[8] }) };
  return new Proxy(known, { get: (it, name) => it[name] ?? (() => ({})) });
}

const rigid = (bone) => ({ bone, method: "linear", skinBones: new Uint32Array(0), inverseBinds: new Float32Array(0) });
const skinned = (binds) => ({ bone: 0, method: "linear", skinBones: Uint32Array.from(binds, (_, bone) => bone), inverseBinds: poseOf(binds.map((x) => shift(-x))) });

test("all matrices of a crowd are sent at once, figure by figure, mesh by mesh", () => {
  const gl = card();
  const palette = new Palette(gl, [rigid(1), skinned([1, 2])]);
  palette.set([0, 100].map((at) => poseOf([shift(at + 1), shift(at + 5)])));
  assert.equal(gl.uploads.length, 1);
  const [{ width, height, numbers }] = gl.uploads;
  assert.deepEqual([width, height, palette.size, palette.poses], [2048, 1, 3, 2]);
  const along = Array.from({ length: 6 }, (_, matrix) => numbers[16 * matrix + 12]);
  assert.deepEqual(along, [5, 0, 3, 105, 100, 103]);
  assert.deepEqual(palette.place(1, [7, 0, 0], 1).slice(0, 3), [10, 0, 0]);
});

test("a crowd beyond the first row goes on in the next", () => {
  const gl = card();
  const palette = new Palette(gl, [skinned(Array(48).fill(0))]);
  const poses = Array.from({ length: 100 }, (_, figure) => poseOf(Array(48).fill(shift(figure))));
  palette.set(poses);
  const [{ height, numbers }] = gl.uploads;
  // 4,800 matrices, 512 per row.
  assert.deepEqual([height, numbers[16 * 4799 + 12], gl.uploads.length], [10, 99, 1]);
});
