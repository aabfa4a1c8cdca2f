// The page "Mix": clips over the clip of the time line, and pose layers over all.

import { button, choice, make, rows, short, slider, tick } from "./parts.js";

/** Settings of pose layers: their ranges. */
const RANGES = {
  duration_rate: [0.1, 4],
  effect_rate: [-4, 4],
  damping: [0, 1],
  elasticity: [0, 1],
  stiffness: [0, 1],
  inertia: [0, 1],
};

/** The clips that lie over that of the time line, and the pose layers. */
export class Mix {
  element = make("div", { className: "panel" });
  #over = [];
  #layers = new Map();
  #offered = { clips: [], bones: [], layers: [] };

  /** @param {Live} live @param {Scene} scene */
  constructor(live, scene) {
    Object.assign(this, { live, scene });
    this.#render();
  }

  /** Offers clips, the bones that they may be limited to, and the names of pose layers. */
  offer(offered) {
    this.#offered = offered;
    const has = (name) => offered.clips.some((clip) => clip.name === name);
    this.#over = this.#over.filter(({ clip }) => has(clip));
    [...this.#layers.keys()].filter((name) => !offered.layers.includes(name)).forEach((name) => this.#layers.delete(name));
    this.#render();
    this.#tell();
  }

  #tell() {
    const layers = [...this.#layers].map(([asset, { kind, settings }]) => ({ kind, asset, ...settings }));
    this.scene.set({ over: this.#over, layers });
  }

  #change(settings, to) {
    Object.assign(settings, to);
    this.#tell();
  }

  #add() {
    const [clip] = this.#offered.clips;
    if (clip) {
      this.#over.push({ clip: clip.name, duration: clip.duration, weight: 0.5, bones: [], added: null, inPhase: true });
      this.#render();
      this.#tell();
    }
  }

  #render() {
    const { clips, layers } = this.#offered;
    const add = button("Add a clip", () => this.#add(), "Blends another clip with that of the time line");
    add.disabled = clips.length === 0 || this.#over.length >= 4;
    this.element.replaceChildren(
      ...this.#over.map((it) => this.#row(it)),
      make("p", {}, add),
      ...(layers.length > 0 ? [make("h3", { textContent: "Pose layers" })] : []),
      ...layers.map((name) => this.#layer(name)),
    );
  }

  #row(it) {
    const { clips, bones } = this.#offered;
    const clip = choice("Clip over it", clips.map(({ name }) => [name, short(name)]), (name) => {
      this.#change(it, { clip: name, duration: clips.find((clip) => clip.name === name).duration });
    });
    clip.value = it.clip;
    const of = choice("Bones", [["", "all bones"], ...bones.map(({ name }) => [name, `${name} and below`])], (name) => {
      this.#change(it, { bones: name ? [name] : [] });
    });
    of.value = it.bones[0] ?? "";
    const how = choice("How", [["", "blended"], ["first-frame", "added to its first frame"], ["bind", "added to bind"]], (added) => {
      this.#change(it, { added: added || null });
    });
    how.value = it.added ?? "";
    const weight = slider("Weight", { min: 0, max: 1, step: 0.01, value: it.weight }, (weight) => this.#change(it, { weight }));
    const phase = tick("In phase", it.inPhase, (inPhase) => this.#change(it, { inPhase }));
    const remove = button("Remove", () => {
      this.#over = this.#over.filter((other) => other !== it);
      this.#render();
      this.#tell();
    });
    return rows(["Clip", clip], ["Weight", weight], ["Bones", of], ["How", how], ["In phase", phase], ["", remove]);
  }

  #layer(name) {
    const box = make("div", { className: "rows" });
    const known = this.#layers.get(name);
    const on = tick(short(name), Boolean(known), (checked) => this.#switch(name, checked));
    box.append(on, make("label", { textContent: name }));
    for (const [setting, value] of Object.entries(known?.settings ?? {})) {
      const [min, max] = RANGES[setting];
      const set = slider(setting, { min, max, step: 0.01, value }, (to) => this.#change(known.settings, { [setting]: to }));
      box.append(make("label", { textContent: setting.replace("_", " ") }), set);
    }
    return box;
  }

  async #switch(name, checked) {
    if (checked) {
      const { found } = await this.live.ask({ ask: "layer", layer: name });
      this.#layers.set(name, found);
    } else {
      this.#layers.delete(name);
    }
    this.#render();
    this.#tell();
  }
}
