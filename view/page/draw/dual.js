// Converts the matrices of joints to dual quaternions: a scale followed by a rigid motion. This follows rigmill_math::skin,
// which the runtime's `SkinVerticesJob` uses.

import { cross, dot, length } from "./matrix.js";

/**
 * Writes the movement of a matrix as 16 numbers: real part x, y, z, w, dual part, scale factors along x, y, z, and zeros. A
 * reflection becomes a negative factor along the first axis with an extent.
 * @param {Float32Array} matrix 16 numbers for row vectors
 * @param {Float32Array} out
 * @param {number} at the index in `out`
 */
export function dualQuaternionAt(matrix, out, at) {
  const axes = [0, 4, 8].map((row) => [matrix[row], matrix[row + 1], matrix[row + 2]]);
  const factors = axes.map(length);
  const first = factors.findIndex((factor) => factor > 0);
  if (first >= 0 && dot(cross(axes[0], axes[1]), axes[2]) < 0) {
    factors[first] = -factors[first];
  }
  const [x, y, z, w] = rotation(axes.map((axis, index) => axis.map((part) => (factors[index] === 0 ? 0 : part / factors[index]))));
  // The dual part is half of the translation times the rotation, as quaternions.
  const half = [matrix[12] / 2, matrix[13] / 2, matrix[14] / 2];
  const turned = cross(half, [x, y, z]);
  const dual = [0, 1, 2].map((axis) => half[axis] * w + turned[axis]);
  out.set([x, y, z, w, ...dual, -dot(half, [x, y, z]), ...factors, 0, 0, 0, 0, 0], at);
}

/**
 * Returns the quaternion of three unit axes. If they are not orthogonal, it is divided by the square of its length, as in the
 * runtime.
 */
function rotation([x, y, z]) {
  const raw = partsOf(x, y, z);
  const square = raw.reduce((sum, part) => sum + part * part, 0);
  return square > 1e-12 ? raw.map((part) => part / square) : [0, 0, 0, 1];
}

/** Begins with the largest component, so that no division by a small number is needed. */
function partsOf(x, y, z) {
  const twice = (square) => Math.sqrt(Math.max(0, square));
  const over = (size) => (size === 0 ? 0 : 0.5 / size);
  const trace = x[0] + y[1] + z[2];
  if (trace > 0) {
    const size = twice(1 + trace);
    return [(y[2] - z[1]) * over(size), (z[0] - x[2]) * over(size), (x[1] - y[0]) * over(size), size / 2];
  }
  if (x[0] > y[1] && x[0] > z[2]) {
    const size = twice(1 + x[0] - y[1] - z[2]);
    return [size / 2, (x[1] + y[0]) * over(size), (x[2] + z[0]) * over(size), (y[2] - z[1]) * over(size)];
  }
  if (y[1] > z[2]) {
    const size = twice(1 - x[0] + y[1] - z[2]);
    return [(x[1] + y[0]) * over(size), size / 2, (y[2] + z[1]) * over(size), (z[0] - x[2]) * over(size)];
  }
  const size = twice(1 - x[0] - y[1] + z[2]);
  return [(x[2] + z[0]) * over(size), (y[2] + z[1]) * over(size), size / 2, (x[1] - y[0]) * over(size)];
}
