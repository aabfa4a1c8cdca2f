// Samples where the bones of a skeleton are during the whole clip.

/** The maximum number of time steps of a clip. */
const STEPS = 240;

/** The maximum number of positions that are kept for each figure. */
const MOST = 1 << 20;

/** The number of poses in a request. The server limits it. */
const CHUNK = 8;

/** The number of frames per second of a clip without a rate. */
const RATE = 30;

/** Returns equal steps from 0 to the duration of a clip. */
export function timesOf({ duration, rate }, bones = 1) {
  const most = Math.max(1, Math.min(STEPS, Math.floor(MOST / Math.max(1, bones))));
  const steps = Math.max(1, Math.min(most, Math.round(duration * (rate || RATE)) || 1));
  return Array.from({ length: steps + 1 }, (_, step) => (step * duration) / steps);
}

/** Samples what plays, for panels that show the whole clip. */
export class Sampler {
  /** Called when `motions` has changed. */
  onsampled = () => {};
  /** The times in seconds. */
  times = [];
  /**
   * For each figure, the positions at these times: `points`, x, y and z of each bone in model space, and `places`, the
   * placement of the model by its root motion. Empty while nothing is known.
   */
  motions = [];
  /** Why there are no positions; empty if there are. */
  failure = "";
  #bones = 1;
  #key = "";
  #isBusy = false;
  #builds = 0;

  /** @param {Live} live @param {Posing} posing @param {Player} player */
  constructor(live, posing, player) {
    Object.assign(this, { live, posing, player });
  }

  /** Sets the number of bones, and samples again when needed: the content has changed. */
  again(bones = this.#bones) {
    this.#bones = bones;
    this.#builds += 1;
  }

  /** Samples if something else plays than before. Panels call this while they are visible. */
  refresh() {
    const { clip } = this.player;
    const { skeleton, scene } = this.posing;
    if (this.#isBusy) {
      return;
    }
    const isPosed = clip && !clip.isScript && skeleton && !scene.acting;
    const times = isPosed ? timesOf(clip, this.#bones) : [];
    const asks = times.map((time) => figuresAt(scene, clip, time));
    const key = isPosed ? [this.#builds, skeleton, JSON.stringify(asks.at(-1)), times.length].join("\n") : "";
    if (key !== this.#key) {
      this.#key = key;
      this.#sample(skeleton, times, asks);
    }
  }

  async #sample(skeleton, times, asks) {
    this.#isBusy = true;
    try {
      const motions = await motionsOf(this.live, { skeleton, model: this.posing.model }, asks);
      Object.assign(this, { times, motions, failure: "" });
    } catch (error) {
      Object.assign(this, { times: [], motions: [], failure: error.message });
    }
    this.#isBusy = false;
    this.onsampled();
  }
}

/** Returns the figures of a scene when its clip has played once up to a time, without pose layers and crowds. */
function figuresAt(scene, clip, time) {
  return scene.figures({ clip, time, phase: time, clock: time, mode: "once" }).map(({ plays }) => ({ plays }));
}

/** Requests the poses of figures at several times, and returns the movement of each figure. */
async function motionsOf(live, asked, asks) {
  const count = asks[0]?.length ?? 0;
  const all = asks.flat();
  const chunks = Array.from({ length: Math.ceil(all.length / CHUNK) }, (_, chunk) => all.slice(CHUNK * chunk, CHUNK * (chunk + 1)));
  const answers = await Promise.all(chunks.map((figures) => live.ask({ ask: "pose", ...asked, figures, ticket: 0 })));
  const poses = answers.flatMap((answer) => [answer, ...answer.others].map(({ place, bones }) => ({ place: place.slice(), points: pointsOf(bones) })));
  return Array.from({ length: count }, (_, figure) => {
    const own = poses.filter((_, index) => index % count === figure);
    return { points: own.map(({ points }) => points), places: own.map(({ place }) => place) };
  });
}

/** Returns the positions of bones: x, y and z of each. @param {Float32Array} matrices of all bones */
export function pointsOf(matrices) {
  const points = new Float32Array((3 * matrices.length) / 16);
  for (let bone = 0; 16 * bone < matrices.length; bone++) {
    points.set(matrices.subarray(16 * bone + 12, 16 * bone + 15), 3 * bone);
  }
  return points;
}

/** Returns the position of a bone among those of `pointsOf`. */
export const pointAt = (points, bone) => [...points.subarray(3 * bone, 3 * bone + 3)];
