// Reads information about clips, without their keys: docs/format.md, "AnimationSequence", "CurveClip", "SampledClip",
// "UniformClip", "CompressedClip", "ClipEvents", "ClipWeights" and "Motion". Times are in seconds.

import { Container, decodeText, named, part } from "./container.js";
import { record, records, shared } from "./record.js";

const COMPONENTS = ["x", "y", "z", "rotation x", "rotation y", "rotation z", "rotation w", "scale x", "scale y", "scale z"];
const FIXED = 0x8;
const TICKS = 705_600_000;

/** Reads a clip of key frames: which channels each bone has. */
export function readAnimationSequence(buffer) {
  const file = new Container(buffer, 1, [1]);
  const { duration, flags } = record(file, "CLIP", { duration: "f32", flags: "u32" });
  const bones = records(file, "SEQS", {
    bone: "text", keys: "u32", duration: "f32", interval: "f32", flags: "u32", translations: "share", rotations: "share",
    scales: "share", times: "share",
  }, "NAME");
  return {
    duration,
    closesLoop: (flags & 1) === 1,
    bones: bones.map(({ bone, keys, duration: own, interval, flags: bits, times }) => ({
      bone,
      keys,
      duration: own,
      interval: times.count > 0 ? "own times" : interval,
      ...Object.fromEntries(["translation", "rotation", "scale"].map((channel, bit) => [channel, channelOf(bits >> bit)])),
    })),
  };
}

/** Decodes the flags of a channel. Bit 0: it has keys. Bit 4: it has only one key. */
const channelOf = (bits) => ((bits & 1) === 0 ? "" : bits & (FIXED << 1) ? "fixed" : "keys");

/** Reads which bones a clip of curves moves, and the number of keys. */
export function readCurveClip(buffer) {
  return { tracks: tracksOf(new Container(buffer, 3, [1])) };
}

/** Reads the properties of a sampled clip, and its tracks. */
export function readSampledClip(buffer) {
  const file = new Container(buffer, 11, [1]);
  const header = record(file, "SMPL", { id: "i32", length: "f32", frameRate: "f32" });
  return { name: wholeText(file, "NAME"), ...header, tracks: tracksOf(file) };
}

function tracksOf(file) {
  const curves = records(file, "CURV", { component: "u32", pre: "u32", post: "u32", keys: "share" });
  return records(file, "TRCK", { bone: "text", curves: "share" }).map(({ bone, curves: own }) => {
    const moved = shared(curves, own);
    return { bone, curves: moved.map(({ component }) => named(COMPONENTS, component, "component")).join(", "), keys: moved.reduce((sum, { keys }) => sum + keys.count, 0) };
  });
}

/** Reads the properties of a uniform clip. */
export function readUniformClip(buffer) {
  const file = new Container(buffer, 14, [1, 2]);
  const header = record(file, "UNIF", { bones: "u32", frames: "u32", frameRate: "f32", duration: "f32" });
  const masks = [...file.numbers("MASK", Uint8Array)];
  const moved = ["rotations", "translations", "scales"].map((channel, index) => [
    channel, masks.reduce((sum, mask, at) => sum + (at % 3 === index ? bitsOf(mask) : 0), 0),
  ]);
  return { skeleton: wholeText(file, "SKEL"), ...header, ...Object.fromEntries(moved), atRest: file.numbers("REST", Uint8Array).length / 2 };
}

function bitsOf(mask) {
  return mask.toString(2).replaceAll("0", "").length;
}

/**
 * Reads the properties of a packed clip. The server sends coded clips in packed form, because only the runtime decodes them.
 */
export function readCompressedClip(buffer) {
  const file = new Container(buffer, 2, [1, 2, 3, 4]);
  if (file.sections.has("CODE")) {
    throw new Error("the clip is coded: its parameter `storage` must be `packed` for this reader");
  }
  const packed = file.records("PACK");
  const [duration, largestError] = file.numbers("TIME", Float32Array);
  return {
    skeleton: wholeText(file, "SKEL"),
    frames: packed.getUint32(0, true),
    frameRate: packed.getFloat32(4, true),
    bones: packed.getUint16(8, true),
    duration,
    largestError,
    bytes: packed.byteLength,
    atRest: file.numbers("REST", Uint8Array).length / 2,
  };
}

/** Reads the events of a clip. */
export function readClipEvents(buffer) {
  const file = new Container(buffer, 19, [1]);
  const names = records(file, "NAMS", { id: "u64", name: "text" });
  const events = records(file, "EVNT", { time: "f32", name: "u32", value: "f32", text: "text" });
  return { events: events.map((event) => ({ ...event, name: named(names, event.name, "name").name })) };
}

/** Reads which morph targets a clip animates, and their ranges. */
export function readClipWeights(buffer) {
  const file = new Container(buffer, 20, [1]);
  const weights = file.numbers("KEYS", Float32Array);
  const tracks = records(file, "TRCK", { mesh: "text", target: "text", weights: "share" });
  return {
    duration: file.numbers("WCLP", Float32Array)[0],
    times: file.numbers("TIME", Float32Array).length,
    tracks: tracks.map(({ mesh, target, weights: own }) => {
      const keys = [...part(weights, own, 1)];
      return { mesh, target, keys: keys.length, least: keys.reduce((a, b) => Math.min(a, b)), most: keys.reduce((a, b) => Math.max(a, b)) };
    }),
  };
}

/** Reads the motion of a root: its poses relative to where it begins. */
export function readMotion(buffer) {
  const file = new Container(buffer, 7, [1, 2]);
  const { duration, flags, interpolation } = record(file, "MOTN", {
    duration: "u64", flags: "u32", interpolation: "u32", quantumBits: "u32", reserved: "u32", x: "f64", y: "f64", z: "f64", qx: "f64",
    qy: "f64", qz: "f64", qw: "f64",
  });
  const seconds = (ticks) => Number(ticks) / TICKS;
  const times = Array.from(file.numbers("TIME", BigUint64Array), seconds);
  const poses = records(file, "POSE", { x: "f64", y: "f64", z: "f64", qx: "f64", qy: "f64", qz: "f64", qw: "f64" });
  return {
    bone: wholeText(file, "NAME"),
    duration: seconds(duration),
    loops: (flags & 1) === 1,
    interpolation: named(["linear", "smooth"], interpolation, "interpolation"),
    keys: poses.map(({ x, y, z, qx, qy, qz, qw }, key) => ({ time: times[key], translation: [x, y, z], rotation: [qx, qy, qz, qw] })),
  };
}

function wholeText(file, id) {
  return decodeText(file.numbers(id, Uint8Array));
}
