// The outline of a standing human, 1.8 m tall, for comparing sizes.

import { Batch } from "./lines.js";

export const HEIGHT = 1.8;

/**
 * Half of the outline, from the top of the head to between the feet: x and height in metres. The other half is the mirror
 * image.
 */
const OUTLINE = [
  [0.0, 1.8], [0.055, 1.788], [0.085, 1.75], [0.092, 1.69], [0.083, 1.63], [0.052, 1.578], [0.05, 1.52], [0.1, 1.49], [0.195, 1.452],
  [0.232, 1.39], [0.25, 1.2], [0.268, 1.07], [0.285, 0.9], [0.283, 0.79], [0.25, 0.765], [0.236, 0.82], [0.218, 1.02], [0.192, 1.18],
  [0.172, 1.28], [0.15, 1.1], [0.165, 0.96], [0.172, 0.82], [0.15, 0.52], [0.128, 0.3], [0.105, 0.1], [0.135, 0.02], [0.12, 0.0],
  [0.035, 0.0], [0.042, 0.12], [0.05, 0.34], [0.035, 0.55], [0.018, 0.8], [0.0, 0.86],
];

/** A flat figure at the origin, in the plane of x and y. */
export class Figure {
  constructor(gl) {
    this.triangles = new Batch(gl, gl.TRIANGLES);
  }

  /** Fills the figure with a colour: r, g, b. */
  paint(colour) {
    if (this.colour !== colour) {
      this.colour = colour;
      this.triangles.set(slices().flatMap(([x, y]) => [x, y, 0, ...colour, 1]));
    }
  }
}

/** Returns the matrix that places a figure at `point` and rotates it towards the eye, without tilting it. */
export function facing(point, eye) {
  const [x, z] = [eye[0] - point[0], eye[2] - point[2]];
  const size = Math.hypot(x, z) || 1;
  const [sin, cos] = [x / size, z / size];
  return new Float32Array([cos, 0, -sin, 0, 0, 1, 0, 0, sin, 0, cos, 0, ...point, 1]);
}

/** Returns triangles that fill the outline. Between the heights of its corners, the outline consists of trapezoids. */
function slices() {
  const heights = [...new Set(OUTLINE.map(([, height]) => height))].sort((a, b) => a - b);
  const triangles = [];
  for (let index = 1; index < heights.length; index++) {
    const [low, high] = [heights[index - 1], heights[index]];
    // The edges that cross the middle of the slice, from the inside to the outside, in pairs.
    const middle = (low + high) / 2;
    const edges = sides().filter(([a, b]) => Math.min(a[1], b[1]) < middle && middle < Math.max(a[1], b[1]));
    edges.sort((a, b) => across(a, middle) - across(b, middle));
    for (let pair = 0; pair + 1 < edges.length; pair += 2) {
      const [left, right] = [edges[pair], edges[pair + 1]];
      const corners = [[left, low], [right, low], [right, high], [left, high]].map(([edge, at]) => [across(edge, at), at]);
      triangles.push(...[0, 1, 2, 0, 2, 3].map((corner) => corners[corner]));
    }
  }
  return triangles;
}

/** Returns the edges of both halves. */
function sides() {
  const half = OUTLINE.slice(1).map((corner, index) => [OUTLINE[index], corner]);
  const mirrored = half.map((edge) => edge.map(([x, y]) => [-x, y]));
  return [...half, ...mirrored];
}

/** Returns x where an edge crosses this height. */
function across([a, b], height) {
  return a[0] + ((b[0] - a[0]) * (height - a[1])) / (b[1] - a[1]);
}
