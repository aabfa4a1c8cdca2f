// Tests matrices, poses and the camera with values computed by hand.

import assert from "node:assert/strict";
import { test } from "node:test";

import { fromParts, lookAt, multiply, origin, perspective, transform } from "../draw/matrix.js";
import { unpack } from "../live.js";
import { ModelPoser, matricesOf, modelAtBind, poseOf, skeletonAtBind, strayOf, stretchOf } from "../pose.js";

const HALF = Math.SQRT1_2;
const shift = (x, y, z) => fromParts([x, y, z], [0, 0, 0, 1], [1, 1, 1]);
const close = (found, expected) => expected.forEach((number, axis) => assert.ok(Math.abs(number - found[axis]) < 1e-6, `${found} is not ${expected}`));

test("a quarter turn about y leads from z to x", () => {
  close(transform([0, 0, 1], fromParts([5, 0, 0], [0, HALF, 0, HALF], [1, 1, 1])), [6, 0, 0]);
});

test("scale comes before rotation, and rotation before translation", () => {
  close(transform([1, 0, 0], fromParts([0, 7, 0], [0, 0, HALF, HALF], [3, 1, 1])), [0, 10, 0]);
});

test("a product is the left matrix first", () => {
  const turned = multiply(shift(1, 0, 0), fromParts([0, 0, 0], [0, 0, HALF, HALF], [1, 1, 1]));
  close(transform([0, 0, 0], turned), [0, 1, 0]);
});

test("the target is in the middle of the picture, at its distance", () => {
  const [x, y, , w] = transform([1, 2, 3], multiply(lookAt([1, 2, 13], [1, 2, 3]), perspective(1, 1.5, 0.1, 100)));
  close([x, y, w], [0, 0, 10]);
});

test("what is at the edge of the vertical angle is at the edge of the picture", () => {
  const [, y, , w] = transform([0, 10 * Math.tan(0.5), 0], multiply(lookAt([0, 0, 10], [0, 0, 0]), perspective(1, 2, 0.1, 100)));
  close([y / w], [1]);
});

const MODEL = {
  bones: [
    { name: "Top", parent: -1, local: shift(0, 1, 0) },
    { name: "Arm", parent: 0, local: shift(2, 0, 0) },
    { name: "Hand", parent: 1, local: shift(3, 0, 0) },
  ],
};

test("a bone at bind is below its parents", () => {
  assert.deepEqual(modelAtBind(MODEL).map(origin), [[0, 1, 0], [2, 1, 0], [5, 1, 0]]);
});

test("the root axis turns a skeleton", () => {
  const at = (parent, translation) => ({ parent, translation, rotation: [0, 0, 0, 1], scale: [1, 1, 1] });
  const bones = [at(-1, [0, 0, 2]), at(0, [0, 0, 1])];
  // A quarter turn about x, from z up to y up.
  skeletonAtBind({ bones, rootAxis: [-HALF, 0, 0, HALF] }).map(origin).forEach((found, bone) => close(found, [0, 2 + bone, 0]));
});

test("a pose moves the bones that it knows, and those below them go along", () => {
  const poser = new ModelPoser(MODEL, new Map([["Arm", 0]]));
  const [one, other] = [9, -4].map((z, figure) => poser.pose(poseOf([shift(0, 0, z)]), figure));
  assert.deepEqual(matricesOf(one).map(origin), [[0, 1, 0], [0, 0, 9], [3, 0, 9]]);
  assert.deepEqual(matricesOf(other).map(origin), [[0, 1, 0], [0, 0, -4], [3, 0, -4]]);
});

test("a pose is unpacked as the server packs it", () => {
  const buffer = new ArrayBuffer(16 + 64 * 2);
  const view = new DataView(buffer);
  [7, 1].forEach((number, index) => view.setUint32(4 * index, number, true));
  view.setFloat32(8, 0.25, true);
  for (let index = 0; index < 32; index++) {
    view.setFloat32(16 + 4 * index, index, true);
  }
  const { ticket, time, place, bones } = unpack(buffer);
  assert.deepEqual([ticket, time, bones.length], [7, 0.25, 16]);
  assert.deepEqual([origin(place), origin(bones)], [[12, 13, 14], [28, 29, 30]]);
});

test("a clip of centimetres is a hundred times too large for a skeleton of metres", () => {
  const parents = [-1, 0, 1, 2, 3];
  const chain = (step) => parents.map((_, bone) => shift(bone * step, 0, 0));
  assert.equal(Math.round(stretchOf(parents, chain(1), chain(0.01))), 100);
  assert.equal(stretchOf(parents, chain(0.01), chain(0.01)), 1);
  // A single bone that is far away may be intended.
  assert.equal(stretchOf(parents, [...chain(1).slice(0, 4), shift(500, 0, 0)], chain(1)), 1);
});

test("a clip in the unit of a file that was converted moves the root too far", () => {
  // Centimetres to metres: the root has a scale of 0.01, and a clip in centimetres moves it by 190 m instead of 1.9 m.
  const parents = [-1, 0, 1];
  const scaled = (x) => Float32Array.of(0.01, 0, 0, 0, 0, 0.01, 0, 0, 0, 0, 0.01, 0, x, 0, 0, 1);
  const at = (x) => [scaled(x), scaled(x + 0.4), scaled(x + 0.9)];
  assert.equal(Math.round(strayOf(parents, at(190), at(1))), 100);
  assert.equal(strayOf(parents, at(1.9), at(1)), 1);
  // A clip may move a root far away if the root was not converted.
  const walking = (x) => [shift(x, 0, 0), shift(x + 0.4, 0, 0), shift(x + 0.9, 0, 0)];
  assert.equal(strayOf(parents, walking(190), walking(1)), 1);
});
