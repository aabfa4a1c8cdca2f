// The meshes of a model, moved by the matrices of its bones.

import { skinnedBox } from "./extent.js";
import { Geometry } from "./geometry.js";
import { BY_DISTANCE, absentAt, levelAt, levelOf, sphereOf } from "./levels.js";
import { length, subtract, transform } from "./matrix.js";
import { morphed } from "./morph.js";
import { MAPS, paintOf } from "./paint.js";
import { Palette } from "./palette.js";
import { compile } from "./program.js";
import { ATTRIBUTES, FRAGMENT, LOOKS, VERTEX, columnsOf, standOf } from "./shade.js";

/** The texture units of the palette and its colours. The units before them are for maps. */
const [PALETTE, TINTS] = [MAPS.length, MAPS.length + 1];

/** The placement of a map without a transform: columns of a matrix. */
const AS_IT_IS = [1, 0, 0, 1, 0, 0];

/** The program that draws meshes. */
export class MeshProgram {
  constructor(gl) {
    Object.assign(this, compile(gl, VERTEX, FRAGMENT, ATTRIBUTES));
    gl.useProgram(this.program);
    gl.uniform1iv(this.uniforms["maps[0]"], MAPS.map((_, unit) => unit));
    gl.uniform1i(this.uniforms.palette, PALETTE);
    gl.uniform1i(this.uniforms.tints, TINTS);
  }
}

/** A model on the GPU. */
export class Meshes {
  /** The number of figures that are drawn, in rows, and their `spacing` in metres in x and z. */
  crowd = { count: 1, spacing: [0, 0] };
  /** How surfaces are shown: one of `LOOKS`. */
  look = "shaded";
  /** The indices of the meshes that are never drawn. */
  hidden = new Set();
  /** The level of detail: a number, or `BY_DISTANCE`. */
  level = BY_DISTANCE;
  /** The level that each group shows; -1 for none. */
  levels = [];
  /** The indices of the meshes of other levels. */
  #absent = new Set();

  /** @param {object} model from `readModel` */
  constructor(gl, model) {
    [this.gl, this.model] = [gl, model];
    this.palette = new Palette(gl, model.meshes);
    this.meshes = model.meshes.map((mesh, index) => ({ mesh, index, ...this.palette.meshes[index], geometry: new Geometry(gl, mesh) }));
    this.paints = model.materials.map(paintOf);
    this.parts = this.meshes.flatMap((made) => made.mesh.parts.map((part) => ({ made, part, middle: middleOf(made.mesh, part), paint: this.paints[part.material] ?? paintOf() })));
  }

  /** Poses the meshes. @param {Float32Array[]} poses for each figure, the matrices of the model's bones */
  pose(poses) {
    this.palette.set(poses);
  }

  /** Applies morph targets. @param {number[]} weights one for each target, mesh by mesh */
  morph(weights) {
    let first = 0;
    for (const made of this.meshes) {
      const own = weights.slice(first, (first += made.mesh.targets.length));
      if (own.some((weight, target) => weight !== made.weights?.[target])) {
        made.weights = own;
        made.moved = morphed(made.mesh, own);
        made.geometry.move(made.moved);
      }
    }
  }

