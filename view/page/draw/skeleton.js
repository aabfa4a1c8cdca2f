// Bones as slender double pyramids, from each bone to its children.

import { Batch } from "./lines.js";
import { add, cross, length, normalize, origin, scaled, subtract } from "./matrix.js";

const COLOUR = [0.95, 0.72, 0.36, 0.85];
const WAIST = 0.12;
const THICKNESS = 0.045;

/** The bones of a pose. */
export class Bones {
  constructor(gl) {
    this.lines = new Batch(gl);
  }

  /**
   * @param {number[]} parents the parent of each bone, or -1
   * @param {Float32Array[]} absolute the matrix of each bone
   */
  set(parents, absolute) {
    const vertices = [];
    parents.forEach((parent, bone) => {
      if (parent >= 0) {
        pyramid(origin(absolute[parent]), origin(absolute[bone]), vertices);
      }
    });
    this.lines.set(vertices);
  }
}

/** Adds the edges of one bone. */
function pyramid(from, to, vertices) {
  const along = subtract(to, from);
  const size = length(along);
  if (size < 1e-6) {
    return;
  }
  const side = normalize(cross(along, Math.abs(along[1]) < 0.9 * size ? [0, 1, 0] : [1, 0, 0]));
  const other = normalize(cross(along, side));
  const waist = add(from, scaled(along, WAIST));
  const ring = [side, other, scaled(side, -1), scaled(other, -1)].map((out) => add(waist, scaled(out, size * THICKNESS)));
  ring.forEach((corner, index) => {
    for (const [a, b] of [[from, corner], [corner, to], [corner, ring[(index + 1) % 4]]]) {
      vertices.push(...a, ...COLOUR, ...b, ...COLOUR);
    }
  });
}
