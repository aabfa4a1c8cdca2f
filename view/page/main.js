// Assembles the page: the entry that is chosen in the list is shown by the view for its type.

import { Address } from "./address.js";
import { Content } from "./content.js";
import { Counterpart } from "./counterpart.js";
import { Stage } from "./draw/stage.js";
import { Theme } from "./draw/theme.js";
import { Home } from "./home/home.js";
import { KINSHIPS, kinshipOf } from "./kinship.js";
import { Live, Unreachable } from "./live.js";
import { Actions } from "./panel/actions.js";
import { AssetList } from "./panel/assets.js";
import { Compare } from "./panel/compare.js";
import { Compression } from "./panel/compression.js";
import { Curves } from "./panel/curves.js";
import { Details } from "./panel/details.js";
import { Display } from "./panel/display.js";
import { GraphPanel } from "./panel/graph.js";
import { Measure } from "./panel/measure.js";
import { Mix } from "./panel/mix.js";
import { Player } from "./panel/player.js";
import { Problems, countsOf } from "./panel/problems.js";
import { PLAYED, SHOWN } from "./panel/rows.js";
import { Labels } from "./panel/scale.js";
import { Side } from "./panel/side.js";
import { Sampler } from "./motion.js";
import { Posing } from "./posing.js";
import { DataView } from "./views/data.js";
import { FontView } from "./views/font.js";
import { SoundView } from "./views/sound.js";
import { SpaceView } from "./views/space.js";
import { TableView } from "./views/table.js";
import { TextureView } from "./views/texture.js";
import { wish, wishedNumbers } from "./wish.js";

const byId = (id) => document.getElementById(id);
const root = document.documentElement;
const problems = new Problems(byId("problems"), byId("others"), byId("warnings"));
report("error", (event) => event.message);
report("unhandledrejection", (event) => (event.reason instanceof Unreachable ? null : String(event.reason)));
report("securitypolicyviolation", (event) => `${event.violatedDirective} forbids ${event.blockedURI}`);

const theme = new Theme();
const stage = new Stage(byId("canvas"), theme);
theme.onchange = () => {
  stage.redraw();
  current.redraw?.();
};
const labels = new Labels(byId("labels"));
const live = new Live();
const content = new Content();
const list = new AssetList({ list: byId("list"), search: byId("search"), count: byId("count") });
const player = new Player(Object.fromEntries(
  ["player", "clip", "play", "back", "forth", "loop", "speed", "time", "scrub", "events"].map((id) => [id, byId(id)]),
));
const posing = new Posing(live, player);
const side = new Side(byId("side"));
const details = new Details(content);
const graph = new GraphPanel(content, byId("view"));
const home = new Home(content, byId("view"));
const space = new SpaceView({ content, live, player, posing, problems, stage });

/**
 * The views. Each has the `types` that it shows, an `element`, `load(name)` and `show(name, loaded, isNew)`. It may have
 * `controls` for the side panel, `frame()` and `hide()`.
 */
const views = [
  space, new TextureView({ content, theme }), new FontView({ content }), new SoundView({ content }), new DataView({ content, open }),
  new TableView({ content, open }),
];
/** The view that is shown. */
let current = space;
byId("space").after(...views.slice(1).map(({ element }) => element));
const display = new Display(views, theme);
side.add("Display", display.element);

// ---- what plays ----

const { scene } = posing;
const mix = new Mix(live, scene);
const actions = new Actions(live, scene, player);
const curves = new Curves(live, posing, player);
const compression = new Compression(live, posing, player, content);
const sampler = new Sampler(live, posing, player);
const measure = new Measure(sampler, posing, player, () => ({ turned: space.upright.turned, travels: space.travels }));
const compare = new Compare(sampler, posing, player, content);
for (const [title, { element }] of Object.entries({ Mix: mix, Actions: actions, Curves: curves, Compare: compare, Measure: measure, Compression: compression })) {
  side.add(title, element);
}
const counterpart = new Counterpart(live, posing, player, byId("clip"));
counterpart.onplay = (clip) => mix.pair(clip);
mix.onunpair = () => counterpart.stopped();
actions.onsets = (sets) => counterpart.know(sets);
compression.onmark = (mark) => space.mark(mark);
compare.onmark = (mark) => space.mark(mark);
measure.ontraces = (lines) => stage.setTraces(lines);
measure.ondistance = (distance) => stage.setRuler(distance);
sampler.onsampled = () => [compare, measure].forEach((panel) => panel.take());
space.onposed = (pose) => [compare, measure].forEach((panel) => panel.pose(pose));
space.onbone = (bone) => measure.pick(bone);

