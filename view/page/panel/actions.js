// The page "Actions": plays the actions of an action set as a game's player does, layer by layer.

import { button, choice, make, rows, slider, tick } from "./parts.js";

/** How long a script is, in seconds. */
const SCRIPT = 60;

/** The buttons of an action set's actions. What is pressed becomes a script, whose times are those of the time line. */
export class Actions {
  element = make("div", { className: "panel" });
  #sets = [];
  #name = null;
  #layers = [];
  #script = [];
  #both = false;
  #offers = 0;

  /** @param {Live} live @param {Scene} scene @param {Player} player */
  constructor(live, scene, player) {
    Object.assign(this, { live, scene, player });
  }

  /** Offers action sets, those for a skeleton. @param {string[]} names of all action sets */
  async offer(names, skeleton) {
    this.#offers += 1;
    const offer = this.#offers;
    const found = await Promise.all(names.map((name) => this.live.ask({ ask: "actions", actions: name }).catch(() => null)));
    if (offer === this.#offers) {
      this.#sets = found.filter((it) => it && (it.found.skeleton === skeleton || it.found.skeleton === ""));
      const again = this.#sets.find(({ actions }) => actions === this.#name) ?? this.#sets[0];
      this.#choose(again?.actions ?? null);
    }
  }

  /** A clip plays again. */
  stop() {
    if (this.scene.acting) {
      this.scene.set({ acting: null });
    }
  }

  #choose(name) {
    const isNew = name !== this.#name;
    this.#name = name;
    this.#layers = this.#sets.find(({ actions }) => actions === name)?.found.layers ?? [];
    if (isNew) {
      this.#script = [];
      this.stop();
    }
    this.#render();
  }

  /** Adds a cue at the time of the time line; those behind it are forgotten. */
  #cue(cue) {
    const { player, scene } = this;
    if (!scene.acting) {
      this.#script = [];
      player.play({ name: this.#name, duration: SCRIPT, rate: 60, moves: 0, isScript: true });
    }
    const at = Math.round(player.time * 60) / 60;
    this.#script = [...this.#script.filter((it) => it.at <= at), { at, ...cue }];
    player.playing = true;
    player.setEvents(this.#script.filter(({ play }) => play).map(({ at, play }) => ({ time: at, name: play })));
    this.#tell();
  }

  #tell() {
    this.scene.set({ acting: { actions: this.#name, script: this.#script, both: this.#both } });
  }

  #render() {
    const sets = choice("Action set", this.#sets.map(({ actions }) => [actions, actions]), (name) => this.#choose(name));
    sets.value = this.#name ?? "";
    const both = tick("The rules of RobotGame beside the standard ones", this.#both, (both) => {
      this.#both = both;
      if (this.scene.acting) {
        this.#tell();
      }
    });
    const none = make("p", { textContent: "No action set is for this skeleton." });
    const head = [rows(["Action set", sets], ["RobotGame's rules beside it", both])];
    this.element.replaceChildren(...(this.#name ? [...head, ...this.#layers.map((layer) => this.#layer(layer))] : [none]));
  }

  #layer({ name, blend, bones, actions }) {
    const play = actions.map((action) => button(action.name, () => this.#cue({ layer: name, play: action.name }), `${action.clip}, ${action.mode}, fades in within ${action.blend} s`));
    const covers = bones.length > 0 ? ` from ${bones.join(", ")} on` : "";
    const made = make("section", {}, make("h3", { textContent: `${name}${covers}${blend === "override" ? "" : `, ${blend}`}` }));
    made.append(make("div", { className: "actions" }, ...play));
    if (blend !== "override") {
      const weight = slider(`Weight of ${name}`, { min: 0, max: 1, step: 0.01, value: 1 }, (weight) => this.#cue({ layer: name, weight }));
      made.lastChild.append(button("Stop", () => this.#cue({ layer: name, stop: 0.2 }), "Fades out within 0.2 s"));
      made.append(rows(["Weight", weight]));
    }
    return made;
  }
}
