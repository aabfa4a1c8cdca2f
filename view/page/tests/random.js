// Random numbers that are the same in each run.

/** Returns a function that generates integers from 0 to `below` - 1 with a 32-bit xorshift. */
export function randomNumbers(seed) {
  let state = seed;
  return (below) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % below;
  };
}

/** Applies some random changes to bytes: bits, bytes, 32-bit numbers, and truncation. */
export function mutated(buffer, random) {
  const bytes = new Uint8Array(buffer.slice(0));
  const changes = 1 + random(4);
  for (let change = 0; change < changes; change++) {
    const at = random(bytes.length);
    const word = at & ~3;
    switch (random(5)) {
      case 0: bytes[at] ^= 1 << random(8); break;
      case 1: bytes[at] = random(256); break;
      case 2: bytes.set([0xff, 0xff, 0xff, 0xff].slice(0, bytes.length - word), word); break;
      case 3: bytes.set([random(64), 0, 0, 0].slice(0, bytes.length - word), word); break;
      default: bytes.copyWithin(word, random(bytes.length) & ~3, bytes.length); break;
    }
  }
  return random(8) === 0 ? bytes.slice(0, random(bytes.length)) : bytes;
}
