// Tests the counts of problems.

import assert from "node:assert/strict";
import { test } from "node:test";

import { countsOf } from "../panel/problems.js";

test("errors and warnings are counted for each asset", () => {
  const problems = [["A", "error"], ["A", "warning"], ["A", "warning"], ["B", "note"], ["", "error"]].map(([asset, level]) => ({ asset, level }));
  assert.deepEqual([...countsOf(problems)], [["A", { errors: 1, warnings: 2 }], ["B", { errors: 0, warnings: 0 }], ["", { errors: 1, warnings: 0 }]]);
});
