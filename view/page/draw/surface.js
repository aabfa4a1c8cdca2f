// Textures on the graphics card, loaded by asset name.

/** Where the textures of a material are bound, by their use. */
export const UNITS = { palette: 0, diffuse: 1, normal: 2 };

const WHITE = new Uint8Array([255, 255, 255, 255]);

/** An image of one white pixel: what a material without a texture looks at. */
export function blank(gl) {
  return upload(gl, { format: "RGBA8", srgb: false, levels: [{ width: 1, height: 1, bytes: WHITE }] });
}

/** A texture from the content of a file, or `null` if this card cannot show its format. */
export function upload(gl, texture) {
  const form = formOf(gl, texture);
  const [{ width, height }] = texture.levels;
  // The blocks of the largest level must be whole.
  if (!form || (form.compressed && (width % 4 || height % 4))) {
    return null;
  }
  const made = gl.createTexture();
  gl.bindTexture(gl.TEXTURE_2D, made);
  gl.pixelStorei(gl.UNPACK_ALIGNMENT, 1);
  texture.levels.forEach(({ width, height, bytes }, level) => {
    if (form.compressed) {
      gl.compressedTexImage2D(gl.TEXTURE_2D, level, form.compressed, width, height, 0, bytes);
    } else {
      gl.texImage2D(gl.TEXTURE_2D, level, form.internal, width, height, 0, form.layout, form.kind, form.signed ? new Int8Array(bytes.buffer, bytes.byteOffset, bytes.length) : bytes);
    }
  });
  const mipmapped = texture.levels.length > 1;
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAX_LEVEL, texture.levels.length - 1);
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, mipmapped ? gl.LINEAR_MIPMAP_LINEAR : gl.LINEAR);
  const sharp = gl.getExtension("EXT_texture_filter_anisotropic");
  if (sharp && mipmapped) {
    gl.texParameterf(gl.TEXTURE_2D, sharp.TEXTURE_MAX_ANISOTROPY_EXT, 8);
  }
  return made;
}

/** How WebGL names a texture's format. */
function formOf(gl, { format, srgb }) {
  const plain = { kind: gl.UNSIGNED_BYTE, layout: gl.RGBA };
  const s3tc = gl.getExtension(srgb ? "WEBGL_compressed_texture_s3tc_srgb" : "WEBGL_compressed_texture_s3tc");
  const bptc = gl.getExtension("EXT_texture_compression_bptc");
  const blocks = (dxt) => s3tc && { compressed: srgb ? s3tc[`COMPRESSED_SRGB_ALPHA_S3TC_${dxt}_EXT`] : s3tc[`COMPRESSED_RGBA_S3TC_${dxt}_EXT`] };
  switch (format) {
    case "RGBA8": return { ...plain, internal: srgb ? gl.SRGB8_ALPHA8 : gl.RGBA8 };
    case "RGBA8S": return { kind: gl.BYTE, layout: gl.RGBA, internal: gl.RGBA8_SNORM, signed: true };
    case "RG8S": return { kind: gl.BYTE, layout: gl.RG, internal: gl.RG8_SNORM, signed: true };
    case "BC1": return blocks("DXT1");
    case "BC2": return blocks("DXT3");
    case "BC3": return blocks("DXT5");
    case "BC7": return bptc && { compressed: srgb ? bptc.COMPRESSED_SRGB_ALPHA_BPTC_UNORM_EXT : bptc.COMPRESSED_RGBA_BPTC_UNORM_EXT };
    default: return null;
  }
}
