// Game data: docs/format.md, "Data".

import { Container, floats, text } from "./container.js";
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
 * Reads game data as a tree: each value has its `kind`, its `type` and the `name` of its field, which may be empty, and either a
 * `value` or `children`: those of a map are its keys and values in turn.
 */
export function readData(buffer) {
  const file = new Container(buffer, 9, [1]);
  const bytes = file.numbers("TEXT", Uint8Array);
  const strings = records(file, "STRS", { span: "share" }).map(({ span }) => text(bytes, span));
  const types = [...file.numbers("TYPE", Uint32Array)].map((index) => strings[index]);
  const nodes = records(file, "NODE", NODE);
  const read = (node, depth) => {
    const kind = KINDS[node?.kind];
    if (!kind || depth > DEEPEST) {
      throw new Error(kind ? "values are too deep" : `data of kind ${node?.kind}`);
    }
    const made = { kind, type: types[node.type - 1] ?? "", name: strings[node.name - 1] ?? "" };
    return PARENTS.includes(kind)
      ? { ...made, children: shared(nodes, { first: node.low, count: node.high }).map((child) => read(child, depth + 1)) }
      : { ...made, value: valueOf(kind, node, file, strings) };
  };
  return read(nodes[0], 1);
}

/** The value of a node that has no children. */
function valueOf(kind, { low, high }, file, strings) {
  const bits = new DataView(new ArrayBuffer(8));
  bits.setUint32(0, low, true);
  bits.setUint32(4, high, true);
  switch (kind) {
    case "null": return null;
    case "bool": return low === 1;
    case "f32": return bits.getFloat32(0, true);
    case "f64": return bits.getFloat64(0, true);
    case "char": return String.fromCodePoint(low);
    case "text": case "reference": return strings[low];
    case "bytes": return [...file.numbers("BYTE", Uint8Array).subarray(low, low + high)];
    case "vector2": return [bits.getFloat32(0, true), bits.getFloat32(4, true)];
    case "point": return [bits.getInt32(0, true), bits.getInt32(4, true)];
    case "color": return [0, 1, 2, 3].map((byte) => bits.getUint8(byte));
    case "rectangle": return [...file.numbers("WORD", Int32Array).subarray(low, low + high)];
    case "u8": case "u16": case "u32": case "u64": return bits.getBigUint64(0, true);
    case "i8": case "i16": case "i32": case "i64": return bits.getBigInt64(0, true);
    default: return [...floats(file.records("WORD"), 4 * low, high)];
  }
}
