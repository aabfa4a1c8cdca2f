// Packs: docs/format.md, "Packs".

import { aligned, bytesOf, decodeText, named } from "./container.js";
import { CONTENT_TYPES } from "./types.js";
import { verify } from "./verify.js";
import { xxh3 } from "./xxh3.js";

const MAGIC = 0x00504d52;
const [HEAD, ROW] = [64, 48];
const KINDS = { 0: "File", 0xffffffff: "Removed", ...CONTENT_TYPES };
const NAMES = new TextEncoder();

/** A pack: all content of a target in one file, with any patches applied to it. */
export class Pack {
  /** Newest first. The last one is not a patch. */
  #layers;

  /**
   * Opens a pack and checks its header. Entries are checked when they are used.
   * @param {ArrayBuffer | ArrayBufferView} file the whole pack
   */
  constructor(file) {
    this.#layers = [new Layer(bytesOf(file))];
  }

  /** The id of the pack, or of the newest patch applied to it. */
  get id() {
    return this.#layers[0].id;
  }

  /** For a patch, the `id` of the pack that it changes; otherwise null. */
  get base() {
    return this.#layers.at(-1).base;
  }

  /**
   * Returns the pack with a patch applied. Does not change this pack.
   * @param {Pack} patch
   */
  patchedBy(patch) {
    if (patch.base !== this.id) {
      throw new Error("the patch was made against another pack");
    }
    const patched = new Pack(patch.#layers[0].bytes);
    patched.#layers = [...patch.#layers, ...this.#layers];
    return patched;
  }

  /** Returns all entries by name, sorted by name, except for those that a patch removes. */
  entries() {
    const all = new Map();
    for (const layer of this.#layers.toReversed()) {
      for (let at = 0; at < layer.count; at++) {
        const entry = layer.entry(at);
        if (entry.kind === "Removed") {
          all.delete(entry.name);
        } else {
          all.set(entry.name, entry);
        }
      }
    }
    return this.#layers.length === 1 ? all : new Map([...all.keys()].sort().map((name) => [name, all.get(name)]));
  }

  /**
   * Returns the entry with this name, or undefined. The entry contains the content type, so it is known before the content is
   * read.
   */
  find(name) {
    return this.#found(name)?.entry;
  }

  /**
   * Returns the bytes of a file as a view of the pack, after checking their checksum.
   * @param {string} name of an asset, such as `Models/Robot.skeleton`, or the path of another file
   */
  read(name) {
    const found = this.#found(name);
    if (!found) {
      throw new Error(`${name} is not in the pack`);
    }
    return found.layer.file(found.entry);
  }

  /**
   * Checks every byte: the tables, the files, the bytes between them, and the checksums of content files.
   * @returns {number} the number of files
   */
  verify() {
    return this.#layers.reduce((sum, layer) => sum + layer.verify(), 0);
  }

  #found(name) {
    for (const layer of this.#layers) {
      const entry = layer.find(name);
      if (entry) {
        return entry.kind === "Removed" ? undefined : { layer, entry };
      }
    }
    return undefined;
  }
}

/** One pack or patch file. */
class Layer {
  constructor(bytes) {
    this.bytes = bytes;
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    if (bytes.length < HEAD || this.view.getUint32(0, true) !== MAGIC || this.view.getUint32(4, true) !== 1) {
      throw new Error("not a pack of version 1");
    }
    if (this.#u64(8) !== xxh3(bytes.subarray(16, HEAD)) || this.#u64(48) !== 0n || this.#u64(56) !== 0n) {
      throw new Error("the header of the pack is damaged");
    }
    this.id = this.#u64(16);
    this.base = this.#u64(40) === 0n ? null : this.#u64(40);
    this.count = this.view.getUint32(24, true);
    this.namesStart = HEAD + this.count * ROW;
    this.tableEnd = this.namesStart + this.view.getUint32(28, true);
    if (this.#u64(32) !== BigInt(bytes.length) || this.tableEnd > bytes.length) {
      throw new Error(`the pack has ${bytes.length} bytes, its header says ${this.#u64(32)}`);
    }
  }

