// Textures on the GPU, loaded by asset name.

import { decoded, isKnown } from "../blocks/decode.js";
import { compile } from "./program.js";

const WHITE = new Uint8Array([255, 255, 255, 255]);

/** Creates an image of one white pixel, for materials without a texture. */
export function blank(gl) {
  return upload(gl, { format: "RGBA8", srgb: false, levels: [{ width: 1, height: 1, bytes: WHITE }] });
}

/** Uploads a texture from a content file. Returns `null` if neither the GPU nor the page supports its format. */
export function upload(gl, given) {
  const texture = formOf(gl, given) ? given : suited(given);
  const form = formOf(gl, texture);
  if (!form) {
    return null;
  }
  const { levels } = texture;
  const made = gl.createTexture();
  gl.bindTexture(gl.TEXTURE_2D, made);
  if (form.compressed && !isWhole(levels[0])) {
    unpack(gl, made, form, levels, texture.srgb);
  } else {
    levels.forEach((it, level) => store(gl, gl.TEXTURE_2D, level, form, it));
  }
  filter(gl, gl.TEXTURE_2D, levels.length);
  return made;
}

/** Uploads a cube map from a content file. Returns `null` if neither the GPU nor the page supports its format. */
export function uploadCube(gl, given) {
  const canShow = (cube) => {
    const form = formOf(gl, cube);
    return form && !(form.compressed && !isWhole(cube.faces[0][0]));
  };
  const cube = canShow(given) ? given : suitedCube(given);
  if (!canShow(cube)) {
    return null;
  }
  const form = formOf(gl, cube);
  const made = gl.createTexture();
  gl.bindTexture(gl.TEXTURE_CUBE_MAP, made);
  cube.faces.forEach((levels, face) => levels.forEach((it, level) => store(gl, gl.TEXTURE_CUBE_MAP_POSITIVE_X + face, level, form, it)));
  filter(gl, gl.TEXTURE_CUBE_MAP, cube.faces[0].length);
  return made;
}

/** Converts a texture to a format that every GPU supports, if possible. */
function suited(texture) {
  return texture.format === "RGBA16" ? narrowed(texture) : isKnown(texture.format) ? decoded(texture) : texture;
}

/** Like `suited`, for a cube map. */
function suitedCube(cube) {
  const faces = cube.faces.map((levels) => suited({ ...cube, levels }));
  return { ...cube, format: faces[0].format, faces: faces.map(({ levels }) => levels) };
}

/** Reduces 16-bit numbers to their upper halves, for GPUs that do not support 16 bits. */
function narrowed({ levels, ...rest }) {
  return { ...rest, format: "RGBA8", levels: levels.map((level) => ({ ...level, bytes: level.bytes.filter((_, at) => at % 2 === 1) })) };
}

/** WebGL accepts compressed images only if the largest level consists of whole blocks. */
const isWhole = ({ width, height }) => width % 4 === 0 && height % 4 === 0;

function store(gl, target, level, form, { width, height, bytes }) {
  gl.pixelStorei(gl.UNPACK_ALIGNMENT, 1);
  if (form.compressed) {
    gl.compressedTexImage2D(target, level, form.compressed, width, height, 0, bytes);
  } else {
    gl.texImage2D(target, level, form.internal, width, height, 0, form.layout, form.kind, new form.Numbers(bytes.buffer, bytes.byteOffset, bytes.byteLength / form.Numbers.BYTES_PER_ELEMENT));
  }
}

function filter(gl, target, count) {
  gl.texParameteri(target, gl.TEXTURE_MAX_LEVEL, count - 1);
  gl.texParameteri(target, gl.TEXTURE_MIN_FILTER, count > 1 ? gl.LINEAR_MIPMAP_LINEAR : gl.LINEAR);
  const sharp = gl.getExtension("EXT_texture_filter_anisotropic");
  if (sharp && count > 1) {
    gl.texParameterf(target, sharp.TEXTURE_MAX_ANISOTROPY_EXT, 8);
  }
}

const COVER = `
void main() {
  gl_Position = vec4(vec2(gl_VertexID % 2 * 4, gl_VertexID / 2 * 4) - 1.0, 0.0, 1.0);
}`;
const COPY = `
uniform sampler2D image;
out vec4 pixel;
void main() {
  pixel = texelFetch(image, ivec2(gl_FragCoord.xy), 0);
}`;

