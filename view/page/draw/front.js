// Which way a character looks.

import { cross, normalize, subtract } from "./matrix.js";

/** Words for sides in names of bones, between other words: "L Thigh", "hand_l", "LeftArm", "Arm.L", "mixamorig:LeftArm". */
const LEFT = /(^|[^a-z])(l|left)(?=$|[^a-z])/i;
const WORD = /left|Left|LEFT/;

/**
 * The angle about y, in radians, from +z to where a character looks. Pairs of bones that are named left and right tell it: content
 * is right-handed with y up, so that front is left x up. Without such pairs it is +z, as glTF says.
 * @param {string[]} names
 * @param {number[][]} origins where each bone is at bind, relative to the model
 */
export function frontOf(names, origins) {
  const numbers = new Map(names.map((name, bone) => [name, bone]));
  const apart = [0, 0, 0];
  names.forEach((name, left) => {
    const right = numbers.get(mirrored(name));
    if (right !== undefined && right !== left) {
      subtract(origins[left], origins[right]).forEach((number, axis) => { apart[axis] += number; });
    }
  });
  const [x, , z] = cross(normalize(apart), [0, 1, 0]);
  // Characters look along an axis; one that stands askew was posed so.
  const angle = Math.hypot(x, z) < 0.5 ? 0 : Math.atan2(x, z);
  return Math.round(angle / (Math.PI / 2)) * (Math.PI / 2);
}

/** The name of the bone on the other side; undefined if a name tells no side, or the right one. */
function mirrored(name) {
  const like = (left, right) => (left === left.toUpperCase() ? right.toUpperCase() : left[0] === left[0].toUpperCase() ? right[0].toUpperCase() + right.slice(1) : right);
  if (WORD.test(name)) {
    return name.replace(WORD, (left) => like(left, "right"));
  }
  return LEFT.test(name) ? name.replace(LEFT, (_, before, left) => before + like(left, "r")) : undefined;
}
