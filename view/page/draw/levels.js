// Levels of detail: chooses which meshes of a model are drawn.

/** The choice that depends on the camera. Other choices are level numbers. */
export const BY_DISTANCE = "by distance";

/**
 * Returns the level of a group to draw, chosen like `level_at` of the runtime; -1 if the group is hidden.
 * @param {object} group from `readModel`
 * @param {number} distance from the camera, in metres
 * @param {number} coverage the fraction of the picture's height that the group covers
 */
export function levelAt({ measure, levels }, distance, coverage) {
  switch (measure) {
    case "distance": return levels.findLastIndex(({ threshold }) => distance >= threshold);
    case "coverage": return levels.findIndex(({ threshold }) => coverage >= threshold);
    default: return 0;
  }
}

/** Returns the level of a group for a chosen number. Groups with fewer levels show their last. */
export const levelOf = ({ levels }, chosen) => Math.min(levels.length - 1, chosen);

/** Returns the meshes that are not drawn while each group shows one level. @param {number[]} shown the level of each group */
export function absentAt(groups, shown) {
  return new Set(groups.flatMap(({ levels }, group) => levels.flatMap(({ meshes }, level) => (level === shown[group] ? [] : [...meshes]))));
}

/**
 * Returns a sphere around the meshes of a group's finest level. @param {(mesh: number) => number[]} meshSphere returns the
 * center and radius of a mesh
 */
export function sphereOf({ levels: [{ meshes }] }, meshSphere) {
  const spheres = [...meshes].map(meshSphere);
  const center = [0, 1, 2].map((axis) => spheres.reduce((sum, sphere) => sum + sphere[axis], 0) / Math.max(1, spheres.length));
  const reach = ([x, y, z, radius]) => Math.hypot(x - center[0], y - center[1], z - center[2]) + radius;
  return [...center, Math.max(0, ...spheres.map(reach))];
}
