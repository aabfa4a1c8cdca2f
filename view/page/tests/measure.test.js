// Tests measurements of movements with values computed by hand.

import assert from "node:assert/strict";
import { test } from "node:test";

import { IDENTITY } from "../draw/matrix.js";
import { contactsOf, groundSpeedsOf, largestOf, lengthOf, nearest, slidingOf, speedsOf, worstOf } from "../measure.js";
import { pointsOf, timesOf } from "../motion.js";
import { onionSkin, slidingColour, traced } from "../panel/traces.js";

const times = [0, 0.5, 1, 1.5, 2];
const close = (found, expected) => found.forEach((number, at) => assert.ok(Math.abs(number - expected[at]) < 1e-9, `${found} ${expected}`));

test("the bone with the largest error is found, whatever its direction", () => {
  const a = Float32Array.from([0, 0, 0, 1, 1, 1, 2, 2, 2]);
  const b = Float32Array.from([0, 0.5, 0, 1, 1 + 3, 1 - 4, 2, 2, 2]);
  assert.deepEqual(worstOf(a, b), { bone: 1, error: 5 });
  assert.deepEqual(worstOf(a, a), { bone: 0, error: 0 });
  assert.deepEqual(largestOf({ points: [a, a] }, { points: [b, a] }), [0.5, 5, 0]);
});

test("speeds are in metres per second, also at the ends", () => {
  const path = times.map((time) => [3 * time, 4 * time, 0]);
  close(speedsOf(path, times), [5, 5, 5, 5, 5]);
  close(groundSpeedsOf(path, times), [3, 3, 3, 3, 3]);
  close(speedsOf([[0, 0, 0]], [0]), [0]);
  close([lengthOf(path)], [10]);
});

test("a foot slides only while it is near its lowest height", () => {
  const path = [[0, 0.1, 0], [0, 0.1, 0], [1, 0.12, 0], [2, 0.5, 0], [2, 0.9, 0]];
  assert.deepEqual(contactsOf(path, 0.03), [true, true, true, false, false]);
  const { mean, most, part } = slidingOf(path, times, 0.03);
  // Speeds there: 0 at the start, then 1 m and 2 m within the second around each time.
  close([mean, most, part], [1, 2, 0.6]);
});

test("times are at equal steps, within limits", () => {
  assert.deepEqual(timesOf({ duration: 1, rate: 4 }), [0, 0.25, 0.5, 0.75, 1]);
  assert.equal(timesOf({ duration: 100, rate: 60 }).length, 241);
  assert.equal(timesOf({ duration: 1, rate: null }, 1 << 19).length, 3);
  assert.deepEqual(timesOf({ duration: 0, rate: 30 }), [0, 0]);
  assert.deepEqual([-1, 0.3, 0.76, 9].map((time) => nearest(times, time)), [0, 1, 2, 4]);
});

test("positions are the last rows of matrices", () => {
  const matrix = Float32Array.from(IDENTITY);
  matrix.set([7, 8, 9], 12);
  assert.deepEqual([...pointsOf(matrix)], [7, 8, 9]);
  const lines = onionSkin([-1, 0], Float32Array.from([0, 0, 0, 0, 1, 0]), matrix, 1, 0);
  assert.deepEqual(lines.filter((_, at) => at % 7 < 3), [7, 8, 9, 7, 9, 9]);
});

test("a trail is red where a foot slides and green where it holds", () => {
  const path = [[0, 0, 0], [1, 0, 0], [2, 0, 0]];
  const vertices = traced(path, [9, 9, 9], [true, true, false]);
  assert.equal(vertices.length, 2 * 2 * 7);
  assert.deepEqual(vertices.slice(3, 7), slidingColour(9));
  assert.notDeepEqual(slidingColour(0), slidingColour(9));
  assert.notDeepEqual(vertices.slice(17, 21), slidingColour(9));
});
