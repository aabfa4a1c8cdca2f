// The part of a vertex shader that moves vertices by joints. The joints' matrices and dual quaternions are in the palette.

/** The number of matrices in a row of the palette. A matrix takes four pixels. */
export const ROW = 512;

/**
 * The part of a vertex shader that defines `skinOf` and `turned`. It requires `who` (the number of the figure) and `tint` to be
 * defined before it.
 */
export const SKIN = `
in uvec4 joints;
in vec4 weights;
in uvec4 moreJoints;
in vec4 moreWeights;
// The part of the skin that moves by dual quaternions.
in float rigid;
uniform sampler2D palette;
uniform sampler2D tints;
uniform int first;
// How far behind the matrix of a joint its dual quaternion is.
uniform int twin;
// A crowd: columns, poses, matrices of each pose. Beyond the poses, figures have the last one.
uniform ivec3 crowd;

ivec2 pixelOf(int index) {
  return ivec2(index % ${ROW} * 4, index / ${ROW});
}

ivec2 pixelOfJoint(int number) {
  return pixelOf(min(who(), crowd.y - 1) * crowd.z + first + number);
}

mat4 joint(uint number) {
  ivec2 pixel = pixelOfJoint(int(number));
  return mat4(texelFetch(palette, pixel, 0), texelFetch(palette, pixel + ivec2(1, 0), 0),
              texelFetch(palette, pixel + ivec2(2, 0), 0), texelFetch(palette, pixel + ivec2(3, 0), 0));
}

// A weighted sum of movements: real and dual parts, and factors.
struct Movement {
  vec4 real;
  vec4 dual;
  vec3 factors;
  float total;
};

// Adds a joint. Of a rotation's two quaternions the one counts that is nearer to that of the first joint.
void add(inout Movement sum, inout vec4 lead, uint number, float weight) {
  if (weight <= 0.0) {
    return;
  }
  ivec2 pixel = pixelOfJoint(int(number) + twin);
  vec4 real = texelFetch(palette, pixel, 0);
  lead = sum.total == 0.0 ? real : lead;
  float near = dot(lead, real) < 0.0 ? -weight : weight;
  sum.real += near * real;
  sum.dual += near * texelFetch(palette, pixel + ivec2(1, 0), 0);
  sum.factors += weight * texelFetch(palette, pixel + ivec2(2, 0), 0).xyz;
  sum.total += weight;
}

// Scale, then rotate and move, as the runtime's SkinVerticesJob does.
mat4 blended() {
  Movement sum = Movement(vec4(0.0), vec4(0.0), vec3(0.0), 0.0);
  vec4 lead = vec4(0.0);
  for (int i = 0; i < 4; i++) add(sum, lead, joints[i], weights[i]);
  for (int i = 0; i < 4; i++) add(sum, lead, moreJoints[i], moreWeights[i]);
  float square = dot(sum.real, sum.real);
  if (!(square > 0.0 && sum.total > 0.0)) {
    return mat4(1.0);
  }
  vec3 moved = 2.0 / square * (sum.real.w * sum.dual.xyz - sum.dual.w * sum.real.xyz + cross(sum.real.xyz, sum.dual.xyz));
  vec4 q = sum.real / sqrt(square);
  vec3 by = sum.factors / sum.total;
  return mat4(
    vec4(by.x * vec3(1.0 - 2.0 * (q.y * q.y + q.z * q.z), 2.0 * (q.x * q.y + q.z * q.w), 2.0 * (q.x * q.z - q.y * q.w)), 0.0),
    vec4(by.y * vec3(2.0 * (q.x * q.y - q.z * q.w), 1.0 - 2.0 * (q.x * q.x + q.z * q.z), 2.0 * (q.y * q.z + q.x * q.w)), 0.0),
    vec4(by.z * vec3(2.0 * (q.x * q.z + q.y * q.w), 2.0 * (q.y * q.z - q.x * q.w), 1.0 - 2.0 * (q.x * q.x + q.y * q.y)), 0.0),
    vec4(moved, 1.0));
}

// A normal turned by the inverse transposed, so that it stays at right angles to its surface; of unit length, if it has a direction.
vec3 turned(vec3 normal, mat3 by) {
  mat3 cofactors = mat3(cross(by[1], by[2]), cross(by[2], by[0]), cross(by[0], by[1]));
  vec3 way = cofactors * (dot(by[0], cofactors[0]) < 0.0 ? -normal : normal);
  float size = length(way);
  return size > 0.0 ? way / size : normal;
}

vec4 tintOf(uint number) {
  int index = first + int(number);
  return texelFetch(tints, ivec2(index % ${ROW}, index / ${ROW}), 0);
}

// The matrix of a vertex; and its tint.
mat4 skinOf() {
  mat4 skin = mat4(0.0);
  tint = vec4(0.0);
  for (int i = 0; i < 4; i++) {
    if (weights[i] > 0.0) {
      skin += weights[i] * joint(joints[i]);
      tint += weights[i] * tintOf(joints[i]);
    }
    if (moreWeights[i] > 0.0) {
      skin += moreWeights[i] * joint(moreJoints[i]);
      tint += moreWeights[i] * tintOf(moreJoints[i]);
    }
  }
  if (twin > 0 && rigid > 0.0) {
    skin = rigid < 1.0 ? skin * (1.0 - rigid) + blended() * rigid : blended();
  }
  return skin;
}
`;
