// Tests drawing calculations with values computed by hand.

import assert from "node:assert/strict";
import { test } from "node:test";

import { boxAround } from "../draw/extent.js";
import { frontOf } from "../draw/front.js";
import { edgesOf } from "../draw/geometry.js";
import { fromParts, inverse, multiply } from "../draw/matrix.js";
import { paintOf, roughnessOf } from "../draw/paint.js";
import { standOf } from "../draw/shade.js";
import { apart } from "../draw/skeleton.js";
import { placingOf } from "../draw/stage.js";

const HALF = Math.SQRT1_2;
const close = (found, expected) => [...expected].forEach((number, axis) => assert.ok(Math.abs(number - found[axis]) < 1e-6, `${found} is not ${expected}`));

test("a character looks where its left hand is on its left", () => {
  const at = (x, z) => [[x, 1, z], [-x, 1, -z]];
  // Right-handed with y up: a character that faces +z has +x on its left.
  for (const [left, front] of [[at(1, 0), 0], [at(-1, 0), Math.PI], [at(0, -1), Math.PI / 2], [at(0, 1), -Math.PI / 2]]) {
    for (const names of [["L Hand", "R Hand"], ["LeftHand", "RightHand"], ["hand_l", "hand_r"], ["mixamorig:LeftArm", "mixamorig:RightArm"], ["Arm.L", "Arm.R"]]) {
      assert.ok(Math.abs(Math.abs(frontOf(names, left)) - Math.abs(front)) < 1e-9 && Math.cos(frontOf(names, left) - front) > 0.99, `${names}`);
    }
  }
});

test("without pairs of bones the front is +z", () => {
  assert.equal(frontOf(["Root", "Tail"], [[0, 0, 0], [0, 0, -1]]), 0);
  assert.equal(frontOf([], []), 0);
});

test("an edge of two triangles is there once", () => {
  const edges = edgesOf({ indices: Uint16Array.from([0, 1, 2, 2, 1, 3]), vertexCount: 4 });
  assert.deepEqual([...edges], [0, 1, 1, 2, 0, 2, 1, 3, 2, 3]);
});

test("an inverse undoes a turn, a scale and a way", () => {
  const matrix = fromParts([1, -2, 3], [0, HALF, 0, HALF], [2, 3, 0.5]);
  close(multiply(matrix, inverse(matrix)), [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]);
});

test("a point is as far from a segment as from its nearest point", () => {
  assert.equal(apart([5, 3], [0, 0], [10, 0]), 3);
  assert.equal(apart([13, 4], [0, 0], [10, 0]), 5);
  assert.equal(apart([3, 4], [0, 0], [0, 0]), 5);
});

test("a material that says nothing is Phong's, and blended if it is clear", () => {
  const material = { diffuse: [1, 1, 1], specular: [0, 0, 0], emissive: [0, 0, 0], shininess: 0, opacity: 1, textures: [] };
  assert.deepEqual([paintOf(material).shading, paintOf(material).cutoff], [0, 0]);
  assert.equal(paintOf({ ...material, opacity: 0.5 }).cutoff, -1);
  assert.equal(paintOf({ ...material, alphaMode: "mask", alphaCutoff: 0.25 }).cutoff, 0.25);
  assert.equal(paintOf({ ...material, textures: [{ use: "roughness", missing: false }] }).shading, 1);
  assert.equal(roughnessOf(0), 1);
});

test("a texture lies as KHR_texture_transform says", () => {
  const [a, b, c, d, x, y] = placingOf({ offset: [0.5, 0.25], rotation: Math.PI / 2, scale: [2, 3] });
  // According to the specification: translation x rotation x scale, with the rotation matrix [cos, sin; -sin, cos].
  close([a + x, b + y], [0.5, 0.25 - 2]);
  close([c + x, d + y], [0.5 + 3, 0.25]);
});

test("a crowd stands in rows, around the middle of the first", () => {
  const stands = (count) => Array.from({ length: count }, (_, who) => standOf(who, { count, spacing: [2, -3] }));
  assert.deepEqual(stands(1).flat().map(Math.abs), [0, 0]);
  assert.deepEqual(stands(2).flat(), [-2, -0, 0, -0]);
  assert.deepEqual(stands(5).flat(), [-2, -0, 0, -0, 2, -0, -2, -3, 0, -3]);
  assert.deepEqual(boxAround([-1, 0, -1, 1, 2, 1], stands(5)), [-3, 0, -4, 3, 2, 1]);
});
