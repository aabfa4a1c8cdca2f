// 64-bit XXH3, according to the specification of xxHash. The loop over long inputs uses 32-bit halves, because BigInt would be
// about twenty times slower. Everything that runs once uses BigInt.

const BITS = 64;
const PRIME32 = [0x9e3779b1n, 0x85ebca77n, 0xc2b2ae3dn];
const PRIME64 = [0x9e3779b185ebca87n, 0xc2b2ae3d27d4eb4fn, 0x165667b19e3779f9n, 0x85ebca77c2b2ae63n, 0x27d4eb2f165667c5n];
const [STRIPE, BLOCK, SECRET_LENGTH] = [64, 1024, 192];

const SECRET = fromHex(
  "b8fe6c3923a44bbe7c01812cf721ad1cded46de9839097db7240a4a4b7b3671fcb79e64eccc0e578825ad07dccff7221b8084674f743248ee03590e6813a264c" +
  "3c2852bb91c300cb88d0658b1b532ea371644897a20df94e3819ef46a9deacd8a8fa763fe39c343ff9dcbbc7c70b4f1d8a51e04bcdb45931c89f7ec9d9787364" +
  "eac5ac8334d3ebc3c581a0fffa1363eb170ddd51b7f0da49d316552629d4689e2b16be587d47a1fc8ff8b8d17ad031ce45cb3a8f95160428afd7fbcabb4b407e",
);

function fromHex(text) {
  return Uint8Array.from(text.match(/../g), (byte) => Number.parseInt(byte, 16));
}

const viewOf = (bytes) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
const secret = viewOf(SECRET);
const u64 = (view, at) => view.getBigUint64(at, true);
const wrap = (number) => BigInt.asUintN(BITS, number);
const xorShift = (number, by) => number ^ (number >> by);
const rotate = (number, by) => wrap(number << by) | (number >> (64n - by));

/** Multiplies to 128 bits and returns the lower half XOR the upper half. */
const fold = (a, b) => wrap(a * b) ^ ((a * b) >> 64n);

const avalanche = (hash) => xorShift(wrap(xorShift(hash, 37n) * 0x165667919e3779f9n), 32n);
const avalanche64 = (hash) => xorShift(wrap(xorShift(wrap(xorShift(hash, 33n) * PRIME64[1]), 29n) * PRIME64[2]), 32n);

/**
 * The checksum of bytes.
 * @param {Uint8Array} bytes
 * @param {bigint} seed
 * @returns {bigint}
 */
export function xxh3(bytes, seed = 0n) {
  const view = viewOf(bytes);
  if (bytes.length <= 16) {
    return short(bytes, view, seed);
  }
  return bytes.length <= 240 ? middle(view, seed) : long(view, seed);
}

function short(bytes, view, seed) {
  const length = BigInt(bytes.length);
  if (bytes.length > 8) {
    const low = u64(view, 0) ^ wrap((u64(secret, 24) ^ u64(secret, 32)) + seed);
    const high = u64(view, bytes.length - 8) ^ wrap((u64(secret, 40) ^ u64(secret, 48)) - seed);
    return avalanche(wrap(length + swapped(low, 8) + high + fold(low, high)));
  }
  if (bytes.length >= 4) {
    const mixed = seed ^ wrap(swapped(seed & 0xffffffffn, 4) << 32n);
    const input = BigInt(view.getUint32(bytes.length - 4, true)) | (BigInt(view.getUint32(0, true)) << 32n);
    const keyed = input ^ wrap((u64(secret, 8) ^ u64(secret, 16)) - mixed);
    const first = wrap((keyed ^ rotate(keyed, 49n) ^ rotate(keyed, 24n)) * 0x9fb21c651e98df25n);
    return xorShift(wrap((first ^ ((first >> 35n) + length)) * 0x9fb21c651e98df25n), 28n);
  }
  if (bytes.length > 0) {
    const [first, second, last] = [bytes[0], bytes[bytes.length >> 1], bytes[bytes.length - 1]].map(BigInt);
    const combined = (first << 16n) | (second << 24n) | last | (length << 8n);
    return avalanche64(combined ^ wrap(BigInt((secret.getUint32(0, true) ^ secret.getUint32(4, true)) >>> 0) + seed));
  }
  return avalanche64(seed ^ u64(secret, 56) ^ u64(secret, 64));
}

/** Reverses the lowest `count` bytes of a number. */
function swapped(number, count) {
  let turned = 0n;
  for (let byte = 0; byte < count; byte++) {
    turned = (turned << 8n) | ((number >> BigInt(8 * byte)) & 0xffn);
  }
  return turned;
}

