// Bounding boxes: minimum and maximum corner, as six numbers.

import { transform } from "./matrix.js";

/** Returns the box around points. Without points, returns an empty box at the origin. */
export function boxOf(points) {
  const along = (axis, least) => points.reduce((found, point) => least(found, point[axis]), points[0]?.[axis] ?? 0);
  return [Math.min, Math.max].flatMap((least) => [0, 1, 2].map((axis) => along(axis, least)));
}

/** Returns the eight corners of a box. */
export const cornersOf = (box) => Array.from({ length: 8 }, (_, bits) => [0, 1, 2].map((axis) => box[axis + 3 * ((bits >> axis) & 1)]));

/** Returns the box around transformed boxes. */
export const movedBox = (boxes, matrix) => boxOf(boxes.flatMap(cornersOf).map((corner) => transform(corner, matrix).slice(0, 3)));

/** Returns the box around copies of a box that stand at these positions (x and z). */
export const boxAround = (box, stands) => boxOf(stands.flatMap(([x, z]) => [0, 3].map((corner) => [box[corner] + x, box[corner + 1], box[corner + 2] + z])));

/** Returns the center and the radius of the sphere around a box. */
export function sphereAround(box) {
  const center = [0, 1, 2].map((axis) => (box[axis] + box[axis + 3]) / 2);
  const size = Math.hypot(...[0, 1, 2].map((axis) => box[axis + 3] - box[axis]));
  return [center, Math.max(1e-3, size / 2)];
}

/**
 * Returns the box around the vertices of a mesh after linear skinning.
 * @param {object} mesh from `readModel`
 * @param {Float32Array} positions its vertices, including the offsets of morph targets
 * @param {Float32Array} matrices those of its joints, or of the bone of a rigid mesh
 * @param {number} stride 1 for all vertices, or n for every nth vertex
 */
export function skinnedBox({ joints, weights }, positions, matrices, stride = 1) {
  const box = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity];
  const at = [0, 0, 0];
  for (let vertex = 0; 3 * vertex < positions.length; vertex += stride) {
    const point = positions.subarray(3 * vertex, 3 * vertex + 3);
    at.fill(0);
    if (joints.length === 0) {
      addMoved(at, point, matrices, 0, 1);
    }
    joints.forEach((numbers, set) => {
      for (let influence = 4 * vertex; influence < 4 * vertex + 4; influence++) {
        addMoved(at, point, matrices, 16 * numbers[influence], weights[set][influence]);
      }
    });
    for (let axis = 0; axis < 3; axis++) {
      box[axis] = Math.min(box[axis], at[axis]);
      box[axis + 3] = Math.max(box[axis + 3], at[axis]);
    }
  }
  return box;
}

/** Adds the position to which a matrix moves a point, multiplied by a weight. */
function addMoved(sum, [x, y, z], matrices, at, weight) {
  if (weight > 0) {
    for (let axis = 0; axis < 3; axis++) {
      sum[axis] += weight * (x * matrices[at + axis] + y * matrices[at + 4 + axis] + z * matrices[at + 8 + axis] + matrices[at + 12 + axis]);
    }
  }
}
