// Tests the list of clips.

import assert from "node:assert/strict";
import { test } from "node:test";

import { kinshipOf } from "../kinship.js";
import { clipRowsOf, entriesOf } from "../panel/cliprows.js";

const entries = (names, shown = "Models/Kiev.model") => entriesOf(names.map((name) => ({ name, duration: 1 })), (name) => kinshipOf(name, shown, (it) => it));
const seen = (rows) => rows.map(({ title, label }) => title ?? `- ${label}`);

test("clips are grouped by file and folder, own clips first, below the bind pose", () => {
  const names = ["Animation/Grund/Low_Run", "Animation/Kiev/Up_Run", "Animation/Kiev/Low_Run", "Models/Kiev@Wave", "Models/Kiev@Bow", "Models/Crane@Lift", "Dance"];
  assert.deepEqual(seen(clipRowsOf(entries(names), "")), [
    "- Bind pose", "Models/Kiev (own clips)", "- Bow", "- Wave", "Animation/Kiev", "- Low_Run", "- Up_Run", "Models", "- Crane@Lift", "Project folder", "- Dance", "Animation/Grund", "- Low_Run",
  ]);
});

test("a search finds words in any order, in names of clips and their folders", () => {
  const names = ["Animation/Grund/Low_Run", "Animation/Kiev/Up_Run", "Animation/Kiev/Low_Run"];
  assert.deepEqual(seen(clipRowsOf(entries(names), " RUN kiev low")), ["Animation/Kiev", "- Low_Run"]);
  assert.deepEqual(seen(clipRowsOf(entries(names), "bind")), ["- Bind pose"]);
  assert.deepEqual(clipRowsOf(entries(names), "nothing"), [{ title: "Nothing matches “nothing”" }]);
});

test("beginnings of words come first in their group, and the only clip of a file is in the group of its folder", () => {
  const names = ["A/Prune", "A/Run", "A/LowRun", "A/Dog@Run"];
  assert.deepEqual(seen(clipRowsOf(entries(names), "run")), ["A", "- Dog@Run", "- LowRun", "- Run", "- Prune"]);
  assert.deepEqual(seen(clipRowsOf(entries([...names, "A/Dog@Sit"]), "run")), ["A", "- LowRun", "- Run", "- Prune", "A/Dog", "- Run"]);
});

test("a thousand clips are searched within a fraction of a key press", () => {
  const many = entries(Array.from({ length: 1000 }, (_, number) => `Animation/Folder${number % 40}/Clip_${number}_Run`));
  const begun = performance.now();
  for (const search of ["", "c", "cl", "clip_9", "clip_99 folder"]) {
    clipRowsOf(many, search);
  }
  assert.ok(performance.now() - begun < 50);
});
