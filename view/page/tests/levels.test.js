// Tests levels of detail with the fixture (format/tests/samples.rs) and the format's rule.

import assert from "node:assert/strict";
import { test } from "node:test";

import { absentAt, levelAt, levelOf, sphereOf } from "../draw/levels.js";
import { readModel } from "../format/model.js";
import { fixture } from "./fixture.js";

test("a model of v3 has its groups of levels, and those before have none", () => {
  assert.deepEqual(readModel(fixture("v3/model")).levelGroups, [
    { name: "Detail", measure: "distance", levels: [{ threshold: 0, meshes: [0] }, { threshold: 8, meshes: [1] }] },
  ]);
  assert.deepEqual(readModel(fixture("v2/model")).levelGroups, []);
});

const group = (measure, ...thresholds) => ({ measure, levels: thresholds.map((threshold, mesh) => ({ threshold, meshes: [mesh] })) });

test("a level begins at its distance, or at its share of the picture", () => {
  const far = group("distance", 1, 8, 20);
  assert.deepEqual([0.5, 1, 7.9, 8, 1e9].map((distance) => levelAt(far, distance, 0)), [-1, 0, 0, 1, 2]);
  const large = group("coverage", 0.5, 0.2);
  assert.deepEqual([1, 0.5, 0.49, 0.2, 0.1].map((share) => levelAt(large, 0, share)), [0, 0, 1, 1, -1]);
  assert.equal(levelAt(group("unknown", 0, 0), 99, 0), 0);
});

test("the meshes of the levels that are not shown are absent", () => {
  const groups = [group("distance", 0, 8, 20), { measure: "distance", levels: [{ threshold: 0, meshes: [5] }] }];
  assert.deepEqual([...absentAt(groups, [1, 0])], [0, 2]);
  assert.deepEqual([...absentAt(groups, [-1, -1])], [0, 1, 2, 5]);
  assert.deepEqual(groups.map((it) => levelOf(it, 2)), [2, 0]);
});

test("a group is as large as its finest level", () => {
  const spheres = [[0, 0, 0, 1], [4, 0, 0, 2], [0, 90, 0, 50]];
  assert.deepEqual(sphereOf({ levels: [{ meshes: [0, 1] }, { meshes: [2] }] }, (mesh) => spheres[mesh]), [2, 0, 0, 4]);
});
