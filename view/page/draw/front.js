// Determines in which direction a character faces.

import { cross, normalize, subtract } from "./matrix.js";

/** Matches words for sides in bone names: "L Thigh", "hand_l", "LeftArm", "Arm.L", "mixamorig:LeftArm". */
const LEFT = /(^|[^a-z])(l|left)(?=$|[^a-z])/i;
const WORD = /left|Left|LEFT/;

/**
 * Returns the angle about y, in radians, from +z to the direction in which a character faces. It is determined from pairs of
 * bones that are named left and right: content is right-handed with y up, so the front is left × up. Without such pairs, the
 * front is +z, as in glTF.
 * @param {string[]} names
 * @param {number[][]} origins the position of each bone in bind pose, in model space
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
  // The result is rounded to an axis, because a character that stands at an angle was posed that way.
  const angle = Math.hypot(x, z) < 0.5 ? 0 : Math.atan2(x, z);
  return Math.round(angle / (Math.PI / 2)) * (Math.PI / 2);
}

/** Returns the name of the corresponding right bone; undefined if the name is not that of a left bone. */
function mirrored(name) {
  const like = (left, right) => (left === left.toUpperCase() ? right.toUpperCase() : left[0] === left[0].toUpperCase() ? right[0].toUpperCase() + right.slice(1) : right);
  if (WORD.test(name)) {
    return name.replace(WORD, (left) => like(left, "right"));
  }
  return LEFT.test(name) ? name.replace(LEFT, (_, before, left) => before + like(left, "r")) : undefined;
}
