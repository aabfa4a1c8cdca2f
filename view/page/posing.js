// Requests poses from the server, one request at a time: when a pose has arrived, the next frame requests the pose for its
// time.

import { Scene } from "./scene.js";

/** Requests poses while the player's clock runs. */
export class Posing {
  /** Called with the requested poses: `{ time, place, bones, others }`. */
  onpose = () => {};
  /** Called with the error if a request fails. */
  onfailure = () => {};
  /** The name of the skeleton that poses what is shown; null for none. */
  skeleton = null;
  /** The name of the model whose morph targets are animated; undefined for none. */
  model;
  /** Whether the picture is hidden, so that it needs no poses. */
  isPaused = false;
  /** What plays in addition to the clip of the time line. */
  scene = new Scene();
  #ticket = 0;
  /** The ticket of the request without a response; null if there is none. */
  #asked = null;
  /** The clock time whose poses are drawn or were requested; null to request them again. */
  #drawn = null;
  /** Whether the last request failed. Further requests would also fail until something changes. */
  #failed = false;

  constructor(live, player) {
    Object.assign(this, { live, player });
    this.scene.onchange = () => this.refresh();
    requestAnimationFrame((now) => this.#tick(now));
  }

  /** Called when the clip, the time or the content has changed. Starts again. */
  again() {
    this.#drawn = null;
    this.#asked = null;
    this.#failed = false;
  }

  /** Called when settings have changed at the same time. */
  refresh() {
    this.#drawn = this.#drawn === null ? null : NaN;
    this.#failed = false;
  }

  /** Runs once per frame: advances the clock, and requests the poses for the new time. */
  #tick(now) {
    this.player.advance(now, this.isPaused);
    if (!this.isPaused && this.player.clip && this.skeleton && this.#asked === null && !this.#failed && this.#drawn !== this.player.clock) {
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
