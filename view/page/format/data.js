// Game data: docs/format.md, "Data".

import { Container, named, part, text } from "./container.js";
import { records, shared } from "./record.js";

const NODE = { kind: "u16", type: "u16", name: "u32", low: "u32", high: "u32" };
const DEEPEST = 96;

const KINDS = [
  "null", "bool", "i8", "i16", "i32", "i64", "u8", "u16", "u32", "u64", "f32", "f64", "char", "text", "bytes", "vector2", "vector3",
  "vector4", "quaternion", "matrix", "color", "bounding-sphere", "bounding-box", "plane", "ray", "point", "rectangle", "enum", "list",
  "map", "record", "reference",
];
const PARENTS = ["enum", "list", "map", "record"];

/**
 * Reads game data as a tree. Each value has a `kind`, a `type`, the `name` of its field (which may be empty), and either a
 * `value` or `children`. The children of a map are alternating keys and values.
 */
export function readData(buffer) {
  const file = new Container(buffer, 9, [1]);
  const bytes = file.numbers("TEXT", Uint8Array);
  const strings = records(file, "STRS", { span: "share" }).map(({ span }) => text(bytes, span));
  const types = Array.from(file.numbers("TYPE", Uint32Array), (index) => named(strings, index, "string"));
  const nodes = records(file, "NODE", NODE);
  const arrays = { bytes: file.numbers("BYTE", Uint8Array), floats: file.numbers("WORD", Float32Array), words: file.numbers("WORD", Int32Array) };
  // Names are numbered from 1; 0 means that there is no name.
  const nameOf = (names, number) => (number === 0 ? "" : named(names, number - 1, "name"));
  const read = (node, depth) => {
    if (depth > DEEPEST) {
      throw new Error("values are too deep");
    }
    const kind = named(KINDS, node.kind, "data of kind");
    const made = { kind, type: nameOf(types, node.type), name: nameOf(strings, node.name) };
    return PARENTS.includes(kind)
      ? { ...made, children: shared(nodes, { first: node.low, count: node.high }).map((child) => read(child, depth + 1)) }
      : { ...made, value: valueOf(kind, node, arrays, strings) };
  };
  return read(named(nodes, 0, "value"), 1);
}

/** Returns the value of a node without children. */
function valueOf(kind, { low, high }, { bytes, floats, words }, strings) {
  const bits = new DataView(new ArrayBuffer(8));
  bits.setUint32(0, low, true);
  bits.setUint32(4, high, true);
  const listOf = (numbers) => [...part(numbers, { first: low, count: high }, 1)];
  switch (kind) {
    case "null": return null;
    case "bool": return low === 1;
    case "f32": return bits.getFloat32(0, true);
    case "f64": return bits.getFloat64(0, true);
    case "char": return String.fromCodePoint(low);
    case "text": case "reference": return named(strings, low, "string");
    case "bytes": return listOf(bytes);
    case "vector2": return [bits.getFloat32(0, true), bits.getFloat32(4, true)];
    case "point": return [bits.getInt32(0, true), bits.getInt32(4, true)];
    case "color": return [0, 1, 2, 3].map((byte) => bits.getUint8(byte));
    case "rectangle": return listOf(words);
    case "u8": case "u16": case "u32": case "u64": return bits.getBigUint64(0, true);
    case "i8": case "i16": case "i32": case "i64": return bits.getBigInt64(0, true);
    default: return listOf(floats);
  }
}
