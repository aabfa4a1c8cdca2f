// Levels of detail: which meshes of a model are drawn.

/** The choice that follows the camera; others are numbers of levels. */
export const BY_DISTANCE = "by distance";

/**
 * The level of a group to draw, as the runtime's `level_at` chooses it; -1 where the group is hidden.
 * @param {object} group from `readModel`
 * @param {number} distance from the camera, in metres
 * @param {number} coverage the share of the picture's height that the group covers
 */
export function levelAt({ measure, levels }, distance, coverage) {
  switch (measure) {
    case "distance": return levels.findLastIndex(({ threshold }) => distance >= threshold);
    case "coverage": return levels.findIndex(({ threshold }) => coverage >= threshold);
    default: return 0;
  }
}

/** The level of a group that was chosen by its number; groups with fewer levels show their last. */
export const levelOf = ({ levels }, chosen) => Math.min(levels.length - 1, chosen);

/** The meshes that are not drawn while each group shows one level. @param {number[]} shown the level of each group */
export function absentAt(groups, shown) {
  return new Set(groups.flatMap(({ levels }, group) => levels.flatMap(({ meshes }, level) => (level === shown[group] ? [] : [...meshes]))));
}

/** A sphere around the meshes of a group's finest level. @param {(mesh: number) => number[]} meshSphere center and radius of a mesh */
export function sphereOf({ levels: [{ meshes }] }, meshSphere) {
  const spheres = [...meshes].map(meshSphere);
  const center = [0, 1, 2].map((axis) => spheres.reduce((sum, sphere) => sum + sphere[axis], 0) / Math.max(1, spheres.length));
  const reach = ([x, y, z, radius]) => Math.hypot(x - center[0], y - center[1], z - center[2]) + radius;
  return [...center, Math.max(0, ...spheres.map(reach))];
}
