// Loads what an asset shows in 3D: its model, skeleton or collision mesh, and where it stands.

import { boxOf, movedBox } from "../draw/extent.js";
import { frontOf } from "../draw/front.js";
import { origin, transform } from "../draw/matrix.js";
import { MAPS } from "../draw/paint.js";
import { upOf } from "../draw/up.js";
import { readCollisionMesh } from "../format/collision.js";
import { readModel } from "../format/model.js";
import { readSkeleton } from "../format/skeleton.js";
import { readTexture } from "../format/texture.js";
import { counted } from "../panel/dom.js";
import { modelAtBind, skeletonAtBind } from "../pose.js";

const SOLID = [0.35, 0.72, 0.62, 0.16];
const SOLID_EDGE = [0.4, 0.85, 0.72, 0.6];

/** Loads an asset with everything that it needs. `facts` describes it in one line. @param {Content} content */
export async function loadSubject(content, name) {
  const bytes = await content.bytes(name);
  switch (content.typeOf(name)) {
    case "Model": return loadedModel(content, bytes);
    case "CollisionMesh": return loadedCollision(bytes);
    default: return loadedSkeleton(bytes);
  }
}

async function loadedModel(content, bytes) {
  const model = readModel(bytes);
  const triangles = model.meshes.reduce((sum, mesh) => sum + mesh.indices.length / 3, 0);
  const facts = `${counted(model.meshes.length, "mesh", "meshes")}, ${counted(triangles, "triangle")}, ${counted(model.bones.length, "bone")}, ${sizeOf(model.box)}`;
  const { bones, box } = model;
  return { model, bones, facts, ...spread(box, bones, modelAtBind(model)), textures: await texturesOf(content, model) };
}

/** Loads the readable textures of a model. */
async function texturesOf(content, { materials }) {
  const used = materials.flatMap(({ textures }) => textures).filter(({ use, missing }) => !missing && MAPS.includes(use));
  const names = [...new Set(used.map(({ asset }) => asset))].filter((name) => content.typeOf(name) === "Texture");
  return Promise.all(names.map(async (name) => [name, readTexture(await content.bytes(name))]));
}

function loadedSkeleton(bytes) {
  const skeleton = readSkeleton(bytes);
  const { bones } = skeleton;
  const absolute = skeletonAtBind(skeleton);
  const box = boxOf(absolute.map(origin));
  return { model: null, bones, facts: `${counted(bones.length, "bone")}, ${sizeOf(box)}`, ...spread(box, bones, absolute), textures: [] };
}

function loadedCollision(bytes) {
  const mesh = readCollisionMesh(bytes);
  const corners = Array.from({ length: mesh.vertices.length / 3 }, (_, vertex) => [...mesh.vertices.subarray(3 * vertex, 3 * vertex + 3)]);
  const box = boxOf(corners);
  const counts = [counted(mesh.triangles.length / 3, "triangle"), counted(corners.length, "vertex", "vertices"), counted(mesh.nodes.length, "node")];
  const facts = `${counts.join(", ")} of the tree, ${sizeOf(box)}`;
  return { model: null, bones: [], facts, ...spread(box, [], []), textures: [], solid: solidOf(mesh) };
}

/** Returns a box, its size in metres, and the matrices of the bones in it. */
function spread(box, bones, absolute) {
  const size = Math.hypot(...[0, 1, 2].map((axis) => box[axis + 3] - box[axis]));
  return { lying: box, size, atBind: absolute, names: bones.map(({ name }) => name) };
}

/** Returns the box after a rotation, and the direction in which the contents face. */
export function standing({ lying, names, atBind }, turned) {
  const turn = (point) => transform(point, turned).slice(0, 3);
  return { box: movedBox([lying], turned), front: frontOf(names, atBind.map((matrix) => turn(origin(matrix)))) };
}

/** Guesses which axis of a loaded asset points up. */
export const guessedUp = ({ lying, names, atBind }) => upOf(names, atBind.map(origin), lying);

/** Returns the faces and edges of a collision mesh, as vertices of batches. */
function solidOf({ vertices, triangles }) {
  const [faces, edges] = [[], []];
  for (let corner = 0; corner < triangles.length; corner++) {
    const next = corner % 3 === 2 ? corner - 2 : corner + 1;
    const [from, to] = [corner, next].map((it) => vertices.subarray(3 * triangles[it], 3 * triangles[it] + 3));
    faces.push(...from, ...SOLID);
    edges.push(...from, ...SOLID_EDGE, ...to, ...SOLID_EDGE);
  }
  return [faces, edges];
}

const sizeOf = (box) => `${[0, 1, 2].map((axis) => +(box[axis + 3] - box[axis]).toPrecision(3)).join(" × ")} m`;

/** Returns a position for the figure beside a box: to the left when seen from the front. */
export function besideBox({ box, front }) {
  const gap = 0.45 + 0.1 * (box[3] - box[0]);
  return [Math.cos(front) > 0 ? box[0] - gap : box[3] + gap, 0, (box[2] + box[5]) / 2];
}
