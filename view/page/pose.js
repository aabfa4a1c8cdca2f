// The matrices of a model's bones, either in bind pose or where the runtime places the bones of a skeleton.

import { fromParts, length, multiply, multiplyAt, origin, subtract } from "./draw/matrix.js";

/** Returns each bone's matrix in model space, in bind pose. */
export function modelAtBind({ bones }) {
  return below(bones, bones.map((bone) => bone.local), null);
}

/** Like `modelAtBind`, for a skeleton. */
export function skeletonAtBind({ bones, rootAxis }) {
  const locals = bones.map(({ translation, rotation, scale }) => fromParts(translation, rotation, scale));
  return below(bones, locals, fromParts([0, 0, 0], rootAxis, [1, 1, 1]));
}

/** Returns the matrices of a pose as separate views of its numbers. */
export const matricesOf = (pose) => Array.from({ length: pose.length / 16 }, (_, bone) => pose.subarray(16 * bone, 16 * bone + 16));

/** Copies matrices into one array. */
export function poseOf(matrices) {
  const pose = new Float32Array(16 * matrices.length);
  matrices.forEach((matrix, bone) => pose.set(matrix, 16 * bone));
  return pose;
}

/** Poses the bones of a model according to those of a skeleton, for many figures. */
export class ModelPoser {
  #parents;
  #locals;
  /** For each bone of the model, its index in the skeleton; -1 for none. */
  #known;
  /** The last pose of each figure. The next pose overwrites it. */
  #poses = [];

  /** @param {Map<string, number>} numbers of the skeleton's bones by name */
  constructor({ bones }, numbers) {
    this.#parents = Int32Array.from(bones, ({ parent }) => parent);
    this.#locals = poseOf(bones.map(({ local }) => local));
    this.#known = Int32Array.from(bones, ({ name }) => numbers.get(name) ?? -1);
  }

  /**
   * Returns the matrices of the model's bones in one array. A bone that the skeleton has under the same name gets the
   * skeleton's matrix. Other bones keep their bind pose relative to their parents.
   * @param {Float32Array} posed the matrices of the skeleton's bones
   * @param {number} figure whose array is reused
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

/** The minimum number of bones that indicate that a clip has a different unit. One or two bones may really move that far. */
const ENOUGH = 3;

/**
 * Returns how much farther from their parents a clip places bones than in bind pose: the median over the bones that it places
 * elsewhere, or 1. If this is far from 1, the clip has a different unit than the skeleton.
 * @param {number[]} parents the parent of each bone, or -1
 */
export function stretchOf(parents, posed, atBind) {
  const apart = (absolute, bone) => length(subtract(origin(absolute[bone]), origin(absolute[parents[bone]])));
  const children = parents.map((_, bone) => bone).filter((bone) => parents[bone] >= 0 && apart(atBind, bone) > 0);
  const ratios = children.map((bone) => apart(posed, bone) / apart(atBind, bone)).filter((ratio) => Math.abs(ratio - 1) > 0.01);
  return ratios.length < ENOUGH ? 1 : ratios.sort((a, b) => a - b)[Math.floor(ratios.length / 2)];
}

/** A root with this scale (or its reciprocal) indicates that its file was converted from a different unit. */
const CONVERTED = 10;

/**
 * Returns how far from the origin a clip places a root, relative to the farthest bone in bind pose, or 1. Only a root with a
 * scale that converts the unit of its file is considered: a clip in the file's unit moves the root too far, but all other bones
 * correctly.
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

/** Converts local matrices to model space. Parents must precede their children. */
function below(bones, locals, root) {
  const absolute = [];
  bones.forEach(({ parent }, bone) => {
    const above = parent < 0 ? root : absolute[parent];
    absolute.push(above ? multiply(locals[bone], above) : locals[bone]);
  });
  return absolute;
}
