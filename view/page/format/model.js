// Models: docs/format.md, "Model".

import { decodeNormals, decodePositions, decodeTangents } from "./codes.js";
import { Container, each, floats, named, part, share, text } from "./container.js";
import { readLevels } from "./levels.js";
import { readTargets } from "./morph.js";
import { records as recordsOf, shared } from "./record.js";

const TYPE = 5;
const VERSIONS = [1, 2, 3];
const [BONE, MESH, PART, MATERIAL, TEXTURE, VERTEX] = [76, 132, 12, 60, 12, 44];
const [PARAMETER, SURFACE, PLACEMENT, EXTENSION, EXTENSION_TEXTURE] = [28, 40, 32, 24, 52];

/** The uses of textures, by number. */
const USES = ["diffuse", "normal", "specular", "emissive", "opacity", "roughness", "metalness", "occlusion"];

const SHADINGS = ["phong", "metallic-roughness", "unlit"];
const ALPHA_MODES = ["opaque", "mask", "blend"];
const WRAPS = ["repeat", "clamp", "mirror"];
const FILTERS = ["any", "nearest", "linear", "nearest-mip-nearest", "linear-mip-nearest", "nearest-mip-linear", "linear-mip-linear"];

/** The skinning methods. */
const METHODS = ["linear", "dual quaternions", "blended"];

/** The kind of a parameter that is a number. Higher kinds are lists of numbers. */
const FLOAT = 4;

/**
 * Reads a model. Arrays of vertices are views of the buffer, or copies if they are stored as codes. Matrices are 16 numbers in
 * row-major order for row vectors.
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
    levelGroups: readLevels(file),
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
  const targets = readTargets(file);
  const skins = readSkins(file);
  const parts = readParts(file.records("PART"));
  return each(records, MESH, (at, number) => {
    const span = (offset) => share(records, at + offset);
    const box = floats(records, at + 108, 6);
    const { positions, normals, tangents } = readVertices(file, vertices, span, at / MESH, box);
    const count = positions.length / 3;
    return {
      name: text(texts, span(0)),
      bone: records.getUint32(at + 8, true),
      vertexCount: count,
      positions,
      normals,
      tangents,
      colours: sets(part(vertices.colours, span(36), 4), count * 4)[0] ?? new Float32Array(0),
      uvs: sets(part(vertices.uvs, span(44), 2), count * 2),
      joints: sets(part(vertices.joints, span(52), 4), count * 4),
      weights: sets(part(vertices.weights, span(52), 4), count * 4),
      indices: indices(vertices, span(60), span(68)),
      parts: shared(parts, span(76)),
      skinBones: part(vertices.skinBones, span(84), 1),
      inverseBinds: part(vertices.inverseBinds, span(84), 16),
      targets: targets[number] ?? [],
      method: skins[number]?.method ?? "linear",
      blendWeights: skins[number]?.blendWeights ?? new Float32Array(0),
      sphere: floats(records, at + 92, 4),
      box,
    };
  });
}

/** Reads positions, normals and tangents of a mesh as floats, whether they are stored as floats or as codes. */
function readVertices(file, vertices, span, mesh, box) {
  const records = file.records("VERT");
  const codes = (offset) => (records.byteLength > 0 ? share(records, mesh * VERTEX + offset) : { first: 0, count: 0 });
  const [positions, normals, tangents] = [20, 28, 36].map(codes);
  return {
    positions: positions.count > 0 ? decodePositions(part(vertices.positionCodes, positions, 4), box) : part(vertices.positions, span(12), 3),
    normals: normals.count > 0 ? decodeNormals(part(vertices.normalCodes, normals, 2)) : part(vertices.normals, span(20), 3),
    tangents: tangents.count > 0 ? decodeTangents(part(vertices.tangentCodes, tangents, 2)) : part(vertices.tangents, span(28), 4),
  };
}

/**
 * Reads how each mesh is skinned. Empty for files before version 3, whose skins are linear. `blendWeights` contains the
 * vertices' shares of dual quaternion skinning.
 */
function readSkins(file) {
  const blend = file.numbers("BLWT", Float32Array);
  const skins = recordsOf(file, "VERT", { method: "u32", blendWeights: "share", attributes: "share", positions: "share", normals: "share", tangents: "share" });
  return skins.map(({ method, blendWeights }) => ({ method: named(METHODS, method, "method"), blendWeights: part(blend, blendWeights, 1) }));
}

