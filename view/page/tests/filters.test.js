// Tests the filters of the overview.

import assert from "node:assert/strict";
import { test } from "node:test";

import { FILTERS, mediansOf, usedIn } from "../home/filters.js";

test("an asset is too large if it exceeds ten times the median of its type and 100 kB", () => {
  const sizes = [20_000, 30_000, 40_000, 300_000, 300_001];
  const assets = sizes.map((bytes) => ({ type: "Model", bytes }));
  const facts = { medians: mediansOf([...assets.slice(0, 2), { type: "Model", bytes: 30_000 }, ...assets.slice(3), { type: "Other", bytes: 9e9 }]) };
  assert.equal(facts.medians.get("Model"), 30_000);
  assert.deepEqual(assets.map((asset) => FILTERS.large.isIn(asset, facts)), [false, false, false, false, true]);
  assert.equal(FILTERS.large.isIn({ type: "Model", bytes: 100_000 }, { medians: new Map([["Model", 1]]) }), false);
});

test("an asset is used if another asset depends on it", () => {
  const nodes = [["a", "asset"], ["b", "asset"], ["c", "file"]].map(([name, kind]) => ({ name, kind }));
  const used = usedIn({ nodes, edges: [[0, 1], [1, 1], [2, 0], [1, 2]] });
  assert.deepEqual([...used], ["a"]);
});
