// The container of content files: docs/format.md, "The container".
//
// Whatever the bytes are, a reader either returns or throws an Error, and its work is proportional to the number of bytes: the
// container checks the positions of sections, and `part` returns each element of a section only once. Only `verify` checks the
// checksum.

const MAGIC = 0x00424d52;
const HEADER = 48;
const ENTRY = 24;
const MAX_SECTIONS = 64;
const ALIGNMENT = 64;

/**
 * Returns bytes as a Uint8Array that can be viewed by every kind of typed array. Copies the bytes if they are not aligned in
 * their buffer.
 * @param {ArrayBuffer | ArrayBufferView} file
 */
export function bytesOf(file) {
  if (!ArrayBuffer.isView(file)) {
    return new Uint8Array(file);
  }
  const bytes = new Uint8Array(file.buffer, file.byteOffset, file.byteLength);
  return bytes.byteOffset % 8 === 0 ? bytes : bytes.slice();
}

/** Returns the type and the version of a content file, from its first bytes. */
export function header(file) {
  const bytes = bytesOf(file);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < HEADER || view.getUint32(0, true) !== MAGIC || view.getUint16(4, true) !== 1 || view.getUint16(6, true) !== HEADER) {
    throw new Error("not a content file of container version 1");
  }
  return { type: view.getUint32(16, true), version: view.getUint16(20, true) };
}

/** A content file: its type, and its sections as typed arrays over the bytes. */
export class Container {
  /**
   * @param {ArrayBuffer | ArrayBufferView} file the whole file
   * @param {number} type the number of the expected content type
   * @param {number[]} versions the versions of this type that the caller can read
   */
  constructor(file, type, versions) {
    Object.assign(this, header(file));
    if (this.type !== type || !versions.includes(this.version)) {
      throw new Error(`content type ${this.type}, version ${this.version}: expected type ${type}, version ${versions.join(" or ")}`);
    }
    this.bytes = bytesOf(file);
    this.sections = readSections(this.bytes);
  }

  /** Returns the bytes of a section for reading records; empty if the file does not have the section. */
  records(id) {
    const { offset, length } = this.#section(id);
    return new DataView(this.bytes.buffer, this.bytes.byteOffset + offset, length);
  }

  /**
   * Returns a section as a typed array of numbers, such as Float32Array. Sections are aligned to 64 bytes, which suits every
   * kind.
   */
  numbers(id, Numbers) {
    const { offset, length } = this.#section(id);
    if (length % Numbers.BYTES_PER_ELEMENT !== 0) {
      throw new Error(`section ${id} has ${length} bytes`);
    }
    return new Numbers(this.bytes.buffer, this.bytes.byteOffset + offset, length / Numbers.BYTES_PER_ELEMENT);
  }

  #section(id) {
    return this.sections.get(id) ?? { offset: 0, length: 0 };
  }
}

/**
 * Returns the position of each section. Sections follow each other, and the last one ends at the end of the file, so they
 * cannot overlap.
 */
export function readSections(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const count = view.getUint32(28, true);
  let end = HEADER + count * ENTRY;
  if (count > MAX_SECTIONS || end > bytes.length) {
    throw new Error(`${count} sections`);
  }
  const sections = new Map();
  for (let index = 0; index < count; index++) {
    const entry = HEADER + index * ENTRY;
    const id = String.fromCharCode(...bytes.subarray(entry, entry + 4));
    const [offset, length] = [entry + 8, entry + 16].map((at) => Number(view.getBigUint64(at, true)));
    if (offset !== aligned(end) || offset + length > bytes.length || sections.has(id)) {
      throw new Error(`section ${id} is not in its place`);
    }
    sections.set(id, { offset, length });
    end = offset + length;
  }
  if (end !== bytes.length || Number(view.getBigUint64(32, true)) !== end) {
    throw new Error(`the file has ${bytes.length} bytes, its sections end at ${end}`);
  }
  return sections;
}

/** Returns the aligned offset of the first section or file that begins after this number of bytes. */
export const aligned = (bytes) => Math.ceil(bytes / ALIGNMENT) * ALIGNMENT;

const UTF8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** Decodes UTF-8 bytes. */
export const decodeText = (bytes) => UTF8.decode(bytes);

/** Reads a share: the part of an array that a record refers to with its first element and its count. */
export function share(records, at) {
  return { first: records.getUint32(at, true), count: records.getUint32(at + 4, true) };
}

/**
 * The number of elements that were returned for each array. Shares must not overlap, so it is at most the number of all
 * elements.
 */
const handedOut = new WeakMap();

/** Checks that a share is inside its array, and that no element is used twice. */
export function claim(array, first, count) {
  const sum = (handedOut.get(array) ?? 0) + count;
  if (first + count > array.length || sum > array.length) {
    throw new Error(`${count} elements from ${first} on of ${array.length}: beyond the end, or used twice`);
  }
  handedOut.set(array, sum);
}

/** Returns the elements of a share. Each element has `width` numbers. */
export function part(numbers, { first, count }, width) {
  claim(numbers, first * width, count * width);
  return numbers.subarray(first * width, (first + count) * width);
}

/** Decodes the text of a share of bytes. */
export function text(bytes, span) {
  return decodeText(part(bytes, span, 1));
}

/** Returns the name with this number from a list of names. */
export function named(names, number, what) {
  if (!(number in names)) {
    throw new Error(`${what} ${number} is not known`);
  }
  return names[number];
}

/** Reads `count` floats from a record. */
export function floats(records, at, count) {
  return Float32Array.from({ length: count }, (_, index) => records.getFloat32(at + 4 * index, true));
}

/** Reads every record of a section: calls `read(at, index)` for every `size` bytes. */
export function each(records, size, read) {
  if (records.byteLength % size !== 0) {
    throw new Error(`${records.byteLength} bytes of records, each of ${size}`);
  }
  return Array.from({ length: records.byteLength / size }, (_, index) => read(index * size, index));
}
