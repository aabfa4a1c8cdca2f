// The meshes of a model, moved by the matrices of its bones.

import { multiply } from "./matrix.js";
import { compile } from "./program.js";
import { UNITS } from "./surface.js";

const ATTRIBUTES = ["position", "normal", "tangent", "colour", "uv", "joints", "weights", "moreJoints", "moreWeights"];
const [POSITION, NORMAL, TANGENT, COLOUR, UV, JOINTS, WEIGHTS, MORE_JOINTS, MORE_WEIGHTS] = ATTRIBUTES.keys();

/** Matrices in a row of the palette; a matrix is four pixels. */
const ROW = 64;

const VERTEX = `
in vec3 position;
in vec3 normal;
in vec4 tangent;
in vec4 colour;
in vec2 uv;
in uvec4 joints;
in vec4 weights;
in uvec4 moreJoints;
in vec4 moreWeights;
uniform mat4 camera;
uniform mat4 place;
uniform sampler2D palette;
uniform int first;
out vec3 world;
out vec3 outward;
out vec4 along;
out vec4 paint;
out vec2 at;

mat4 joint(uint number) {
  int index = first + int(number);
  ivec2 pixel = ivec2(index % ${ROW} * 4, index / ${ROW});
  return mat4(texelFetch(palette, pixel, 0), texelFetch(palette, pixel + ivec2(1, 0), 0),
              texelFetch(palette, pixel + ivec2(2, 0), 0), texelFetch(palette, pixel + ivec2(3, 0), 0));
}

void main() {
  mat4 skin = mat4(0.0);
  for (int i = 0; i < 4; i++) {
    if (weights[i] > 0.0) skin += weights[i] * joint(joints[i]);
    if (moreWeights[i] > 0.0) skin += moreWeights[i] * joint(moreJoints[i]);
  }
  skin = place * skin;
  vec4 moved = skin * vec4(position, 1.0);
  world = moved.xyz;
  outward = mat3(skin) * normal;
  along = vec4(mat3(skin) * tangent.xyz, tangent.w);
  paint = colour;
  at = uv;
  gl_Position = camera * moved;
}`;

const FRAGMENT = `
in vec3 world;
in vec3 outward;
in vec4 along;
in vec4 paint;
in vec2 at;
uniform vec3 eye;
uniform vec3 diffuse;
uniform vec3 specular;
uniform vec3 emissive;
uniform float shininess;
uniform float opacity;
uniform bool hasNormals;
uniform bool bumpy;
uniform sampler2D diffuseMap;
uniform sampler2D normalMap;
out vec4 pixel;

vec3 surface() {
  vec3 n = hasNormals ? normalize(outward) : normalize(cross(dFdx(world), dFdy(world)));
  if (bumpy && dot(along.xyz, along.xyz) > 0.0) {
    vec3 t = normalize(along.xyz - n * dot(n, along.xyz));
    vec2 bump = texture(normalMap, at).xy * 2.0 - 1.0;
    n = normalize(t * bump.x + cross(n, t) * along.w * bump.y + n * sqrt(max(0.0, 1.0 - dot(bump, bump))));
  }
  return gl_FrontFacing || !hasNormals ? n : -n;
}

vec3 encode(vec3 linear) {
  vec3 low = linear * 12.92;
  vec3 high = 1.055 * pow(max(linear, vec3(0.0)), vec3(1.0 / 2.4)) - 0.055;
  return mix(low, high, step(vec3(0.0031308), linear));
}

void main() {
  vec3 n = surface();
  vec3 toEye = normalize(eye - world);
  vec3 side = normalize(cross(vec3(0.0, 1.0, 0.0), toEye) + vec3(1e-5, 0.0, 0.0));
  // The key light is over the shoulder of who looks, so that no side stays dark.
  vec3 key = normalize(toEye + side * -0.7 + vec3(0.0, 0.9, 0.0));
  vec4 map = texture(diffuseMap, at);
  vec3 base = diffuse * map.rgb * paint.rgb;
  vec3 ambient = mix(vec3(0.16, 0.15, 0.14), vec3(0.38, 0.41, 0.46), n.y * 0.5 + 0.5);
  float lit = max(dot(n, key), 0.0);
  float shine = pow(max(dot(n, normalize(key + toEye)), 0.0), max(shininess, 4.0)) * step(0.0, dot(n, key));
  float rim = pow(1.0 - max(dot(n, toEye), 0.0), 4.0);
  vec3 light = base * (ambient + lit * vec3(0.95, 0.92, 0.87)) + specular * shine * 0.5 + rim * 0.06 + emissive;
  pixel = vec4(encode(light), opacity * paint.a);
}`;