  /** Chooses the levels of detail. @param {Camera} camera @param {Float32Array} place the placement of the model */
  chooseLevels(camera, place) {
    const groups = this.model.levelGroups;
    this.levels = groups.map((group) => {
      if (this.level !== BY_DISTANCE) {
        return levelOf(group, this.level);
      }
      const [x, y, z, radius] = sphereOf(group, (mesh) => this.#sphere(mesh));
      const center = transform([x, y, z], place).slice(0, 3);
      return levelAt(group, length(subtract(center, camera.eye)), camera.coverage(center, radius));
    });
    this.#absent = absentAt(groups, this.levels);
  }

  /** Returns a box around each visible mesh, in the pose of the first figure. */
  boxes() {
    const seen = this.meshes.filter(({ index }) => this.isSeen(index));
    return seen.map(({ mesh, index, moved }) => skinnedBox(mesh, (moved ?? mesh).positions, this.palette.jointsOf(index)));
  }

  /** Whether a mesh is drawn. */
  isSeen(mesh) {
    return !this.hidden.has(mesh) && !this.#absent.has(mesh);
  }

  /** Sets the number of figures, each with its own pose. */
  setCrowd(count, spacing) {
    this.crowd = { count, spacing };
  }

  /** Returns the position of each figure, in x and z. */
  stands() {
    return Array.from({ length: this.crowd.count }, (_, who) => standOf(who, this.crowd));
  }

  /**
   * Draws opaque parts, followed by transparent parts from back to front.
   * @param {MeshProgram} shader
   * @param {(material: number, use: string) => WebGLTexture | null} textures
   */
  draw(shader, view, textures, blank) {
    const { gl } = this;
    this.#begin(shader, view);
    gl.uniform1i(shader.uniforms.look, LOOKS.indexOf(this.look));
    const seen = this.parts.filter(({ made }) => this.isSeen(made.index));
    const isClear = ({ paint }) => paint.alphaMode === "blend" && this.look === "shaded";
    seen.filter((it) => !isClear(it)).forEach((it) => this.#part(shader.uniforms, it, textures, blank));
    const far = seen.filter(isClear).map((it) => ({ ...it, depth: this.#depth(it, view) })).sort((a, b) => b.depth - a.depth);
    gl.depthMask(false);
    far.forEach((it) => this.#part(shader.uniforms, it, textures, blank));
    gl.depthMask(true);
    gl.disable(gl.CULL_FACE);
  }

  /** Draws everything flat on the ground in one colour. */
  drawShadow(shader, view, colour) {
    this.#begin(shader, view);
    this.gl.uniform1i(shader.uniforms.flatten, 1);
    this.#plain(shader, colour, ({ geometry, mesh }) => geometry.drawTriangles({ firstIndex: 0, indexCount: mesh.indices.length }, this.crowd.count));
  }

  /** Draws the edges of triangles. */
  drawEdges(shader, view, colour) {
    this.#begin(shader, view);
    this.#plain(shader, colour, ({ geometry }) => geometry.drawEdges(this.crowd.count));
  }

  /** Draws edges at their texture coordinates, from (0, 0) at the top left to (1, 1). */
  drawLayout(shader, view, colour) {
    this.#begin(shader, view);
    this.gl.uniform1i(shader.uniforms.flatten, 2);
    this.#plain(shader, colour, ({ geometry, mesh }) => mesh.uvs.length > 0 && geometry.drawEdges(1));
  }

  /** Draws a line from each vertex along its normal or its tangent. */
  drawSpikes(shader, view, colour, size, along) {
    this.#begin(shader, view);
    const isNormal = along === "normals";
    this.gl.uniform2f(shader.uniforms.spike, isNormal ? size : 0, isNormal ? 0 : size);
    this.#plain(shader, colour, ({ geometry, mesh }) => mesh[along].length > 0 && geometry.drawSpikes());
  }

  /** Frees the GPU resources. */
  drop() {
    this.meshes.forEach(({ geometry }) => geometry.drop());
    this.palette.drop();
  }

  #begin(shader, { camera, place, eye }) {
    const { gl, palette } = this;
    const { uniforms } = shader;
    gl.useProgram(shader.program);
    gl.uniformMatrix4fv(uniforms.camera, false, camera);
    gl.uniformMatrix4fv(uniforms.place, false, place);
    gl.uniform3fv(uniforms.eye, eye);
    gl.uniform3i(uniforms.crowd, columnsOf(this.crowd.count), palette.poses, palette.size);
    gl.uniform2fv(uniforms.spacing, this.crowd.spacing);
    gl.uniform2f(uniforms.spike, 0, 0);
    gl.uniform1i(uniforms.flatten, 0);
    gl.uniform4f(uniforms.plain, 0, 0, 0, 0);
    bind(gl, PALETTE, palette.texture);
    bind(gl, TINTS, palette.tints);
  }

  #plain(shader, colour, draw) {
    this.gl.uniform4fv(shader.uniforms.plain, colour);
    for (const made of this.meshes.filter(({ index }) => this.isSeen(index))) {
      this.#skin(shader.uniforms, made);
      draw(made);
    }
  }

  /** Sets the uniforms for the joints of a mesh. */
  #skin(uniforms, { first, twin }) {
    this.gl.uniform1i(uniforms.first, first);
    this.gl.uniform1i(uniforms.twin, twin);
  }

  #part(uniforms, { made, part, paint }, textures, blank) {
    const { gl } = this;
    const { mesh } = made;
    const maps = MAPS.map((use) => (use === "normal" && mesh.tangents.length === 0 ? null : textures(part.material, use)));
    maps.forEach((map, unit) => bind(gl, unit, map?.texture ?? blank));
    gl.uniform1i(uniforms.has, maps.reduce((bits, map, unit) => bits | (map ? 1 << unit : 0), 0));
    gl.uniform1i(uniforms.second, maps.reduce((bits, map, unit) => bits | (map?.uvSet === 1 ? 1 << unit : 0), 0));
    gl.uniformMatrix3x2fv(uniforms["placing[0]"], false, maps.flatMap((map) => map?.placing ?? AS_IT_IS));
    this.#skin(uniforms, made);
    gl.uniform1i(uniforms.shading, paint.shading);
    gl.uniform1i(uniforms.hasNormals, mesh.normals.length > 0 ? 1 : 0);
    for (const name of ["diffuse", "specular", "emissive"]) {
      gl.uniform3fv(uniforms[name], paint[name]);
    }
    for (const name of ["shininess", "opacity", "cutoff", "metallic", "roughness", "bump", "occlusion"]) {
      gl.uniform1f(uniforms[name], paint[name]);
    }
    (paint.doubleSided ? gl.disable : gl.enable).call(gl, gl.CULL_FACE);
    made.geometry.drawTriangles(part, this.crowd.count);
  }

  /** Returns the center and radius of a mesh in the last pose, as its first joint moves it. */
  #sphere(mesh) {
    const [x, y, z, radius] = this.model.meshes[mesh].sphere;
    return [...this.palette.place(mesh, [x, y, z], 0).slice(0, 3), radius];
  }

  /** Returns the distance of a part from the eye. */
  #depth({ made, middle }, { place, eye }) {
    const [x, y, z] = this.palette.place(made.index, middle.point, middle.joint);
    return Math.hypot(x + place[12] - eye[0], y + place[13] - eye[1], z + place[14] - eye[2]);
  }
}

/** Returns the middle of a part in bind pose, and a joint that moves it. */
function middleOf(mesh, { firstIndex, indexCount }) {
  const corners = mesh.indices.subarray(firstIndex, firstIndex + indexCount);
  const point = [0, 0, 0];
  corners.forEach((vertex) => point.forEach((_, axis) => { point[axis] += mesh.positions[3 * vertex + axis] / corners.length; }));
  return { point, joint: mesh.joints[0]?.[4 * corners[0]] ?? 0 };
}

function bind(gl, unit, texture) {
  gl.activeTexture(gl.TEXTURE0 + unit);
  gl.bindTexture(gl.TEXTURE_2D, texture);
  gl.activeTexture(gl.TEXTURE0);
}
