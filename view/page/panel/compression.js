// The page "Compression": how much a clip differs from its source (for each bone over time), the clip's size, and trials with
// different bounds.

import { whenResized } from "../frame.js";
import { choice, make, millimetres, section, slider, tick } from "./dom.js";

const ROW = 7;

/** The errors and sizes of the clip that plays, compared with its source or any other clip. */
export class Compression {
  /** Called with the bone to mark and its error (`{ name, text }`), or null. */
  onmark = () => {};
  element = make("div");
  #clips = [];
  #bones = [];
  #with = "";
  #bounds = { error_mm: 0.1, shell_cm: 3 };
  #found = null;
  #asked = "";
  /** Whether a trial clip plays instead of the built clip. */
  #isTrial = false;
  /** The clip that was last compressed as a trial. */
  #tried;
  #marked = null;

  /** @param {Live} live @param {Posing} posing @param {Player} player @param {Content} content */
  constructor(live, posing, player, content) {
    Object.assign(this, { live, posing, player, content });
    this.canvas = make("canvas", { className: "graph", aria: { label: "Errors of each bone over time" } });
    this.canvas.addEventListener("pointermove", (event) => this.#point(event));
    this.canvas.addEventListener("click", (event) => this.#seek(event));
    this.note = make("p", { role: "status" });
    this.found = make("div");
    this.trial = make("div", { aria: { live: "polite" } });
    this.bounds = make("p", { className: "dim" });
    const others = choice("Compare with", [], "", (name) => this.#change(() => { this.#with = name; }));
    this.with = others.querySelector("select");
    const ghost = tick("Show this clip as a ghost", false, () => this.#ghost());
    this.ghost = ghost.querySelector("input");
    const shell = slider("Shell", { min: 0, max: 50, step: 0.5, value: this.#bounds.shell_cm }, (value) => this.#change(() => { this.#bounds.shell_cm = value; }));
    const bound = slider("Bound", { min: -3, max: 1, step: 0.05, value: Math.log10(this.#bounds.error_mm), told: boundOf }, (value) => this.#change(() => {
      this.#bounds.error_mm = boundOf(value);
    }));
    const compress = make("button", { title: "Compress the source within these bounds; no files are changed", on: { click: () => this.#compress() } }, "Compress");
    this.element.append(others, ghost, shell, this.note, this.canvas, this.found, section("Other bounds", bound, this.bounds, compress, this.trial));
    this.#say();
    // The page may have been hidden.
    whenResized(this.element, () => this.draw());
    new MutationObserver(() => this.#mark(this.#marked)).observe(this.element, { attributeFilter: ["hidden"] });
  }

  /** Sets the clips and the bones of the skeleton. */
  offer(clips, bones) {
    [this.#clips, this.#bones] = [clips, bones];
    this.again();
  }

  /** Called when the clip or the build has changed. */
  again() {
    if (this.#tried !== this.player.clip?.name) {
      this.#tried = undefined;
      this.#leave();
    }
    this.#begin();
  }

  /**
   * Called when a build has finished. If it rebuilt the clip, the trial ends. @param assets what changed; null for everything
   */
  built(assets) {
    if (this.#isTrial && (assets?.some(({ name }) => name === this.player.clip?.name) ?? true)) {
      this.#leave();
      this.trial.replaceChildren(make("p", {}, "The clip was built again, so the trial has ended and the built clip plays. To try again, choose Compress."));
      this.posing.again();
    }
  }

  /** Compares again. @param {string} wanted the clip to compare with, if it is offered */
  #begin(wanted = this.#with) {
    this.#asked = "";
    this.#mark(null);
    const options = this.#others();
    this.with.replaceChildren(...options.map(([value, text]) => new Option(text, value)));
    this.#with = options.some(([name]) => name === wanted) ? wanted : (options[0]?.[0] ?? "");
    this.with.value = this.#with;
    this.#clear();
    this.#ghost();
    this.draw();
  }

  /** Clears the comparison if there is none. */
  #clear() {
    if (!this.#with) {
      [this.#found, this.note.textContent] = [null, "This clip is not compressed. Choose a clip to compare it with, or compress it below."];
      this.found.replaceChildren();
      this.#mark(null);
      this.#paint();
    }
  }

  /** Returns the clips that can be compared with the clip that plays: pairs of a name and a text. */
  #others() {
    const name = this.player.clip?.name;
    const source = this.#isCompressed() ? [[`/source/${name}`, "its source"]] : [];
    const none = source.length === 0 && !this.#isTrial ? [["", "none: this clip is not compressed"]] : [];
    const built = this.#isTrial ? [[name, "the built clip"]] : [];
    const others = this.#clips.filter((clip) => clip.name !== name).map((clip) => [clip.name, clip.name.slice(clip.name.lastIndexOf("/") + 1)]);
    return [...source, ...built, ...none, ...others];
  }

  /** Marks the bone with the largest error while this page is visible. */
  #mark(marked) {
    this.#marked = marked;
    this.onmark(this.element.hidden ? null : marked);
  }

  #isCompressed() {
    return this.content.typeOf(this.player.clip?.name) === "CompressedClip";
  }

  #change(how) {
    how();
    this.#say();
    this.#clear();
    this.#ghost();
    this.draw();
  }

  #say() {
    this.bounds.textContent = `${this.#bounds.error_mm} mm, ${this.#bounds.shell_cm} cm`;
  }

  #ghost() {
    const ghost = this.ghost.checked && this.#with ? this.#with : null;
    if (this.posing.scene.ghost !== ghost) {
      this.posing.scene.set({ ghost });
    }
  }

  /** Draws if the page is visible. Clips are compared when this is first needed. */
  draw() {
    const { skeleton, scene } = this.posing;
    const clip = scene.instead ?? this.player.clip?.name;
    if (this.element.hidden || !this.element.isConnected || !clip || !skeleton || !this.#with || scene.acting) {
      return;
    }
    const wanted = [clip, this.#with, this.#bounds.shell_cm].join("\n");
    if (wanted !== this.#asked) {
      this.#asked = wanted;
      this.#compare(skeleton, clip, wanted);
    }
    this.#paint();
  }

  async #compare(skeleton, clip, wanted) {
    this.note.textContent = "Comparing…";
    try {
      const answer = await this.live.ask({ ask: "compare", skeleton, clip, with: this.#with, shell: this.#bounds.shell_cm / 100 });
      if (wanted === this.#asked) {
        this.#show(answer);
      }
    } catch (error) {
      if (wanted === this.#asked) {
        [this.#found, this.note.textContent] = [null, error.message];
        this.found.replaceChildren();
        this.#mark(null);
        this.#paint();
      }
    }
  }

  #show({ difference, sizes }) {
    const { largest, worst, worst_time: time } = difference;
    const order = [...largest.keys()].filter((bone) => largest[bone] > 0).sort((a, b) => largest[b] - largest[a]);
    this.#found = { ...difference, order };
    document.documentElement.dataset.worst = largest[worst] ?? 0;
    if (order.length === 0) {
      this.note.textContent = "No bone differs.";
      this.#mark(null);
    } else {
      const name = this.#bones[worst]?.name ?? "";
      this.note.textContent = `At most ${millimetres(largest[worst])}: ${name} at ${time.toFixed(3)} s${sizes?.stated_mm ? `; the file states ${millimetres(sizes.stated_mm)}` : ""}.`;
      this.#mark({ name, text: millimetres(largest[worst]) });
    }
    this.found.replaceChildren(...(sizes ? [sizesOf(sizes)] : []), this.#table(order.slice(0, 40), sizes));
    this.#paint();
  }

  /** Shows the bones with the largest errors, and the sizes of their tracks. */
  #table(order, sizes) {
    const bits = new Map();
    (sizes?.tracks ?? []).forEach(([bone, , size]) => bits.set(bone, (bits.get(bone) ?? 0) + size));
    const row = (bone, index) => {
      const bytes = bits.has(bone) ? `${Math.round(bits.get(bone) / 8)} B` : "";
      const cells = [this.#bones[bone]?.name ?? bone, millimetres(this.#found.largest[bone]), bytes].map((text) => make("td", {}, String(text)));
      return make("tr", { className: index === 0 ? "worst" : "" }, ...cells);
    };
    return make("table", { className: "bones" }, make("tbody", {}, ...order.map(row)));
  }

  #paint() {
    const { canvas } = this;
    const { order = [], heat = [], columns = 1, largest = [], worst = 0 } = this.#found ?? {};
    const [width, height] = [canvas.clientWidth || 280, Math.max(1, order.length * ROW)];
    [canvas.width, canvas.height] = [columns, Math.max(1, order.length)];
    canvas.style.height = `${height}px`;
    canvas.style.imageRendering = "pixelated";
    const pen = canvas.getContext("2d");
    const picture = pen.createImageData(canvas.width, canvas.height);
    const most = 1000 * (largest[worst] || 1);
    order.forEach((bone, row) => heat[bone].forEach((error, column) => picture.data.set(heatOf(error / most), 4 * (row * columns + column))));
    pen.putImageData(picture, 0, 0);
    const duration = this.player.clip?.duration || 1;
    pen.fillStyle = "#ffffff";
    pen.fillRect((this.player.time / duration) * columns, 0, Math.max(0.5, columns / width), canvas.height);
  }

  #point(event) {
    const { order = [], heat, columns, largest } = this.#found ?? {};
    const bone = order[Math.floor(event.offsetY / ROW)];
    if (bone !== undefined) {
      const column = Math.min(columns - 1, Math.floor((event.offsetX / Math.max(1, this.canvas.clientWidth)) * columns));
      this.canvas.title = `${this.#bones[bone]?.name}: ${(heat[bone][column] / 1000).toFixed(3)} mm, at most ${largest[bone].toFixed(3)} mm`;
    }
  }

  #seek(event) {
    this.player.playing = false;
    this.player.seek((event.offsetX / Math.max(1, this.canvas.clientWidth)) * (this.player.clip?.duration ?? 0));
  }

  async #compress() {
    const clip = this.player.clip?.name;
    const { skeleton } = this.posing;
    this.#tried = clip;
    this.trial.replaceChildren(make("p", {}, "Compressing…"));
    try {
      const answer = await this.live.ask({ ask: "compress", skeleton, clip, ...this.#bounds });
      if (clip === this.#tried) {
        this.#try(answer);
      }
    } catch (error) {
      if (clip === this.#tried) {
        this.trial.replaceChildren(make("p", {}, error.message));
      }
    }
  }

  /** Plays a trial clip. For an uncompressed clip, the trial uses the clip itself as the source. */
  #try({ trial, bytes, rule }) {
    const wanted = this.#isCompressed() || this.#isTrial ? this.#with : this.player.clip.name;
    this.#isTrial = true;
    const copy = make("button", { title: "For rigmill.toml", on: { click: () => navigator.clipboard.writeText(rule) } }, "Copy");
    const leave = make("button", { on: { click: () => this.#leave() } }, "Back to the built clip");
    this.trial.replaceChildren(
      make("p", {}, `${bytes.toLocaleString("en")} bytes in the file; the trial plays now.`),
      make("pre", {}, rule), copy, " ", leave,
    );
    this.posing.scene.set({ instead: trial });
    this.#begin(wanted);
  }

  /** Ends a trial and clears its results. The built clip plays again. */
  #leave() {
    this.trial.replaceChildren();
    if (this.#isTrial) {
      this.#isTrial = false;
      this.posing.scene.set({ instead: null });
      this.#begin();
    }
  }
}

/** Returns the error bound for a position of the slider, in millimetres. */
const boundOf = (place) => Number((10 ** place).toPrecision(2));

function sizesOf({ packed, raw, frames, rate }) {
  const bytes = (number) => `${number.toLocaleString("en")} bytes`;
  return make("p", { className: "dim" }, `${bytes(packed)} in memory for ${bytes(raw)} as floats: ${(raw / packed).toFixed(1)} to 1. ${frames} frames at ${rate} a second.`);
}

/** Returns a colour from dark blue over orange to white. @param {number} part 0 to 1 */
export function heatOf(part) {
  const mix = (a, b, t) => a.map((value, index) => value + (b[index] - value) * t);
  const [cold, warm, hot] = [[24, 28, 44], [233, 120, 40], [255, 250, 220]];
  const colour = part < 0.5 ? mix(cold, warm, 2 * part) : mix(warm, hot, Math.min(1, 2 * part - 1));
  return [...colour, 255];
}