/** Hashes inputs of 17 to 240 bytes. */
function middle(view, seed) {
  const length = view.byteLength;
  const mixed = (at, key) =>
    fold(u64(view, at) ^ wrap(u64(secret, key) + seed), u64(view, at + 8) ^ wrap(u64(secret, key + 8) - seed));
  let sum = BigInt(length) * PRIME64[0];
  if (length <= 128) {
    // Combines pairs from both ends of the input.
    for (let pair = (length - 1) >> 5; pair >= 0; pair--) {
      sum += mixed(16 * pair, 32 * pair) + mixed(length - 16 * (pair + 1), 32 * pair + 16);
    }
    return avalanche(wrap(sum));
  }
  for (let at = 0; at < 128; at += 16) {
    sum += mixed(at, at);
  }
  sum = avalanche(wrap(sum));
  for (let at = 128; at + 16 <= length; at += 16) {
    sum += mixed(at, at - 128 + 3);
  }
  return avalanche(wrap(sum + mixed(length - 16, 136 - 17)));
}

/** Hashes inputs of more than 240 bytes. */
function long(view, seed) {
  const key = viewOf(seed === 0n ? SECRET : seeded(seed));
  const sums = new Uint32Array(16);
  const start = [PRIME32[2], PRIME64[0], PRIME64[1], PRIME64[2], PRIME64[3], PRIME32[1], PRIME64[4], PRIME32[0]];
  start.forEach((number, lane) => sums.set([Number(number & 0xffffffffn), Number(number >> 32n)], 2 * lane));
  const last = view.byteLength - 1;
  const blocks = Math.floor(last / BLOCK);
  for (let block = 0; block < blocks; block++) {
    for (let stripe = 0; stripe < BLOCK / STRIPE; stripe++) {
      accumulate(sums, view, block * BLOCK + stripe * STRIPE, key, 8 * stripe);
    }
    scramble(sums, key, SECRET_LENGTH - STRIPE);
  }
  for (let stripe = 0; blocks * BLOCK + (stripe + 1) * STRIPE <= last; stripe++) {
    accumulate(sums, view, blocks * BLOCK + stripe * STRIPE, key, 8 * stripe);
  }
  accumulate(sums, view, view.byteLength - STRIPE, key, SECRET_LENGTH - STRIPE - 7);
  return merged(sums, key, view.byteLength);
}

function seeded(seed) {
  const made = new Uint8Array(SECRET_LENGTH);
  const view = viewOf(made);
  for (let at = 0; at < SECRET_LENGTH; at += 16) {
    view.setBigUint64(at, wrap(u64(secret, at) + seed), true);
    view.setBigUint64(at + 8, wrap(u64(secret, at + 8) - seed), true);
  }
  return made;
}

/** Adds a stripe to the eight sums. Each sum consists of two halves, the lower one first. */
function accumulate(sums, view, at, key, keyAt) {
  for (let lane = 0; lane < 16; lane += 2) {
    const low = view.getUint32(at + 4 * lane, true);
    const high = view.getUint32(at + 4 * lane + 4, true);
    const a = (low ^ key.getUint32(keyAt + 4 * lane, true)) >>> 0;
    const b = (high ^ key.getUint32(keyAt + 4 * lane + 4, true)) >>> 0;
    add(sums, lane ^ 2, low, high);
    add(sums, lane, Math.imul(a, b) >>> 0, upperHalf(a, b));
  }
}

function add(sums, at, low, high) {
  const sum = sums[at] + low;
  sums[at] = sum;
  sums[at + 1] += high + (sum > 0xffffffff ? 1 : 0);
}

/** Returns the upper 32 bits of a product. */
function upperHalf(a, b) {
  const a0 = a & 0xffff;
  const a1 = a >>> 16;
  const b0 = b & 0xffff;
  const b1 = b >>> 16;
  const cross = a1 * b0 + ((a0 * b0) >>> 16);
  const other = a0 * b1 + (cross & 0xffff);
  return (a1 * b1 + (cross >>> 16) + (other >>> 16)) >>> 0;
}

function scramble(sums, key, keyAt) {
  for (let lane = 0; lane < 8; lane++) {
    const [low, high] = [sums[2 * lane], sums[2 * lane + 1]];
    const a = (low ^ (high >>> 15) ^ key.getUint32(keyAt + 8 * lane, true)) >>> 0;
    const b = high ^ key.getUint32(keyAt + 8 * lane + 4, true);
    sums[2 * lane] = Math.imul(a, 0x9e3779b1);
    sums[2 * lane + 1] = upperHalf(a, 0x9e3779b1) + Math.imul(b, 0x9e3779b1);
  }
}

function merged(sums, key, length) {
  const lane = (at) => BigInt(sums[2 * at]) | (BigInt(sums[2 * at + 1]) << 32n);
  let hash = BigInt(length) * PRIME64[0];
  for (let pair = 0; pair < 4; pair++) {
    hash += fold(lane(2 * pair) ^ u64(key, 11 + 16 * pair), lane(2 * pair + 1) ^ u64(key, 19 + 16 * pair));
  }
  return avalanche(wrap(hash));
}
