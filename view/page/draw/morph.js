// Morph targets: the vertices of a mesh at some weights, as the runtime's `MorphJob` computes them.

/**
 * How much of each shape a weight shows. Shapes and 0, where nothing is added, are stops along the weight: between two of them both
 * are mixed in proportion, and beyond the last two it goes on as between them.
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

/** The least and the largest weight of a target that shows what someone modelled: 0, its shapes, and where it is at first. */
export function rangeOf({ weight, shapes }) {
  const stops = [0, weight, ...shapes.map((shape) => shape.weight)];
  return [Math.min(...stops), Math.max(...stops)];
}

/**
 * The vertices of a mesh with targets: `{ positions, normals, tangents }`; those that change get unit length, but positions.
 * @param {object} mesh from `readModel`
 * @param {ArrayLike<number>} weights one for each target; what is not finite counts as 0
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

/** A copy of an attribute, to which shapes are added; three numbers of each vertex change. */
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

/** Gives vectors unit length that differ from those before; what has no direction becomes what was before. */
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
