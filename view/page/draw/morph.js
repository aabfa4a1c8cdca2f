// Morph targets: computes the vertices of a mesh at given weights, like `MorphJob` of the runtime.

/**
 * Returns the share of each shape at a weight. The shapes' weights, and 0 (no shape), are stops: between two of them, both are
 * interpolated linearly, and beyond the last two, they are extrapolated.
 * @param {number[]} shapes the weights of the shapes, ascending
 */
export function sharesOf(shapes, weight) {
  const shares = shapes.map(() => 0);
  const stops = [...shapes.map((at, shape) => ({ at, shape })), { at: 0, shape: -1 }].sort((a, b) => a.at - b.at);
  const beyond = stops.findIndex(({ at }, index) => index > 0 && weight < at);
  const [from, to] = beyond < 0 ? stops.slice(-2) : stops.slice(beyond - 1, beyond + 1);
  const along = (weight - from.at) / (to.at - from.at);
  for (const [{ shape }, share] of [[from, 1 - along], [to, along]]) {
    if (shape >= 0) {
      shares[shape] = share;
    }
  }
  return shares;
}

/** Returns the range of weights for a target that were modelled: 0, its shapes, and its initial weight. */
export function rangeOf({ weight, shapes }) {
  const stops = [0, weight, ...shapes.map((shape) => shape.weight)];
  return [Math.min(...stops), Math.max(...stops)];
}

/**
 * Returns the vertices of a mesh with targets: `{ positions, normals, tangents }`. Changed normals and tangents get unit
 * length.
 * @param {object} mesh from `readModel`
 * @param {ArrayLike<number>} weights one for each target; values that are not finite count as 0
 */
export function morphed(mesh, weights) {
  const shares = mesh.targets.flatMap(({ shapes }, target) => {
    const weight = Number.isFinite(weights[target]) ? weights[target] : 0;
    return sharesOf(shapes.map((shape) => shape.weight), weight);
  });
  const shapes = mesh.targets.flatMap((target) => target.shapes);
  const sum = (name, width) => added(mesh[name], width, shapes.map(({ vertices, [name]: changes }, shape) => ({ vertices, changes, share: shares[shape] })));
  return { positions: sum("positions", 3), normals: united(sum("normals", 3), mesh.normals, 3), tangents: united(sum("tangents", 4), mesh.tangents, 4) };
}

/** Returns a copy of an attribute with shapes added. Only three numbers per vertex change. */
function added(base, width, shapes) {
  const sums = base.slice();
  for (const { vertices, changes, share } of shapes) {
    if (share !== 0 && changes.length > 0 && base.length > 0) {
      vertices.forEach((vertex, at) => {
        for (let axis = 0; axis < 3; axis++) {
          sums[width * vertex + axis] += share * changes[3 * at + axis];
        }
      });
    }
  }
  return sums;
}

/** Normalizes changed vectors. A vector without a direction is replaced with the original. */
function united(sums, base, width) {
  for (let at = 0; at < sums.length; at += width) {
    const [x, y, z] = [sums[at], sums[at + 1], sums[at + 2]];
    if (x !== base[at] || y !== base[at + 1] || z !== base[at + 2]) {
      const length = Math.hypot(x, y, z);
      const isDirection = length > 0 && length < Infinity;
      sums.set(isDirection ? [x / length, y / length, z / length] : base.subarray(at, at + 3), at);
    }
  }
  return sums;
}
