// Tests which axis points up.

import assert from "node:assert/strict";
import { test } from "node:test";

import { transform } from "../draw/matrix.js";
import { UPS, turnOf, upOf } from "../draw/up.js";

const BOX = [-1, -1, -1, 1, 1, 1];

test("each axis is turned to y without a reflection", () => {
  for (const up of UPS) {
    const axis = "xyz".indexOf(up.at(-1));
    const point = [0, 1, 2].map((it) => (it === axis ? (up.startsWith("-") ? -1 : 1) : 0));
    assert.deepEqual(transform(point, turnOf(up)).slice(0, 3).map((it) => it + 0), [0, 1, 0]);
    const [a, b, c] = [0, 4, 8].map((row) => turnOf(up).slice(row, row + 3));
    const volume = a[0] * (b[1] * c[2] - b[2] * c[1]) - a[1] * (b[0] * c[2] - b[2] * c[0]) + a[2] * (b[0] * c[1] - b[1] * c[0]);
    assert.equal(volume, 1);
  }
  assert.equal(turnOf("nonsense"), turnOf("y"));
});

test("up is from the feet to the head of a character", () => {
  const names = ["Pelvis", "L Foot", "R Foot", "Head_NA"];
  const points = { y: [[0, 1, 0], [0.2, 0, 0], [-0.2, 0, 0.1], [0, 2, 0.1]] };
  points.z = points.y.map(([x, y, z]) => [x, -z, y]);
  points.x = points.y.map(([x, y, z]) => [y, -x, z]);
  points["-y"] = points.y.map(([x, y, z]) => [x, -y, -z]);
  Object.entries(points).forEach(([up, origins]) => assert.equal(upOf(names, origins, BOX), up));
  // Lying in between two axes says nothing.
  assert.equal(upOf(names, [[0, 0, 0], [0, 0, 0], [0, 0, 0], [1, 1, 1]], BOX), "y");
});

test("a thing without such bones stands on the ground along its largest extent", () => {
  assert.equal(upOf([], [], [-1, -1, 0, 1, 1, 5]), "z");
  assert.equal(upOf([], [], [0, -1, -0.5, 5, 1, 0.5]), "x");
  assert.equal(upOf([], [], [-1, -1, -5, 1, 1, 0]), "-z");
  // It stands on the ground as it is, or is flat, or is not in the middle.
  assert.equal(upOf([], [], [-1, 0, 0, 1, 3, 5]), "y");
  assert.equal(upOf([], [], [-1, -1, 0, 1, 1, 0.2]), "y");
  assert.equal(upOf([], [], [3, -1, 0, 5, 1, 9]), "y");
  assert.equal(upOf([], [], BOX), "y");
});
