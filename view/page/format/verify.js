// The checksum of content files: docs/format.md, "The container".

import { bytesOf, header, named, readSections } from "./container.js";
import { CONTENT_TYPES } from "./types.js";
import { xxh3 } from "./xxh3.js";

/**
 * Checks the header, the checksum and the section positions of a content file.
 * @param {ArrayBuffer | ArrayBufferView} file
 * @returns {string} the name of its content type
 */
export function verify(file) {
  const bytes = bytesOf(file);
  const { type } = header(bytes);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (view.getBigUint64(8, true) !== xxh3(bytes.subarray(16))) {
    throw new Error("the content file is damaged: its checksum is not that of its bytes");
  }
  readSections(bytes);
  return named(CONTENT_TYPES, type, "content type");
}
