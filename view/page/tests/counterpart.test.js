// Tests which clip is the counterpart of another.

import assert from "node:assert/strict";
import { test } from "node:test";

import { candidates, complement, swapped } from "../counterpart.js";

test("a word for a part of the body is swapped, and only a whole word of the clip's own name", () => {
  assert.deepEqual(swapped("Players/Low_Run"), ["Players/Up_Run"]);
  assert.deepEqual(swapped("Up@Walk"), ["Low@Walk"]);
  assert.deepEqual(swapped("Hero/runLower"), ["Hero/runUpper"]);
  assert.deepEqual(swapped("LEGS_RUN"), ["ARMS_RUN"]);
  for (const name of ["Slow_Run", "Jump_Upwards", "Lower/Run", "Allow"]) {
    assert.deepEqual(swapped(name), [], name);
  }
});

test("an action set knows better than names, and an idle clip is the last choice", () => {
  const names = ["A/Low_Walk", "A/Low_Run", "A/Up_Run", "A/Up_Idle", "A/Aim"];
  const action = (name, clip) => ({ name, clip });
  const layers = [
    { actions: [action("Run", "A/Low_Run"), action("Walk", "A/Low_Walk")] },
    { actions: [action("Idle", "A/Up_Idle"), action("Run", "A/Aim"), action("Gone", "A/Gone")] },
  ];
  assert.deepEqual(candidates("A/Low_Run", names, [{ layers }]), ["A/Aim", "A/Up_Run", "A/Up_Idle"]);
  assert.deepEqual(candidates("A/Low_Walk", names, [{ layers }]), ["A/Up_Idle"]);
  assert.deepEqual(candidates("A/Low_Run", names, []), ["A/Up_Run", "A/Up_Idle"]);
  assert.deepEqual(candidates("A/Aim", names, []), []);
});

test("a counterpart moves other bones", () => {
  assert.equal(complement([0, 1, 2, 3], [4, 5, 6]), true);
  assert.equal(complement([0, 1, 2, 3], [4, 5]), false, "too few to be a part of a body");
  assert.equal(complement([0, 1, 2, 3], [3, 4, 5, 6]), false, "one of four is shared");
  assert.equal(complement([], []), false);
});
