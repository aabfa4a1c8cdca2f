// Tests the readers of sounds, fonts, game data and character animation with the format's fixtures. The expected values are in
// format/tests/samples.rs.

import assert from "node:assert/strict";
import { test } from "node:test";

import { readAnimationSequence, readClipEvents, readClipWeights, readCompressedClip, readCurveClip, readMotion, readSampledClip, readUniformClip } from "../format/clips.js";
import { readCollisionMesh } from "../format/collision.js";
import { readData } from "../format/data.js";
import { layout, readFont } from "../format/font.js";
import { readActionSet, readBreath, readSpringBones } from "../format/layers.js";
import { readSound } from "../format/sound.js";
import { readTextureCube } from "../format/texture.js";
import { fixture } from "./fixture.js";

const numbers = (array) => [...array];

test("a collision mesh has its triangles and its tree", () => {
  const { vertices, triangles, sphere, nodes } = readCollisionMesh(fixture("v1/collision_mesh"));
  assert.deepEqual(numbers(vertices), [0, 0, -0, 1, 1, -0, 2, 0, -0, 3, 1, -0, 4, 0, -0]);
  assert.deepEqual(numbers(triangles), [0, 2, 1, 1, 2, 3, 2, 4, 3]);
  assert.deepEqual(numbers(sphere), [2, 0.5, 0, 2.25]);
  assert.deepEqual(nodes.map(({ min, max, link, count }) => [min[0], max[0], link, count]), [[0, 4, 2, 0], [0, 3, 0, 2], [2, 4, 2, 1]]);
});

test("a cube map has six faces with their levels", () => {
  const { size, format, srgb, faces } = readTextureCube(fixture("v1/texture_cube"));
  assert.deepEqual([size, format, srgb], [2, "RGBA8", true]);
  assert.deepEqual(faces.map((levels) => levels.map(({ width, bytes }) => [width, bytes.length, bytes[0]])),
    [0, 1, 2, 3, 4, 5].map((face) => [[2, 16, 16 * face], [1, 4, 16 * face + 1]]));
});

test("a sound of samples, and one in a file of its own", () => {
  const { samples, vorbis, ...rest } = readSound(fixture("v1/sound"));
  assert.deepEqual(rest, { rate: 22050, channels: 2, frames: 3, loopStart: 1, loopLength: 2, encoding: "PCM" });
  assert.deepEqual([numbers(samples), vorbis.length], [[1, -1, 256, -32768, 32767, 0], 0]);
  const packed = readSound(fixture("v1/sound_vorbis"));
  assert.deepEqual([packed.encoding, packed.samples.length, numbers(packed.vorbis)], ["Vorbis", 0, [79, 103, 103, 83, 0]]);
});

test("a font has its glyphs and its texture", () => {
  const { lineSpacing, spacing, fallback, glyphs, texture } = readFont(fixture("v1/font"));
  assert.deepEqual([lineSpacing, spacing, fallback], [6, 0.75, "é".codePointAt(0)]);
  assert.deepEqual([texture.width, texture.height, texture.levels[0].bytes[127]], [8, 4, 7]);
  assert.deepEqual(glyphs.get(65), { code: 65, bounds: [1, 1, 2, 3], cropping: [0, -1, 4, 5], kerning: [-0.25, 2, 0.5] });
});

test("a text is laid out as XNA's SpriteFont does", () => {
  const font = readFont(fixture("v1/font"));
  // Computed by hand: a negative left bearing does not move the first character; then width + right bearing, spacing and left
  // bearing.
  const places = layout(font, "AA\r\né?").map(({ glyph, x, y }) => [String.fromCodePoint(glyph.code), x, y]);
  assert.deepEqual(places, [["A", 0, -1], ["A", 2.5 + 0.75 - 0.25, -1], ["é", 1, 5], ["é", 1 + 2.5 + 0.75 + 1, 5]]);
  assert.throws(() => layout({ ...font, fallback: null }, "?"), /no “\?”/);
});

test("game data is a tree of typed values", () => {
  const root = readData(fixture("v1/data"));
  assert.deepEqual([root.kind, root.type, root.children.length], ["record", "Sample", 33]);
  const at = (index) => root.children[index];
  assert.equal(at(12).name, "f12");
  assert.deepEqual([0, 1, 2, 5, 8, 9, 11, 12, 13].map((index) => at(index).value),
    [null, true, -2n, -(2n ** 63n), 4000000000n, 2n ** 64n - 1n, 0.1, "骨", ""]);
  assert.deepEqual([14, 15, 16, 20, 21, 23, 25, 26].map((index) => at(index).value),
    [[7, 8, 9], [1, -0], [1, 2, 3], [1, 2, 3, 4], [0, 0, 0, 2.5], [0, 1, 0, Infinity], [-1, 2147483647], [-1, 2, 3, 4]]);
  assert.deepEqual(at(19).value, Array.from({ length: 16 }, (_, index) => index));
  assert.deepEqual([at(27).type, at(27).children[0].value, at(28).children[0].value], ["Enum", "High", -3n]);
  assert.deepEqual(at(29).children.map(({ kind, value }) => [kind, value]), [["list", undefined], ["text", "é"]]);
  assert.deepEqual(at(30).children.map(({ value }) => value), ["High", null, 4n, 0.5]);
  assert.deepEqual([at(32).kind, at(32).value], ["reference", "Models/Grund"]);
});

