// Tests the list of clips.

import assert from "node:assert/strict";
import { test } from "node:test";

import { kinshipOf } from "../kinship.js";
import { clipRowsOf, entriesOf } from "../panel/cliprows.js";

const entries = (names, shown = "Models/Kiev.model") => entriesOf(names.map((name) => ({ name, duration: 1 })), (name) => kinshipOf(name, shown, (it) => it));
const seen = (rows) => rows.map(({ title, label }) => title ?? `- ${label}`);

test("clips are grouped by file and folder, own clips first, below the bind pose", () => {
  const names = ["Animation/Grund/Low_Run", "Animation/Kiev/Up_Run", "Animation/Kiev/Low_Run", "Models/Kiev@Wave", "Dance"];
  assert.deepEqual(seen(clipRowsOf(entries(names), "")), [
    "- Bind pose", "Models/Kiev (own clips)", "- Wave", "Animation/Kiev", "- Low_Run", "- Up_Run", "Project folder", "- Dance", "Animation/Grund", "- Low_Run",
  ]);
});

test("a search finds words in any order, in names of clips and their folders", () => {
  const names = ["Animation/Grund/Low_Run", "Animation/Kiev/Up_Run", "Animation/Kiev/Low_Run"];
  assert.deepEqual(seen(clipRowsOf(entries(names), " RUN kiev low")), ["Animation/Kiev", "- Low_Run"]);
  assert.deepEqual(seen(clipRowsOf(entries(names), "bind")), ["- Bind pose"]);
  assert.deepEqual(clipRowsOf(entries(names), "nothing"), []);
});

test("a thousand clips are searched within a fraction of a key press", () => {
  const many = entries(Array.from({ length: 1000 }, (_, number) => `Animation/Folder${number % 40}/Clip_${number}_Run`));
  const begun = performance.now();
  for (const search of ["", "c", "cl", "clip_9", "clip_99 folder"]) {
    clipRowsOf(many, search);
  }
  assert.ok(performance.now() - begun < 50);
});
