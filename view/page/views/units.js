// Recognizes clips in a different unit than the skeleton.

import { strayOf, stretchOf } from "../pose.js";

/**
 * The maximum factor by which a clip may stretch or shrink the distances between bones, relative to bind pose, before there is
 * a warning.
 */
const MAX_STRETCH = 10;

/**
 * Describes how a clip in a different unit moves bones; undefined if it has the skeleton's unit.
 * @param {number[]} parents the parent of each bone, or -1
 */
export function unitsApart(parents, posed, atBind) {
  const [stretch, stray] = [stretchOf(parents, posed, atBind), strayOf(parents, posed, atBind)];
  if (stretch > MAX_STRETCH) {
    return `puts bones ${Math.round(stretch)} times as far apart as in the bind pose`;
  }
  if (stretch < 1 / MAX_STRETCH) {
    return `puts bones at 1/${Math.round(1 / stretch)} of their distance in the bind pose`;
  }
  return stray > MAX_STRETCH ? `puts the root ${Math.round(stray)} times the size of the skeleton away from the origin` : undefined;
}
