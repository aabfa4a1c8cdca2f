// Tests packs that format/tests/fixtures/pack.py wrote according to the tables in docs/format.md.

import assert from "node:assert/strict";
import { test } from "node:test";

import { Pack, read, typeOf, verify } from "../format/index.js";
import { allFixtures, fileOf, fixture } from "./fixture.js";
import { mutated, randomNumbers } from "./random.js";

const pack = () => new Pack(fileOf("v1/pack.rmp"));
const patch = () => new Pack(fileOf("v1/patch.rmp"));
const bytes = (name) => new Uint8Array(fixture(name));
const kinds = (it) => [...it.entries().values()].map(({ name, kind }) => [name, kind]);

test("a pack lists its files in order, with their types", () => {
  assert.deepEqual(kinds(pack()), [
    ["Animation/Run", "AnimationSequence"],
    ["Fonts/License.txt", "File"],
    ["Models/Robot.skeleton", "Skeleton"],
    ["Models/Ärm", "CollisionMesh"],
    ["empty.txt", "File"],
  ]);
  assert.equal(pack().find("Models/Robot.skeleton").kind, "Skeleton");
  assert.equal(pack().find("Models/Robot"), undefined);
});

test("files are those that were packed, in place", () => {
  const opened = pack();
  assert.deepEqual(opened.read("Models/Robot.skeleton"), bytes("v1/skeleton"));
  assert.deepEqual(opened.read("Models/Ärm"), bytes("v1/collision_mesh"));
  assert.equal(new TextDecoder().decode(opened.read("Fonts/License.txt")), "as you like");
  assert.equal(opened.read("empty.txt").length, 0);
  assert.equal(opened.read("Models/Ärm").buffer, opened.read("Animation/Run").buffer);
  assert.throws(() => opened.read("Models/Arm"), /not in the pack/);
  assert.equal(opened.verify(), 5);
});

test("content is read out of a pack", () => {
  const { type, value } = read(pack().read("Models/Robot.skeleton"));
  assert.deepEqual([type, value.bones.map(({ name }) => name)], ["Skeleton", ["Root", "Spine", "Head"]]);
});

test("a pack may be anywhere in its buffer", () => {
  const moved = new Uint8Array(fileOf("v1/pack.rmp").byteLength + 3);
  moved.set(new Uint8Array(fileOf("v1/pack.rmp")), 3);
  const opened = new Pack(moved.subarray(3));
  assert.equal(opened.verify(), 5);
  assert.equal(read(opened.read("Animation/Run")).value.duration, 1);
});

test("a patch lies over its pack", () => {
  const whole = pack();
  const patched = whole.patchedBy(patch());
  assert.deepEqual(kinds(patched), [
    ["Models/Robot.skeleton", "Skeleton"],
    ["Models/Ärm", "CollisionMesh"],
    ["empty.txt", "File"],
    ["Animation/Run", "CurveClip"],
    ["Textures/Steel", "Texture"],
  ].sort(([a], [b]) => (a < b ? -1 : 1)));
  assert.deepEqual(patched.read("Animation/Run"), bytes("v1/curve_clip"));
  assert.deepEqual(patched.read("Models/Ärm"), bytes("v1/collision_mesh"));
  assert.equal(patched.find("Fonts/License.txt"), undefined);
  assert.throws(() => patched.read("Fonts/License.txt"), /not in the pack/);
  assert.deepEqual([patched.id, patched.base, patched.verify()], [patch().id, null, 7]);
  assert.equal(whole.find("Textures/Steel"), undefined);
  assert.throws(() => patched.patchedBy(patch()), /another pack/);
  assert.throws(() => patch().patchedBy(pack()), /another pack/);
});

for (const name of ["v1/pack.rmp", "v1/patch.rmp"]) {
  test(`every changed byte and every cut of ${name} is found`, () => {
    const whole = new Uint8Array(fileOf(name));
    for (let at = 0; at < whole.length; at++) {
      const damaged = whole.slice();
      damaged[at] ^= 1 << at % 8;
      assert.throws(() => new Pack(damaged).verify(), Error, `byte ${at}`);
      assert.throws(() => new Pack(whole.slice(0, at)), Error, `cut at ${at}`);
    }
  });
}

test("a damaged file is never handed out", () => {
  const [random, whole] = [randomNumbers(7), pack()];
  const names = [...whole.entries().keys()];
  for (let turn = 0; turn < 1000; turn++) {
    const damaged = mutated(fileOf("v1/pack.rmp"), random);
    for (const name of names) {
      try {
        const file = new Pack(damaged).read(name);
        assert.deepEqual(file, whole.read(name), `turn ${turn}, ${name}`);
      } catch (error) {
        assert.ok(error instanceof Error && !(error instanceof assert.AssertionError), error);
      }
    }
  }
});

test("the checksum of a content file finds every changed byte", () => {
  for (const name of allFixtures()) {
    const whole = bytes(name);
    assert.equal(verify(whole), typeOf(whole), name);
    for (let at = 0; at < whole.length; at += 1 + (at >> 8)) {
      const damaged = whole.slice();
      damaged[at] ^= 0x40;
      assert.throws(() => verify(damaged), Error, `${name} at ${at}`);
    }
  }
});
