// Puts the page together: what is chosen in the list is loaded, drawn, and posed by the server.

import { Stage } from "./draw/stage.js";
import { readModel } from "./format/model.js";
import { readSkeleton } from "./format/skeleton.js";
import { readTexture } from "./format/texture.js";
import { Live } from "./live.js";
import { AssetList } from "./panel/assets.js";
import { Player } from "./panel/player.js";
import { Problems } from "./panel/problems.js";
import { Labels } from "./panel/scale.js";
import { modelAtBind, modelPosed, skeletonAtBind } from "./pose.js";

/** Milliseconds after which a pose that was asked for is given up. */
const PATIENCE = 2000;

const byId = (id) => document.getElementById(id);
const root = document.documentElement;
const problems = new Problems(byId("problems"));
report("error", (event) => event.message);
report("unhandledrejection", (event) => String(event.reason));
report("securitypolicyviolation", (event) => `${event.violatedDirective} forbids ${event.blockedURI}`);

const stage = new Stage(byId("canvas"));
const labels = new Labels(byId("labels"));
const live = new Live();
const list = new AssetList({ list: byId("list"), search: byId("search"), count: byId("count") });
const player = new Player(Object.fromEntries(
  ["player", "clip", "play", "back", "forth", "loop", "speed", "time", "scrub", "events"].map((id) => [id, byId(id)]),
));

/** The asset that is shown: its name, its model or skeleton, and the clips that fit it. */
let shown = { name: null };
/** The pose that was asked for: its ticket, and when. */
let asked = null;
let ticket = 0;
let types = new Map();
/** The number of times that something was chosen: what is loaded too late for the last choice is dropped. */
let choices = 0;

/** Shows errors of the page where those of builds are, so that nothing fails unseen. */
function report(kind, message) {
  addEventListener(kind, (event) => {
    root.dataset.failures = Number(root.dataset.failures ?? 0) + 1;
    problems.add(kind, message(event));
  });
}

// ---- content ----

async function bytesOf(name) {
  const answer = await fetch(`content/${name.split("/").map(encodeURIComponent).join("/")}`);
  if (!answer.ok) {
    throw new Error((await answer.text()).trim());
  }
  return answer.arrayBuffer();
}

/** Reads the list again, and what is shown. */
async function refresh() {
  const assets = await (await fetch("assets")).json();
  types = new Map(assets.map(({ name, type }) => [name, type]));
  list.set(assets);
  const wanted = shown.name ?? wish("show") ?? list.first();
  if (wanted && types.has(wanted)) {
    await show(wanted);
  } else if (assets.length === 0) {
    byId("facts").textContent = "Nothing is built yet.";
  }
}

/** Loads an asset and shows it. What was shown stays until then, and when that fails. */
async function show(name) {
  list.mark(name);
  choices += 1;
  const choice = choices;
  try {
    const loaded = await load(name, types.get(name));
    if (choice !== choices) {
      return;
    }
    const isNew = shown.name !== name;
    shown = { ...(isNew ? {} : shown), ...loaded, name };
    byId("name").textContent = name;
    byId("facts").textContent = loaded.facts;
    stage.setTextures(loaded.textures);
    stage.setModel(loaded.model ?? null);
    if (isNew) {
      asked = null;
      player.set([]);
      stage.setPath([]);
    }
    setPose();
    stage.setFigure(besideBox(loaded.box));
    if (isNew) {
      frame();
    }
    live.askClips(name);
    root.dataset.shown = name;
    problems.remove("asset");
  } catch (error) {
    problems.add("asset", `${name}: ${error.message}`);
  }
}

async function load(name, type) {
  if (type === "Model") {
    const model = readModel(await bytesOf(name));
    const triangles = model.meshes.reduce((sum, mesh) => sum + mesh.indices.length / 3, 0);
    const facts = `${model.meshes.length} meshes, ${triangles.toLocaleString("en")} triangles, ${model.bones.length} bones, ${sizeOf(model.box)}`;
    return { model, skeleton: null, facts, box: model.box, textures: await texturesOf(model) };
  }
  if (type === "Skeleton") {
    const skeleton = readSkeleton(await bytesOf(name));
    const box = boxOf(skeletonAtBind(skeleton));
    return { model: null, skeleton, facts: `${skeleton.bones.length} bones, ${sizeOf(box)}`, box, textures: [] };
  }
  throw new Error(`${type ?? "this asset"} has no picture; clips play on a model or a skeleton`);
}

/** The textures of a model that can be read. */
async function texturesOf({ materials }) {
  const used = materials.flatMap(({ textures }) => textures).filter(({ use, missing }) => !missing && (use === "diffuse" || use === "normal"));
  const names = [...new Set(used.map(({ asset }) => asset))].filter((name) => types.get(name) === "Texture");
  return Promise.all(names.map(async (name) => [name, readTexture(await bytesOf(name))]));
}

// ---- space ----

const sizeOf = (box) => `${[0, 1, 2].map((axis) => +(box[axis + 3] - box[axis]).toPrecision(3)).join(" × ")} m`;

/** The box around the origins of bones. */
function boxOf(absolute) {
  const along = (axis) => absolute.map((matrix) => matrix[12 + axis]);
  return [0, 1, 2].map((axis) => Math.min(...along(axis))).concat([0, 1, 2].map((axis) => Math.max(...along(axis))));
}