function vertexArrays(file) {
  return {
    positionCodes: file.numbers("PO16", Uint16Array),
    normalCodes: file.numbers("NO16", Int16Array),
    tangentCodes: file.numbers("TA16", Int16Array),
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

/** Reads the indices of a mesh, which are in one of two sections. */
function indices(vertices, short, long) {
  return short.count > 0 ? part(vertices.indices16, short, 1) : part(vertices.indices32, long, 1);
}

/** Splits vertex data into sets that follow each other, each with `length` numbers. */
function sets(numbers, length) {
  const count = length === 0 ? 0 : Math.floor(numbers.length / length);
  return Array.from({ length: count }, (_, set) => numbers.subarray(set * length, (set + 1) * length));
}

function readParts(records) {
  return each(records, PART, (at) => ({ material: records.getInt32(at, true), ...renamed(share(records, at + 4)) }));
}

function renamed({ first, count }) {
  return { firstIndex: first, indexCount: count };
}

/**
 * Reads the materials. `opacity` is the effective opacity: 1 if the material is neither blended nor masked. `alpha` is the
 * alpha of the base colour. Files before version 3 contain neither the shading of a material nor the placement of its textures;
 * these properties are then missing.
 */
function readMaterials(file, texts) {
  const records = file.records("MTRL");
  const textures = readTextures(file, texts);
  const surfaces = readSurfaces(file, texts);
  return each(records, MATERIAL, (at) => {
    const alpha = records.getFloat32(at + 48, true);
    const surface = surfaces[at / MATERIAL] ?? { extensions: [] };
    return {
      name: text(texts, share(records, at)),
      diffuse: floats(records, at + 8, 3),
      specular: floats(records, at + 20, 3),
      shininess: records.getFloat32(at + 32, true),
      emissive: floats(records, at + 36, 3),
      opacity: surface.alphaMode === "opaque" ? 1 : alpha,
      alpha,
      ...surface,
      textures: shared(textures, share(records, at + 52)),
    };
  });
}

function readSurfaces(file, texts) {
  const records = file.records("SURF");
  const extensions = readExtensions(file, texts);
  return each(records, SURFACE, (at) => {
    return {
      shading: named(SHADINGS, records.getUint16(at, true), "shading"),
      alphaMode: named(ALPHA_MODES, records.getUint16(at + 2, true), "alpha mode"),
      doubleSided: records.getUint32(at + 4, true) === 1,
      alphaCutoff: records.getFloat32(at + 8, true),
      metallic: records.getFloat32(at + 12, true),
      roughness: records.getFloat32(at + 16, true),
      normalScale: records.getFloat32(at + 20, true),
      occlusionStrength: records.getFloat32(at + 24, true),
      emissiveStrength: records.getFloat32(at + 28, true),
      extensions: shared(extensions, share(records, at + 32)),
    };
  });
}

function readTextures(file, texts) {
  const records = file.records("TXTR");
  const placements = file.records("TXPL");
  return each(records, TEXTURE, (at) => {
    const place = (at / TEXTURE) * PLACEMENT;
    return {
      use: USES[records.getUint16(at, true)] ?? "unknown",
      missing: records.getUint16(at + 2, true) === 1,
      asset: text(texts, share(records, at + 4)),
      ...(place < placements.byteLength ? readPlacement(placements, place) : {}),
    };
  });
}

function readPlacement(records, at) {
  return {
    uvSet: records.getUint32(at, true),
    offset: [...floats(records, at + 4, 2)],
    rotation: records.getFloat32(at + 12, true),
    scale: [...floats(records, at + 16, 2)],
    wrap: [24, 26].map((offset) => named(WRAPS, records.getUint16(at + offset, true), "wrap")),
    minFilter: named(FILTERS, records.getUint16(at + 28, true), "filter"),
    magFilter: named(FILTERS, records.getUint16(at + 30, true), "filter"),
  };
}

/** Reads the extensions of all materials: their numbers (and lists of numbers) and textures, by name. */
function readExtensions(file, texts) {
  const records = file.records("MEXT");
  const numbers = readNumbers(file, texts);
  const textures = readExtensionTextures(file.records("EXTX"), texts);
  const of = (list, own) => Object.fromEntries(shared(list, own).filter(([, value]) => value !== null));
  return each(records, EXTENSION, (at) => ({
    name: text(texts, share(records, at)),
    numbers: of(numbers, share(records, at + 8)),
    textures: of(textures, share(records, at + 16)),
  }));
}

/** Reads the name and value of each parameter. The value is null if it is neither a number nor a vector. */
function readNumbers(file, texts) {
  const records = file.records("EPAR");
  const values = file.numbers("EVAL", Float32Array);
  return each(records, PARAMETER, (at) => {
    const [kind, own] = [records.getUint32(at + 8, true), share(records, at + 20)];
    const list = kind >= FLOAT ? [...part(values, own, 1)] : [];
    const isNumbers = list.length > 0;
    return [text(texts, share(records, at)), isNumbers ? (kind === FLOAT ? list[0] : list) : null];
  });
}

function readExtensionTextures(records, texts) {
  return each(records, EXTENSION_TEXTURE, (at) => [
    text(texts, share(records, at)),
    {
      asset: text(texts, share(records, at + 8)),
      missing: records.getUint32(at + 16, true) === 1,
      ...readPlacement(records, at + 20),
    },
  ]);
}