space.onoffer = ({ skeleton, bones, clips }) => {
  const named = (...types) => content.assets.filter(({ type }) => types.includes(type)).map(({ name }) => name);
  mix.offer({ clips, bones, layers: named("Breath", "SpringBones") });
  const hasClips = clips.length > 0;
  side.suit({ Mix: hasClips, Curves: hasClips, Compression: hasClips });
  actions.offer(named("ActionSet"), skeleton).then((hasActions) => side.suit({ Actions: hasActions && current === space }));
  curves.offer(bones);
  compression.offer(clips, bones);
  sampler.again(bones.length);
  compare.offer(clips, bones);
  measure.offer(bones);
  tellShown();
};

space.onclip = (clip) => {
  if (!clip?.isScript) {
    actions.stop();
  }
  curves.again();
  compression.again();
  counterpart.again();
  compare.again();
  tellShown();
  if (player.clips.length > 0 && !clip?.isScript) {
    space.isReady && !isGoing ? address.push() : address.later();
  }
};

/** The name of the asset that is shown. */
let shown = null;
/** The name of the asset that was chosen last, if it could not be shown. */
let missed = null;
/** Whether the address requests an asset that does not exist, or that is not built yet. */
let isMissing = false;
/** Whether the page follows a change of its address. */
let isGoing = false;
/** Resolves when the last build is shown. */
let builds = Promise.resolve();
/** The timer for the request for clips. */
let asking = 0;
/** The asset that the user wants explained, if it is not the chosen one. */
let explained = null;
/** The number of choices so far. An asset that finishes loading after a later choice is dropped. */
let choices = 0;

/** Shows errors of the page next to those of builds, so that none is silent. Errors whose message is null are not shown. */
function report(kind, message) {
  addEventListener(kind, (event) => {
    const text = message(event);
    if (text !== null) {
      root.dataset.failures = Number(root.dataset.failures ?? 0) + 1;
      problems.add(kind, text);
    }
  });
}

// ---- the address ----

const address = new Address(() => {
  if (home.isOpen) {
    return { home: true };
  }
  const { clip, clips, playing, time } = player;
  const isPosed = current === space && clips.length > 0 && !clip?.isScript;
  return {
    show: shown,
    clip: isPosed ? clip?.name ?? "" : null,
    time: isPosed && clip && !playing ? +time.toFixed(3) : null,
    camera: current === space && stage.camera.isMoved ? stage.camera.placed.join() : null,
    panel: side.opened,
    crowd: wish("crowd"),
    up: wish("up") === null ? null : space.upright.chosen || null,
  };
}, () => home.isOpen || Boolean(shown) && !space.isHeld && (current !== space || space.isReady));
side.onopen = () => address.later();

/** Shows what the address requests. */
address.onnavigate = async () => {
  home.isOpen = wish("home") !== null;
  if (home.isOpen) {
    return;
  }
  explained = null;
  const wanted = await withBody(content.find(wish("show") ?? "") ?? "");
  isGoing = true;
  try {
    side.open(wish("panel"));
    player.playing = wishedNumbers("time").length === 0;
    if (wanted && wanted !== shown) {
      await show(wanted, false);
    } else if (current === space && wanted) {
      space.follow();
    }
    tellMissing();
  } finally {
    isGoing = false;
  }
};

/** Says that the address requests an asset that does not exist. */
function tellMissing() {
  isMissing = Boolean(wish("show") && !content.find(wish("show")) && content.assets.length > 0);
  if (isMissing) {
    problems.add("show", `no asset is called ${wish("show")}`);
  } else {
    problems.remove("show");
  }
}

// ---- what is shown ----

/** The types of assets that pictures of other assets depend on. */
const NEEDED = ["Texture", "Skeleton"];

/** The pause in milliseconds between a build and the request for clips, so that the clips that play are drawn first. */
const CLIPS_PAUSE = 400;

