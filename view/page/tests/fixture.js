// The content files in format/tests/fixtures. Their contents are described in format/tests/samples.rs.

import { readFileSync, readdirSync } from "node:fs";

const FOLDER = new URL("../../../format/tests/fixtures/", import.meta.url);

/** Returns the bytes of a fixture, such as `v2/model`. */
export function fixture(name) {
  return fileOf(`${name}.rmb`);
}

/** Returns the bytes of a file, such as `v1/pack.rmp`. */
export function fileOf(name) {
  const bytes = readFileSync(new URL(name, FOLDER));
  return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length);
}

/** Returns the names of all content fixtures. */
export function allFixtures() {
  const names = ["v1", "v2", "v3", "v4"].flatMap((version) => readdirSync(new URL(version, FOLDER)).map((name) => `${version}/${name}`));
  return names.filter((name) => name.endsWith(".rmb")).map((name) => name.slice(0, -".rmb".length));
}
