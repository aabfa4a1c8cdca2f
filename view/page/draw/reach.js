// Determines the space that a model takes up during a clip, and which bones the clip moves.

import { boxOf, skinnedBox } from "./extent.js";
import { inverse, multiply, multiplyAt, origin } from "./matrix.js";

/** The maximum number of vertices that are moved for each pose. More vertices hardly change the box. */
const MAX_VERTICES = 4000;

/** The difference between numbers of matrices from which they count as different. */
const DIFFERENT = 1e-4;

/**
 * Returns the box around the bones and the visible meshes in all of these poses.
 * @param {object[]} meshes from `readModel`
 * @param {Float32Array[]} poses the matrices of all bones, in one array for each pose
 * @param {number[]} bones the bones that count
 */
export function reachOf(meshes, poses, bones) {
  const vertices = meshes.reduce((sum, mesh) => sum + mesh.positions.length / 3, 0);
  const stride = Math.max(1, Math.ceil(vertices / MAX_VERTICES));
  const corners = poses.flatMap((pose) => {
    const points = bones.map((bone) => origin(pose.subarray(16 * bone, 16 * bone + 16)));
    const boxes = meshes.filter(({ positions }) => positions.length > 0).map((mesh) => skinnedBox(mesh, mesh.positions, jointsAt(mesh, pose), stride));
    return [...points, ...boxes.flatMap((box) => [box.slice(0, 3), box.slice(3)])];
  });
  return boxOf(corners);
}

/** Returns for each bone whether poses move it relative to its parent: from its bind pose, or during the clip. */
export function movedBones(parents, poses, atBind) {
  const relative = (matrices) => parents.map((parent, bone) => (parent < 0 ? matrices(bone) : multiply(matrices(bone), inverse(matrices(parent)))));
  const rest = relative((bone) => atBind[bone]);
  const posed = poses.map((pose) => relative((bone) => pose.subarray(16 * bone, 16 * bone + 16)));
  return parents.map((_, bone) => posed.some((pose) => pose[bone].some((number, cell) => Math.abs(number - rest[bone][cell]) > DIFFERENT * (1 + Math.abs(number)))));
}

/** Returns the matrices of a mesh's joints in a pose, in one array. */
function jointsAt({ skinBones, inverseBinds, bone }, pose) {
  if (skinBones.length === 0) {
    return pose.subarray(16 * bone, 16 * bone + 16);
  }
  const matrices = new Float32Array(16 * skinBones.length);
  skinBones.forEach((joint, index) => multiplyAt(inverseBinds, 16 * index, pose, 16 * joint, matrices, 16 * index));
  return matrices;
}
