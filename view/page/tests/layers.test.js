// Tests the layout of a graph's nodes.

import assert from "node:assert/strict";
import { test } from "node:test";

import { around, layOut, neighbours } from "../panel/layers.js";

/** 0 -> 1 -> 3 -> 4, 2 -> 3, 0 -> 4. */
const links = neighbours(6, [[0, 1], [1, 3], [2, 3], [3, 4], [0, 4]]);

test("a node is behind all that it depends on", () => {
  const { at, layers } = layOut([0, 1, 2, 3, 4, 5], links);
  assert.deepEqual([0, 1, 2, 3, 4, 5].map((node) => at.get(node).layer), [0, 1, 0, 2, 3, 0]);
  assert.deepEqual(layers, [[0, 2, 5], [1], [3], [4]]);
});

test("a part of a graph is placed by itself", () => {
  assert.deepEqual(layOut([3, 4], links).layers, [[3], [4]]);
});

test("a cycle comes last, and nothing is lost", () => {
  const { layers, at } = layOut([0, 1, 2], neighbours(3, [[0, 1], [1, 2], [2, 1]]));
  assert.deepEqual(layers, [[0], [1, 2]]);
  assert.equal(at.size, 3);
});

test("rows follow those of the layer before", () => {
  const { layers } = layOut([0, 1, 2, 3], neighbours(4, [[1, 2], [0, 3]]));
  assert.deepEqual(layers, [[0, 1], [3, 2]]);
});

test("a neighbourhood goes both ways, but not back", () => {
  assert.deepEqual([...around(3, links, 1, 99)].sort(), [1, 2, 3, 4]);
  assert.deepEqual([...around(2, links, 9, 99)].sort(), [2, 3, 4]);
  assert.equal(around(3, links, 9, 2).size, 2);
});

test("ten thousand nodes have places in as many layers as their tree is deep", () => {
  const count = 10_000;
  const edges = Array.from({ length: count - 1 }, (_, node) => [Math.floor(node / 2), node + 1]);
  const { at, layers } = layOut(Array.from({ length: count }).keys(), neighbours(count, edges));
  assert.equal(at.size, count);
  assert.equal(layers.length, 14);
});
