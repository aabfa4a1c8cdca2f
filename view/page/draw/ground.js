// The ground: a grid in metres, with axes.

import { Batch } from "./lines.js";

const LINES = 10;
const [MAJOR, MINOR] = [0.3, 0.1];
const AXES = [[0.93, 0.36, 0.34, 1], [0.5, 0.8, 0.35, 1], [0.36, 0.6, 0.98, 1]];

/** A grid whose lines are 1 m apart, or a power of ten of that, depending on the camera's distance. */
export class Ground {
  /** The distance between two strong lines, in metres. */
  step = 0;
  #line = [0.6, 0.6, 0.6];

  constructor(gl) {
    this.lines = new Batch(gl);
  }

  /** Sets the step for this distance from the camera to its target, and the colour of the lines (r, g, b). */
  suit(distance, line) {
    const step = 10 ** Math.floor(Math.log10(distance / 1.8));
    if (step !== this.step || line !== this.#line) {
      [this.step, this.#line] = [step, line];
      const [major, minor] = [MAJOR, MINOR].map((alpha) => [...line, alpha]);
      this.lines.set([...grid(step / 10, LINES * 5, minor, 10), ...grid(step, LINES, major, 0), ...axes(step, major)]);
    }
  }

  /** The extent of the grid, in metres. */
  get reach() {
    return this.step * LINES;
  }
}

/** Returns lines in both directions, except every `but`th line. */
function grid(step, count, colour, but) {
  const vertices = [];
  const end = step * count;
  for (let line = -count; line <= count; line++) {
    if (line === 0 || (but && line % but === 0)) {
      continue;
    }
    const at = line * step;
    vertices.push(at, 0, -end, ...colour, at, 0, end, ...colour, -end, 0, at, ...colour, end, 0, at, ...colour);
  }
  return vertices;
}

/** Returns each axis in its colour. The negative half looks like a grid line. */
function axes(step, major) {
  const end = step * LINES;
  return AXES.flatMap((colour, axis) => {
    const point = (distance) => [0, 1, 2].map((it) => (it === axis ? distance : 0));
    const forth = [...point(0), ...colour, ...point(axis === 1 ? step : end), ...colour];
    return axis === 1 ? forth : [...forth, ...point(0), ...major, ...point(-end), ...major];
  });
}
