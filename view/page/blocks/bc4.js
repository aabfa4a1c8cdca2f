// BC4: one channel, eight bytes a block, which are the alpha of BC3 and each channel of BC5.

import { Bits } from "./bits.js";

/** Writes one channel of 16 pixels, each four bytes after the last. */
export function decodeChannel(bytes, at, out, channel) {
  const values = rampOf(bytes[at], bytes[at + 1]);
  const indices = new Bits(bytes, at + 2);
  for (let pixel = 0; pixel < 16; pixel++) {
    out[4 * pixel + channel] = values[indices.take(3)];
  }
}

/** Eight values: both ends and six between them; or, if the first is not the larger one, four between them, 0 and 255. */
function rampOf(first, second) {
  const steps = first > second ? 7 : 5;
  const between = Array.from({ length: steps - 1 }, (_, step) => Math.round((first * (steps - 1 - step) + second * (step + 1)) / steps));
  return [first, second, ...between, 0, 255].slice(0, first > second ? 8 : undefined);
}
