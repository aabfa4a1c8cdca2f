// Models: docs/format.md, "Model".

import { Container, each, floats, part, share, text } from "./container.js";

const TYPE = 5;
const VERSIONS = [1, 2];
const [BONE, MESH, PART, MATERIAL, TEXTURE] = [76, 132, 12, 60, 12];

/** What a texture is for, by its number. */
const USES = ["diffuse", "normal", "specular", "emissive", "opacity", "roughness", "metalness", "occlusion"];

/**
 * Reads a model. Arrays of vertices are views of the buffer; matrices are 16 numbers for row vectors, row by row.
 * @param {ArrayBuffer} buffer a content file
 */
export function readModel(buffer) {
  const file = new Container(buffer, TYPE, VERSIONS);
  const texts = file.numbers("TEXT", Uint8Array);
  const header = file.records("MODL");
  return {
    sphere: floats(header, 0, 4),
    box: floats(header, 16, 6),
    bones: readBones(file.records("BONE"), texts),
    meshes: readMeshes(file, texts),
    materials: readMaterials(file, texts),
  };
}

function readBones(records, texts) {
  return each(records, BONE, (at) => ({
    name: text(texts, share(records, at)),
    parent: records.getInt32(at + 8, true),
    local: floats(records, at + 12, 16),
  }));
}

function readMeshes(file, texts) {
  const records = file.records("MESH");
  const vertices = vertexArrays(file);
  return each(records, MESH, (at) => {
    const span = (offset) => share(records, at + offset);
    const count = span(12).count;
    return {
      name: text(texts, span(0)),
      bone: records.getUint32(at + 8, true),
      vertexCount: count,
      positions: part(vertices.positions, span(12), 3),
      normals: part(vertices.normals, span(20), 3),
      tangents: part(vertices.tangents, span(28), 4),
      colours: part(vertices.colours, span(36), 4),
      uvs: sets(part(vertices.uvs, span(44), 2), count * 2),
      joints: sets(part(vertices.joints, span(52), 4), count * 4),
      weights: sets(part(vertices.weights, span(52), 4), count * 4),
      indices: indices(vertices, span(60), span(68)),
      parts: readParts(file.records("PART"), span(76)),
      skinBones: part(vertices.skinBones, span(84), 1),
      inverseBinds: part(vertices.inverseBinds, span(84), 16),
      sphere: floats(records, at + 92, 4),
      box: floats(records, at + 108, 6),
    };
  });
}

function vertexArrays(file) {
  return {
    positions: file.numbers("POSN", Float32Array),
    normals: file.numbers("NORM", Float32Array),
    tangents: file.numbers("TANG", Float32Array),
    colours: file.numbers("COLR", Float32Array),
    uvs: file.numbers("TEXC", Float32Array),
    joints: file.numbers("JNTS", Uint16Array),
    weights: file.numbers("WGHT", Float32Array),
    indices16: file.numbers("IX16", Uint16Array),
    indices32: file.numbers("IX32", Uint32Array),
    skinBones: file.numbers("SKNB", Uint32Array),
    inverseBinds: file.numbers("SKNM", Float32Array),
  };
}

/** A mesh has its indices in one of two sections. */
function indices(vertices, short, long) {
  return short.count > 0 ? part(vertices.indices16, short, 1) : part(vertices.indices32, long, 1);
}

/** Sets of vertex data follow each other, each with `length` numbers. */
function sets(numbers, length) {
  const count = length === 0 ? 0 : Math.floor(numbers.length / length);
  return Array.from({ length: count }, (_, set) => numbers.subarray(set * length, (set + 1) * length));
}

function readParts(records, { first, count }) {
  return Array.from({ length: count }, (_, index) => {
    const at = (first + index) * PART;
    return { material: records.getInt32(at, true), ...renamed(share(records, at + 4)) };
  });
}

function renamed({ first, count }) {
  return { firstIndex: first, indexCount: count };
}

function readMaterials(file, texts) {
  const records = file.records("MTRL");
  const textures = readTextures(file.records("TXTR"), texts);
  return each(records, MATERIAL, (at) => {
    const { first, count } = share(records, at + 52);
    return {
      name: text(texts, share(records, at)),
      diffuse: floats(records, at + 8, 3),
      specular: floats(records, at + 20, 3),
      shininess: records.getFloat32(at + 32, true),
      emissive: floats(records, at + 36, 3),
      opacity: records.getFloat32(at + 48, true),
      textures: textures.slice(first, first + count),
    };
  });
}

function readTextures(records, texts) {
  return each(records, TEXTURE, (at) => ({
    use: USES[records.getUint16(at, true)] ?? "unknown",
    missing: records.getUint16(at + 2, true) === 1,
    asset: text(texts, share(records, at + 4)),
  }));
}
