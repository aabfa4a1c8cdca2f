// Lines in space that show movements: trails of bones, and poses before and after the current one.

import { pointAt } from "../motion.js";
import { transform } from "../draw/matrix.js";

/** The colour of the root's path: r, g, b, a. */
export const PATH = [0.4, 0.75, 0.95, 1];
const TRAIL = [0.75, 0.7, 0.85, 0.55];
const [HOLDS, SLIDES] = [[0.35, 0.85, 0.4, 1], [0.95, 0.25, 0.2, 1]];
const [BEFORE, AFTER] = [[0.95, 0.5, 0.45], [0.45, 0.85, 0.6]];

/** The speed in m/s from which a foot on the ground has the full colour of sliding. */
const FAST = 0.5;

/**
 * Returns the segments of a path, as vertices of a batch. Where the point touches the ground, they are green if it holds still,
 * and red if it slides.
 */
export function traced(path, speeds, contacts, colour = TRAIL) {
  return path.slice(1).flatMap((point, index) => {
    const touches = contacts[index] && contacts[index + 1];
    const own = touches ? slidingColour(Math.max(speeds[index], speeds[index + 1])) : colour;
    return [...path[index], ...own, ...point, ...own];
  });
}

/** Returns the colour of a point that moves on the ground at this speed, in m/s. */
export function slidingColour(speed) {
  const part = Math.min(1, speed / FAST);
  return HOLDS.map((number, channel) => number + (SLIDES[channel] - number) * part);
}

/**
 * Returns the bones of a pose as lines. @param {number} way -1 for a pose before the current one, 1 for one after it
 * @param {number} far 0 (the current pose) to 1
 */
export function onionSkin(parents, points, matrix, way, far) {
  const colour = [...(way < 0 ? BEFORE : AFTER), 0.9 * (1 - far)];
  const at = (bone) => [...transform(pointAt(points, bone), matrix).slice(0, 3), ...colour];
  return parents.flatMap((parent, bone) => (parent >= 0 ? [...at(parent), ...at(bone)] : []));
}
