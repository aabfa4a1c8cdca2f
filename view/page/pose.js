// The matrices of a model's bones: at bind, or where the runtime says that a skeleton's bones are.

import { fromParts, length, multiply, origin, subtract } from "./draw/matrix.js";

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

/** The fewest bones that say that a clip has a unit of its own: one or two may really move that far. */
const ENOUGH = 3;

/**
 * How many times as far from their parents a clip puts bones as they are at bind: the median of those that it puts elsewhere, or 1.
 * Far from 1, the clip has another unit than the skeleton.
 * @param {number[]} parents the parent of each bone, or -1
 */
export function stretchOf(parents, posed, atBind) {
  const apart = (absolute, bone) => length(subtract(origin(absolute[bone]), origin(absolute[parents[bone]])));
  const children = parents.map((_, bone) => bone).filter((bone) => parents[bone] >= 0 && apart(atBind, bone) > 0);
  const ratios = children.map((bone) => apart(posed, bone) / apart(atBind, bone)).filter((ratio) => Math.abs(ratio - 1) > 0.01);
  return ratios.length < ENOUGH ? 1 : ratios.sort((a, b) => a - b)[Math.floor(ratios.length / 2)];
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
