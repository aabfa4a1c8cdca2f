// BC1 colours, which BC2 and BC3 also use: two 16-bit colours, and two bits per pixel.

/**
 * Writes the colours of a block: r, g, b, a of 16 pixels.
 * @param {boolean} isCut whether the order of the two colours can make the fourth one transparent, as in BC1
 */
export function decodeColours(bytes, at, out, isCut) {
  const [first, second] = [at, at + 2].map((place) => bytes[place] | (bytes[place + 1] << 8));
  const [a, b] = [first, second].map(expanded);
  const mix = (weight, of) => a.map((part, channel) => Math.round((part * (of - weight) + b[channel] * weight) / of));
  const rest = isCut && first <= second ? [[...mix(1, 2), 255], [0, 0, 0, 0]] : [[...mix(1, 3), 255], [...mix(2, 3), 255]];
  const colours = [[...a, 255], [...b, 255], ...rest];
  for (let pixel = 0; pixel < 16; pixel++) {
    out.set(colours[(bytes[at + 4 + (pixel >> 2)] >> (2 * (pixel & 3))) & 3], 4 * pixel);
  }
}

/** Expands 5-bit red and blue and 6-bit green to bytes by repeating their highest bits. */
function expanded(colour) {
  const [r, g, b] = [colour >> 11, (colour >> 5) & 63, colour & 31];
  return [(r << 3) | (r >> 2), (g << 2) | (g >> 4), (b << 3) | (b >> 2)];
}
