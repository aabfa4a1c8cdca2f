// Tests playback and curves with values computed by hand.

import assert from "node:assert/strict";
import { test } from "node:test";

import { eulerCurves, eulerOf, valueAt } from "../curve.js";
import { unpack } from "../live.js";
import { millimetres, rounded } from "../panel/dom.js";
import { Scene } from "../scene.js";
import { MODES, timeIn } from "../time.js";

const player = (more = {}) => ({ clip: { name: "Walk", duration: 2 }, time: 0.5, phase: 0.5, clock: 4.5, mode: "loop", ...more });

test("the clip of the time line plays alone", () => {
  const [figure, ...others] = new Scene().figures(player({ mode: "once" }), 0.25);
  assert.deepEqual(figure, { plays: [{ clip: "Walk", time: 0.5, mode: "once" }], layers: [], step: 0.25 });
  assert.deepEqual(others, []);
});

test("a clip over it is at the same part of its duration, or goes by the clock", () => {
  const scene = new Scene();
  const over = { clip: "Wave", duration: 3, weight: 0.25, bones: ["Spine"], added: null, inPhase: true };
  scene.over = [over];
  assert.deepEqual(scene.figures(player())[0].plays[1], { clip: "Wave", time: 0.75, mode: "repeat", weight: 0.25, bones: ["Spine"] });
  scene.over = [{ ...over, inPhase: false, added: "bind" }];
  const free = scene.figures(player())[0].plays[1];
  assert.deepEqual([free.time, free.added_to], [1.5, "bind"]);
});

test("a crowd is spread over the clip", () => {
  const scene = new Scene();
  scene.crowd = 4;
  assert.deepEqual(scene.figures(player())[0].offsets, [0, 0.5, 1, 1.5]);
  const [back] = scene.figures(player({ mode: "ping-pong", phase: 3.5 }));
  assert.deepEqual([back.offsets, back.plays[0].time, back.plays[0].mode], [[0, 1, 2, 3], 3.5, "ping-pong"]);
});

test("a clip loops, goes back and forth, or stays at its end", () => {
  const times = (mode) => [0, 1.5, 2, 2.5, 4, 4.5, 6.5].map((phase) => timeIn(mode, phase, 2).time);
  assert.deepEqual(times("loop"), [0, 1.5, 0, 0.5, 0, 0.5, 0.5]);
  assert.deepEqual(times("ping-pong"), [0, 1.5, 2, 1.5, 0, 0.5, 1.5]);
  assert.deepEqual(times("once"), [0, 1.5, 2, 2, 2, 2, 2]);
  assert.deepEqual(MODES.map((mode) => timeIn(mode, 3, 0)), MODES.map(() => ({ phase: 0, time: 0 })));
});

test("a ghost is a second figure at the same time, and actions replace clips", () => {
  const scene = new Scene();
  scene.ghost = "/source/Walk";
  assert.deepEqual(scene.figures(player())[1].plays, [{ clip: "/source/Walk", time: 0.5, mode: "repeat" }]);
  const script = [{ at: 0, layer: "body", play: "Run" }];
  scene.acting = { actions: "Hero", script, both: true };
  const figures = scene.figures(player({ time: 7 }));
  assert.deepEqual(figures.map(({ actions }) => [actions.rules, actions.time, actions.script]), [["standard", 7, script], ["robotgame", 7, script]]);
});

test("a second clip is at the same part of its duration or at the same time, below the same clips", () => {
  const scene = new Scene();
  scene.rival = { clip: "Run", duration: 3, inPhase: true };
  assert.deepEqual(scene.figures(player())[1].plays, [{ clip: "Run", time: 0.75, mode: "once" }]);
  scene.over = [{ clip: "Wave", duration: 3, weight: 1, bones: [], added: null, inPhase: true, onlyMoved: true }];
  scene.rival = { clip: "Run", duration: 0.25, inPhase: false, isBeside: true };
  const [first, second] = scene.figures(player());
  assert.deepEqual(second.plays, [{ clip: "Run", time: 0.25, mode: "once" }, first.plays[1]]);
  assert.equal(first.plays[1].only_moved, true);
  assert.deepEqual(scene.captions, ["time line", "Run"]);
});

