// Shows the pixels of textures: flat at any size, by channel, or as a surrounding sky.

import { compile } from "./program.js";
import { upload, uploadCube } from "./surface.js";

/** The channels that can be shown, by the number that the shader uses. */
export const CHANNELS = ["rgb and alpha", "rgb", "r", "g", "b", "a"];

const VERTEX = `
void main() {
  gl_Position = vec4(vec2(gl_VertexID % 2 * 4, gl_VertexID / 2 * 4) - 1.0, 0.0, 1.0);
}`;

const FRAGMENT = `
uniform sampler2D image;
uniform samplerCube cube;
// The picture's height, the left top corner of the image in it, and how large a pixel is; or the eye's angles.
uniform float height;
uniform vec2 corner;
uniform float zoom;
uniform ivec2 size;
uniform int level;
uniform bool smoothly;
uniform int channel;
uniform float exposure;
// Whether numbers are light, to be encoded for the screen; go from -1; or leave blue to be rebuilt.
uniform bool light;
uniform bool isSigned;
uniform bool rebuilds;
// 0 flat, 1 sky, 2 the numbers of one pixel.
uniform int mode;
uniform ivec2 asked;
uniform vec2 turn;
uniform float aspect;
out vec4 pixel;

vec3 encode(vec3 linear) {
  vec3 high = 1.055 * pow(max(linear, vec3(0.0)), vec3(1.0 / 2.4)) - 0.055;
  return mix(linear * 12.92, high, step(vec3(0.0031308), linear));
}

vec3 shown(vec4 texel, vec2 at) {
  vec3 colour = texel.rgb;
  if (rebuilds) {
    vec2 tilt = texel.xy * (isSigned ? 1.0 : 2.0) - (isSigned ? 0.0 : 1.0);
    float up = sqrt(max(0.0, 1.0 - dot(tilt, tilt)));
    colour.b = isSigned ? up : up * 0.5 + 0.5;
  }
  if (isSigned) colour = colour * 0.5 + 0.5;
  colour *= exp2(exposure);
  if (light) colour = encode(colour);
  float checker = mod(floor(at.x / 8.0) + floor(at.y / 8.0), 2.0) < 0.5 ? 0.42 : 0.58;
  switch (channel) {
    case 0: return mix(vec3(checker), colour, clamp(texel.a, 0.0, 1.0));
    case 1: return colour;
    case 5: return vec3(texel.a);
    default: return vec3(colour[channel - 2]);
  }
}

void main() {
  if (mode == 2) {
    pixel = texelFetch(image, asked, level);
    return;
  }
  vec2 at = vec2(gl_FragCoord.x, height - gl_FragCoord.y);
  if (mode == 1) {
    vec2 flat_ = (gl_FragCoord.xy / height * 2.0 - vec2(aspect, 1.0)) * zoom;
    vec3 ray = normalize(vec3(flat_, 1.0));
    vec2 s = sin(turn), c = cos(turn);
    ray.yz = vec2(c.y * ray.y + s.y * ray.z, c.y * ray.z - s.y * ray.y);
    ray.xz = vec2(c.x * ray.x + s.x * ray.z, c.x * ray.z - s.x * ray.x);
    pixel = vec4(shown(textureLod(cube, ray, float(level)), at), 1.0);
    return;
  }
  vec2 place = (at - corner) / zoom;
  if (any(lessThan(place, vec2(0.0))) || any(greaterThanEqual(place, vec2(size)))) {
    discard;
  }
  vec4 texel = smoothly ? textureLod(image, place / vec2(size), float(level)) : texelFetch(image, ivec2(place), level);
  pixel = vec4(shown(texel, at), 1.0);
}`;

/** Draws images on its own canvas. */
export class ImageStage {
  /** The images in a plane: `{ texture, width, height, x, y }`, in pixels of the largest level. */
  #images = [];
  #sky = null;
  #scratch = null;

  constructor(canvas) {
    this.canvas = canvas;
    this.gl = canvas.getContext("webgl2", { antialias: false, alpha: false });
    if (!this.gl) {
      throw new Error("this browser has no WebGL 2");
    }
    Object.assign(this, compile(this.gl, VERTEX, FRAGMENT, []));
  }

