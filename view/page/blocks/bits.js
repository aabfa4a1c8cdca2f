// Reads the bits of a block, beginning with the lowest bit of its first byte.

/** Reads numbers in sequence. */
export class Bits {
  #at;

  /** @param {Uint8Array} bytes @param {number} first the byte where the block begins */
  constructor(bytes, first) {
    this.bytes = bytes;
    this.#at = 8 * first;
  }

  /** Reads the number in the next `count` bits, at most 16. */
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
