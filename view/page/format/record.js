// Reads records by their fields, as listed in the tables of docs/format.md.

import { claim, each, floats, share, text } from "./container.js";

/** For each kind of field, how it is read and its size in bytes. */
const KINDS = {
  u16: [2, (view, at) => view.getUint16(at, true)],
  i32: [4, (view, at) => view.getInt32(at, true)],
  u32: [4, (view, at) => view.getUint32(at, true)],
  f32: [4, (view, at) => view.getFloat32(at, true)],
  f64: [8, (view, at) => view.getFloat64(at, true)],
  u64: [8, (view, at) => view.getBigUint64(at, true)],
  vector3: [12, (view, at) => [...floats(view, at, 3)]],
  rectangle: [16, (view, at) => [0, 4, 8, 12].map((part) => view.getInt32(at + part, true))],
  share: [8, share],
  text: [8, (view, at, texts) => text(texts, share(view, at))],
};

/**
 * Reads every record of a section.
 * @param {Container} file
 * @param {string} id of the section
 * @param {Record<string, string>} fields the kind of each field, in order
 * @param {string} texts the section that contains the records' texts
 */
export function records(file, id, fields, texts = "TEXT") {
  const names = file.numbers(texts, Uint8Array);
  const size = Object.values(fields).reduce((sum, kind) => sum + KINDS[kind][0], 0);
  const view = file.records(id);
  return each(view, size, (start) => {
    let at = start;
    return Object.fromEntries(Object.entries(fields).map(([name, kind]) => {
      const [bytes, read] = KINDS[kind];
      at += bytes;
      return [name, read(view, at - bytes, names)];
    }));
  });
}

/** Reads the only record of a section. */
export function record(file, id, fields, texts) {
  const all = records(file, id, fields, texts);
  if (all.length !== 1) {
    throw new Error(`${all.length} records in section ${id}, expected one`);
  }
  return all[0];
}

/** Returns the elements of a list that a share refers to. */
export function shared(list, { first, count }) {
  claim(list, first, count);
  return list.slice(first, first + count);
}
