// Draws bones as slender double pyramids, from each bone to its children, and other nodes as crosses.

import { Batch } from "./lines.js";
import { add, cross, length, normalize, origin, scaled, subtract } from "./matrix.js";

const COLOUR = [0.95, 0.72, 0.36, 0.85];
const NODE = [0.45, 0.75, 0.95, 0.9];
const CHOSEN = [0.35, 0.95, 0.75, 1];
const AXES = [[0.93, 0.36, 0.34, 1], [0.5, 0.8, 0.35, 1], [0.36, 0.6, 0.98, 1]];
const WAIST = 0.12;
const THICKNESS = 0.045;

/** The maximum distance in pixels between a click and the bone that it selects. */
const NEAR = 9;

/** The bones of a pose. */
export class Bones {
  /** The index of the selected bone, or -1. */
  chosen = -1;
  /** The size in metres of the crosses of nodes and of the selected bone's axes. */
  size = 0.05;
  #parents = [];
  #absolute = [];
  #isNode = () => false;

  constructor(gl) {
    this.lines = new Batch(gl);
  }

  /**
   * @param {number[]} parents the parent of each bone, or -1
   * @param {Float32Array[]} absolute the matrix of each bone
   * @param {(bone: number) => boolean} isNode whether this is a node that is not a bone of the skeleton
   */
  set(parents, absolute, isNode = () => false) {
    [this.#parents, this.#absolute, this.#isNode] = [parents, absolute, isNode];
    this.#render();
  }

  choose(bone) {
    this.chosen = bone;
    this.#render();
  }

  /** Returns the matrix of a bone in model space. */
  matrix(bone) {
    return this.#absolute[bone];
  }

  /** Returns the positions of bones in model space. */
  origins() {
    return this.#absolute.map(origin);
  }

  /** Returns the bone at a point of the screen, or -1. @param {(point: number[]) => number[] | null} project */
  at([x, y], project) {
    const seen = this.#absolute.map((matrix) => project(origin(matrix)));
    const distances = seen.map((from, bone) => {
      const ends = this.#parents.map((parent, child) => (parent === bone ? seen[child] : null)).filter(Boolean);
      return from ? Math.min(...[from, ...ends].map((to) => apart([x, y], from, to))) : Infinity;
    });
    const least = Math.min(...distances);
    return least <= NEAR ? distances.indexOf(least) : -1;
  }

  #render() {
    const vertices = [];
    this.#parents.forEach((parent, bone) => {
      const chosen = bone === this.chosen || parent === this.chosen;
      if (this.#isNode(bone)) {
        cross3(this.#absolute[bone], this.size, [NODE, NODE, NODE], vertices);
      } else if (parent >= 0) {
        pyramid(origin(this.#absolute[parent]), origin(this.#absolute[bone]), chosen && parent === this.chosen ? CHOSEN : COLOUR, vertices);
      }
    });
    if (this.#absolute[this.chosen]) {
      cross3(this.#absolute[this.chosen], 2 * this.size, AXES, vertices);
    }
    this.lines.set(vertices);
  }
}

/** Adds the edges of one bone. */
function pyramid(from, to, colour, vertices) {
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
      vertices.push(...a, ...colour, ...b, ...colour);
    }
  });
}

/** Adds the axes of a matrix, each in its colour. */
function cross3(matrix, size, colours, vertices) {
  const from = origin(matrix);
  colours.forEach((colour, axis) => {
    const way = normalize([...matrix.slice(4 * axis, 4 * axis + 3)]);
    vertices.push(...from, ...colour, ...add(from, scaled(way, size)), ...colour);
  });
}

/** Returns the distance of a point on the screen from a segment. */
export function apart([x, y], [ax, ay], [bx, by]) {
  const [dx, dy] = [bx - ax, by - ay];
  const along = Math.min(1, Math.max(0, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy || 1)));
  return Math.hypot(ax + along * dx - x, ay + along * dy - y);
}
