// Puts the page together: what is chosen in the list is shown by the view for its type.

import { Content } from "./content.js";
import { Stage } from "./draw/stage.js";
import { Live } from "./live.js";
import { Actions } from "./panel/actions.js";
import { AssetList } from "./panel/assets.js";
import { Compression } from "./panel/compression.js";
import { Curves } from "./panel/curves.js";
import { Mix } from "./panel/mix.js";
import { Player } from "./panel/player.js";
import { Problems } from "./panel/problems.js";
import { Labels } from "./panel/scale.js";
import { Side } from "./panel/side.js";
import { Posing } from "./posing.js";
import { SpaceView } from "./views/space.js";
import { wish } from "./wish.js";

const byId = (id) => document.getElementById(id);
const root = document.documentElement;
const problems = new Problems(byId("problems"));
report("error", (event) => event.message);
report("unhandledrejection", (event) => String(event.reason));
report("securitypolicyviolation", (event) => `${event.violatedDirective} forbids ${event.blockedURI}`);

const stage = new Stage(byId("canvas"));
const labels = new Labels(byId("labels"));
const live = new Live();
const content = new Content();
const list = new AssetList({ list: byId("list"), search: byId("search"), count: byId("count") });
const player = new Player(Object.fromEntries(
  ["player", "clip", "play", "back", "forth", "loop", "speed", "time", "scrub", "events"].map((id) => [id, byId(id)]),
));
const posing = new Posing(live, player);
const side = new Side(byId("side"));
const space = new SpaceView({ content, live, player, posing, problems, stage });

// ---- what plays ----

const { scene } = posing;
const mix = new Mix(live, scene);
const actions = new Actions(live, scene, player);
const curves = new Curves(live, posing, player);
const compression = new Compression(live, posing, player, content);
side.add("Mix", mix.element);
side.add("Actions", actions.element);
side.add("Curves", curves.element);
side.add("Compression", compression.element);
compression.onmark = (mark) => space.mark(mark);

space.onoffer = ({ skeleton, bones, clips }) => {
  const named = (...types) => content.assets.filter(({ type }) => types.includes(type)).map(({ name }) => name);
  mix.offer({ clips, bones, layers: named("Breath", "SpringBones") });
  actions.offer(named("ActionSet"), skeleton);
  curves.offer(bones);
  compression.offer(clips, bones);
};

space.onclip = (clip) => {
  if (!clip?.isScript) {
    actions.stop();
  }
  curves.again();
  compression.again();
};

/** The ways to show assets. Each has the `types` that it shows, an `element`, `load(name)` and `show(name, loaded, isNew)`. */
const views = [space];

/** The name of the asset that is shown. */
let shown = null;
/** The number of times that something was chosen: what is loaded too late for the last choice is dropped. */
let choices = 0;

/** Shows errors of the page where those of builds are, so that nothing fails unseen. */
function report(kind, message) {
  addEventListener(kind, (event) => {
    root.dataset.failures = Number(root.dataset.failures ?? 0) + 1;
    problems.add(kind, message(event));
  });
}

// ---- what is shown ----

/** Reads the list again, and what is shown. */
async function refresh() {
  await content.refresh();
  list.set(content.assets);
  const wanted = shown ?? wish("show") ?? list.first();
  if (wanted && content.typeOf(wanted)) {
    await show(wanted);
  } else if (content.assets.length === 0) {
    byId("facts").textContent = "Nothing is built yet.";
  }
}

/** Loads an asset and shows it. What was shown stays until then, and when that fails. */
async function show(name) {
  list.mark(name);
  choices += 1;
  const choice = choices;
  try {
    const type = content.typeOf(name);
    const view = views.find(({ types }) => types.includes(type));
    if (!view) {
      throw new Error(`${type ?? "this asset"} has no picture; clips play on a model or a skeleton`);
    }
    const loaded = await view.load(name);
    if (choice === choices) {
      const isNew = shown !== name;
      shown = name;
      views.forEach((it) => { it.element.hidden = it !== view; });
      byId("name").textContent = name;
      byId("facts").textContent = loaded.facts;
      view.show(name, loaded, isNew);
      root.dataset.shown = name;
      problems.remove("asset");
    }
  } catch (error) {
    problems.add("asset", `${name}: ${error.message}`);
  }
}

// A clip plays on what is shown.
list.onchoose = (name) => {
  if (space.play(name)) {
    list.mark(name);
  } else {
    show(name);
  }
};

live.onbuild = ({ problems: found }) => {
  problems.setBuilt(found);
  refresh();
};

live.onstate = (open) => {
  byId("connection").textContent = open ? "" : "not connected: is `rigmill view` running?";
  posing.again();
};

stage.ondraw = () => {
  labels.show(stage.labels(), stage.camera);
  curves.draw();
  compression.draw();
};

// ---- controls ----

function toggle(button) {
  button.setAttribute("aria-pressed", button.getAttribute("aria-pressed") !== "true");
  const isOn = (id) => byId(id).getAttribute("aria-pressed") === "true";
  stage.shows = { mesh: isOn("show-mesh"), bones: isOn("show-bones"), ground: isOn("show-ground") };
  space.travels = isOn("show-travel");
  stage.redraw();
}

const switches = { m: "show-mesh", b: "show-bones", g: "show-ground", t: "show-travel" };
for (const id of Object.values(switches)) {
  byId(id).addEventListener("click", (event) => toggle(event.currentTarget));
}
byId("frame").addEventListener("click", () => space.frame());

const keys = {
  "/": () => byId("search").focus(),
  f: () => space.frame(),
  " ": () => player.toggle(),
  ",": () => player.step(-1),
  ".": () => player.step(1),
  l: () => byId("loop").click(),
};

addEventListener("keydown", (event) => {
  const typing = event.target.matches("input:not([type=range]), select") || (event.target.matches("button") && event.key === " ");
  const action = keys[event.key] ?? (switches[event.key] && (() => toggle(byId(switches[event.key]))));
  if (action && !typing && !event.ctrlKey && !event.metaKey && !event.altKey) {
    event.preventDefault();
    action();
  }
});

live.open();
