// Poses from the server, one at a time: each picture asks for the pose of its time, once the last one has come.

/** Milliseconds after which a pose that was asked for is given up. */
const PATIENCE = 2000;

/** Asks for poses while the player's clock runs. */
export class Posing {
  /** Called with each pose that was asked for: `{ time, place, bones }`. */
  onpose = () => {};
  /** Called with the reason why there is none. */
  onfailure = () => {};
  /** The name of the skeleton that poses what is shown; null for none. */
  skeleton = null;
  /** The pose that was asked for: its ticket, and when. */
  #asked = null;
  #ticket = 0;
  /** The time whose pose is drawn, or asked for. */
  #drawn = null;

  constructor(live, player) {
    Object.assign(this, { live, player });
    live.onpose = (pose) => this.#take(pose);
    live.onnopose = (answer) => this.#fail(answer);
    requestAnimationFrame((now) => this.#tick(now));
  }

  /** Another clip, time or content: the pose is asked for again. */
  again() {
    this.#drawn = null;
    this.#asked = null;
  }

  #take(pose) {
    if (this.#asked?.ticket === pose.ticket) {
      this.#asked = null;
      this.onpose(pose);
    }
  }

  #fail({ ticket, why }) {
    if (this.#asked?.ticket === ticket) {
      // Another try would fail as well, until something changes.
      this.#asked = { ticket, at: Infinity };
      this.onfailure(why);
    }
  }

  /** Once a picture: the clock goes on, and the pose of the new time is asked for. */
  #tick(now) {
    this.player.advance(now);
    const { clip, time, looped } = this.player;
    const waiting = this.#asked && now - this.#asked.at < PATIENCE;
    if (clip && this.skeleton && !waiting && this.#drawn !== time) {
      this.#ticket += 1;
      if (this.live.askPose(this.skeleton, clip.name, time, looped, this.#ticket)) {
        this.#asked = { ticket: this.#ticket, at: now };
        this.#drawn = time;
      }
    }
    requestAnimationFrame((then) => this.#tick(then));
  }
}
