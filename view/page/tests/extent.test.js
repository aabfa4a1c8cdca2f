// Tests bounding boxes with values computed by hand.

import assert from "node:assert/strict";
import { test } from "node:test";

import { boxOf, movedBox, skinnedBox } from "../draw/extent.js";
import { fromParts } from "../draw/matrix.js";
import { poseOf } from "../pose.js";

const HALF = Math.SQRT1_2;
const shift = (x, y, z) => fromParts([x, y, z], [0, 0, 0, 1], [1, 1, 1]);
const close = (found, expected) => expected.forEach((number, axis) => assert.ok(Math.abs(number - found[axis]) < 1e-6, `${found} is not ${expected}`));

test("a skinned mesh is where its joints have moved it", () => {
  const joints = [Uint16Array.of(0, 1, 0, 0, 1, 0, 0, 0)];
  const weights = [Float32Array.of(0.25, 0.75, 0, 0, 1, 0, 0, 0)];
  const matrices = poseOf([shift(0, 0, 0), shift(0, 8, 0)]);
  close(skinnedBox({ joints, weights }, Float32Array.of(1, 0, 0, 0, 0, 2), matrices), [0, 6, 0, 1, 8, 2]);
});

test("a rigid mesh is on its bone", () => {
  close(skinnedBox({ joints: [], weights: [] }, Float32Array.of(0, 0, 0, 1, 1, 1), shift(5, 0, -1)), [5, 0, -1, 6, 1, 0]);
});

test("boxes are turned by their corners", () => {
  const turn = fromParts([0, 0, 10], [0, HALF, 0, HALF], [1, 1, 1]);
  // A quarter turn about y moves x to -z and z to x.
  close(movedBox([[0, 0, 0, 1, 2, 3], [0, -1, 0, 0, 0, 0]], turn), [0, -1, 9, 3, 2, 10]);
  assert.deepEqual(boxOf([]), [0, 0, 0, 0, 0, 0]);
});