/** The program that draws meshes. */
export class MeshProgram {
  constructor(gl) {
    Object.assign(this, compile(gl, VERTEX, FRAGMENT, ATTRIBUTES));
    gl.useProgram(this.program);
    gl.uniform1i(this.uniforms.palette, UNITS.palette);
    gl.uniform1i(this.uniforms.diffuseMap, UNITS.diffuse);
    gl.uniform1i(this.uniforms.normalMap, UNITS.normal);
  }
}

/** A model on the graphics card. */
export class Meshes {
  /** @param {object} model from `readModel` */
  constructor(gl, model) {
    [this.gl, this.model] = [gl, model];
    let first = 0;
    this.meshes = model.meshes.map((mesh) => {
      const made = { mesh, first, ...buffers(gl, mesh) };
      // A rigid mesh is one on a single joint: its bone.
      first += Math.max(1, mesh.skinBones.length);
      return made;
    });
    this.palette = new Float32Array(Math.max(1, Math.ceil(first / ROW)) * ROW * 16);
    this.texture = gl.createTexture();
    gl.bindTexture(gl.TEXTURE_2D, this.texture);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.NEAREST);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.NEAREST);
  }

  get triangles() {
    return this.model.meshes.reduce((sum, mesh) => sum + mesh.indices.length / 3, 0);
  }

  /** Moves the meshes. @param {Float32Array[]} absolute the matrix of each bone of the model */
  pose(absolute) {
    for (const { mesh, first } of this.meshes) {
      const joint = (index) => this.palette.subarray((first + index) * 16, (first + index + 1) * 16);
      if (mesh.skinBones.length === 0) {
        joint(0).set(absolute[mesh.bone]);
      }
      mesh.skinBones.forEach((bone, index) => {
        multiply(mesh.inverseBinds.subarray(index * 16, index * 16 + 16), absolute[bone], joint(index));
      });
    }
    const { gl } = this;
    gl.bindTexture(gl.TEXTURE_2D, this.texture);
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA32F, ROW * 4, this.palette.length / (ROW * 16), 0, gl.RGBA, gl.FLOAT, this.palette);
  }

  /**
   * Draws opaque parts, then transparent ones.
   * @param {MeshProgram} shader
   * @param {(material: number, use: string) => WebGLTexture | null} textures
   */
  draw(shader, { camera, place, eye }, textures, blank) {
    const { gl } = this;
    gl.useProgram(shader.program);
    gl.uniformMatrix4fv(shader.uniforms.camera, false, camera);
    gl.uniformMatrix4fv(shader.uniforms.place, false, place);
    gl.uniform3fv(shader.uniforms.eye, eye);
    bind(gl, UNITS.palette, this.texture);
    for (const transparent of [false, true]) {
      gl.depthMask(!transparent);
      for (const made of this.meshes) {
        made.mesh.parts
          .filter(({ material }) => (this.model.materials[material]?.opacity ?? 1) < 1 === transparent)
          .forEach((part) => this.#part(shader.uniforms, made, part, textures, blank));
      }
    }
    gl.depthMask(true);
  }

  #part(uniforms, { mesh, first, array, indexKind }, { material, firstIndex, indexCount }, textures, blank) {
    const { gl } = this;
    const paint = this.model.materials[material] ?? PLAIN;
    const normal = mesh.tangents.length > 0 ? textures(material, "normal") : null;
    gl.uniform1i(uniforms.first, first);
    gl.uniform3fv(uniforms.diffuse, paint.diffuse);
    gl.uniform3fv(uniforms.specular, paint.specular);
    gl.uniform3fv(uniforms.emissive, paint.emissive);
    gl.uniform1f(uniforms.shininess, paint.shininess);
    gl.uniform1f(uniforms.opacity, paint.opacity);
    gl.uniform1i(uniforms.hasNormals, mesh.normals.length > 0 ? 1 : 0);
    gl.uniform1i(uniforms.bumpy, normal ? 1 : 0);
    bind(gl, UNITS.diffuse, textures(material, "diffuse") ?? blank);
    bind(gl, UNITS.normal, normal ?? blank);
    gl.bindVertexArray(array);
    absent(gl, mesh);
    gl.drawElements(gl.TRIANGLES, indexCount, indexKind, firstIndex * mesh.indices.BYTES_PER_ELEMENT);
  }

  /** Frees what is on the card. */
  drop() {
    const { gl } = this;
    this.meshes.forEach(({ array, made }) => {
      gl.deleteVertexArray(array);
      made.forEach((buffer) => gl.deleteBuffer(buffer));
    });
    gl.deleteTexture(this.texture);
  }
}

