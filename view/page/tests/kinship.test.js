// Tests which clip plays first.

import assert from "node:assert/strict";
import { test } from "node:test";

import { favourite, groupOf, kinshipOf } from "../kinship.js";

const clip = (name, more = {}) => ({ name, moves: 20, tracks: 20, stirs: true, ...more });
const name = (name) => name;

test("a model plays a clip of its own source, and runs if it can", () => {
  const clips = ["Cat@Run", "Dog@Idle", "Dog@Run_Fast", "Dog@Running"].map((name) => clip(name));
  assert.equal(favourite(clips, "Dog.model").name, "Dog@Run_Fast");
  assert.equal(favourite(clips, "Dog.skeleton").name, "Dog@Run_Fast");
  // The source of clips need not have their name.
  const sourceOf = (name) => (name === "Moves/Trot" ? "Dog" : name.replace(".model", ""));
  assert.equal(favourite([clip("Cat@Run"), clip("Moves/Trot")], "Dog.model", sourceOf).name, "Moves/Trot");
});

test("without clips of its own, a model plays those with its name", () => {
  const robots = ["Grund", "Kiev", "Mark"].flatMap((robot) => ["Low_Idle", "Low_Run"].map((it) => clip(`Animation/Players/${robot}/${it}`)));
  assert.equal(favourite(robots, "Models/Mech/Players/Kiev.model").name, "Animation/Players/Kiev/Low_Run");
  assert.equal(favourite(robots, "Models/Mech/Players/Mark_Mesh.model").name, "Animation/Players/Mark/Low_Run");
  const files = ["Moves/Grund_All@Run", "Moves/kiev_all@Idle"].map((it) => clip(it));
  assert.equal(favourite(files, "Models/Kiev.model").name, "Moves/kiev_all@Idle");
  // A word in another word is not a name.
  assert.equal(kinshipOf("Animation/Kievan/Run", "Models/Kiev.model", name), "other");
});

test("else it plays clips whose bones fit best, and that move", () => {
  const clips = [
    clip("Animation/A/Run", { moves: 12 }), clip("Animation/B/Run", { stirs: false }), clip("Animation/C/Idle"), clip("Animation/C/Walk", { moves: 18 }),
  ];
  assert.equal(favourite(clips, "Models/Other.model").name, "Animation/C/Walk");
  assert.equal(favourite(clips.slice(0, 2), "Models/Other.model").name, "Animation/A/Run");
});

test("clips that share only a few bones with a model do not play first", () => {
  const clips = [clip("Robot@Run", { moves: 1 }), clip("Spinning@Turn", { moves: 1, tracks: 1 }), clip("Cube/Wave", { moves: 1 })];
  assert.equal(favourite(clips, "Cube.model"), undefined);
  assert.equal(favourite([...clips, clip("Cube@Spin", { moves: 1, tracks: 1, stirs: false })], "Cube.model").name, "Cube@Spin");
  assert.equal(favourite([], "Cube.model"), undefined);
});

test("a clip that holds one pose plays only if nothing else fits", () => {
  const still = clip("Hero@T-Pose", { stirs: false });
  const others = [clip("Moves/Hero_Still", { stirs: false }), clip("Other@Walk")];
  assert.equal(favourite([still, ...others], "Hero.model").name, "Other@Walk");
  assert.equal(favourite([still, ...others, clip("Moves/Hero_Jump")], "Hero.model").name, "Moves/Hero_Jump");
  assert.equal(favourite([still, clip("Hero@Jump"), ...others], "Hero.model").name, "Hero@Jump");
  assert.equal(favourite([still, clip("Other@Still", { stirs: false })], "Hero.model").name, "Hero@T-Pose");
});

test("clips are grouped by their file or folder", () => {
  assert.deepEqual(["Players/Low@Walk", "Players/Low_Run", "Wave", "a@b@c"].map(groupOf), ["Players/Low", "Players", "", "a@b"]);
});
