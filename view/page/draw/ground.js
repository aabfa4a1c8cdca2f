// The ground: a grid in metres, and the axes.

import { Batch } from "./lines.js";

const LINES = 10;
const MAJOR = [0.62, 0.66, 0.72, 0.3];
const MINOR = [0.62, 0.66, 0.72, 0.1];
const AXES = [[0.93, 0.36, 0.34, 1], [0.5, 0.8, 0.35, 1], [0.36, 0.6, 0.98, 1]];

/** A grid whose lines are 1 m apart, or a power of ten of that, whichever suits the distance of the camera. */
export class Ground {
  /** Metres between two strong lines. */
  step = 0;

  constructor(gl) {
    this.lines = new Batch(gl);
  }

  /** Chooses the step for this distance from the camera to its target. */
  suit(distance) {
    const step = 10 ** Math.floor(Math.log10(distance / 1.8));
    if (step !== this.step) {
      this.step = step;
      this.lines.set([...grid(step / 10, LINES * 5, MINOR, 10), ...grid(step, LINES, MAJOR, 0), ...axes(step)]);
    }
  }

  /** How far the grid reaches, in metres. */
  get reach() {
    return this.step * LINES;
  }
}

/** Lines in both directions, without every `but`th. */
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

/** Each axis in its colour, its negative half as a line of the grid. */
function axes(step) {
  const end = step * LINES;
  return AXES.flatMap((colour, axis) => {
    const point = (distance) => [0, 1, 2].map((it) => (it === axis ? distance : 0));
    const forth = [...point(0), ...colour, ...point(axis === 1 ? step : end), ...colour];
    return axis === 1 ? forth : [...forth, ...point(0), ...MAJOR, ...point(-end), ...MAJOR];
  });
}
