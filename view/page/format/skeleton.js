// Skeletons: docs/format.md, "Skeleton".

import { Container, each, floats, share, text } from "./container.js";

const TYPE = 4;
const BONE = 52;

/**
 * Reads a skeleton: the root axis as a quaternion x, y, z, w, and each bone's bind pose in local space.
 * @param {ArrayBuffer} buffer a content file
 */
export function readSkeleton(buffer) {
  const file = new Container(buffer, TYPE, [1]);
  const records = file.records("BONE");
  const names = file.numbers("NAME", Uint8Array);
  return {
    rootAxis: floats(file.records("SKEL"), 0, 4),
    bones: each(records, BONE, (at) => ({
      name: text(names, share(records, at)),
      parent: records.getInt32(at + 8, true),
      translation: floats(records, at + 12, 3),
      rotation: floats(records, at + 24, 4),
      scale: floats(records, at + 40, 3),
    })),
  };
}
