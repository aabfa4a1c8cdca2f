// Content that animates characters: docs/format.md, "ActionSet", "Breath" and "SpringBones".

import { Container, named } from "./container.js";
import { record, records, shared } from "./record.js";

const MODES = ["once", "repeat"];
const BLENDS = ["override", "additive to bind", "additive to first frame"];
const EASINGS = ["in-out-quad", "out-sine", "in-out-sine", "out-cubic", "out-quart", "in-out-quart", "out-expo"];

/** Reads an action set: its layers, and the actions of all layers in order. */
export function readActionSet(buffer) {
  const file = new Container(buffer, 8, [1, 2]);
  const { skeleton } = record(file, "ASET", { skeleton: "text" });
  const covers = records(file, "COVR", { bones: "share", blend: "u32" });
  const bones = records(file, "BONE", { name: "text" }).map(({ name }) => name);
  const layers = records(file, "LAYR", { name: "text", actions: "share" });
  const actions = records(file, "ACTN", { name: "text", clip: "text", mode: "u32", blendTime: "f32", startTime: "f32", timeScale: "f32" });
  return {
    skeleton,
    layers: layers.map(({ name }, index) => {
      const cover = covers[index];
      return { name, blend: named(BLENDS, cover?.blend ?? 0, "blend"), bones: cover ? shared(bones, cover.bones) : [] };
    }),
    actions: layers.flatMap(({ name: layer, actions: own }) => shared(actions, own).map((action) => ({ layer, ...action, mode: named(MODES, action.mode, "mode") }))),
  };
}

/** Reads how a character breathes. Durations are in seconds and angles in degrees. */
export function readBreath(buffer) {
  const file = new Container(buffer, 12, [1, 2]);
  const { inhaleEasing, exhaleEasing, reserved, ...header } = record(file, "BRTH", {
    inhale: "f32", inhaleEasing: "u32", exhale: "f32", exhaleEasing: "u32", rest: "f32", reserved: "u32", durationRate: "f32",
    effectRate: "f32", right: "vector3",
  });
  const turns = records(file, "TURN", { bone: "text", inhale: "f32", exhale: "f32", reserved: "u32" });
  return {
    ...header,
    easing: { inhale: named(EASINGS, inhaleEasing, "easing"), exhale: named(EASINGS, exhaleEasing, "easing") },
    rotations: turns.map(({ bone, inhale, exhale }) => ({ bone, inhale, exhale })),
    keeps: records(file, "KEEP", { bone: "text" }),
  };
}

/** Reads chains of swinging bones, and their colliders. */
export function readSpringBones(buffer) {
  const file = new Container(buffer, 13, [1]);
  const { rate } = record(file, "SPRG", { rate: "f32" });
  const excluded = records(file, "EXCL", { bone: "text" }).map(({ bone }) => bone);
  const chains = records(file, "CHAN", {
    root: "text", exclude: "share", damping: "f32", elasticity: "f32", stiffness: "f32", inertia: "f32", radius: "f32", endLength: "f32",
    endOffset: "vector3", gravity: "vector3", force: "vector3",
  });
  const colliders = records(file, "COLD", { bone: "text", center: "vector3", radius: "f32", height: "f32", axis: "u32", bound: "u32" });
  return {
    rate,
    chains: chains.map((chain) => ({ ...chain, exclude: shared(excluded, chain.exclude) })),
    colliders: colliders.map((it) => ({ ...it, axis: named(["x", "y", "z"], it.axis, "axis"), bound: named(["outside", "inside"], it.bound, "bound") })),
  };
}
