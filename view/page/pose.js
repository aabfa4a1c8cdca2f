// The matrices of a model's bones: at bind, or where the runtime says that a skeleton's bones are.

import { fromParts, length, multiply, multiplyAt, origin, subtract } from "./draw/matrix.js";

/** Each bone's matrix relative to the model, at bind. */
export function modelAtBind({ bones }) {
  return below(bones, bones.map((bone) => bone.local), null);
}

/** As `modelAtBind`, for a skeleton. */
export function skeletonAtBind({ bones, rootAxis }) {
  const locals = bones.map(({ translation, rotation, scale }) => fromParts(translation, rotation, scale));
  return below(bones, locals, fromParts([0, 0, 0], rootAxis, [1, 1, 1]));
}

/** The matrices of a pose one by one: views of its numbers. */
export const matricesOf = (pose) => Array.from({ length: pose.length / 16 }, (_, bone) => pose.subarray(16 * bone, 16 * bone + 16));

/** Matrices behind one another in one array. */
export function poseOf(matrices) {
  const pose = new Float32Array(16 * matrices.length);
  matrices.forEach((matrix, bone) => pose.set(matrix, 16 * bone));
  return pose;
}

/** Poses the bones of a model by those of a skeleton, for many figures. */
export class ModelPoser {
  #parents;
  #locals;
  /** For each bone of the model its number in the skeleton; -1 for none. */
  #known;
  /** The last pose of each figure, which the next one replaces. */
  #poses = [];

  /** @param {Map<string, number>} numbers of the skeleton's bones by name */
  constructor({ bones }, numbers) {
    this.#parents = Int32Array.from(bones, ({ parent }) => parent);
    this.#locals = poseOf(bones.map(({ local }) => local));
    this.#known = Int32Array.from(bones, ({ name }) => numbers.get(name) ?? -1);
  }

  /**
   * Where the bones of the model are, all matrices in one array: each one that the skeleton has by its name is where the skeleton's
   * is, and the others stay as they are at bind, below their parents.
   * @param {Float32Array} posed the matrices of the skeleton's bones
   * @param {number} figure whose array is used again
   */
  pose(posed, figure = 0) {
    const [parents, locals] = [this.#parents, this.#locals];
    const absolute = (this.#poses[figure] ??= new Float32Array(locals.length));
    for (let bone = 0; bone < parents.length; bone++) {
      const [at, known] = [16 * bone, 16 * this.#known[bone]];
      if (known >= 0 && known < posed.length) {
        copyAt(posed, known, absolute, at);
      } else if (parents[bone] < 0) {
        copyAt(locals, at, absolute, at);
      } else {
        multiplyAt(locals, at, absolute, 16 * parents[bone], absolute, at);
      }
    }
    return absolute;
  }
}

/** Copies a matrix. */
function copyAt(from, first, to, place) {
  for (let cell = 0; cell < 16; cell++) {
    to[place + cell] = from[first + cell];
  }
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

/** The scale of a root, or the reverse, that says that its file was converted from another unit. */
const CONVERTED = 10;

/**
 * How many times as far from the origin a clip puts a root as the farthest bone is at bind, or 1. Only a root with a scale counts, which
 * converts the unit of its file: a clip in that unit moves the root by too much, and the other bones as they should be.
 * @param {number[]} parents the parent of each bone, or -1
 */
export function strayOf(parents, posed, atBind) {
  const far = (absolute, bone) => length(origin(absolute[bone]));
  const scaleOf = (matrix) => length([matrix[0], matrix[1], matrix[2]]);
  const isConverted = (scale) => scale > 0 && (scale >= CONVERTED || scale <= 1 / CONVERTED);
  const bones = parents.map((_, bone) => bone);
  const extent = bones.reduce((most, bone) => Math.max(most, far(atBind, bone)), 0);
  const roots = bones.filter((bone) => parents[bone] < 0 && isConverted(scaleOf(atBind[bone])));
  return extent === 0 ? 1 : roots.reduce((most, root) => Math.max(most, far(posed, root) / extent), 1);
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
