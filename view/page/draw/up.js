// Determines which axis of an asset points up.

import { IDENTITY, dot, length, subtract } from "./matrix.js";

/** The axes that can point up. */
export const UPS = ["y", "-y", "z", "-z", "x", "-x"];

/** Matches words in the names of bones at the top and at the bottom of a character. */
const [HIGH, LOW] = [/head|neck|skull/i, /foot|feet|toe|ankle/i];

/** The part of the distance from the feet to the head that must be along the up axis. */
const STEEP = 0.6;

/** What counts as 0, as a fraction of the extent along an axis: for the ground below an asset, and for its middle. */
const [ON_GROUND, IN_MIDDLE] = [0.02, 0.1];

/** For each axis, the rotation that turns it to y. */
const ROTATIONS = {
  y: IDENTITY,
  "-y": new Float32Array([1, 0, 0, 0, 0, -1, 0, 0, 0, 0, -1, 0, 0, 0, 0, 1]),
  z: new Float32Array([1, 0, 0, 0, 0, 0, -1, 0, 0, 1, 0, 0, 0, 0, 0, 1]),
  "-z": new Float32Array([1, 0, 0, 0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 1]),
  x: new Float32Array([0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]),
  "-x": new Float32Array([0, -1, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]),
};

/** Returns the rotation that turns this axis to y. */
export const turnOf = (up) => ROTATIONS[up] ?? IDENTITY;

/**
 * Guesses which axis points up: from the feet of a character to its head, or else the axis of the largest extent, if the asset
 * stands on the ground at 0 and is centered along the other axes. Without such a hint, it is y.
 * @param {string[]} names of the bones
 * @param {number[][]} origins the position of each bone in bind pose
 * @param {number[]} box around the asset
 */
export function upOf(names, origins, box) {
  return fromFeetToHead(names, origins) ?? fromGround(box) ?? "y";
}

function fromFeetToHead(names, origins) {
  const mean = (pattern) => {
    const found = origins.filter((_, bone) => pattern.test(names[bone]));
    return found.length > 0 ? [0, 1, 2].map((axis) => found.reduce((sum, point) => sum + point[axis], 0) / found.length) : null;
  };
  const [head, feet] = [mean(HIGH), mean(LOW)];
  const way = head && feet ? subtract(head, feet) : [0, 0, 0];
  const size = length(way);
  return UPS.find((up) => size > 0 && dot(way, directionOf(up)) > STEEP * size) ?? null;
}

function fromGround(box) {
  const extents = [0, 1, 2].map((axis) => box[axis + 3] - box[axis]);
  const isCentered = (axis) => Math.abs(box[axis] + box[axis + 3]) <= 2 * IN_MIDDLE * extents[axis];
  const stands = (up) => {
    const axis = axisOf(up);
    const ground = up.startsWith("-") ? box[axis + 3] : box[axis];
    return extents[axis] > 0 && Math.abs(ground) <= ON_GROUND * extents[axis];
  };
  if (stands("y")) {
    return "y";
  }
  const isLargest = (axis) => extents.every((extent) => extent <= extents[axis]);
  return UPS.find((up) => stands(up) && isLargest(axisOf(up)) && [0, 1, 2].every((axis) => axis === axisOf(up) || isCentered(axis))) ?? null;
}

const axisOf = (up) => "xyz".indexOf(up.at(-1));

const directionOf = (up) => [0, 1, 2].map((axis) => (axis === axisOf(up) ? (up.startsWith("-") ? -1 : 1) : 0));