/** Applies the changes of a build, and shows the affected assets again. */
async function refresh(told) {
  const changed = await content.update(told);
  if (!shown) {
    space.upright.recall(content.up);
  }
  list.set(content.assets, content.number);
  home.set(content.assets);
  const touched = content.assets.filter(changed);
  const isDecided = shown && !isMissing;
  const before = choices;
  const found = regained(touched) ?? (isDecided ? shown : await withBody(content.find(wish("show") ?? ""))) ?? shown ?? list.first();
  // The user may have chosen something in the meantime.
  const wanted = choices === before ? found : shown;
  if (!isDecided) {
    tellMissing();
  }
  if (!shown && !side.isChosen) {
    side.open(wish("panel"));
  }
  if (content.assets.length === 0) {
    byId("facts").textContent = "The project has no content yet: put models, clips, textures or other sources into its folder.";
  } else if (wanted && (wanted !== shown || touched.some(({ name, type }) => name === wanted || NEEDED.includes(type)))) {
    await show(wanted, false);
  } else if (shown && (touched.length > 0 || told.gone?.length > 0)) {
    if (!content.get(shown)) {
      problems.add("gone", `${shown} no longer exists: the page shows it as it was`, "warning");
    }
    // The pose comes first, because finding the fitting clips may take long.
    posing.again();
    clearTimeout(asking);
    asking = setTimeout(() => space.askClips(), CLIPS_PAUSE);
  }
  if (touched.length > 0 || told.gone?.length > 0) {
    graph.refresh();
    details.show(explained ?? list.chosen ?? shown);
  }
}

/** Returns the chosen asset that could not be shown, if it has new content now; otherwise null. */
function regained(touched) {
  if (missed && !content.get(missed)) {
    missed = null;
    problems.remove("asset");
  }
  return touched.find(({ name, type }) => name === missed && type)?.name ?? null;
}

/** The maximum number of models and skeletons for which to check whether a clip fits. */
const MAX_ASKED = 12;

/** A clip plays on a model or skeleton. Returns the name of one that the clip fits, or else the asset's own name. */
async function withBody(name) {
  if (!PLAYED.includes(content.typeOf(name)) || wish("clip")) {
    return name;
  }
  const sourceOf = (asset) => content.get(asset)?.asset ?? asset;
  const distance = (asset) => KINSHIPS.indexOf(kinshipOf(name, asset.name, sourceOf));
  const bodies = SHOWN.flatMap((type) => content.assets.filter((asset) => asset.type === type)).sort((a, b) => distance(a) - distance(b));
  for (const body of bodies.slice(0, MAX_ASKED)) {
    const { clips } = await live.ask({ ask: "clips", shown: body.name });
    if (clips.some((clip) => clip.name === name)) {
      space.first = name;
      return body.name;
    }
  }
  return name;
}

/**
 * Loads an asset and shows it. The previous asset stays until then, or if loading fails. With `isChosen`, the address that led to
 * the previous asset becomes part of the history.
 */
async function show(name, isChosen = true) {
  // What a build shows again does not replace what the user chooses in the meantime.
  const isAgain = !isChosen && name === shown;
  if (!isAgain) {
    explained = isChosen ? null : explained;
    list.mark(name);
    details.show(explained ?? name);
    tellShown();
    choices += 1;
    space.isHeld = true;
  }
  const choice = choices;
  const isCurrent = () => choice === choices && (!isAgain || name === shown);
  try {
    const type = content.typeOf(name);
    const view = views.find(({ types }) => types.includes(type));
    if (!view) {
      throw new Error(`this page cannot show ${type || "this asset, because it has no content yet"}`);
    }
    const loaded = await view.load(name);
    if (isCurrent()) {
      const isNew = shown !== name;
      shown = name;
      if (current !== view) {
        current.hide?.();
      }
      current = view;
      views.forEach((it) => { it.element.hidden = it !== view; });
      byId("player").hidden ||= view !== space;
      display.show(view);
      if (view !== space) {
        side.suit({ Mix: false, Actions: false, Curves: false, Compression: false });
      }
      byId("name").textContent = name;
      byId("facts").textContent = loaded.facts;
      view.show(name, loaded, isNew);
      if (isNew && isChosen) {
        address.push();
      }
      problems.remove("gone");
      root.dataset.shown = name;
      if (!isAgain || missed === name) {
        missed = null;
        problems.remove("asset");
      }
      tellShown();
    }
  } catch (error) {
    if (isCurrent() && (!isAgain || missed === null)) {
      missed = name;
      problems.fail("asset", error, name);
    }
  } finally {
    if (!isAgain && choice === choices) {
      space.isHeld = false;
    }
  }
}

// A clip plays on what is already shown.
list.onchoose = (name) => {
  home.isOpen = false;
  explained = null;
  if (current === space && space.play(name)) {
    choices += 1;
    missed = null;
    problems.remove("asset");
    list.mark(name);
    details.show(name);
  } else {
    show(name);
  }
};

