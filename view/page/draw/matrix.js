// Matrices for row vectors: 16 numbers in row-major order, with the translation in the last row. WebGL can use them directly: a
// shader, which multiplies matrices by column vectors, reads the same numbers as column-major matrices.

export const IDENTITY = new Float32Array([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]);

/** Multiplies so that `a` is applied first, then `b`: out = a x b. */
export function multiply(a, b, out = new Float32Array(16)) {
  multiplyAt(a, 0, b, 0, out, 0);
  return out;
}

/** Like `multiply`, for matrices in longer arrays. Each index is the position of the matrix in its array. */
export function multiplyAt(a, atA, b, atB, out, atOut) {
  for (let row = 0; row < 16; row += 4) {
    const x = a[atA + row], y = a[atA + row + 1], z = a[atA + row + 2], w = a[atA + row + 3];
    for (let column = 0; column < 4; column++) {
      const at = atB + column;
      out[atOut + row + column] = x * b[at] + y * b[at + 4] + z * b[at + 8] + w * b[at + 12];
    }
  }
}

/** Returns the view matrix of an eye at `eye` that looks at `target`, with y up. */
export function lookAt(eye, target) {
  const back = normalize(subtract(eye, target));
  const right = normalize(cross([0, 1, 0], back));
  const up = cross(back, right);
  return new Float32Array([
    right[0], up[0], back[0], 0,
    right[1], up[1], back[1], 0,
    right[2], up[2], back[2], 0,
    -dot(right, eye), -dot(up, eye), -dot(back, eye), 1,
  ]);
}

/** Returns a perspective matrix with this vertical angle of view, in radians. */
export function perspective(angle, aspect, near, far) {
  const scale = 1 / Math.tan(angle / 2);
  const depth = 1 / (near - far);
  return new Float32Array([scale / aspect, 0, 0, 0, 0, scale, 0, 0, 0, 0, (near + far) * depth, -1, 0, 0, 2 * near * far * depth, 0]);
}

/** Transforms a point. The result includes w and is not divided by it. */
export function transform([x, y, z], matrix) {
  return [0, 1, 2, 3].map((column) => x * matrix[column] + y * matrix[4 + column] + z * matrix[8 + column] + matrix[12 + column]);
}

/** Returns the matrix of a translation, a rotation x, y, z, w and a scale. */
export function fromParts([tx, ty, tz], [x, y, z, w], [sx, sy, sz]) {
  return new Float32Array([
    (1 - 2 * (y * y + z * z)) * sx, 2 * (x * y + z * w) * sx, 2 * (x * z - y * w) * sx, 0,
    2 * (x * y - z * w) * sy, (1 - 2 * (x * x + z * z)) * sy, 2 * (y * z + x * w) * sy, 0,
    2 * (x * z + y * w) * sz, 2 * (y * z - x * w) * sz, (1 - 2 * (x * x + y * y)) * sz, 0,
    tx, ty, tz, 1,
  ]);
}

/** Returns the translation of a matrix. */
export const origin = (matrix) => [matrix[12], matrix[13], matrix[14]];
export const add = (a, b) => a.map((number, axis) => number + b[axis]);
export const subtract = (a, b) => a.map((number, axis) => number - b[axis]);
export const scaled = (a, factor) => a.map((number) => number * factor);
export const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
export const length = (a) => Math.sqrt(dot(a, a));
export const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];

/** Returns a vector of length 1; (0, 0, 0) stays unchanged. */
export function normalize(a) {
  const size = length(a);
  return size === 0 ? a : scaled(a, 1 / size);
}

/** Returns the inverse of a matrix whose last column is 0, 0, 0, 1; the identity if the matrix is not invertible. */
export function inverse(m) {
  const rows = [0, 4, 8].map((row) => [m[row], m[row + 1], m[row + 2]]);
  const columns = [cross(rows[1], rows[2]), cross(rows[2], rows[0]), cross(rows[0], rows[1])];
  const volume = dot(rows[0], columns[0]);
  if (volume === 0) {
    return IDENTITY;
  }
  const at = (row, column) => columns[column][row] / volume;
  const turned = [0, 1, 2].flatMap((row) => [at(row, 0), at(row, 1), at(row, 2), 0]);
  const back = transform(origin(m), new Float32Array([...turned, 0, 0, 0, 1]));
  return new Float32Array([...turned, -back[0], -back[1], -back[2], 1]);
}
