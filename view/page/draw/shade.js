// The shaders of meshes.

/** The ways to look at a surface, by the number that the shader knows. */
export const LOOKS = ["shaded", "colour", "normals", "tangents", "uv", "vertex colours", "weights", "bones", "roughness", "metalness", "occlusion", "facing"];

/** Matrices in a row of the palette; a matrix is four pixels. */
export const ROW = 512;

export const ATTRIBUTES = ["position", "normal", "tangent", "colour", "uv", "joints", "weights", "moreJoints", "moreWeights", "moreUv", "rigid"];

export const VERTEX = `
in vec3 position;
in vec3 normal;
in vec4 tangent;
in vec4 colour;
in vec2 uv;
in uvec4 joints;
in vec4 weights;
in uvec4 moreJoints;
in vec4 moreWeights;
in vec2 moreUv;
// The part of the skin that moves by dual quaternions.
in float rigid;
uniform mat4 camera;
uniform mat4 place;
uniform sampler2D palette;
uniform sampler2D tints;
uniform int first;
// How far behind the matrix of a joint its dual quaternion is.
uniform int twin;
// A crowd: columns, poses, matrices of each pose. Beyond the poses, figures have the last one.
uniform ivec3 crowd;
uniform vec2 spacing;
// Lines from each vertex, along its normal (x) or tangent (y), in metres. Then an instance is a vertex.
uniform vec2 spike;
// Flattens what is drawn: 1 onto the ground, 2 to its texture coordinates.
uniform int flatten;
out vec3 world;
out vec3 outward;
out vec4 along;
out vec4 paint;
out vec4 tint;
out vec2 at;
out vec2 moreAt;

ivec2 pixelOf(int index) {
  return ivec2(index % ${ROW} * 4, index / ${ROW});
}

int who() {
  return spike == vec2(0.0) ? gl_InstanceID : 0;
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

// Turns normals by the inverse transposed, but for a positive factor, so that they stay at right angles to their surface.
mat3 normalTurn(mat3 m) {
  mat3 cofactors = mat3(cross(m[1], m[2]), cross(m[2], m[0]), cross(m[0], m[1]));
  return dot(m[0], cofactors[0]) < 0.0 ? -cofactors : cofactors;
}

vec4 tintOf(uint number) {
  int index = first + int(number);
  return texelFetch(tints, ivec2(index % ${ROW}, index / ${ROW}), 0);
}

void main() {
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
  skin = place * skin;
  vec4 moved = skin * vec4(position, 1.0);
  outward = normalTurn(mat3(skin)) * normal;
  along = vec4(mat3(skin) * tangent.xyz, tangent.w);
  paint = colour;
  at = uv;
  moreAt = moreUv;
  moved.xz += spacing * vec2(who() % crowd.x - crowd.x / 2, who() / crowd.x);
  if (spike != vec2(0.0)) {
    vec3 tip = spike.x > 0.0 ? outward : along.xyz;
    moved.xyz += normalize(tip + 1e-9) * (spike.x + spike.y) * float(gl_VertexID);
  }
  if (flatten == 1) {
    moved = vec4(moved.x - moved.y * 0.12, 0.001, moved.z - moved.y * 0.2, 1.0);
  }
  world = moved.xyz;
  gl_Position = flatten == 2 ? vec4(uv.x * 2.0 - 1.0, 1.0 - uv.y * 2.0, 0.0, 1.0) : camera * moved;
}`;

