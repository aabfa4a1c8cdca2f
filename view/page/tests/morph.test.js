// Tests morph targets with the fixture (format/tests/samples.rs) and values computed by hand.

import assert from "node:assert/strict";
import { test } from "node:test";

import { morphed, rangeOf, sharesOf } from "../draw/morph.js";
import { readModel } from "../format/model.js";
import { unpack } from "../live.js";
import { fixture } from "./fixture.js";

const arm = () => readModel(fixture("v3/model")).meshes[1];
const close = (found, expected) => {
  assert.equal(found.length, expected.length);
  expected.forEach((number, at) => assert.ok(Math.abs(number - found[at]) < 1e-6, `${found} is not ${expected}`));
};

test("a model of v3: morph targets with their shapes", () => {
  const [plate, { targets }] = readModel(fixture("v3/model")).meshes;
  assert.deepEqual(plate.targets, []);
  assert.deepEqual(targets.map(({ name, weight, shapes }) => [name, weight, shapes.map((shape) => shape.weight)]), [["Flex", 0.25, [0.5, 1]], ["Thin", 0, [-1]]]);
  const numbers = ({ vertices, positions, normals, tangents }) => [vertices, positions, normals, tangents].map((it) => [...it]);
  assert.deepEqual(targets.flatMap(({ shapes }) => shapes.map(numbers)), [
    [[2], [0, 0.25, 0], [0, 0, 0.5], []],
    [[0, 2], [0.5, -0, 0, 0, 1, -2], [0, 0, 0, 0, 0, 2], [0, 0.5, 0, 0, 0, 0]],
    [[1], [-0.5, 0, 0], [], []],
  ]);
  assert.deepEqual(readModel(fixture("v2/model")).meshes.map((mesh) => mesh.targets), [[], []]);
});

test("two stops are mixed in proportion, and beyond the last it goes on", () => {
  const cases = [
    [[1], 0.25, [0.25]], [[1], -2, [-2]], [[1], 3, [3]],
    [[0.5, 1], 0.25, [0.5, 0]], [[0.5, 1], 0.75, [0.5, 0.5]], [[0.5, 1], 1.5, [-1, 2]], [[0.5, 1], -0.5, [-1, 0]],
    [[-1], -0.5, [0.5]], [[-1], 1, [-1]],
    [[-1, 1], -0.5, [0.5, 0]], [[-1, 1], 0.5, [0, 0.5]], [[-1, 1], 2, [0, 2]], [[-2, -1], -1.5, [0.5, 0.5]], [[-2, -1], 1, [0, -1]],
  ];
  for (const [shapes, weight, shares] of cases) {
    close(sharesOf(shapes, weight), shares);
  }
});

test("targets move positions and normals; what changes gets unit length", () => {
  const mesh = arm();
  const at = morphed(mesh, [0.75, -0.5]);
  // Half of both shapes of Flex, and half of Thin.
  close(at.positions, [0.25, 0, 0, 0.75, 0, 0, 0, 1.625, -1]);
  // -1 + 0.25 + 1 along z.
  close(at.normals, [0, 0, 1, 0.6, 0, 0.8, 0, 0, 1]);
  const length = Math.hypot(1, 0.25);
  close(at.tangents, [1 / length, 0.25 / length, 0, -1, 1, 0, 0, -1, 1, 0, 0, -1]);
  // The sum has no direction (-1 + 0.5 + 0.5), so the normal stays unchanged.
  const straight = { ...mesh, targets: [{ shapes: [{ ...mesh.targets[0].shapes[0], weight: 1, normals: Float32Array.of(0, 0, 1) }] }] };
  close(morphed(straight, [1]).normals.subarray(6), [0, 0, -1]);
  assert.deepEqual([...morphed(mesh, [0, NaN]).positions], [...mesh.positions]);
});

test("a slider goes as far as the shapes of its target", () => {
  const [flex, thin] = arm().targets;
  assert.deepEqual([rangeOf(flex), rangeOf(thin), rangeOf({ ...flex, weight: 1.5 })], [[0, 1], [-1, 0], [0, 1.5]]);
});

test("the weights of targets follow the poses", () => {
  const buffer = new ArrayBuffer(16 + 64 * 4 + 8);
  new Uint32Array(buffer, 0, 4).set([3, 1, 0, 1]);
  new Float32Array(buffer, 16 + 64 * 4).set([0.5, -2]);
  assert.deepEqual([...unpack(buffer).weights], [0.5, -2]);
});
