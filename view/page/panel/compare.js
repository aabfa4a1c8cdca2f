// The page "Compare": shows a second clip in step with the clip of the time line, and where their bones differ.

import { largestOf, worstOf } from "../measure.js";
import { pointsOf } from "../motion.js";
import { choice, make, millimetres, pageColour, tick } from "./dom.js";
import { Plot } from "./plot.js";

/** The number of bones in the list. */
const BONES = 12;

const HOW = [["ghost", "as a ghost"], ["beside", "side by side"]];

/** A second clip, and the distances between the bones of both. */
export class Compare {
  /** Called with the bone to mark and its error (`{ name, text }`), or null. */
  onmark = () => {};
  element = make("div");
  #clips = [];
  #bones = [];
  #with = "";
  #how = "ghost";
  #inPhase = true;
  #errors = null;
  #marks = false;

  /** @param {Sampler} sampler @param {Posing} posing @param {Player} player @param {Content} content */
  constructor(sampler, posing, player, content) {
    Object.assign(this, { sampler, posing, player, content });
    const others = choice("With", [["", "none"]], "", (name) => this.#change({ with: name }));
    this.with = others.querySelector("select");
    const how = choice("Show it", HOW, this.#how, (name) => this.#change({ how: name }));
    const inPhase = tick("In phase: both at the same fraction of their durations", true, (checked) => this.#change({ inPhase: checked }));
    this.plot = new Plot("The largest error of any bone over time");
    this.plot.onseek = (time) => {
      player.playing = false;
      player.seek(time);
    };
    this.note = make("p", { role: "status" });
    this.now = make("p");
    this.table = make("div");
    this.element.append(others, how, inPhase, this.note, this.plot.element, this.now, this.table);
    this.#say();
  }

  /** Sets the clips and the bones of the skeleton. */
  offer(clips, bones) {
    [this.#clips, this.#bones] = [clips, bones];
    this.again();
  }

  /** Called when the clip or the content has changed. */
  again() {
    const options = this.#others();
    this.with.replaceChildren(...options.map(([value, text]) => new Option(text, value)));
    this.#with = options.some(([name]) => name === this.#with) ? this.#with : "";
    this.with.value = this.#with;
    this.#tell();
  }

  /** Returns what the clip can be compared with: pairs of a name and a text. */
  #others() {
    const name = this.player.clip?.name;
    const source = this.content.typeOf(name) === "CompressedClip" ? [[`/source/${name}`, "its source"]] : [];
    const built = this.posing.scene.instead ? [[name, "the built clip"]] : [];
    const others = this.#clips.filter((clip) => clip.name !== name).map((clip) => [clip.name, clip.name.slice(clip.name.lastIndexOf("/") + 1)]);
    return [["", "none"], ...source, ...built, ...others];
  }

  #change({ with: name = this.#with, how = this.#how, inPhase = this.#inPhase }) {
    [this.#with, this.#how, this.#inPhase] = [name, how, inPhase];
    this.#tell();
    this.draw();
  }

  #tell() {
    const { clip } = this.player;
    const duration = this.#clips.find(({ name }) => name === this.#with)?.duration ?? clip?.duration;
    const rival = this.#with && clip && !clip.isScript ? { clip: this.#with, duration, isBeside: this.#how === "beside", inPhase: this.#inPhase } : null;
    if (JSON.stringify(rival) !== JSON.stringify(this.posing.scene.rival)) {
      this.posing.scene.set({ rival });
    }
    this.#say();
  }

  /** Draws if the page is visible. */
  draw() {
    if (this.element.hidden || !this.element.isConnected) {
      this.#mark(null);
      return;
    }
    if (this.posing.scene.rival) {
      this.sampler.refresh();
    }
    this.#paint();
  }

  /** Called when the movement of both clips is known. */
  take() {
    this.#say();
    this.draw();
  }

  /** Called with the poses that are drawn. */
  pose({ bones, others }) {
    if (this.element.hidden || !this.posing.scene.rival || others.length !== 1) {
      this.#mark(null);
      this.now.textContent = "";
      return;
    }
    const { bone, error } = worstOf(pointsOf(bones), pointsOf(others[0].bones));
    const [name, text] = [this.#bones[bone]?.name ?? "", millimetres(1000 * error)];
    document.documentElement.dataset.error = 1000 * error;
    this.now.textContent = error > 0 ? `Now: ${name}, ${text}.` : "Now: no bone differs.";
    this.#mark(error > 0 ? { name, text } : null);
  }

  /** Marks a bone; null takes the mark away, unless it is another panel's. */
  #mark(mark) {
    if (mark || this.#marks) {
      this.#marks = Boolean(mark);
      this.onmark(mark);
    }
  }

  #say() {
    const [motion, other] = this.sampler.motions;
    const { rival } = this.posing.scene;
    this.#errors = rival && other ? motion.points.map((points, time) => worstOf(points, other.points[time])) : null;
    if (!this.#errors) {
      this.note.textContent = rival ? this.sampler.failure : "Choose a clip to compare with the clip of the time line.";
      this.table.replaceChildren();
      return;
    }
    const worst = this.#errors.reduce((most, { error }, time) => (error > this.#errors[most].error ? time : most), 0);
    const { bone, error } = this.#errors[worst];
    document.documentElement.dataset.largest = 1000 * error;
    const found = `Largest error: ${millimetres(1000 * error)}, ${this.#bones[bone]?.name ?? ""} at ${this.sampler.times[worst].toFixed(3)} s.`;
    this.note.textContent = error > 0 ? found : "No bone differs.";
    this.#list(largestOf(motion, other));
  }

  #list(largest) {
    const order = [...largest.keys()].filter((bone) => largest[bone] > 0).sort((a, b) => largest[b] - largest[a]).slice(0, BONES);
    const row = (bone) => make("tr", {}, make("td", {}, this.#bones[bone]?.name ?? ""), make("td", {}, millimetres(1000 * largest[bone])));
    this.table.replaceChildren(make("table", { className: "bones" }, make("tbody", {}, ...order.map(row))));
  }

  #paint() {
    const lines = this.#errors ? [{ values: this.#errors.map(({ error }) => 1000 * error), colour: pageColour("error") }] : [];
    this.plot.draw(this.sampler.times, lines, millimetres, this.player.time);
  }
}
