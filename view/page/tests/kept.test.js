// Tests what stays chosen when an asset was built again.

import assert from "node:assert/strict";
import { test } from "node:test";

import { BY_DISTANCE } from "../draw/levels.js";
import { NOTHING, keptOf, levelsOf } from "../views/kept.js";

const named = (...names) => names.map((name) => ({ name }));
const shown = (meshes, bones, levels = 0) => ({
  model: { meshes: named(...meshes), levelGroups: levels > 0 ? [{ levels: named(...Array(levels).fill("")) }] : [] },
  bones: named(...bones),
});

test("the same meshes and bones stay chosen, wherever they are now", () => {
  const before = shown(["Body", "Hat", "Hat"], ["Root", "Head"]);
  const after = shown(["Belt", "Hat", "Body", "Hat"], ["Root", "Neck", "Head"]);
  const kept = keptOf({ ...NOTHING, hidden: new Set([0, 2]), bone: 1, collision: "Wall" }, before, after);
  assert.deepEqual([[...kept.hidden], kept.bone, kept.collision], [[2, 3], 2, "Wall"]);
});

test("what is gone is no longer chosen", () => {
  const before = shown(["Body", "Hat"], ["Root", "Head"], 3);
  const kept = keptOf({ ...NOTHING, hidden: new Set([1]), bone: 1, level: 2 }, before, shown(["Body"], ["Root"], 2));
  assert.deepEqual([[...kept.hidden], kept.bone, kept.level], [[], -1, BY_DISTANCE]);
  assert.equal(keptOf({ ...NOTHING, level: 1 }, before, shown([], [], 2)).level, 1);
});

test("an asset without a model has neither meshes nor levels", () => {
  const skeleton = { model: null, bones: named("Root") };
  assert.deepEqual(keptOf(NOTHING, skeleton, skeleton), NOTHING);
  assert.equal(levelsOf(null), 0);
});