/** Tells which assets of the project the picture depends on. Their problems are shown over it, or below it. */
function tellShown() {
  const names = [shown, missed, list.chosen, ...(current === space ? space.needs() : [])].filter(Boolean);
  problems.setShown([...new Set(names.map((name) => content.get(name)?.asset ?? name))]);
}

/** Chooses the content that shows an asset of the project. */
function open(asset) {
  const name = content.find(asset);
  if (name) {
    list.onchoose(name);
  } else {
    explain(asset);
  }
}

/** Explains an asset that need not be shown. */
function explain(asset) {
  explained = asset;
  details.show(asset);
}

details.onchoose = open;
problems.onopen = open;
graph.onshow = open;
graph.onchoose = (asset) => {
  side.isChosen = true;
  side.open("Explain");
  explain(content.find(asset) ?? asset);
};
side.add("Explain", details.element);
byId("open-graph").addEventListener("click", () => graph.toggle(list.chosen ?? shown));

// ---- the overview ----

list.onsearch = (search) => { home.search = search; };
home.onchange = (isOpen) => {
  byId("open-home").setAttribute("aria-pressed", isOpen);
  posing.isPaused = isOpen;
};
home.onleave = () => address.push();
// A clip plays on the closest relative that it fits.
home.onopen = async (name) => {
  const before = choices;
  const body = await withBody(name);
  if (choices === before && home.isOpen) {
    home.isOpen = false;
    await (body === shown && body !== name ? list.onchoose(name) : show(body));
    address.push();
  }
};
byId("open-home").addEventListener("click", () => {
  home.isOpen = !home.isOpen;
  (home.isOpen ? home.element : byId("canvas")).focus();
  address.push();
});

live.onbuild = (told) => {
  problems.setBuilt(told.problems);
  list.setCounts(countsOf(told.problems));
  details.setProblems(told.problems);
  compression.built(told.assets);
  // Builds are handled one after another, because each depends on the results of the previous one.
  builds = builds.then(() => refresh(told)).catch((error) => problems.fail("refresh", error));
};

live.onstate = (open) => {
  byId("connection").textContent = open ? "" : "`rigmill view` has ended or was started again: open the address that `rigmill view` prints";
  posing.again();
};

stage.ondraw = () => {
  labels.show(stage.labels(), stage.camera);
  address.later();
  space.tellPicture();
  curves.draw();
  compression.draw();
  compare.draw();
  measure.draw();
};

// ---- controls ----

function toggle(button) {
  button.setAttribute("aria-pressed", button.getAttribute("aria-pressed") !== "true");
  const isOn = (id) => byId(id).getAttribute("aria-pressed") === "true";
  Object.assign(stage.shows, { mesh: isOn("show-mesh"), bones: isOn("show-bones"), ground: isOn("show-ground") });
  space.travels = isOn("show-travel");
  space.wantsBones = isOn("show-bones");
  measure.take();
  stage.redraw();
}

const switches = { m: "show-mesh", b: "show-bones", g: "show-ground", t: "show-travel" };
for (const id of Object.values(switches)) {
  byId(id).addEventListener("click", (event) => toggle(event.currentTarget));
}
byId("frame").addEventListener("click", () => space.frame());

const keys = {
  "/": () => byId("search").focus(),
  f: () => current.frame?.(),
  v: () => space.turn(),
  " ": () => (current === space ? player.toggle() : current.toggle?.()),
  ",": () => player.step(-1),
  ".": () => player.step(1),
  l: () => player.nextMode(),
  h: () => byId("open-home").click(),
  x: () => byId("open-graph").click(),
  "?": () => byId("keys").showModal(),
};
byId("open-keys").addEventListener("click", keys["?"]);
byId("canvas").addEventListener("keydown", (event) => {
  if (event.key === "Home") {
    event.preventDefault();
    space.frame();
  }
});

addEventListener("keydown", (event) => {
  const typing = event.target.matches("input:not([type=range]), select, textarea") || (event.target.matches("button, summary") && event.key === " ");
  const action = keys[event.key] ?? (switches[event.key] && (() => byId(switches[event.key]).click()));
  if (action && !typing && !event.ctrlKey && !event.metaKey && !event.altKey) {
    event.preventDefault();
    action();
  }
});

home.isOpen = wish("home") !== null;
live.open();
