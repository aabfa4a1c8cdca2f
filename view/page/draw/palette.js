// The matrices of joints on the GPU. Those of all figures are uploaded together.

import { dualQuaternionAt } from "./dual.js";
import { multiplyAt, transform } from "./matrix.js";
import { ROW } from "./skin.js";

/** The maximum height of a texture that every WebGL 2 implementation supports. */
const HIGHEST = 2048;

/**
 * For each figure, contains the matrices of its joints, mesh by mesh, followed by their dual quaternions in the same amount of
 * space, for meshes that need them.
 */
export class Palette {
  /** The number of figures that have a pose. */
  poses = 1;
  /** The number of matrices per figure. */
  size = 0;
  #rows = 0;
  #matrices = new Float32Array(0);

  /** @param {object[]} meshes of a model */
  constructor(gl, meshes) {
    this.gl = gl;
    this.meshes = meshes.map((mesh) => {
      const first = this.size;
      // A rigid mesh is treated as a mesh with a single joint: its bone.
      const joints = Math.max(1, mesh.skinBones.length);
      const twin = mesh.method === "linear" || mesh.skinBones.length === 0 ? 0 : joints;
      this.size += joints + twin;
      return { mesh, first, twin };
    });
    this.texture = gl.createTexture();
    this.tints = gl.createTexture();
    this.#grow(1);
    this.tint(() => [0, 0, 0, 0]);
  }

  /**
   * Sets the poses of all figures, or of as many as fit. @param {Float32Array[]} poses for each, the matrices of the model's
   * bones
   */
  set(poses) {
    this.poses = Math.max(1, Math.min(poses.length, Math.floor((HIGHEST * ROW) / Math.max(1, this.size))));
    this.#grow(this.poses);
    poses.slice(0, this.poses).forEach((pose, figure) => this.#fill(pose, figure * this.size));
    const { gl } = this;
    gl.bindTexture(gl.TEXTURE_2D, this.texture);
    gl.texSubImage2D(gl.TEXTURE_2D, 0, 0, 0, ROW * 4, rowsOf(this.poses * this.size), gl.RGBA, gl.FLOAT, this.#matrices);
  }

  /** Returns the matrices of a mesh's joints in the pose of the first figure, in one array. */
  jointsOf(index) {
    const { mesh, first } = this.meshes[index];
    return this.#matrices.subarray(16 * first, 16 * (first + Math.max(1, mesh.skinBones.length)));
  }

  /** Returns the position of a point of a mesh, moved by one joint of the first figure. */
  place(index, point, joint) {
    return transform(point, this.jointsOf(index).subarray(16 * joint, 16 * joint + 16));
  }

  /** Sets the colour of each joint. @param {(bone: number) => number[]} colourOf r, g, b, a of a bone of the model */
  tint(colourOf) {
    const rows = rowsOf(this.size);
    const colours = new Float32Array(rows * ROW * 4);
    for (const { mesh, first } of this.meshes) {
      const bones = mesh.skinBones.length === 0 ? [mesh.bone] : mesh.skinBones;
      bones.forEach((bone, index) => colours.set(colourOf(bone), 4 * (first + index)));
    }
    this.#store(this.tints, rows, ROW, colours);
  }

  drop() {
    this.gl.deleteTexture(this.texture);
    this.gl.deleteTexture(this.tints);
  }

  /** Writes the matrices of a figure, beginning at an index. */
  #fill(pose, place) {
    const matrices = this.#matrices;
    for (const { mesh, first, twin } of this.meshes) {
      const at = 16 * (place + first);
      const { skinBones, inverseBinds } = mesh;
      if (skinBones.length === 0) {
        matrices.set(pose.subarray(16 * mesh.bone, 16 * mesh.bone + 16), at);
      }
      for (let joint = 0; joint < skinBones.length; joint++) {
        multiplyAt(inverseBinds, 16 * joint, pose, 16 * skinBones[joint], matrices, at + 16 * joint);
        if (twin > 0) {
          dualQuaternionAt(matrices.subarray(at + 16 * joint, at + 16 * joint + 16), matrices, at + 16 * (joint + twin));
        }
      }
    }
  }

  /** Reserves space for this number of figures. */
  #grow(poses) {
    const rows = rowsOf(poses * this.size);
    if (rows > this.#rows) {
      this.#rows = rows;
      this.#matrices = new Float32Array(rows * ROW * 16);
      this.#store(this.texture, rows, ROW * 4, this.#matrices);
    }
  }

  #store(texture, height, width, numbers) {
    const { gl } = this;
    gl.bindTexture(gl.TEXTURE_2D, texture);
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA32F, width, height, 0, gl.RGBA, gl.FLOAT, numbers);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.NEAREST);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.NEAREST);
  }
}

const rowsOf = (matrices) => Math.max(1, Math.ceil(matrices / ROW));

/** Returns a colour for a bone. Neighbouring bones have different colours. */
export function hueOf(bone) {
  const hue = (bone * 0.618034) % 1;
  return [0, 1 / 3, 2 / 3].map((shift) => 0.55 + 0.4 * Math.cos(2 * Math.PI * (hue + shift))).concat(1);
}
