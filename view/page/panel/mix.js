// The page "Mix": layers clips over the clip of the time line, and pose layers over all clips.

import { choice, make, renderWithFocus, section, slider, tick } from "./dom.js";

/** The maximum number of clips over the clip of the time line. */
const MOST = 4;

/** The choice of the bones that a clip moves. No bone has this name. */
const MOVED = "/moved";

/** The ranges of the settings of pose layers. */
const RANGES = {
  duration_rate: [0.1, 4],
  effect_rate: [-4, 4],
  damping: [0, 1],
  elasticity: [0, 1],
  stiffness: [0, 1],
  inertia: [0, 1],
};

const HOW = [["", "blended"], ["first-frame", "added, from its first frame"], ["bind", "added, from bind"]];

/** The clips that are layered over the clip of the time line, and the pose layers. */
export class Mix {
  /** Called when the user has removed the counterpart of the clip of the time line. */
  onunpair = () => {};
  element = make("div");
  #over = [];
  #layers = new Map();
  /** The settings of layers that were switched off. */
  #kept = new Map();
  #offered = { clips: [], bones: [], layers: [] };

  /** @param {Live} live @param {Scene} scene */
  constructor(live, scene) {
    Object.assign(this, { live, scene });
    this.#render();
  }

  /** Sets the available clips, the bones to which they can be limited, and the names of pose layers. */
  offer(offered) {
    this.#offered = offered;
    this.#over = this.#over.filter(({ clip }) => offered.clips.some(({ name }) => name === clip));
    [...this.#layers.keys()].filter((name) => !offered.layers.includes(name)).forEach((name) => this.#layers.delete(name));
    this.#changed();
  }

  /** Plays the counterpart of the clip of the time line, on the bones that it moves; null plays none. */
  pair(clip) {
    const before = this.#over.find(({ isPair }) => isPair);
    if (before?.clip === clip?.name) {
      return;
    }
    this.#over = this.#over.filter((it) => it !== before);
    if (clip) {
      this.#over.unshift({ clip: clip.name, duration: clip.duration, weight: 1, bones: [], onlyMoved: true, added: null, inPhase: true, isPair: true });
      this.#over.splice(MOST);
    }
    this.#changed();
  }

  #tell() {
    const layers = [...this.#layers].map(([asset, { kind, settings }]) => ({ kind, asset, ...settings }));
    this.scene.set({ over: this.#over, layers });
  }

  #change(settings, to) {
    Object.assign(settings, to);
    this.#tell();
  }

  #changed() {
    renderWithFocus(this.element, () => this.#render());
    this.#tell();
  }

  #add() {
    const [clip] = this.#offered.clips;
    this.#over.push({ clip: clip.name, duration: clip.duration, weight: 0.5, bones: [], added: null, inPhase: true });
    this.#changed();
  }

  #remove(it) {
    this.#over = this.#over.filter((other) => other !== it);
    this.#changed();
    if (it.isPair) {
      this.onunpair();
    }
  }

  #render() {
    const { clips, layers } = this.#offered;
    const disabled = clips.length === 0 || this.#over.length >= MOST;
    const add = make("button", { disabled, title: "Blends another clip with the clip of the time line", on: { click: () => this.#add() } }, "Add a clip");
    const over = this.#over.map((it, number) => section(`Clip ${number + 2}`, ...this.#row(it)));
    const pose = layers.length > 0 ? section("Pose layers", ...layers.flatMap((name) => this.#layer(name))) : null;
    this.element.replaceChildren(...over, make("p", {}, add), ...(pose ? [pose] : []));
  }

  #row(it) {
    const { clips, bones } = this.#offered;
    const choose = (name) => this.#change(it, { clip: name, duration: clips.find((clip) => clip.name === name).duration });
    const limit = (name) => this.#change(it, { onlyMoved: name === MOVED, bones: name && name !== MOVED ? [name] : [] });
    const below = bones.map(({ name }) => [name, `${name} and below`]);
    return [
      choice("Clip", clips.map(({ name }) => [name, name.slice(name.lastIndexOf("/") + 1)]), it.clip, choose),
      slider("Weight", { min: 0, max: 1, step: 0.01, value: it.weight }, (weight) => this.#change(it, { weight })),
      choice("Bones", [["", "all"], [MOVED, "those that it moves"], ...below], it.onlyMoved ? MOVED : it.bones[0] ?? "", limit),
      choice("How", HOW, it.added ?? "", (added) => this.#change(it, { added: added || null })),
      tick("In phase", it.inPhase, (inPhase) => this.#change(it, { inPhase })),
      make("button", { on: { click: () => this.#remove(it) } }, "Remove"),
    ];
  }

  #layer(name) {
    const known = this.#layers.get(name);
    const sliders = Object.entries(known?.settings ?? {}).map(([setting, value]) => {
      const [min, max] = RANGES[setting];
      return slider(setting.replace("_", " "), { min, max, step: 0.01, value }, (to) => this.#change(known.settings, { [setting]: to }));
    });
    return [tick(name, Boolean(known), (on) => this.#switch(name, on)), ...sliders];
  }

  async #switch(name, on) {
    if (on) {
      this.#layers.set(name, this.#kept.get(name) ?? (await this.live.ask({ ask: "layer", layer: name })).found);
    } else {
      this.#kept.set(name, this.#layers.get(name));
      this.#layers.delete(name);
    }
    this.#changed();
  }
}