const PLAIN = { diffuse: [0.6, 0.6, 0.6], specular: [0.1, 0.1, 0.1], emissive: [0, 0, 0], shininess: 16, opacity: 1 };

function bind(gl, unit, texture) {
  gl.activeTexture(gl.TEXTURE0 + unit);
  gl.bindTexture(gl.TEXTURE_2D, texture);
  gl.activeTexture(gl.TEXTURE0);
}

/** What attributes are for vertices that do not have them. These values belong to no vertex array. */
function absent(gl, mesh) {
  if (mesh.joints.length === 0) {
    gl.vertexAttribI4ui(JOINTS, 0, 0, 0, 0);
    gl.vertexAttrib4f(WEIGHTS, 1, 0, 0, 0);
  }
  if (mesh.joints.length < 2) {
    gl.vertexAttribI4ui(MORE_JOINTS, 0, 0, 0, 0);
    gl.vertexAttrib4f(MORE_WEIGHTS, 0, 0, 0, 0);
  }
  gl.vertexAttrib4f(COLOUR, 1, 1, 1, 1);
  gl.vertexAttrib4f(TANGENT, 0, 0, 0, 1);
}

/** The vertex array of a mesh. */
function buffers(gl, mesh) {
  const [array, made] = [gl.createVertexArray(), []];
  const store = (target, numbers) => {
    made.push(gl.createBuffer());
    gl.bindBuffer(target, made.at(-1));
    gl.bufferData(target, numbers, gl.STATIC_DRAW);
  };
  const attribute = (place, numbers, width) => {
    if (numbers?.length > 0) {
      store(gl.ARRAY_BUFFER, numbers);
      gl.enableVertexAttribArray(place);
      if (numbers instanceof Uint16Array) {
        gl.vertexAttribIPointer(place, width, gl.UNSIGNED_SHORT, 0, 0);
      } else {
        gl.vertexAttribPointer(place, width, gl.FLOAT, false, 0, 0);
      }
    }
  };
  gl.bindVertexArray(array);
  attribute(POSITION, mesh.positions, 3);
  attribute(NORMAL, mesh.normals, 3);
  attribute(TANGENT, mesh.tangents, 4);
  attribute(COLOUR, mesh.colours, 4);
  attribute(UV, mesh.uvs[0], 2);
  attribute(JOINTS, mesh.joints[0], 4);
  attribute(WEIGHTS, mesh.weights[0], 4);
  attribute(MORE_JOINTS, mesh.joints[1], 4);
  attribute(MORE_WEIGHTS, mesh.weights[1], 4);
  store(gl.ELEMENT_ARRAY_BUFFER, mesh.indices);
  gl.bindVertexArray(null);
  return { array, made, indexKind: mesh.indices instanceof Uint16Array ? gl.UNSIGNED_SHORT : gl.UNSIGNED_INT };
}