  /** Finds the entry with this name by binary search. Rows are sorted by the bytes of their names. */
  find(name) {
    const wanted = NAMES.encode(name);
    let [from, to] = [0, this.count];
    while (from < to) {
      const middle = Math.floor((from + to) / 2);
      const order = compare(this.#name(middle), wanted);
      if (order === 0) {
        return this.entry(middle);
      }
      [from, to] = order < 0 ? [middle + 1, to] : [from, middle];
    }
    return undefined;
  }

  /** Reads and checks an entry. */
  entry(index) {
    const at = HEAD + index * ROW;
    const key = this.#name(index);
    const name = decodeText(key);
    const row = this.bytes.slice(at, at + ROW).fill(0, 24, 32);
    if (this.#u64(at + 24) !== xxh3(key, xxh3(row)) || this.view.getUint32(at + 44, true) !== 0) {
      throw new Error(`the entry of ${name} is damaged`);
    }
    const [offset, length] = [Number(this.#u64(at)), Number(this.#u64(at + 8))];
    const kind = named(KINDS, this.view.getUint32(at + 40, true), "content type");
    const isInside = offset % 64 === 0 && offset >= this.tableEnd && offset + length <= this.bytes.length;
    if (kind === "Removed" ? offset + length > 0 : !isInside) {
      throw new Error(`${name} is not in its place`);
    }
    return { name, kind, offset, length, checksum: this.#u64(at + 16) };
  }

  /** Returns the bytes of an entry's file after checking them. */
  file({ name, offset, length, checksum }) {
    const file = this.bytes.subarray(offset, offset + length);
    if (xxh3(file) !== checksum) {
      throw new Error(`${name} is damaged: its bytes have changed`);
    }
    return file;
  }

  verify() {
    if (xxh3(this.bytes.subarray(HEAD, this.tableEnd)) !== this.id) {
      throw new Error("the table of the pack is damaged");
    }
    let [files, end, nameEnd, before] = [0, this.tableEnd, 0, null];
    for (let index = 0; index < this.count; index++) {
      const [entry, key] = [this.entry(index), this.#name(index)];
      const follows = (!before || compare(before, key) < 0) && this.view.getUint32(HEAD + index * ROW + 32, true) === nameEnd;
      if (!follows || (entry.kind === "Removed" && this.base === null)) {
        throw new Error(`the entry of ${entry.name} is not in its place`);
      }
      [before, nameEnd] = [key, nameEnd + key.length];
      if (entry.kind !== "Removed") {
        this.#verifyFile(entry, end);
        [files, end] = [files + 1, entry.offset + entry.length];
      }
    }
    if (this.namesStart + nameEnd !== this.tableEnd || end !== this.bytes.length) {
      throw new Error("the pack is longer than its files");
    }
    return files;
  }

  #verifyFile(entry, end) {
    if (entry.offset !== aligned(end) || this.bytes.subarray(end, entry.offset).some((byte) => byte !== 0)) {
      throw new Error(`${entry.name} does not follow the file before it`);
    }
    const file = this.file(entry);
    if (entry.kind !== "File" && verify(file) !== entry.kind) {
      throw new Error(`${entry.name} is no ${entry.kind}`);
    }
  }

  #name(index) {
    const at = HEAD + index * ROW;
    const [first, length] = [this.view.getUint32(at + 32, true), this.view.getUint32(at + 36, true)];
    if (this.namesStart + first + length > this.tableEnd) {
      throw new Error("a name goes beyond the end of the names");
    }
    return this.bytes.subarray(this.namesStart + first, this.namesStart + first + length);
  }

  #u64(at) {
    return this.view.getBigUint64(at, true);
  }
}

/** Compares two names by their bytes. */
function compare(a, b) {
  const common = Math.min(a.length, b.length);
  for (let at = 0; at < common; at++) {
    if (a[at] !== b[at]) {
      return a[at] - b[at];
    }
  }
  return a.length - b.length;
}
