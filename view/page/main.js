// Puts the page together: what is chosen in the list is shown by the view for its type.

import { Content } from "./content.js";
import { Stage } from "./draw/stage.js";
import { Theme } from "./draw/theme.js";
import { Live } from "./live.js";
import { AssetList } from "./panel/assets.js";
import { Display } from "./panel/display.js";
import { Player } from "./panel/player.js";
import { Problems } from "./panel/problems.js";
import { Labels } from "./panel/scale.js";
import { Side } from "./panel/side.js";
import { Posing } from "./posing.js";
import { DataView } from "./views/data.js";
import { FontView } from "./views/font.js";
import { SoundView } from "./views/sound.js";
import { SpaceView } from "./views/space.js";
import { TableView } from "./views/table.js";
import { TextureView } from "./views/texture.js";
import { wish } from "./wish.js";

const byId = (id) => document.getElementById(id);
const root = document.documentElement;
const problems = new Problems(byId("problems"));
report("error", (event) => event.message);
report("unhandledrejection", (event) => String(event.reason));
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
const space = new SpaceView({ content, live, player, posing, problems, stage });

const open = (name) => list.onchoose(name);

/**
 * The ways to show assets. Each has the `types` that it shows, an `element`, `load(name)` and `show(name, loaded, isNew)`; it may have
 * `controls` for the page at the side, `frame()` and `hide()`.
 */
const views = [
  space, new TextureView({ content, theme }), new FontView({ content }), new SoundView({ content }), new DataView({ content, open }),
  new TableView({ content, open }),
];
/** The one that shows something. */
let current = space;
byId("space").after(...views.slice(1).map(({ element }) => element));
const display = new Display(views, theme);
side.add("Display", display.element);

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
      throw new Error(`there is no way to show ${type ?? "this asset"}`);
    }
    const loaded = await view.load(name);
    if (choice === choices) {
      const isNew = shown !== name;
      shown = name;
      if (current !== view) {
        current.hide?.();
      }
      current = view;
      views.forEach((it) => { it.element.hidden = it !== view; });
      byId("player").hidden ||= view !== space;
      display.show(view);
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
  if (current === space && space.play(name)) {
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

stage.ondraw = () => labels.show(stage.labels(), stage.camera);

// ---- controls ----

function toggle(button) {
  button.setAttribute("aria-pressed", button.getAttribute("aria-pressed") !== "true");
  const isOn = (id) => byId(id).getAttribute("aria-pressed") === "true";
  Object.assign(stage.shows, { mesh: isOn("show-mesh"), bones: isOn("show-bones"), ground: isOn("show-ground") });
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
  f: () => current.frame?.(),
  v: () => space.turn(),
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
