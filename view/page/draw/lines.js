// Draws unlit coloured lines and triangles: the grid, axes, bones, paths and the figure.

import { compile } from "./program.js";

const VERTEX = `
in vec3 position;
in vec4 colour;
uniform mat4 camera;
uniform mat4 place;
out vec4 tint;
out vec3 world;
void main() {
  vec4 at = place * vec4(position, 1.0);
  world = at.xyz;
  tint = colour;
  gl_Position = camera * at;
}`;

const FRAGMENT = `
in vec4 tint;
in vec3 world;
uniform vec4 fade;
uniform float strength;
out vec4 colour;
void main() {
  float gone = fade.w > 0.0 ? smoothstep(0.35, 1.0, distance(world, fade.xyz) / fade.w) : 0.0;
  colour = vec4(tint.rgb, tint.a * strength * (1.0 - gone));
}`;

const STRIDE = 7;

/** The program that draws batches. */
export class LineProgram {
  constructor(gl) {
    Object.assign(this, compile(gl, VERTEX, FRAGMENT, ["position", "colour"]));
    this.gl = gl;
  }

  /**
   * Draws batches. With `fade`, lines fade with their distance from a point: x, y, z, distance. `strength` is a factor of their
   * opacity.
   */
  draw(batches, camera, place, fade = [0, 0, 0, 0], strength = 1) {
    const { gl, uniforms } = this;
    gl.useProgram(this.program);
    gl.uniformMatrix4fv(uniforms.camera, false, camera);
    gl.uniformMatrix4fv(uniforms.place, false, place);
    gl.uniform4fv(uniforms.fade, fade);
    gl.uniform1f(uniforms.strength, strength);
    batches.forEach((batch) => batch.draw());
  }
}

/** The vertices of lines (or triangles), which can be replaced at any time. */
export class Batch {
  constructor(gl, mode = gl.LINES) {
    [this.gl, this.mode, this.count] = [gl, mode, 0];
    this.array = gl.createVertexArray();
    this.buffer = gl.createBuffer();
    gl.bindVertexArray(this.array);
    gl.bindBuffer(gl.ARRAY_BUFFER, this.buffer);
    gl.enableVertexAttribArray(0);
    gl.vertexAttribPointer(0, 3, gl.FLOAT, false, 4 * STRIDE, 0);
    gl.enableVertexAttribArray(1);
    gl.vertexAttribPointer(1, 4, gl.FLOAT, false, 4 * STRIDE, 12);
    gl.bindVertexArray(null);
  }

  /** Replaces the vertices. @param {number[]} vertices x, y, z, r, g, b, a of each */
  set(vertices) {
    const { gl } = this;
    this.count = vertices.length / STRIDE;
    gl.bindBuffer(gl.ARRAY_BUFFER, this.buffer);
    gl.bufferData(gl.ARRAY_BUFFER, new Float32Array(vertices), gl.DYNAMIC_DRAW);
  }

  draw() {
    if (this.count > 0) {
      this.gl.bindVertexArray(this.array);
      this.gl.drawArrays(this.mode, 0, this.count);
    }
  }
}
