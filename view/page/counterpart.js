// Finds the counterpart of a clip that moves only a part of the body, such as the legs.

/** Words for the parts of the body, in pairs. */
const PARTS = [["low", "up"], ["lower", "upper"], ["legs", "arms"], ["leg", "arm"], ["bottom", "top"]];

/** The maximum number of clips that are considered. */
export const MOST = 8;

/** The minimum number of bones that a counterpart moves in addition. */
const ENOUGH = 3;

const capital = (word) => word[0].toUpperCase() + word.slice(1);
const titleAt = (name) => name.lastIndexOf("/") + 1;

/** The pairs of words in both directions, in each way of writing them: a pattern, and the other word. */
const SWAPS = PARTS.flatMap(([a, b]) => [[a, b], [b, a]]).flatMap(([from, to]) => [
  [new RegExp(`(?<![A-Za-z])${from}(?![a-z])`), to],
  [new RegExp(`${capital(from)}(?![a-z])`), capital(to)],
  [new RegExp(`(?<![A-Z])${from.toUpperCase()}(?![A-Z])`), to.toUpperCase()],
]);

/** Returns the names that a clip's name becomes if the word for a part of the body is swapped, such as `Up_Run` for `Low_Run`. */
export function swapped(name) {
  const [folder, title] = [name.slice(0, titleAt(name)), name.slice(titleAt(name))];
  return SWAPS.filter(([pattern]) => pattern.test(title)).map(([pattern, word]) => folder + title.replace(pattern, word));
}

/** Returns the clip in the same folder that holds the other part of the body still: the name with `Idle` after the swapped word. */
function idleFor(name, names) {
  const starts = SWAPS.filter(([pattern]) => pattern.test(name.slice(titleAt(name)))).map(([, word]) => name.slice(0, titleAt(name)) + word);
  return names.filter((other) => /idle/i.test(other) && starts.some((start) => other.startsWith(start)));
}

/**
 * Returns the names of clips that may be the counterpart of a clip, from the best to the worst: actions with the same name in
 * other layers, clips with a swapped word in their name, and idle clips.
 * @param {string} name of the clip
 * @param {string[]} names of all clips for the skeleton
 * @param {{layers: {actions: {name: string, clip: string}[]}[]}[]} sets action sets
 */
export function candidates(name, names, sets) {
  const known = new Set(names);
  const layers = sets.flatMap((set) => set.layers.map((layer) => ({ layer, set })));
  const own = layers.filter(({ layer }) => layer.actions.some(({ clip }) => clip === name));
  const others = own.flatMap(({ layer, set }) => {
    const actions = layer.actions.filter(({ clip }) => clip === name).map((action) => action.name);
    return set.layers.filter((other) => other !== layer).map((other) => ({ actions, other }));
  });
  const same = others.flatMap(({ actions, other }) => other.actions.filter((it) => actions.includes(it.name)));
  const idle = others.flatMap(({ other }) => other.actions.filter((it) => /idle/i.test(it.name)));
  const found = [...same.map(({ clip }) => clip), ...swapped(name), ...idle.map(({ clip }) => clip), ...idleFor(name, names)];
  return [...new Set(found)].filter((other) => other !== name && known.has(other)).slice(0, MOST);
}

/** Whether clips that move these bones complement each other: the second moves bones that the first leaves at rest, and no others. */
export function complement(moved, others) {
  const own = new Set(moved);
  const shared = others.filter((bone) => own.has(bone)).length;
  return others.length - shared >= ENOUGH && shared <= 0.1 * Math.min(moved.length, others.length);
}

/** A button that plays the counterpart of the clip of the time line, in step with it. */
export class Counterpart {
  /** Called with the clip that plays on top, or null. */
  onplay = () => {};
  /** The layers of the action sets for the skeleton: `{ layers }` each. */
  #sets = [];
  #found = null;
  #plays = false;
  #searches = 0;

  /** @param {Live} live @param {Posing} posing @param {Player} player @param {HTMLElement} before the button comes after this */
  constructor(live, posing, player, before) {
    Object.assign(this, { live, posing, player });
    this.button = document.createElement("button");
    Object.assign(this.button, { id: "counterpart", hidden: true });
    this.button.addEventListener("click", () => this.play(!this.#plays));
    before.after(this.button);
  }

  /** Sets the action sets for the skeleton. */
  know(sets) {
    this.#sets = sets;
    this.again();
  }

  /** Searches again, because the clip or the content has changed. A counterpart that plays is replaced with that of the new clip. */
  async again() {
    this.#searches += 1;
    const search = this.#searches;
    const found = await this.#search().catch(() => null);
    if (search === this.#searches) {
      this.#found = found;
      this.play(this.#plays);
    }
  }

  /** Plays the counterpart, or stops it. */
  play(plays) {
    this.#plays = plays;
    this.#show();
    this.onplay(plays ? this.#found : null);
  }

  /** Called when the user has removed the clip elsewhere. */
  stopped() {
    this.#plays = false;
    this.#show();
  }

  #show() {
    const { button } = this;
    button.hidden = !this.#found;
    button.setAttribute("aria-pressed", String(this.#plays));
    if (this.#found) {
      const { name } = this.#found;
      button.textContent = `+ ${name.slice(titleAt(name))}`;
      button.title = `Plays ${name} for the other bones, in step`;
    }
    document.documentElement.dataset.counterpart = this.#found?.name ?? "";
  }

  /** Returns the counterpart of the clip that plays, or null. */
  async #search() {
    const { clip, clips } = this.player;
    const { skeleton } = this.posing;
    if (!clip || clip.isScript || !skeleton) {
      return null;
    }
    const names = candidates(clip.name, clips.map(({ name }) => name), this.#sets);
    if (names.length === 0) {
      return null;
    }
    const [moved, ...others] = await Promise.all([clip.name, ...names].map((name) => this.#moved(skeleton, name)));
    const fitting = names.find((_, index) => complement(moved, others[index]));
    return clips.find(({ name }) => name === fitting) ?? null;
  }

  async #moved(skeleton, clip) {
    return (await this.live.ask({ ask: "clip", skeleton, clip })).details.moved;
  }
}
