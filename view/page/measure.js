// Measures movements: differences of poses, speeds, and how far feet slide on the ground.

import { length, subtract } from "./draw/matrix.js";

/** Returns the bone whose positions in two poses differ most, and their distance in metres. @param {Float32Array} a from `pointsOf` */
export function worstOf(a, b) {
  let [bone, error] = [0, 0];
  for (let at = 0; at + 2 < Math.min(a.length, b.length); at += 3) {
    const distance = Math.hypot(a[at] - b[at], a[at + 1] - b[at + 1], a[at + 2] - b[at + 2]);
    if (distance > error) {
      [bone, error] = [at / 3, distance];
    }
  }
  return { bone, error };
}

/** Returns the largest distance of each bone over all poses, in metres. */
export function largestOf(motion, other) {
  const bones = (motion.points[0]?.length ?? 0) / 3;
  const distance = (bone, time) => length([0, 1, 2].map((axis) => motion.points[time][3 * bone + axis] - other.points[time][3 * bone + axis]));
  return Array.from({ length: bones }, (_, bone) => motion.points.reduce((most, _, time) => Math.max(most, distance(bone, time)), 0));
}

/**
 * Returns the speed of a point at each time, in metres per second: its distance between the times before and after, divided by
 * their difference.
 * @param {number[][]} path
 */
export function speedsOf(path, times) {
  return path.map((_, time) => {
    const [before, after] = [Math.max(0, time - 1), Math.min(path.length - 1, time + 1)];
    const passed = times[after] - times[before];
    return passed > 0 ? length(subtract(path[after], path[before])) / passed : 0;
  });
}

/** Like `speedsOf`, but only along the ground (x and z). */
export const groundSpeedsOf = (path, times) => speedsOf(path.map(([x, , z]) => [x, 0, z]), times);

/** Returns at which times a point is within a height of its lowest position. @param {number} within in metres */
export function contactsOf(path, within) {
  const lowest = path.reduce((least, [, y]) => Math.min(least, y), Infinity);
  return path.map(([, y]) => y <= lowest + within);
}

/** Describes how a point slides while it is near the ground: the mean and the largest speed in m/s, and the part of the time. */
export function slidingOf(path, times, within) {
  const [speeds, contacts] = [groundSpeedsOf(path, times), contactsOf(path, within)];
  const near = speeds.filter((_, time) => contacts[time]);
  const sum = near.reduce((total, speed) => total + speed, 0);
  return { speeds, contacts, mean: near.length > 0 ? sum / near.length : 0, most: near.reduce((a, b) => Math.max(a, b), 0), part: near.length / Math.max(1, path.length) };
}

/** Returns the length of a path, in metres. */
export const lengthOf = (path) => path.slice(1).reduce((sum, point, index) => sum + length(subtract(point, path[index])), 0);

/** Returns the index of the time closest to this one. @param {number[]} times in order, at equal steps */
export function nearest(times, time) {
  const last = times.length - 1;
  return last <= 0 ? 0 : Math.min(last, Math.max(0, Math.round((time / times[last]) * last)));
}
