// The vertex data of a mesh on the GPU.

import { ATTRIBUTES } from "./shade.js";

const [POSITION, NORMAL, TANGENT, COLOUR, UV, JOINTS, WEIGHTS, MORE_JOINTS, MORE_WEIGHTS, MORE_UV, RIGID] = ATTRIBUTES.keys();

/** The vertex arrays of a mesh: its triangles and, created on demand, its edges and a line for each vertex. */
export class Geometry {
  #made = [];
  #edges = null;
  #spikes = null;

  constructor(gl, mesh) {
    [this.gl, this.mesh] = [gl, mesh];
    const store = (target, numbers) => {
      const buffer = gl.createBuffer();
      this.#made.push(buffer);
      gl.bindBuffer(target, buffer);
      gl.bufferData(target, numbers, gl.STATIC_DRAW);
      return buffer;
    };
    this.store = store;
    gl.bindVertexArray(null);
    this.buffers = attributesOf(mesh)
      .filter(({ numbers }) => numbers?.length > 0)
      .map((it) => ({ ...it, buffer: store(gl.ARRAY_BUFFER, it.numbers) }));
    this.triangles = this.#array(mesh.indices, 0);
  }

  /** Replaces the `positions`, `normals` and `tangents` of the vertices. */
  move(moved) {
    const { gl } = this;
    for (const { name, buffer } of this.buffers.filter(({ name }) => moved[name])) {
      gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
      gl.bufferSubData(gl.ARRAY_BUFFER, 0, moved[name]);
    }
  }

  /** Draws a range of the triangles, `count` times. */
  drawTriangles({ firstIndex, indexCount }, count) {
    const { gl, mesh } = this;
    gl.bindVertexArray(this.triangles);
    this.#defaults();
    gl.drawElementsInstanced(gl.TRIANGLES, indexCount, kindOf(gl, mesh.indices), firstIndex * mesh.indices.BYTES_PER_ELEMENT, count);
  }

  /** Draws every edge once, `count` times. */
  drawEdges(count) {
    const { gl, mesh } = this;
    if (!this.#edges) {
      const numbers = edgesOf(mesh);
      this.#edges = { array: this.#array(numbers, 0), numbers };
    }
    const { array, numbers } = this.#edges;
    gl.bindVertexArray(array);
    this.#defaults();
    gl.drawElementsInstanced(gl.LINES, numbers.length, kindOf(gl, numbers), 0, count);
  }

  /** Draws a line at each vertex. For the shader, each vertex is an instance. */
  drawSpikes() {
    const { gl, mesh } = this;
    this.#spikes ??= this.#array(null, 1);
    gl.bindVertexArray(this.#spikes);
    this.#defaults();
    gl.drawArraysInstanced(gl.LINES, 0, 2, mesh.vertexCount);
  }

  drop() {
    const { gl } = this;
    [this.triangles, this.#edges?.array, this.#spikes].forEach((array) => gl.deleteVertexArray(array ?? null));
    this.#made.forEach((buffer) => gl.deleteBuffer(buffer));
  }

  /** Creates a vertex array with these indices. With a divisor, attributes advance per instance. */
  #array(indices, divisor) {
    const { gl } = this;
    const array = gl.createVertexArray();
    gl.bindVertexArray(array);
    for (const { place, numbers, width, buffer } of this.buffers) {
      gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
      gl.enableVertexAttribArray(place);
      if (numbers instanceof Uint16Array) {
        gl.vertexAttribIPointer(place, width, gl.UNSIGNED_SHORT, 0, 0);
      } else {
        gl.vertexAttribPointer(place, width, gl.FLOAT, false, 0, 0);
      }
      gl.vertexAttribDivisor(place, divisor);
    }
    if (indices) {
      this.store(gl.ELEMENT_ARRAY_BUFFER, indices);
    }
    gl.bindVertexArray(null);
    return array;
  }

  /** Sets the values of attributes that the mesh does not have. They are not part of a vertex array. */
  #defaults() {
    const { gl, mesh } = this;
    gl.vertexAttribI4ui(JOINTS, 0, 0, 0, 0);
    gl.vertexAttrib4f(WEIGHTS, mesh.joints.length === 0 ? 1 : 0, 0, 0, 0);
    gl.vertexAttribI4ui(MORE_JOINTS, 0, 0, 0, 0);
    gl.vertexAttrib4f(MORE_WEIGHTS, 0, 0, 0, 0);
    gl.vertexAttrib4f(COLOUR, 1, 1, 1, 1);
    gl.vertexAttrib4f(TANGENT, 0, 0, 0, 1);
    gl.vertexAttrib1f(RIGID, mesh.method === "dual quaternions" ? 1 : 0);
  }
}

function attributesOf(mesh) {
  const attribute = (place, numbers, width, name) => ({ place, numbers, width, name });
  return [
    attribute(POSITION, mesh.positions, 3, "positions"),
    attribute(NORMAL, mesh.normals, 3, "normals"),
    attribute(TANGENT, mesh.tangents, 4, "tangents"),
    attribute(COLOUR, mesh.colours, 4),
    attribute(UV, mesh.uvs[0], 2),
    attribute(JOINTS, mesh.joints[0], 4),
    attribute(WEIGHTS, mesh.weights[0], 4),
    attribute(MORE_JOINTS, mesh.joints[1], 4),
    attribute(MORE_WEIGHTS, mesh.weights[1], 4),
    attribute(MORE_UV, mesh.uvs[1] ?? mesh.uvs[0], 2),
    attribute(RIGID, mesh.blendWeights, 1),
  ];
}

const kindOf = (gl, indices) => (indices instanceof Uint16Array ? gl.UNSIGNED_SHORT : gl.UNSIGNED_INT);

/** Returns both ends of each edge of a mesh's triangles, without duplicates. */
export function edgesOf({ indices, vertexCount }) {
  const known = new Set();
  const edges = [];
  for (let corner = 0; corner < indices.length; corner++) {
    const next = corner % 3 === 2 ? corner - 2 : corner + 1;
    const [low, high] = [Math.min(indices[corner], indices[next]), Math.max(indices[corner], indices[next])];
    const key = low * vertexCount + high;
    if (!known.has(key)) {
      known.add(key);
      edges.push(low, high);
    }
  }
  return indices instanceof Uint16Array ? Uint16Array.from(edges) : Uint32Array.from(edges);
}