  /**
   * Replaces the shown images.
   * @param {{texture: object, x: number, y: number}[]} images textures from `readTexture`, with their positions
   * @param {object | null} cube from `readTextureCube`
   * @returns whether the GPU supports their format
   */
  set(images, cube = null) {
    const { gl } = this;
    [...this.#images.map(({ image }) => image), this.#sky].forEach((old) => gl.deleteTexture(old));
    this.#images = images.map(({ texture, x, y }) => ({ image: upload(gl, texture), x, y, levels: texture.levels }));
    this.#sky = cube && uploadCube(gl, cube);
    return this.#images.every(({ image }) => image);
  }

  /** Draws. @param look the uniforms that say how, with `corner` and `zoom` in pixels of the canvas; `sky` for the cube map around */
  draw(look, background) {
    const { gl, canvas } = this;
    gl.viewport(0, 0, canvas.width, canvas.height);
    gl.clearColor(...background, 1);
    gl.clear(gl.COLOR_BUFFER_BIT);
    this.#use(look);
    if (look.sky) {
      this.#cover(1, this.#sky, gl.TEXTURE_CUBE_MAP);
      return;
    }
    const scale = look.zoom * 2 ** look.level;
    for (const { image, x, y, levels } of this.#images) {
      const { width, height } = levels[look.level];
      gl.uniform2f(this.uniforms.corner, look.corner[0] + x * look.zoom, look.corner[1] + y * look.zoom);
      gl.uniform1f(this.uniforms.zoom, scale);
      gl.uniform2i(this.uniforms.size, width, height);
      this.#filter(image, look.smoothly);
      this.#cover(0, image, gl.TEXTURE_2D);
    }
  }

  /** Returns the numbers of a pixel: r, g, b, a as a shader reads them; null outside of the images. */
  read(x, y, level) {
    const { gl } = this;
    const found = this.#images.find((it) => x >= it.x && y >= it.y && x < it.x + it.levels[0].width && y < it.y + it.levels[0].height);
    if (!found?.image || !gl.getExtension("EXT_color_buffer_float")) {
      return null;
    }
    const { width, height } = found.levels[level];
    const place = [Math.min(width - 1, Math.floor((x - found.x) / 2 ** level)), Math.min(height - 1, Math.floor((y - found.y) / 2 ** level))];
    this.#scratch ??= scratch(gl);
    gl.bindFramebuffer(gl.FRAMEBUFFER, this.#scratch);
    gl.viewport(0, 0, 1, 1);
    gl.useProgram(this.program);
    gl.uniform2i(this.uniforms.asked, ...place);
    gl.uniform1i(this.uniforms.level, level);
    this.#cover(2, found.image, gl.TEXTURE_2D);
    const numbers = new Float32Array(4);
    gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.FLOAT, numbers);
    gl.bindFramebuffer(gl.FRAMEBUFFER, null);
    return { x: place[0], y: place[1], numbers: [...numbers] };
  }

  #use(look) {
    const { gl, uniforms, canvas } = this;
    gl.useProgram(this.program);
    gl.uniform1i(uniforms.image, 0);
    gl.uniform1i(uniforms.cube, 1);
    gl.uniform1f(uniforms.height, canvas.height);
    gl.uniform1f(uniforms.aspect, canvas.width / canvas.height);
    gl.uniform1i(uniforms.level, look.level);
    gl.uniform1i(uniforms.channel, CHANNELS.indexOf(look.channel));
    gl.uniform1f(uniforms.exposure, look.exposure);
    gl.uniform2f(uniforms.turn, ...look.turn);
    gl.uniform1f(uniforms.zoom, look.angle);
    for (const name of ["smoothly", "light", "isSigned", "rebuilds"]) {
      gl.uniform1i(uniforms[name], look[name] ? 1 : 0);
    }
  }

  #filter(image, smoothly) {
    const { gl } = this;
    gl.bindTexture(gl.TEXTURE_2D, image);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, smoothly ? gl.LINEAR : gl.NEAREST);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE);
  }

  #cover(mode, texture, target) {
    const { gl, uniforms } = this;
    gl.uniform1i(uniforms.mode, mode);
    gl.activeTexture(gl.TEXTURE0 + (target === gl.TEXTURE_2D ? 0 : 1));
    gl.bindTexture(target, texture);
    gl.activeTexture(gl.TEXTURE0);
    gl.bindVertexArray(null);
    gl.drawArrays(gl.TRIANGLES, 0, 3);
  }
}

/** Creates a framebuffer of one float pixel. */
function scratch(gl) {
  const [frame, texture] = [gl.createFramebuffer(), gl.createTexture()];
  gl.bindTexture(gl.TEXTURE_2D, texture);
  gl.texStorage2D(gl.TEXTURE_2D, 1, gl.RGBA32F, 1, 1);
  gl.bindFramebuffer(gl.FRAMEBUFFER, frame);
  gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, texture, 0);
  return frame;
}