test("an action set of each version", () => {
  const run = { layer: "lower", name: "Run", clip: "Animation/Players/Robot/Low_Run", mode: "repeat", blendTime: Math.fround(0.3), startTime: 0, timeScale: 1 };
  for (const [version, bones] of [["v1", []], ["v2", ["Spine"]]]) {
    const { skeleton, layers, actions } = readActionSet(fixture(`${version}/action_set`));
    assert.equal(skeleton, "Models/Robot.skeleton");
    assert.deepEqual(layers, ["lower", "upper"].map((name) => ({ name, blend: "override", bones })));
    assert.deepEqual(actions.map(({ layer, name }) => [layer, name]), [["lower", "Run"], ["lower", "Idle"], ["upper", "Idle"]]);
    assert.deepEqual(actions[0], run);
  }
});

test("how a character breathes", () => {
  for (const version of ["v1", "v2"]) {
    const { rotations, keeps, easing, right, ...durations } = readBreath(fixture(`${version}/breath`));
    assert.deepEqual(durations, { inhale: 1.25, exhale: 2.5, rest: 0.25, durationRate: 2, effectRate: -0.5 });
    assert.deepEqual([easing, right], [{ inhale: "out-sine", exhale: "in-out-quad" }, [1, 0, -0]]);
    assert.deepEqual(rotations, [{ bone: "Spine", inhale: 2, exhale: -2 }, { bone: "Chest", inhale: -3, exhale: 3 }]);
    assert.deepEqual(keeps, [{ bone: "L Clavicle" }]);
  }
});

test("bones that swing", () => {
  const { rate, chains, colliders } = readSpringBones(fixture("v1/spring_bones"));
  assert.deepEqual([rate, chains.map(({ root, exclude }) => [root, exclude])], [60, [["Hair", ["Ear", "Nose"]], ["Tail", []]]]);
  assert.deepEqual([chains[1].radius, chains[1].endOffset, chains[1].force], [0.0625, [0, 0.5, -0], [1, 0, 2]]);
  assert.deepEqual(colliders[1], { bone: "Hips", center: [0, 0.25, 0.5], radius: 0.375, height: 2, axis: "z", bound: "inside" });
});

test("clips say what they have", () => {
  const { duration, closesLoop, bones } = readAnimationSequence(fixture("v1/animation_sequence"));
  assert.deepEqual([duration, closesLoop], [1, true]);
  assert.deepEqual(bones, [
    { bone: "Root", keys: 3, duration: 1, interval: 0.5, translation: "keys", rotation: "keys", scale: "" },
    { bone: " Footsteps", keys: 2, duration: 0.75, interval: "own times", translation: "", rotation: "fixed", scale: "keys" },
  ]);
  assert.deepEqual(readCurveClip(fixture("v1/curve_clip")).tracks, [{ bone: "Root/Pelvis", curves: "y, scale z", keys: 6 }, { bone: "Root", curves: "", keys: 0 }]);
  const sampled = readSampledClip(fixture("v1/sampled_clip"));
  assert.deepEqual([sampled.name, sampled.id, sampled.length, sampled.frameRate, sampled.tracks[0].keys], ["Wave", -7, 0.5, 30, 3]);
  assert.deepEqual(readUniformClip(fixture("v2/uniform_clip")), {
    skeleton: "Models/Grund.skeleton", bones: 10, frames: 3, frameRate: 30, duration: 0.125, rotations: 4, translations: 1, scales: 1, atRest: 2,
  });
  const { bytes, ...packed } = readCompressedClip(fixture("v4/compressed_clip"));
  assert.ok(bytes > 100);
  assert.deepEqual(packed, { skeleton: "Models/Grund.skeleton", frames: 20, frameRate: 30, bones: 10, duration: 0.625, largestError: 0.25, atRest: 2 });
});

test("the weights of morph targets in a clip", () => {
  assert.deepEqual(readClipWeights(fixture("v1/clip_weights")), {
    duration: 0.75,
    times: 3,
    tracks: [{ mesh: "Arm", target: "Flex", keys: 3, least: -0.25, most: 1.5 }, { mesh: "Arm", target: "Thin", keys: 1, least: 0.5, most: 0.5 }],
  });
});

test("events and the movement of a root", () => {
  const { events } = readClipEvents(fixture("v1/clip_events"));
  assert.deepEqual(events, [
    { time: 0, name: "start", value: -0, text: "" },
    { time: 0.25, name: "footstep", value: 1.5, text: "left" },
    { time: 0.75, name: "shot", value: 0, text: "" },
    { time: 0.75, name: "footstep", value: 1, text: "right" },
  ]);
  for (const version of ["v1", "v2"]) {
    const { bone, duration, loops, interpolation, keys } = readMotion(fixture(`${version}/motion`));
    assert.deepEqual([bone, duration, loops, interpolation], ["Root", 0.5, true, "smooth"]);
    assert.deepEqual(keys[1], { time: 100_000_000 / 705_600_000, translation: [0.25, 0, 0.5], rotation: [0, 0, 0.6, 0.8] });
  }
});

test("a file that was cut off is refused", () => {
  const cases = [[readData, "v1/data"], [readFont, "v1/font"], [readSound, "v1/sound"], [readCollisionMesh, "v1/collision_mesh"], [readActionSet, "v2/action_set"]];
  for (const [read, name] of cases) {
    const whole = fixture(name);
    for (let length = 0; length < whole.byteLength; length += 61) {
      assert.throws(() => read(whole.slice(0, length)), Error, `${name} at ${length}`);
    }
  }
});
