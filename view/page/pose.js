// The matrices of a model's bones: at bind, or where the runtime says that a skeleton's bones are.

import { fromParts, multiply } from "./draw/matrix.js";

/** Each bone's matrix relative to the model, at bind. */
export function modelAtBind({ bones }) {
  return below(bones, bones.map((bone) => bone.local), null);
}

/** As `modelAtBind`, for a skeleton. */
export function skeletonAtBind({ bones, rootAxis }) {
  const locals = bones.map(({ translation, rotation, scale }) => fromParts(translation, rotation, scale));
  return below(bones, locals, fromParts([0, 0, 0], rootAxis, [1, 1, 1]));
}

/**
 * Where the bones of a model are: each one that the skeleton has by its name is where the skeleton's is, and the others stay
 * as they are at bind, below their parents.
 * @param {Map<string, number>} numbers of the skeleton's bones by name
 * @param {Float32Array[]} posed the matrices of the skeleton's bones
 */
export function modelPosed({ bones }, numbers, posed) {
  const absolute = [];
  bones.forEach(({ name, parent, local }) => {
    const known = posed[numbers.get(name)];
    absolute.push(known ?? (parent < 0 ? local : multiply(local, absolute[parent])));
  });
  return absolute;
}

/** Local matrices to absolute ones; parents come before their children. */
function below(bones, locals, root) {
  const absolute = [];
  bones.forEach(({ parent }, bone) => {
    const above = parent < 0 ? root : absolute[parent];
    absolute.push(above ? multiply(locals[bone], above) : locals[bone]);
  });
  return absolute;
}
