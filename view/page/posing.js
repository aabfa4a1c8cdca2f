// Poses from the server, one question at a time: each picture asks for the poses of its time, once the last ones have come.

import { Scene } from "./scene.js";

/** Asks for poses while the player's clock runs. */
export class Posing {
  /** Called with the poses that were asked for: `{ time, place, bones, others }`. */
  onpose = () => {};
  /** Called with the error when there are none. */
  onfailure = () => {};
  /** The name of the skeleton that poses what is shown; null for none. */
  skeleton = null;
  /** The name of the model whose morph targets are moved; undefined for none. */
  model;
  /** What plays besides the clip of the time line. */
  scene = new Scene();
  #ticket = 0;
  /** The ticket of the question that has no answer yet; null if there is none. */
  #asked = null;
  /** The clock whose poses are drawn, or were asked for; null to ask anew. */
  #drawn = null;
  /** Whether the last question failed: another one would fail as well, until something changes. */
  #failed = false;

  constructor(live, player) {
    Object.assign(this, { live, player });
    this.scene.onchange = () => this.refresh();
    requestAnimationFrame((now) => this.#tick(now));
  }

  /** Another clip, time or content: everything begins anew. */
  again() {
    this.#drawn = null;
    this.#asked = null;
    this.#failed = false;
  }

  /** Other settings at the same time. */
  refresh() {
    this.#drawn = this.#drawn === null ? null : NaN;
    this.#failed = false;
  }

  /** Once a picture: the clock goes on, and the poses of the new time are asked for. */
  #tick(now) {
    this.player.advance(now);
    if (this.player.clip && this.skeleton && this.#asked === null && !this.#failed && this.#drawn !== this.player.clock) {
      this.#ask();
    }
    requestAnimationFrame((then) => this.#tick(then));
  }

  async #ask() {
    const { player, skeleton, model } = this;
    const step = this.#drawn === null ? undefined : Math.max(0, player.clock - (this.#drawn || player.clock));
    this.#ticket += 1;
    const ticket = this.#ticket;
    [this.#asked, this.#drawn] = [ticket, player.clock];
    try {
      const poses = await this.live.ask({ ask: "pose", skeleton, model, figures: this.scene.figures(player, step), ticket });
      if (this.#asked === ticket) {
        this.#asked = null;
        this.onpose(poses);
      }
    } catch (error) {
      if (this.#asked === ticket) {
        [this.#asked, this.#failed] = [null, true];
        this.onfailure(error);
      }
    }
  }
}
