// The shaders of meshes.

import { SKIN } from "./skin.js";

/** The ways to show a surface, by the number that the shader uses. */
export const LOOKS = ["shaded", "colour", "normals", "tangents", "uv", "vertex colours", "weights", "bones", "roughness", "metalness", "occlusion", "facing"];

export const ATTRIBUTES = ["position", "normal", "tangent", "colour", "uv", "joints", "weights", "moreJoints", "moreWeights", "moreUv", "rigid"];

/** Returns the number of columns in which `count` figures stand. */
export const columnsOf = (count) => Math.ceil(Math.sqrt(count));

/** Returns the position of a figure in a crowd, in x and z. The vertex shader computes the same. */
export function standOf(who, { count, spacing }) {
  const columns = columnsOf(count);
  return [spacing[0] * ((who % columns) - Math.floor(columns / 2)), spacing[1] * Math.floor(who / columns)];
}

export const VERTEX = `
in vec3 position;
in vec3 normal;
in vec4 tangent;
in vec4 colour;
in vec2 uv;
in vec2 moreUv;
uniform mat4 camera;
uniform mat4 place;
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

int who() {
  return spike == vec2(0.0) ? gl_InstanceID : 0;
}

${SKIN}
void main() {
  mat4 skin = place * skinOf();
  vec4 moved = skin * vec4(position, 1.0);
  outward = turned(normal, mat3(skin));
  along = vec4(mat3(skin) * tangent.xyz, tangent.w);
  paint = colour;
  at = uv;
  moreAt = moreUv;
  // As standOf says.
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
  // Interpolation may make a constant opacity slightly smaller.
  if (alpha < cutoff - 1e-4) {
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
