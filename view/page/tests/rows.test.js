// Tests the list: search, groups, and which rows have elements.

import assert from "node:assert/strict";
import { test } from "node:test";

import { inSight, keyOf, rowsOf, sizeText, stateOf } from "../panel/rows.js";

const assets = [
  { name: "Arms/Gun", type: "Model" },
  { name: "Arms/Gun.run", type: "CompressedClip" },
  { name: "Arms/Lost", type: "", state: "failed" },
  { name: "Arms/Skin", type: "Texture" },
  { name: "Zoo/Ape", type: "Model" },
];
const entries = assets.map((asset) => ({ asset, key: keyOf(asset) }));
const texts = (rows) => rows.map(({ title, asset }) => (asset ? asset.name : `# ${title}`));

test("models come first, other types by name, and failures before all", () => {
  assert.deepEqual(texts(rowsOf(entries, "")), [
    "# No content yet", "Arms/Lost", "# Model", "Arms/Gun", "Zoo/Ape", "# CompressedClip", "Arms/Gun.run", "# Texture", "Arms/Skin",
  ]);
});

test("a search finds by all of its words, in name, type and state", () => {
  assert.deepEqual(texts(rowsOf(entries, " GUN model ")), ["# Model", "Arms/Gun"]);
  assert.deepEqual(texts(rowsOf(entries, "failed")), ["# No content yet", "Arms/Lost"]);
  assert.deepEqual(texts(rowsOf(entries, "gun ape")), ["# Nothing matches “gun ape”"]);
});

test("names that match at the beginnings of words come first, and the order of others stays", () => {
  const of = (names, search) => rowsOf(names.map((name) => ({ asset: { name, type: "Model" }, key: keyOf({ name, type: "" }) })), search).slice(1).map(({ asset }) => asset.name);
  assert.deepEqual(of(["A/Prune", "B/Run", "C/rerun", "D/LowRun", "E/Low_Run", "F/Run2/x"], "run"), ["B/Run", "D/LowRun", "E/Low_Run", "F/Run2/x", "A/Prune", "C/rerun"]);
  // Every word must begin a word.
  assert.deepEqual(of(["Arms/Prune", "Arms/Run"], "ar ru"), ["Arms/Run", "Arms/Prune"]);
  assert.deepEqual(of(["x/aba ba"], "ba"), ["x/aba ba"]);
});

test("every row that can be seen is in sight, and few others", () => {
  for (const top of [0, 7, 1000, 229_000]) {
    const [first, end] = inSight(10_000, 23, top, 600);
    assert.ok(first * 23 <= top && end * 23 >= Math.min(230_000, top + 600), `${top}`);
    assert.ok(end - first <= 600 / 23 + 2 + 16, `${top}: ${end - first} rows`);
  }
  assert.deepEqual(inSight(0, 23, 0, 600), [0, 0]);
});

test("what an earlier build made is fresh by now", () => {
  assert.equal(stateOf({ state: "built", since: 3 }, 3), "built");
  assert.equal(stateOf({ state: "built", since: 2 }, 3), "fresh");
  assert.equal(stateOf({ state: "failed", since: 2 }, 3), "failed");
  assert.equal(stateOf({ since: 2 }, 3), "");
});

test("sizes are short", () => {
  assert.deepEqual([0, 999, 1000, 12_345, 5_600_000, 2e9].map(sizeText), ["0 B", "999 B", "1.0 kB", "12 kB", "5.6 MB", "2.0 GB"]);
});
