// The page "Actions": plays the actions of an action set like a game's player, layer by layer.

import { choice, make, section, slider, tick } from "./dom.js";

/** The length of a script, in seconds. */
const SCRIPT = 60;

/** The buttons for an action set's actions. Pressed buttons become cues of a script, at the current time of the time line. */
export class Actions {
  /** Called with the layers of the action sets for the skeleton: `{ layers }` each. */
  onsets = () => {};
  element = make("div");
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

  /** Offers action sets. Returns whether there are any for the skeleton. @param {string[]} names of all action sets */
  async offer(names, skeleton) {
    this.#offers += 1;
    const offer = this.#offers;
    const found = await Promise.all(names.map((name) => this.live.ask({ ask: "actions", actions: name }).catch(() => null)));
    if (offer === this.#offers) {
      this.#sets = found.filter((it) => it && (it.found.skeleton === skeleton || it.found.skeleton === ""));
      this.onsets(this.#sets.map((it) => it.found));
      const again = this.#sets.find(({ actions }) => actions === this.#name) ?? this.#sets[0];
      this.#choose(again?.actions ?? null);
    }
    return this.#sets.length > 0;
  }

  /** Returns to playing a clip. */
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
      this.player.leaveScript();
    }
    this.#render();
  }

  /** Adds a cue at the current time, and removes all later cues. */
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
    if (!this.#name) {
      this.element.replaceChildren(make("p", { className: "dim" }, "There is no action set for this skeleton."));
      return;
    }
    const names = this.#sets.map(({ actions }) => actions);
    const both = tick("RobotGame's rules beside the standard ones", this.#both, (on) => {
      this.#both = on;
      if (this.scene.acting) {
        this.#tell();
      }
    });
    const sets = choice("Action set", names, this.#name, (name) => this.#choose(name));
    this.element.replaceChildren(sets, both, ...this.#layers.map((layer) => this.#layer(layer)));
  }

  #layer({ name, blend, bones, actions }) {
    const button = (text, title, cue) => make("button", { title, on: { click: () => this.#cue({ layer: name, ...cue }) } }, text);
    const play = actions.map((action) => button(action.name, `${action.clip}, ${action.mode}, fades in within ${action.blend} s`, { play: action.name }));
    const buttons = make("div", { className: "buttons", role: "group", aria: { label: name } }, ...play);
    const covers = bones.length > 0 ? ` from ${bones.join(", ")} on` : "";
    if (blend === "override") {
      return section(`${name}${covers}`, buttons);
    }
    buttons.append(button("Stop", "Fades out within 0.2 s", { stop: 0.2 }));
    const weight = slider("Weight", { min: 0, max: 1, step: 0.01, value: 1 }, (weight) => this.#cue({ layer: name, weight }));
    return section(`${name}${covers}, ${blend}`, buttons, weight);
  }
}
