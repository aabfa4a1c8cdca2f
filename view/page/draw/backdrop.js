// Draws the background: a colour that becomes darker downwards, or a sky.

import { compile } from "./program.js";

const VERTEX = `
out vec2 place;
void main() {
  place = vec2(gl_VertexID % 2 * 4, gl_VertexID / 2 * 4) - 1.0;
  gl_Position = vec4(place, 1.0, 1.0);
}`;

const FRAGMENT = `
in vec2 place;
uniform vec3 top;
uniform vec3 bottom;
out vec4 pixel;
void main() {
  float high = clamp(place.y * 0.5 + 0.5 - dot(place, place) * 0.06, 0.0, 1.0);
  // A little noise hides the steps between shades.
  float noise = fract(sin(dot(gl_FragCoord.xy, vec2(12.9898, 78.233))) * 43758.5453) / 255.0;
  pixel = vec4(mix(bottom, top, high) + noise - 0.5 / 255.0, 1.0);
}`;

/** Fills the picture with the background. */
export class Backdrop {
  constructor(gl) {
    Object.assign(this, { gl, ...compile(gl, VERTEX, FRAGMENT, []) });
  }

  draw({ top, bottom }) {
    const { gl, uniforms } = this;
    gl.useProgram(this.program);
    gl.uniform3fv(uniforms.top, top);
    gl.uniform3fv(uniforms.bottom, bottom);
    gl.disable(gl.DEPTH_TEST);
    gl.bindVertexArray(null);
    gl.drawArrays(gl.TRIANGLES, 0, 3);
    gl.enable(gl.DEPTH_TEST);
  }
}
