// Examines a whole clip: the space that it needs, and the bones that it moves.

import { movedBox } from "../draw/extent.js";
import { movedBones, reachOf } from "../draw/reach.js";
import { ModelPoser, poseOf } from "../pose.js";

/** The number of poses of a clip that are examined. */
const POSES = 16;

/**
 * Examines a clip on what is shown. Returns the `box` around all of its poses, and whether it moves each bone (`moved`).
 * @param {Live} live
 * @param {{skeleton: string, model: string | undefined}} posing
 * @param {object} shown what is shown: `{ model, bones, atBind, numbers }`
 * @param {{name: string, duration: number}} clip
 * @param {Float32Array} turned the rotation of what is shown
 */
export async function survey(live, { skeleton, model: of }, { model, bones, atBind, numbers }, { name, duration }, turned) {
  const offsets = Array.from({ length: POSES }, (_, number) => (number * duration) / (POSES - 1));
  const figures = [{ plays: [{ clip: name, time: 0 }], offsets }];
  const answer = await live.ask({ ask: "pose", skeleton, model: of, figures, ticket: 0 });
  const poser = model && new ModelPoser(model, numbers);
  const poses = [answer, ...answer.others].map(({ bones: posed }, figure) => (poser ? poser.pose(posed, figure) : posed));
  const parents = bones.map(({ parent }) => parent ?? -1);
  const meshes = model?.meshes ?? [];
  const counted = meshes.length > 0 ? [] : [...bones.keys()];
  const box = reachOf(meshes, [...poses, poseOf(atBind)], counted);
  return { box: movedBox([box], turned), moved: movedBones(parents, poses, atBind) };
}
