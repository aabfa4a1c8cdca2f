// The bits of a block, from the lowest of its first byte on.

/** Reads numbers one after another. */
export class Bits {
  #at;

  /** @param {Uint8Array} bytes @param {number} first the byte where the block begins */
  constructor(bytes, first) {
    this.bytes = bytes;
    this.#at = 8 * first;
  }

  /** The number in the next so many bits, up to 16. */
  take(count) {
    let number = 0;
    for (let bit = 0; bit < count; bit++) {
      const at = this.#at + bit;
      number |= ((this.bytes[at >> 3] >> (at & 7)) & 1) << bit;
    }
    this.#at += count;
    return number;
  }
}
