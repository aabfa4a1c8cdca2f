// BC4: one channel with eight bytes per block. BC3 uses it for alpha, and BC5 for each channel.

import { Bits } from "./bits.js";

/** Writes one channel of 16 pixels, at every fourth byte. */
export function decodeChannel(bytes, at, out, channel) {
  const values = rampOf(bytes[at], bytes[at + 1]);
  const indices = new Bits(bytes, at + 2);
  for (let pixel = 0; pixel < 16; pixel++) {
    out[4 * pixel + channel] = values[indices.take(3)];
  }
}

/**
 * Returns the eight values: both ends and six between them or, if the first is not greater, both ends, four between them, 0 and
 * 255.
 */
function rampOf(first, second) {
  const steps = first > second ? 7 : 5;
  const between = Array.from({ length: steps - 1 }, (_, step) => Math.round((first * (steps - 1 - step) + second * (step + 1)) / steps));
  return [first, second, ...between, 0, 255].slice(0, first > second ? 8 : undefined);
}
