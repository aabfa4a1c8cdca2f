// The container of content files: docs/format.md, "The container".
//
// The server has checked the bytes before it sent them, so this reads only what it needs, and refuses what it does not know.

const MAGIC = 0x00424d52;
const HEADER = 48;
const ENTRY = 24;
const MAX_SECTIONS = 64;

/** A content file: its type, and its sections as typed arrays over the bytes. */
export class Container {
  /**
   * @param {ArrayBuffer} buffer the whole file
   * @param {number} type the number of the content type expected
   * @param {number[]} versions the versions of that type that the caller reads
   */
  constructor(buffer, type, versions) {
    const view = new DataView(buffer);
    if (buffer.byteLength < HEADER || view.getUint32(0, true) !== MAGIC || view.getUint16(4, true) !== 1) {
      throw new Error("not a content file of container version 1");
    }
    this.buffer = buffer;
    this.type = view.getUint32(16, true);
    this.version = view.getUint16(20, true);
    if (this.type !== type || !versions.includes(this.version)) {
      throw new Error(`content type ${this.type}, version ${this.version}: expected type ${type}, version ${versions.join(" or ")}`);
    }
    this.sections = readSections(view);
  }

  /** The bytes of a section for reading records; empty if the file does not have it. */
  records(id) {
    const { offset, length } = this.#section(id);
    return new DataView(this.buffer, offset, length);
  }

  /** A section as an array of numbers, such as Float32Array. Sections begin at multiples of 64, so every kind fits. */
  numbers(id, Numbers) {
    const { offset, length } = this.#section(id);
    return new Numbers(this.buffer, offset, Math.floor(length / Numbers.BYTES_PER_ELEMENT));
  }

  #section(id) {
    return this.sections.get(id) ?? { offset: 0, length: 0 };
  }
}

function readSections(view) {
  const count = view.getUint32(28, true);
  if (count > MAX_SECTIONS || HEADER + count * ENTRY > view.byteLength) {
    throw new Error(`${count} sections`);
  }
  const sections = new Map();
  for (let index = 0; index < count; index++) {
    const entry = HEADER + index * ENTRY;
    const id = String.fromCharCode(...[0, 1, 2, 3].map((byte) => view.getUint8(entry + byte)));
    const [offset, length] = [entry + 8, entry + 16].map((at) => Number(view.getBigUint64(at, true)));
    if (offset + length > view.byteLength) {
      throw new Error(`section ${id} ends behind the file`);
    }
    sections.set(id, { offset, length });
  }
  return sections;
}

const UTF8 = new TextDecoder("utf-8", { fatal: true });

/** A share of an array: the part that a record names by its first element and its count. */
export function share(records, at) {
  return { first: records.getUint32(at, true), count: records.getUint32(at + 4, true) };
}

/** The elements of a share, each of `width` numbers. */
export function part(numbers, { first, count }, width) {
  return numbers.subarray(first * width, (first + count) * width);
}

/** The text of a share of bytes. */
export function text(bytes, span) {
  return UTF8.decode(part(bytes, span, 1));
}

/** `count` floats of a record. */
export function floats(records, at, count) {
  return Float32Array.from({ length: count }, (_, index) => records.getFloat32(at + 4 * index, true));
}

/** Reads every record of a section: `read(at, index)` for each of `size` bytes. */
export function each(records, size, read) {
  return Array.from({ length: Math.floor(records.byteLength / size) }, (_, index) => read(index * size, index));
}
