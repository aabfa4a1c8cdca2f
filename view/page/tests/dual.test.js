// Tests dual quaternions with matrices made from known rotations, translations and scale factors.

import assert from "node:assert/strict";
import { test } from "node:test";

import { dualQuaternionAt } from "../draw/dual.js";
import { fromParts } from "../draw/matrix.js";

/** Returns the movement of a matrix: `[real, dual, factors]`. */
function movementOf(matrix) {
  const out = new Float32Array(20);
  dualQuaternionAt(matrix, out, 2);
  return [out.slice(2, 6), out.slice(6, 10), out.slice(10, 13)].map((part) => [...part]);
}

const close = (found, expected) => expected.forEach((number, axis) => assert.ok(Math.abs(number - found[axis]) < 2e-6, `${found} is not ${expected}`));
const unit = (parts) => parts.map((part) => part / Math.hypot(...parts));

test("rotation, half of way times rotation, and factors", () => {
  // One for each of the four ways to compute a rotation: the largest component is w, x, y or z.
  for (const turn of [[0.1, -0.2, 0.3, 1], [1, 0.2, -0.1, 0.3], [-0.2, 1, 0.3, 0.1], [0.3, 0.1, 1, -0.2]].map(unit)) {
    const [[x, y, z], way] = [turn, [3, -4, 5]];
    const [real, dual, factors] = movementOf(fromParts(way, turn, [2, 0.5, 3]));
    const side = Math.sign(real[3] * turn[3]);
    close(real.map((part) => part * side), turn);
    // (way, 0) x (x, y, z, w), by the definition of the quaternion product.
    const [a, b, c] = way;
    const w = turn[3];
    const product = [a * w + b * z - c * y, b * w + c * x - a * z, c * w + a * y - b * x, -(a * x + b * y + c * z)];
    close(dual.map((part) => part * side), product.map((part) => part / 2));
    close(factors, [2, 0.5, 3]);
  }
});

test("a mirror is a negative factor, and what has no extent stays", () => {
  close(movementOf(fromParts([0, 0, 0], [0, 0, 0, 1], [-2, 3, 4]))[2], [-2, 3, 4]);
  const [real, , factors] = movementOf(new Float32Array([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]));
  assert.ok(real.every(Number.isFinite));
  assert.deepEqual(factors, [0, 0, 0]);
});
