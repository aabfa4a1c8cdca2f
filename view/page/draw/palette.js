// The matrices of joints on the graphics card, for the last poses: the robots of a crowd show poses of a while ago.

import { multiply, transform } from "./matrix.js";
import { ROW } from "./shade.js";

/** The largest height of a texture that every WebGL 2 has. */
const HIGHEST = 2048;

/** For each pose rows of matrices, mesh by mesh, joint by joint. */
export class Palette {
  /** The number of poses that are kept, and of those that are known. */
  poses = 1;
  #known = 0;
  /** Where the newest pose is. */
  newest = 0;

  /** @param {object[]} meshes of a model */
  constructor(gl, meshes) {
    this.gl = gl;
    let first = 0;
    this.meshes = meshes.map((mesh) => {
      const from = first;
      // A rigid mesh is one on a single joint: its bone.
      first += Math.max(1, mesh.skinBones.length);
      return { mesh, first: from };
    });
    this.rows = Math.max(1, Math.ceil(first / ROW));
    this.matrices = new Float32Array(this.rows * ROW * 16);
    this.texture = gl.createTexture();
    this.tints = gl.createTexture();
    this.keep(1);
    this.tint(() => [0, 0, 0, 0]);
  }

  /** Keeps so many poses, or as many as fit; those of before are forgotten. */
  keep(poses) {
    this.poses = Math.max(1, Math.min(poses, Math.floor(HIGHEST / this.rows)));
    [this.#known, this.newest] = [0, 0];
    this.#store(this.texture, this.rows * this.poses, ROW * 4, null);
    this.#upload(0);
  }

  /** Adds a pose. @param {Float32Array[]} absolute the matrix of each bone of the model */
  add(absolute) {
    for (const { mesh, first } of this.meshes) {
      const joint = (index) => this.#matrix(first + index);
      if (mesh.skinBones.length === 0) {
        joint(0).set(absolute[mesh.bone]);
      }
      mesh.skinBones.forEach((bone, index) => {
        multiply(mesh.inverseBinds.subarray(index * 16, index * 16 + 16), absolute[bone], joint(index));
      });
    }
    this.newest = (this.newest + 1) % this.poses;
    if (this.#known === 0) {
      Array.from({ length: this.poses }, (_, slot) => this.#upload(slot));
    } else {
      this.#upload(this.newest);
    }
    this.#known += 1;
  }

  /** Where a point of a mesh is, moved by one joint of the last pose. */
  place(index, point, joint) {
    return transform(point, this.#matrix(this.meshes[index].first + joint));
  }

  /** Gives each joint a colour. @param {(bone: number) => number[]} colourOf r, g, b, a of a bone of the model */
  tint(colourOf) {
    const colours = new Float32Array(this.rows * ROW * 4);
    for (const { mesh, first } of this.meshes) {
      const bones = mesh.skinBones.length === 0 ? [mesh.bone] : mesh.skinBones;
      bones.forEach((bone, index) => colours.set(colourOf(bone), 4 * (first + index)));
    }
    this.#store(this.tints, this.rows, ROW, colours);
  }

  drop() {
    this.gl.deleteTexture(this.texture);
    this.gl.deleteTexture(this.tints);
  }

  #matrix(index) {
    return this.matrices.subarray(16 * index, 16 * index + 16);
  }

  #upload(slot) {
    const { gl } = this;
    gl.bindTexture(gl.TEXTURE_2D, this.texture);
    gl.texSubImage2D(gl.TEXTURE_2D, 0, 0, slot * this.rows, ROW * 4, this.rows, gl.RGBA, gl.FLOAT, this.matrices);
  }

  #store(texture, height, width, numbers) {
    const { gl } = this;
    gl.bindTexture(gl.TEXTURE_2D, texture);
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA32F, width, height, 0, gl.RGBA, gl.FLOAT, numbers);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.NEAREST);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.NEAREST);
  }
}