export const FRAGMENT = `
in vec3 world;
in vec3 outward;
in vec4 along;
in vec4 paint;
in vec4 tint;
in vec2 at;
in vec2 moreAt;
uniform vec3 eye;
uniform int look;
uniform int shading;
uniform vec3 diffuse;
uniform vec3 specular;
uniform vec3 emissive;
uniform float shininess;
uniform float opacity;
uniform float cutoff;
uniform float metallic;
uniform float roughness;
uniform float bump;
uniform float occlusion;
uniform bool hasNormals;
// A colour that everything is drawn in, unless its alpha is 0.
uniform vec4 plain;
uniform sampler2D maps[8];
uniform int has;
// Of each map: its place in the set of coordinates, as columns; and which set.
uniform mat3x2 placing[8];
uniform int second;
out vec4 pixel;

vec2 spot(int use) {
  vec2 from = (second >> use & 1) == 1 ? moreAt : at;
  return placing[use] * vec3(from, 1.0);
}

bool mapped(int use) {
  return (has >> use & 1) == 1;
}

vec3 surface() {
  vec3 n = hasNormals ? normalize(outward) : normalize(cross(dFdx(world), dFdy(world)));
  if (mapped(1) && dot(along.xyz, along.xyz) > 0.0) {
    vec3 t = normalize(along.xyz - n * dot(n, along.xyz));
    vec2 tilt = (texture(maps[1], spot(1)).xy * 2.0 - 1.0) * bump;
    n = normalize(t * tilt.x + cross(n, t) * along.w * tilt.y + n * sqrt(max(0.0, 1.0 - dot(tilt, tilt))));
  }
  return gl_FrontFacing || !hasNormals ? n : -n;
}

vec3 encode(vec3 linear) {
  vec3 low = linear * 12.92;
  vec3 high = 1.055 * pow(max(linear, vec3(0.0)), vec3(1.0 / 2.4)) - 0.055;
  return mix(low, high, step(vec3(0.0031308), linear));
}

// Blue, green, yellow, red, for 0 to 1.
vec3 heat(float value) {
  return clamp(vec3(value * 3.0 - 1.0, 1.4 - abs(value * 3.0 - 1.5), 1.3 - value * 3.0), 0.04, 1.0);
}

vec3 hemisphere(vec3 way) {
  return mix(vec3(0.16, 0.15, 0.14), vec3(0.38, 0.41, 0.46), way.y * 0.5 + 0.5);
}

// A bright room, as a smooth surface mirrors it: a light band above the horizon and a soft window.
vec3 room(vec3 way, float rough, vec3 key) {
  float soft = mix(0.03, 0.6, rough);
  vec3 walls = mix(vec3(0.12, 0.115, 0.11), vec3(0.45, 0.48, 0.54), smoothstep(-soft, soft + 0.2, way.y));
  float window = smoothstep(0.82 - soft * 0.6, 0.94 + soft * 0.06, dot(way, key));
  return walls + window * mix(1.6, 0.25, rough);
}

vec3 metal(vec3 n, vec3 toEye, vec3 key, vec3 base, float shade) {
  float rough = clamp(roughness * (mapped(5) ? texture(maps[5], spot(5)).g : 1.0), 0.045, 1.0);
  float isMetal = clamp(metallic * (mapped(6) ? texture(maps[6], spot(6)).b : 1.0), 0.0, 1.0);
  vec3 f0 = mix(vec3(0.04), base, isMetal);
  vec3 h = normalize(key + toEye);
  float nl = max(dot(n, key), 0.0);
  float nv = max(dot(n, toEye), 1e-3);
  float nh = max(dot(n, h), 0.0);
  // GGX with Smith's visibility by Hammon's approximation, and Schlick's Fresnel.
  float a = rough * rough;
  float d = a * a / max(3.14159265 * pow(nh * nh * (a * a - 1.0) + 1.0, 2.0), 1e-6);
  float v = 0.5 / max(mix(2.0 * nl * nv, nl + nv, a), 1e-4);
  vec3 f = f0 + (1.0 - f0) * pow(1.0 - max(dot(h, toEye), 0.0), 5.0);
  vec3 around = f0 + (max(vec3(1.0 - rough), f0) - f0) * pow(1.0 - nv, 5.0);
  vec3 matte = base * (1.0 - isMetal);
  vec3 ambient = matte * hemisphere(n) + around * room(reflect(-toEye, n), rough, key);
  return ambient * shade + (matte * (1.0 - f) + f * d * v * 0.9) * nl * vec3(0.98, 0.95, 0.9);
}

vec3 phong(vec3 n, vec3 toEye, vec3 key, vec3 base, float shade) {
  vec3 gloss = specular * (mapped(2) ? texture(maps[2], spot(2)).rgb : vec3(1.0));
  float shine = pow(max(dot(n, normalize(key + toEye)), 0.0), max(shininess, 4.0)) * step(0.0, dot(n, key));
  float rim = pow(1.0 - max(dot(n, toEye), 0.0), 4.0);
  return base * (hemisphere(n) * shade + max(dot(n, key), 0.0) * vec3(0.95, 0.92, 0.87)) + gloss * shine * 0.5 + rim * 0.06;
}

vec3 checker(vec2 uv) {
  vec2 cell = floor(uv * 8.0);
  vec3 hue = vec3(fract(uv), 0.35);
  return hue * (mod(cell.x + cell.y, 2.0) < 0.5 ? 1.0 : 0.62);
}

void main() {
  if (plain.a > 0.0) {
    pixel = plain;
    return;
  }
  vec4 map = mapped(0) ? texture(maps[0], spot(0)) : vec4(1.0);
  vec4 lid = mapped(4) ? texture(maps[4], spot(4)) : vec4(1.0);
  float alpha = opacity * paint.a * map.a * lid.r * lid.a;
  if (alpha < cutoff) {
    discard;
  }
  vec3 n = surface();
  vec3 toEye = normalize(eye - world);
  vec3 side = normalize(cross(vec3(0.0, 1.0, 0.0), toEye) + vec3(1e-5, 0.0, 0.0));
  // The key light is over the shoulder of who looks, so that no side stays dark.
  vec3 key = normalize(toEye + side * -0.7 + vec3(0.0, 0.9, 0.0));
  vec3 base = diffuse * map.rgb * paint.rgb;
  float shade = mapped(7) ? mix(1.0, texture(maps[7], spot(7)).r, occlusion) : 1.0;
  // Colours that stand for something are shaded a little, so that the form is seen.
  float form = 0.62 + 0.38 * max(dot(n, key), 0.0);
  vec3 glow = emissive * (mapped(3) ? texture(maps[3], spot(3)).rgb : vec3(1.0));
  vec3 light;
  switch (look) {
    case 0: light = (shading == 2 ? base : shading == 1 ? metal(n, toEye, key, base, shade) : phong(n, toEye, key, base, shade)) + glow; break;
    case 1: light = base; break;
    case 2: pixel = vec4(n * 0.5 + 0.5, 1.0); return;
    case 3: pixel = vec4(dot(along.xyz, along.xyz) > 0.0 ? normalize(along.xyz) * 0.5 + 0.5 : vec3(0.2), 1.0); return;
    case 4: pixel = vec4(checker(at) * form, 1.0); return;
    case 5: light = paint.rgb; break;
    case 6: pixel = vec4(heat(tint.r) * form, 1.0); return;
    case 7: pixel = vec4(tint.rgb * form, 1.0); return;
    case 8: pixel = vec4(vec3(roughness * (mapped(5) ? texture(maps[5], spot(5)).g : 1.0)), 1.0); return;
    case 9: pixel = vec4(vec3(metallic * (mapped(6) ? texture(maps[6], spot(6)).b : 1.0)), 1.0); return;
    case 10: pixel = vec4(vec3(shade), 1.0); return;
    default: pixel = vec4((gl_FrontFacing ? vec3(0.3, 0.55, 0.9) : vec3(0.9, 0.3, 0.25)) * form, 1.0); return;
  }
  pixel = vec4(encode(light), cutoff < 0.0 ? alpha : 1.0);
}`;
