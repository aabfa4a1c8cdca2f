// Draws bones as slender octahedra, from each bone to its children, and other nodes as crosses.

import { Batch } from "./lines.js";
import { add, cross, length, normalize, origin, scaled, subtract } from "./matrix.js";

const COLOUR = [0.95, 0.72, 0.36, 0.85];
const NODE = [0.45, 0.75, 0.95, 0.9];
const CHOSEN = [0.35, 0.95, 0.75, 1];
const AXES = [[0.93, 0.36, 0.34, 1], [0.5, 0.8, 0.35, 1], [0.36, 0.6, 0.98, 1]];
const WAIST = 0.12;
const THICKNESS = 0.035;
/** The opacity of faces, through which the mesh stays visible. */
const FACE = 0.3;

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
  #kindOf = () => "bone";

  constructor(gl) {
    this.faces = new Batch(gl, gl.TRIANGLES);
    this.lines = new Batch(gl);
    this.nodes = new Batch(gl);
    this.axes = new Batch(gl);
  }

  /**
   * @param {number[]} parents the parent of each bone, or -1
   * @param {Float32Array[]} absolute the matrix of each bone
   * @param {(bone: number) => string} kindOf `bone`, or `node` for one that moves no mesh and is not animated
   */
  set(parents, absolute, kindOf = () => "bone") {
    [this.#parents, this.#absolute, this.#kindOf] = [parents, absolute, kindOf];
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
    const [faces, edges, nodes, axes] = [[], [], [], []];
    this.#parents.forEach((parent, bone) => {
      if (this.#kindOf(bone) === "node") {
        cross3(this.#absolute[bone], this.size, [NODE, NODE, NODE], nodes);
      } else if (parent >= 0 && this.#kindOf(parent) === "bone") {
        const colour = parent === this.chosen ? CHOSEN : COLOUR;
        octahedron(origin(this.#absolute[parent]), origin(this.#absolute[bone]), this.size / 2, colour, [faces, edges]);
      }
    });
    if (this.#absolute[this.chosen]) {
      cross3(this.#absolute[this.chosen], 2 * this.size, AXES, axes);
    }
    this.faces.set(faces);
    this.lines.set(edges);
    this.nodes.set(nodes);
    this.axes.set(axes);
  }
}

/** Adds the faces and edges of one bone, which is at most `thickest` metres from its axis. */
function octahedron(from, to, thickest, colour, [faces, edges]) {
  const along = subtract(to, from);
  const size = length(along);
  if (size < 1e-6) {
    return;
  }
  const side = normalize(cross(along, Math.abs(along[1]) < 0.9 * size ? [0, 1, 0] : [1, 0, 0]));
  const other = normalize(cross(along, side));
  const waist = add(from, scaled(along, WAIST));
  const thickness = Math.min(thickest, size * THICKNESS);
  const ring = [side, other, scaled(side, -1), scaled(other, -1)].map((out) => add(waist, scaled(out, thickness)));
  const face = [...colour.slice(0, 3), FACE * colour[3]];
  ring.forEach((corner, index) => {
    const next = ring[(index + 1) % 4];
    for (const [a, b] of [[from, corner], [corner, to], [corner, next]]) {
      edges.push(...a, ...colour, ...b, ...colour);
    }
    for (const end of [from, to]) {
      faces.push(...end, ...face, ...corner, ...face, ...next, ...face);
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
