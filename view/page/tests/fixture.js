// Content files of format/tests/fixtures. What is in them is in format/tests/samples.rs.

import { readFileSync } from "node:fs";

/** The bytes of a fixture, such as `v2/model`. */
export function fixture(name) {
  const bytes = readFileSync(new URL(`../../../format/tests/fixtures/${name}.rmb`, import.meta.url));
  return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length);
}
