// What stays chosen when the shown asset was built again. Meshes and bones are recognized by their names.

import { BY_DISTANCE } from "../draw/levels.js";

/** The choices for an asset that was not shown before: the indices of `hidden` meshes, a bone, a collision mesh, and a level. */
export const NOTHING = { hidden: new Set(), bone: -1, collision: "", level: BY_DISTANCE };

/** Returns the number of levels of detail of a model, which may be null. */
export function levelsOf(model) {
  return Math.max(0, ...(model?.levelGroups ?? []).map(({ levels }) => levels.length));
}

/** Returns what stays chosen. `before` and `after` are what is shown: `{ model, bones }`. @param {typeof NOTHING} chosen */
export function keptOf({ hidden, bone, collision, level }, before, after) {
  const [old, now] = [before, after].map(({ model }) => keysOf(model?.meshes ?? []));
  const stays = new Set([...hidden].map((mesh) => old[mesh]));
  return {
    hidden: new Set([...now.keys()].filter((mesh) => stays.has(now[mesh]))),
    bone: keysOf(after.bones).indexOf(keysOf(before.bones)[bone]),
    collision,
    level: level < levelsOf(after.model) ? level : BY_DISTANCE,
  };
}

/** Returns a key for each of these: its name, and how many earlier ones have the same name. */
function keysOf(named) {
  const counts = new Map();
  return named.map(({ name }) => {
    const count = counts.get(name) ?? 0;
    counts.set(name, count + 1);
    return `${name}/${count}`;
  });
}