test("a change of settings is reported", () => {
  const scene = new Scene();
  let changes = 0;
  scene.onchange = () => { changes += 1; };
  scene.set({ crowd: 9 });
  assert.deepEqual([scene.crowd, changes], [9, 1]);
});

test("figures follow one another in an answer", () => {
  const buffer = new ArrayBuffer(16 + 64 * 2 * 3);
  const view = new DataView(buffer);
  [7, 1, 0, 2].forEach((number, index) => view.setUint32(4 * index, number, true));
  for (let index = 0; index < 96; index++) {
    view.setFloat32(16 + 4 * index, index, true);
  }
  const { bones, others } = unpack(buffer);
  assert.deepEqual([bones.length, others.length], [16, 2]);
  assert.deepEqual(others.map(({ place, bones }) => [place[0], bones[15]]), [[32, 63], [64, 95]]);
});

test("values go straight from key to key, and hold beyond the ends", () => {
  const line = { times: [1, 2, 4], values: [0, 10, 30], tangents: [] };
  assert.deepEqual([0, 1, 1.5, 2, 3, 9].map((time) => valueAt(line, time)), [0, 0, 5, 10, 20, 30]);
  assert.ok(Number.isNaN(valueAt({ times: [], values: [], tangents: [] }, 0)));
});

test("tangents make the cubic that they belong to, and steps hold", () => {
  // t^3 from 1 to 3, whose slopes at the ends are 3 and 27.
  const cube = { times: [1, 3], values: [1, 27], tangents: [[3, 3], [27, 27]] };
  for (const time of [1, 1.5, 2, 2.75]) {
    assert.ok(Math.abs(valueAt(cube, time) - time ** 3) < 1e-9);
  }
  assert.equal(valueAt({ ...cube, tangents: [[0, null], [null, 0]] }, 2.9), 1);
});

const turn = (axis, degrees) => {
  const half = (degrees * Math.PI) / 360;
  return [0, 1, 2].map((it) => (it === axis ? Math.sin(half) : 0)).concat(Math.cos(half));
};
/** Returns the quaternion that rotates by `b` first and then by `a`. */
const after = ([ax, ay, az, aw], [bx, by, bz, bw]) => [
  aw * bx + ax * bw + ay * bz - az * by, aw * by - ax * bz + ay * bw + az * bx,
  aw * bz + ax * by - ay * bx + az * bw, aw * bw - ax * bx - ay * by - az * bz,
];
const close = (found, expected) => expected.forEach((angle, axis) => assert.ok(Math.abs(found[axis] - angle) < 1e-6, `${found} is not ${expected}`));

test("angles are those that a rotation was made of", () => {
  for (const angles of [[0, 0, 0], [10, 20, 30], [-170, 80, 95], [45, -60, -120]]) {
    const [x, y, z] = angles.map((angle, axis) => turn(axis, angle));
    close(eulerOf(after(z, after(y, x))), angles);
    close(eulerOf(after(z, after(y, x)).map((part) => 3 * part)), angles);
  }
  close(eulerOf(after(turn(1, 90), turn(0, 25))), [25, 90, 0]);
  close(eulerOf(after(turn(1, -90), turn(0, 25))), [25, -90, 0]);
});

test("angles go on beyond half a turn", () => {
  const keys = [0, 90, 170, 190, 270, 350, 370].map((degrees) => turn(2, degrees));
  const curves = [0, 1, 2, 3].map((part) => ({ times: keys.map((_, key) => key), values: keys.map((key) => key[part]), tangents: [] }));
  close(eulerCurves(curves)[2].values, [0, 90, 170, 190, 270, 350, 370]);
});

test("numbers of panels have no powers of ten", () => {
  assert.deepEqual([0.01234, 1.5, 99.96, 680.4, 12345].map(millimetres), ["0.0123 mm", "1.50 mm", "100 mm", "680 mm", "12345 mm"]);
  assert.deepEqual([0, 1, 0.30000000000000004, -2.25].map(rounded), ["0", "1", "0.3", "-2.25"]);
});