/** Draws each compressed level, as a separate texture of whole blocks, into an uncompressed texture. */
function unpack(gl, made, form, levels, srgb) {
  const { program } = compile(gl, COVER, COPY, []);
  const frame = gl.createFramebuffer();
  const packed = gl.createTexture();
  // Signed numbers and numbers above 1 need more than a byte.
  const wide = form.wide && gl.getExtension("EXT_color_buffer_float");
  const internal = wide ? gl.RGBA16F : srgb ? gl.SRGB8_ALPHA8 : gl.RGBA8;
  gl.texStorage2D(gl.TEXTURE_2D, levels.length, internal, levels[0].width, levels[0].height);
  gl.bindFramebuffer(gl.FRAMEBUFFER, frame);
  gl.useProgram(program);
  [gl.BLEND, gl.DEPTH_TEST, gl.CULL_FACE, gl.SCISSOR_TEST].forEach((test) => gl.disable(test));
  gl.bindVertexArray(null);
  levels.forEach(({ width, height, bytes }, level) => {
    gl.bindTexture(gl.TEXTURE_2D, packed);
    const [whole, high] = [width, height].map((size) => 4 * Math.ceil(size / 4));
    gl.compressedTexImage2D(gl.TEXTURE_2D, 0, form.compressed, whole, high, 0, bytes);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAX_LEVEL, 0);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.NEAREST);
    gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, made, level);
    gl.viewport(0, 0, width, height);
    gl.drawArrays(gl.TRIANGLES, 0, 3);
  });
  gl.bindFramebuffer(gl.FRAMEBUFFER, null);
  gl.deleteFramebuffer(frame);
  gl.deleteTexture(packed);
  gl.deleteProgram(program);
  gl.bindTexture(gl.TEXTURE_2D, made);
}

/** Returns WebGL's names for a texture's format. */
function formOf(gl, { format, srgb }) {
  const plain = { kind: gl.UNSIGNED_BYTE, layout: gl.RGBA, Numbers: Uint8Array };
  const s3tc = gl.getExtension(srgb ? "WEBGL_compressed_texture_s3tc_srgb" : "WEBGL_compressed_texture_s3tc");
  const bptc = gl.getExtension("EXT_texture_compression_bptc");
  const rgtc = gl.getExtension("EXT_texture_compression_rgtc");
  const norm16 = gl.getExtension("EXT_texture_norm16");
  const blocks = (dxt) => s3tc && { compressed: srgb ? s3tc[`COMPRESSED_SRGB_ALPHA_S3TC_${dxt}_EXT`] : s3tc[`COMPRESSED_RGBA_S3TC_${dxt}_EXT`] };
  switch (format) {
    case "RGBA8": return { ...plain, internal: srgb ? gl.SRGB8_ALPHA8 : gl.RGBA8 };
    case "RGBA8S": return { kind: gl.BYTE, layout: gl.RGBA, internal: gl.RGBA8_SNORM, Numbers: Int8Array };
    case "RG8S": return { kind: gl.BYTE, layout: gl.RG, internal: gl.RG8_SNORM, Numbers: Int8Array };
    case "RGBA16": return norm16 && { kind: gl.UNSIGNED_SHORT, layout: gl.RGBA, internal: norm16.RGBA16_EXT, Numbers: Uint16Array };
    case "RGBA16F": return { kind: gl.HALF_FLOAT, layout: gl.RGBA, internal: gl.RGBA16F, Numbers: Uint16Array };
    case "BC1": return blocks("DXT1");
    case "BC2": return blocks("DXT3");
    case "BC3": return blocks("DXT5");
    case "BC4": return rgtc && { compressed: rgtc.COMPRESSED_RED_RGTC1_EXT };
    case "BC5": return rgtc && { compressed: rgtc.COMPRESSED_RED_GREEN_RGTC2_EXT };
    case "BC6H": return bptc && { compressed: bptc.COMPRESSED_RGB_BPTC_UNSIGNED_FLOAT_EXT, wide: true };
    case "BC7": return bptc && { compressed: srgb ? bptc.COMPRESSED_SRGB_ALPHA_BPTC_UNORM_EXT : bptc.COMPRESSED_RGBA_BPTC_UNORM_EXT };
    default: return null;
  }
}
