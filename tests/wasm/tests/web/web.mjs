// Plays the sample game in JavaScript, and compares it with the files that web/mod.rs wrote: node web.mjs FILE.wasm CONTENT PACK EXPECTED

import assert from "node:assert";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { Rigmill, RigmillError } from "../../../../integrations/web/rigmill.js";
import { read as readContent } from "../../../../view/page/format/index.js";

const [file, folder, pack, expected] = process.argv.slice(2);
const module = await WebAssembly.compile(readFileSync(file));
const steps = [1 / 64, 1 / 32, 9 / 128];
const clips = ["Motion/Stroll", "Animation/Compressed/Salute", "Animation/Curves/Nod", "Animation/Sampled/Sway"];

const files = readdirSync(folder, { recursive: true }).filter((path) => path.endsWith(".rmb"))
  .map((path) => [path.slice(0, -4).replaceAll("\\", "/"), readFileSync(join(folder, path))]);

const { value: model } = readContent(files.find(([name]) => name === "Models/Grund.model")[1]);
const mesh = model.meshes.find(({ skinBones }) => skinBones.length > 0);

function contentOf(rigmill) {
  const content = rigmill.content();
  for (const [name, bytes] of files) content.insert(name, bytes);
  return content;
}

function hero(content) {
  const player = content.player("Hero/Grund.actions");
  const skin = player.skin(Array.from(mesh.skinBones, (bone) => model.bones[bone].name), mesh.inverseBinds);
  const chunks = [];
  const put = (...views) => views.forEach(({ buffer, byteOffset, byteLength }) => chunks.push(Buffer.from(new Uint8Array(buffer, byteOffset, byteLength))));
  const putText = (text) => chunks.push(Buffer.from(text));
  for (let frame = 0; frame < 240; frame++) {
    if (frame === 0) player.play("Stroll");
    if (frame === 20) player.play("Shoot", { layer: "arms", fade: 0.25, speed: 1.5 });
    if (frame === 40) player.play("Run", { layer: "body" });
    if (frame === 60) player.play("Hit", { layer: "flinch" });
    if (frame === 70) player.setWeight("flinch", 0.5);
    if (frame === 72) player.stop("flinch", 0.25);
    if (frame === 120) player.play("Stroll", { start: 0.5, fade: 0.5, speed: -0.5, loop: false });
    player.update(steps[frame % 3]);
    const { translation, rotation } = player.movement;
    put(player.modelMatrices, translation, rotation, skin.palette());
    for (const name of player.layers) {
      for (const { layer, name: event, text, value, after, fadesOut } of player.events.filter(({ layer }) => layer === name)) {
        put(Float32Array.of(value, after));
        putText(`${layer} ${event} ${text} ${fadesOut}`);
      }
      put(Uint8Array.of(player.hasFinished(name)));
    }
  }
  skin.dispose();
  player.dispose();
  return Buffer.concat(chunks);
}

function playClips(content) {
  const player = content.clipPlayer("Models/Grund.skeleton", clips);
  assert.deepEqual(player.layers, ["clips"]);
  const chunks = [];
  for (const clip of clips) {
    player.play(clip, { fade: 0.25 });
    for (let frame = 0; frame < 30; frame++) {
      player.update(steps[frame % 3]);
      const { buffer, byteOffset, byteLength } = player.modelMatrices;
      chunks.push(Buffer.from(new Uint8Array(buffer, byteOffset, byteLength)));
    }
  }
  return Buffer.concat(chunks);
}

function messageOf(body) {
  try {
    body();
  } catch (error) {
    assert(error instanceof RigmillError, error.stack);
    return error.message;
  }
  assert.fail(`no error: ${body}`);
}

function mistakes(content) {
  const player = content.player("Hero/Grund.actions");
  return [
    () => content.player("Hero/Grund.action"),
    () => content.player("Models/Grund.skeleton"),
    () => player.play("Stroll", { layer: "bdy" }),
    () => player.play("Strol"),
    () => player.play("Stroll", { fade: -1 }),
    () => player.stop("body"),
    () => player.skin(["Root"], new Float32Array(0)),
    () => player.skin(["Tail"], new Float32Array(16)),
  ].map(messageOf).join("\n");
}

/** Damaged files are errors, after which the module still works. */
function damage(rigmill, content) {
  const load = () => content.player("Hero/Grund.actions");
  const needed = ["Hero/Grund.actions", "Models/Grund.skeleton", "Motion/Stroll", "Motion/Stroll.motion", "Motion/Stroll.events"];
  for (const [name, bytes] of files.filter(([name]) => needed.includes(name))) {
    for (let length = 0; length < bytes.length; length += Math.ceil(bytes.length / 20)) {
      content.insert(name, bytes.subarray(0, length));
      messageOf(load);
      const flipped = Uint8Array.from(bytes);
      flipped[length] ^= 0x81;
      content.insert(name, flipped);
      messageOf(load);
    }
    content.insert(name, bytes);
    load();
  }
  const whole = readFileSync(pack);
  for (const length of [0, 1, 64, 1000, whole.length - 1]) messageOf(() => rigmill.pack(whole.subarray(0, length)));
}

const read = (name) => readFileSync(join(expected, name));
const instance = await WebAssembly.instantiate(module);
const rigmill = new Rigmill(instance);
const content = contentOf(rigmill);
damage(rigmill, content);
assert(hero(content).equals(read("hero")), "the hero has different bits");
assert(hero(rigmill.pack(readFileSync(pack))).equals(read("hero")), "the hero from the pack has different bits");
assert(playClips(content).equals(read("clips")), "the clips have different bits");
assert.equal(mistakes(content), read("mistakes").toString());

// Disposed objects free their memory.
const { memory } = instance.exports;
const size = memory.buffer.byteLength;
for (let count = 0; count < 500; count++) content.player("Hero/Grund.actions").dispose();
assert.equal(memory.buffer.byteLength, size, "disposed players keep memory");
const [player, other] = [content.player("Hero/Grund.actions"), await Rigmill.load(module)];
player.dispose();
player.dispose();
for (const use of [() => player.update(0), () => player.modelMatrices, () => player.events]) {
  assert.equal(messageOf(use), "the object was disposed");
}
assert.match(messageOf(() => other.content().player("A")), /there is no file A in memory/);

// What a player of the game downloads.
const downloaded = [file, "../../integrations/web/rigmill.js"].map((path) => gzipSync(readFileSync(path), { level: 9 }).length);
console.log(`gzip: ${downloaded.join(" + ")} bytes`);
assert(downloaded[0] + downloaded[1] < 200_000, `${downloaded} bytes are too many`);
