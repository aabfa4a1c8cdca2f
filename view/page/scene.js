// What plays: the clip of the time line, and what the panels layer over it or show beside it.

/** The server's names for what a clip does at its end. */
const ASKED = { loop: "repeat", "ping-pong": "ping-pong", once: "once" };

/** The rules of the figures that are compared, in order. */
const RULES = ["standard", "RobotGame"];

/** The settings of the panels, and the request that results from them. */
export class Scene {
  /** Called when a setting has changed. */
  onchange = () => {};
  /** The clips over the clip of the time line: `{ clip, duration, weight, bones, added, inPhase, onlyMoved }`. */
  over = [];
  /**
   * Actions that play instead of clips: `{ actions, script, both }`. `both` shows the rules of RobotGame beside the standard
   * rules.
   */
  acting = null;
  /** The pose layers in the server's format. */
  layers = [];
  /** A clip to compare with, which is shown as a ghost. */
  ghost = null;
  /**
   * A second clip to compare with, which is shown as a ghost or beside the first: `{ clip, duration, isBeside, inPhase }`. It
   * takes precedence over `ghost`.
   */
  rival = null;
  /** A clip that is shown instead of the clip of the time line, such as a trial clip. */
  instead = null;
  /** The number of figures that play at different phases. */
  crowd = 1;

  /** The texts over two figures that stand side by side; null if there is only one figure. */
  get captions() {
    if (this.acting) {
      return this.acting.both ? RULES : null;
    }
    const titleOf = (name) => (name.startsWith("/source/") ? "source" : name.slice(name.lastIndexOf("/") + 1));
    return this.rival?.isBeside ? ["time line", titleOf(this.rival.clip)] : null;
  }

  /** Changes settings. */
  set(settings) {
    Object.assign(this, settings);
    this.onchange();
  }

  /**
   * Returns the figures of a request.
   * @param {{clip: object, time: number, phase: number, clock: number, mode: string}} player the time line
   * @param {number | undefined} step seconds since the last pose; undefined to start again
   */
  figures({ clip, time, phase, clock, mode }, step) {
    const layers = this.layers;
    if (this.acting) {
      const { actions, script, both } = this.acting;
      const rules = both ? ["standard", "robotgame"] : ["standard"];
      return rules.map((rules) => ({ actions: { actions, rules, script, time }, layers }));
    }
    const lowest = { clip: this.instead ?? clip.name, time: phase, mode: ASKED[mode] };
    const plays = [lowest, ...this.over.map((it) => over(it, { clip, time, clock }))];
    const figure = { plays, layers, step };
    if (this.crowd > 1) {
      const period = mode === "ping-pong" ? 2 * clip.duration : clip.duration;
      figure.offsets = Array.from({ length: this.crowd }, (_, number) => (number * period) / this.crowd);
    }
    if (this.rival) {
      return [figure, { plays: [besides(this.rival, clip, time), ...plays.slice(1)] }];
    }
    return this.ghost ? [figure, { plays: [{ ...lowest, clip: this.ghost }] }] : [figure];
  }
}

/** Returns a second clip, either at the same fraction of its duration or at the same time. */
function besides({ clip: name, duration, inPhase }, clip, time) {
  const at = inPhase && clip.duration > 0 ? (time / clip.duration) * duration : time;
  return { clip: name, time: Math.min(at, duration), mode: "once" };
}

/** Returns a clip over the clip of the time line: either at the same fraction of its duration, or by the clock. */
function over({ clip: name, duration, weight, bones, added, inPhase, onlyMoved }, { clip, time, clock }) {
  const phase = clip.duration > 0 ? time / clip.duration : 0;
  const at = inPhase ? phase * duration : duration > 0 ? clock % duration : 0;
  const play = { clip: name, time: at, mode: "repeat", weight, bones };
  return { ...play, ...(onlyMoved ? { only_moved: true } : {}), ...(added ? { added_to: added } : {}) };
}
