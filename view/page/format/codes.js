// Decodes vertices that are stored as codes: docs/format.md, "Model". Like the runtime, this uses double precision, so the
// floats have the same bits.

/** At this size, the second code of a tangent represents 0. */
const MIDDLE = 16384;

/**
 * Decodes positions to x, y, z of each vertex.
 * @param {Uint16Array} codes four per vertex
 * @param {ArrayLike<number>} box minimum and maximum corner of the mesh
 */
export function decodePositions(codes, box) {
  const size = Math.max(box[3] - box[0], box[4] - box[1], box[5] - box[2]);
  const positions = new Float32Array((codes.length / 4) * 3);
  for (let at = 0; at < positions.length; at++) {
    const axis = at % 3;
    positions[at] = box[axis] + size * (codes[((at - axis) / 3) * 4 + axis] / 65535);
  }
  return positions;
}

/** Decodes octahedral normals (two codes per vertex) to x, y, z of each vertex. */
export function decodeNormals(codes) {
  const normals = new Float32Array((codes.length / 2) * 3);
  for (let vertex = 0; vertex * 2 < codes.length; vertex++) {
    normals.set(folded(codes[vertex * 2], codes[vertex * 2 + 1], 32767), vertex * 3);
  }
  return normals;
}

/** Decodes octahedral tangents (two codes per vertex) to x, y, z and w = 1 or -1 of each vertex. */
export function decodeTangents(codes) {
  const tangents = new Float32Array(codes.length * 2);
  for (let vertex = 0; vertex * 2 < codes.length; vertex++) {
    const [first, second] = [codes[vertex * 2], codes[vertex * 2 + 1]];
    tangents.set(folded(first * (MIDDLE - 1), (Math.abs(second) - MIDDLE) * 32767, 32767 * (MIDDLE - 1)), vertex * 4);
    tangents[vertex * 4 + 3] = second < 0 ? -1 : 1;
  }
  return tangents;
}

/** Returns the direction for a point in the octahedral square from -most to most. */
function folded(x, y, most) {
  const side = (number) => (number < 0 ? -1 : 1);
  const z = most - Math.abs(x) - Math.abs(y);
  const [along, up] = z < 0 ? [(most - Math.abs(y)) * side(x), (most - Math.abs(x)) * side(y)] : [x, y];
  const length = Math.sqrt(along * along + up * up + z * z);
  return [along / length + 0, up / length + 0, z / length + 0];
}