/** A place for the figure at the side of a box, to the left of who looks at its front. */
function besideBox(box) {
  return [box[3] + 0.45 + 0.1 * (box[3] - box[0]), 0, (box[2] + box[5]) / 2];
}

function frame() {
  const { box } = shown;
  if (box) {
    const center = [0, 1, 2].map((axis) => (box[axis] + box[axis + 3]) / 2);
    stage.camera.frame(center, Math.max(1e-3, Math.hypot(...[0, 1, 2].map((axis) => box[axis + 3] - box[axis])) / 2));
  }
}

// ---- poses ----

const parentsOf = ({ bones }) => bones.map(({ parent }) => parent ?? -1);

/** Draws the last pose that the server sent, or else the bind pose. */
function setPose() {
  const { model, skeleton, numbers, pose } = shown;
  const travels = byId("show-travel").getAttribute("aria-pressed") === "true";
  const fits = pose && (model || pose.bones.length === skeleton.bones.length);
  const atBind = () => (model ? modelAtBind(model) : skeletonAtBind(skeleton));
  const posed = () => (model ? modelPosed(model, numbers, pose.bones) : pose.bones);
  stage.setPose(parentsOf(model ?? skeleton), fits ? posed() : atBind(), fits && travels ? pose.place : undefined);
}

live.onclips = ({ shown: name, skeleton, bones, clips }) => {
  if (name === shown.name) {
    shown.posedBy = skeleton;
    shown.numbers = new Map(bones.map((bone, number) => [bone.name, number]));
    asked = null;
    player.set(clips);
    if (player.has(wish("clip")) && !shown.wished) {
      player.choose(wish("clip"));
    }
    if (wish("time") && !shown.wished) {
      player.playing = false;
      player.seek(Number(wish("time")));
    }
    shown.wished = true;
    root.dataset.clips = clips.length;
  }
};

live.onpose = (pose) => {
  if (asked?.ticket !== pose.ticket) {
    return;
  }
  asked = null;
  shown.pose = pose;
  problems.remove("pose");
  setPose();
  root.dataset.posed = pose.time;
};

live.onnopose = ({ ticket: answered, why }) => {
  if (asked?.ticket === answered) {
    // Another try would fail as well, until something changes.
    asked = { ...asked, at: Infinity };
    problems.add("pose", why);
  }
};

live.onbuild = ({ problems: found }) => {
  problems.setBuilt(found);
  refresh();
};

live.onstate = (open) => {
  byId("connection").textContent = open ? "" : "not connected: is `rigmill view` running?";
  asked = null;
};

/** The time whose pose is drawn, or asked for. */
let drawn = null;
player.onchange = () => {
  drawn = null;
  if (asked?.at === Infinity) {
    asked = null;
  }
  stage.setPath(player.clip?.path ?? []);
};

/** Once a picture: the clock goes on, and the pose of the new time is asked for, one at a time. */
function tick(now) {
  player.advance(now);
  const { clip, time } = player;
  const waiting = asked && now - asked.at < PATIENCE;
  if (clip && shown.posedBy && !waiting && asked?.at !== Infinity && drawn !== time) {
    ticket += 1;
    if (live.askPose(shown.posedBy, clip.name, time, player.looped, ticket)) {
      [asked, drawn] = [{ ticket, at: now }, time];
    }
  }
  requestAnimationFrame(tick);
}

// ---- controls ----

// A clip plays on what is shown.
list.onchoose = (name) => {
  if (player.has(name)) {
    list.mark(name);
    player.playing = true;
    player.choose(name);
  } else {
    show(name);
  }
};

stage.ondraw = () => labels.show(stage.labels(), stage.camera);

function toggle(button) {
  button.setAttribute("aria-pressed", button.getAttribute("aria-pressed") !== "true");
  const isOn = (id) => byId(id).getAttribute("aria-pressed") === "true";
  stage.shows = { mesh: isOn("show-mesh"), bones: isOn("show-bones"), ground: isOn("show-ground") };
  drawn = null;
  stage.redraw();
}

const switches = { m: "show-mesh", b: "show-bones", g: "show-ground", t: "show-travel" };
for (const id of Object.values(switches)) {
  byId(id).addEventListener("click", (event) => toggle(event.currentTarget));
}
byId("frame").addEventListener("click", frame);

const keys = {
  "/": () => byId("search").focus(),
  f: frame,
  " ": () => player.toggle(),
  ",": () => player.step(-1),
  ".": () => player.step(1),
  l: () => byId("loop").click(),
};

addEventListener("keydown", (event) => {
  const typing = event.target.matches("input[type=search], select") || (event.target.matches("button") && event.key === " ");
  const action = keys[event.key] ?? (switches[event.key] && (() => toggle(byId(switches[event.key]))));
  if (action && !typing && !event.ctrlKey && !event.metaKey && !event.altKey) {
    event.preventDefault();
    action();
  }
});

/** What the address asks for behind its #: `show`, `clip`, `time`. */
function wish(name) {
  return new URLSearchParams(location.hash.slice(1)).get(name);
}

live.open();
requestAnimationFrame(tick);
