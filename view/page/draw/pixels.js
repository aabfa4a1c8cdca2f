// Draws the pixels of a texture as a picture on the page.

import { ImageStage } from "./image.js";

let stage = null;

/**
 * Draws the largest level of a texture to a canvas. Channels have the values that a shader reads, and colours are as stored.
 */
export function canvasOf(texture) {
  const { width, height } = texture;
  stage ??= new ImageStage(document.createElement("canvas"));
  Object.assign(stage.canvas, { width, height });
  if (!stage.set([{ texture, x: 0, y: 0 }])) {
    throw new Error(`this browser or its graphics card cannot show ${texture.format}`);
  }
  const plane = (channel) => {
    const look = { level: 0, channel, exposure: 0, smoothly: false, light: texture.srgb, isSigned: false, rebuilds: false, sky: false, turn: [0, 0], angle: 1, corner: [0, 0], zoom: 1 };
    stage.draw(look, [0, 0, 0]);
    const { gl } = stage;
    const bytes = new Uint8Array(4 * width * height);
    gl.readPixels(0, 0, width, height, gl.RGBA, gl.UNSIGNED_BYTE, bytes);
    return bytes;
  };
  const [colour, alpha] = [plane("rgb"), plane("a")];
  const image = new ImageData(width, height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      // WebGL reads rows from bottom to top.
      const [to, from] = [4 * (y * width + x), 4 * ((height - 1 - y) * width + x)];
      image.data.set(colour.subarray(from, from + 3), to);
      image.data[to + 3] = alpha[from];
    }
  }
  const canvas = Object.assign(document.createElement("canvas"), { width, height });
  canvas.getContext("2d").putImageData(image, 0, 0);
  return canvas;
}
