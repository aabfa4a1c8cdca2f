// The page "Curves": the keys of a bone over time.

import { eulerCurves, valueAt } from "../curve.js";
import { whenResized } from "../frame.js";
import { choice, make, pageColour, tick } from "./dom.js";

const COLOURS = ["#f0756a", "#7bc96f", "#6cb6f5", "#e9c25f"];
const CHANNELS = ["position", "rotation", "scale"];
const HEIGHT = 220;

/** The maximum distance in pixels between a click and the key that it jumps to. */
const NEAR = 6;

/** A graph of one channel of a bone, with the cursor of the time line. */
export class Curves {
  element = make("div");
  #bones = [];
  #bone = 0;
  #channel = "rotation";
  #angles = true;
  #curves = [];
  /** The curves of the source, if the clip stores frames instead of keys. */
  #source = [];
  #of = "";
  #asked = "";
  /** Whether no bone has been chosen yet. */
  #isFirst = true;
  /** The beginning of the visible time range, in seconds. */
  #from = 0;
  #to = 1;
  #pointer = null;

  /** @param {Live} live @param {Posing} posing @param {Player} player */
  constructor(live, posing, player) {
    Object.assign(this, { live, posing, player });
    this.canvas = make("canvas", { className: "graph", tabIndex: 0, aria: { label: "Curves over time" } });
    this.note = make("p", { className: "dim" });
    this.value = make("output");
    const bones = choice("Bone", [], "", (bone) => this.#choose({ bone: Number(bone) }));
    this.bones = bones.querySelector("select");
    const channel = choice("Channel", CHANNELS.map((name) => [name, name === "position" ? "translation" : name]), this.#channel, (name) => {
      this.#channel = name;
      this.#fit();
    });
    const angles = tick("Rotation in degrees", true, (checked) => {
      this.#angles = checked;
      this.#fit();
    });
    this.element.append(bones, channel, angles, this.canvas, this.value, this.note);
    this.#listen();
    // The page may have been hidden.
    whenResized(this.element, () => this.draw());
  }

  /** Sets the bones of the skeleton. */
  offer(bones) {
    this.#bones = bones;
    this.#bone = Math.min(this.#bone, Math.max(0, bones.length - 1));
    this.again();
  }

  /** Called when the clip or the build has changed. */
  again() {
    this.#asked = "";
    this.#to = this.player.clip?.duration || 1;
    this.#from = 0;
    this.draw();
  }

  #choose({ bone }) {
    this.#bone = bone;
    this.draw();
  }

  /** Draws if the page is visible. The keys are fetched when they are first needed. */
  draw() {
    const { skeleton, scene } = this.posing;
    const clip = scene.instead ?? this.player.clip?.name;
    if (this.element.hidden || !this.element.isConnected || !clip || !skeleton || scene.acting) {
      return;
    }
    const wanted = `${clip}\n${this.#bone}`;
    if (wanted !== this.#asked) {
      this.#asked = wanted;
      this.#fetch(skeleton, clip, wanted);
    }
    this.#paint();
  }

  async #fetch(skeleton, clip, wanted) {
    try {
      const { track } = await this.live.ask({ ask: "track", skeleton, clip, bone: this.#bone });
      if (wanted === this.#asked) {
        const source = track.of === "frames" ? await this.#sourceOf(skeleton, clip) : [];
        if (wanted === this.#asked) {
          this.#source = source;
          this.#take(track);
        }
      }
    } catch (error) {
      this.note.textContent = error.message;
    }
  }

  /** Returns the curves of a compressed clip's source; empty if there is none. */
  async #sourceOf(skeleton, clip) {
    const found = await this.live.ask({ ask: "track", skeleton, clip: `/source/${clip}`, bone: this.#bone }).catch(() => null);
    return found?.track.of === "keys" ? found.track.curves : [];
  }

  #take({ moved, of, curves }) {
    const moves = new Set(moved);
    const options = this.#bones.map(({ name }, number) => new Option(moves.has(number) ? name : `${name} (at rest)`, number));
    this.bones.replaceChildren(...options);
    this.bones.value = this.#bone;
    if (moved.length > 0 && (this.#isFirst || !moves.has(this.#bone))) {
      // Chooses a bone other than the root at first, because roots hardly move.
      this.#isFirst = false;
      this.#choose({ bone: moved.find((bone) => this.#bones[bone]?.parent !== null) ?? moved[0] });
    }
    this.#of = of;
    this.#curves = curves;
    this.#fit();
  }

  /** Returns the curves of the channel. */
  #shown(curves) {
    const shown = curves.filter(({ component }) => component.startsWith(this.#channel));
    return this.#channel === "rotation" && this.#angles && shown.length === 4 ? eulerCurves(shown) : shown;
  }

  #fit() {
    this.lines = this.#shown(this.#curves);
    this.keys = this.#source.length > 0 ? this.#shown(this.#source) : this.lines;
    const values = this.lines.flatMap(({ values }) => values);
    const [low, high] = [values.reduce((a, b) => Math.min(a, b), Infinity), values.reduce((a, b) => Math.max(a, b), -Infinity)];
    const margin = Math.max(1e-4, 0.08 * (high - low));
    [this.low, this.high] = values.length > 0 ? [low - margin, high + margin] : [-1, 1];
    const keys = this.lines[0]?.times.length ?? 0;
    this.note.textContent = keys === 0 ? "This channel has no keys: the bone keeps its bind pose." : `${keys} ${keys === 1 ? this.#of.slice(0, -1) : this.#of}${this.#source.length > 0 ? `, ${this.keys[0]?.times.length ?? 0} keys in the source` : ""}. A click jumps to a key. Wheel and drag zoom and move the view, a double click shows all.`;
    this.#paint();
  }

  #x(time) {
    return ((time - this.#from) / (this.#to - this.#from)) * this.canvas.clientWidth;
  }

  #time(x) {
    return this.#from + (x / Math.max(1, this.canvas.clientWidth)) * (this.#to - this.#from);
  }

  #paint() {
    const { canvas } = this;
    const sharpness = window.devicePixelRatio || 1;
    const width = canvas.clientWidth || 280;
    [canvas.width, canvas.height] = [width * sharpness, HEIGHT * sharpness];
    canvas.style.height = `${HEIGHT}px`;
    const pen = canvas.getContext("2d");
    pen.scale(sharpness, sharpness);
    const y = (value) => HEIGHT - ((value - this.low) / (this.high - this.low)) * HEIGHT;
    this.#grid(pen, width, y);
    (this.lines ?? []).forEach((line, index) => this.#line(pen, line, COLOURS[index], y));
    (this.keys ?? []).forEach((line, index) => this.#points(pen, line, COLOURS[index], y));
    pen.fillStyle = pageColour("accent");
    pen.fillRect(this.#x(this.player.time) - 0.5, 0, 1, HEIGHT);
    const at = this.#pointer === null ? this.player.time : this.#time(this.#pointer);
    const unit = this.#channel === "rotation" && this.#angles ? "°" : "";
    const texts = (this.lines ?? []).map((line) => `${line.component.slice(-1)} ${valueAt(line, at).toFixed(unit ? 2 : 4)}${unit}`);
    this.value.textContent = `${at.toFixed(3)} s   ${texts.join("   ")}`;
  }

  #grid(pen, width, y) {
    pen.font = "10px system-ui, sans-serif";
    pen.strokeStyle = pageColour("edge");
    pen.fillStyle = pageColour("dim");
    pen.beginPath();
    for (let line = 0; line <= 4; line++) {
      const value = this.low + ((this.high - this.low) * line) / 4;
      pen.moveTo(0, y(value));
      pen.lineTo(width, y(value));
      pen.fillText(value.toPrecision(3), 2, Math.min(HEIGHT - 3, Math.max(10, y(value) - 2)));
    }
    pen.stroke();
  }

  #line(pen, line, colour, y) {
    const width = this.canvas.clientWidth;
    pen.strokeStyle = colour;
    pen.lineWidth = 1.3;
    pen.beginPath();
    for (let x = 0; x <= width; x++) {
      pen.lineTo(x, y(valueAt(line, this.#time(x))));
    }
    pen.stroke();
  }

  /** Draws keys as points, if there is enough space. */
  #points(pen, line, colour, y) {
    const width = this.canvas.clientWidth;
    pen.fillStyle = colour;
    const seen = line.times.map((time, key) => [this.#x(time), y(line.values[key])]).filter(([x]) => x >= 0 && x <= width);
    if (seen.length * 3 < width) {
      seen.forEach(([x, at]) => pen.fillRect(x - 2, at - 2, 4, 4));
    }
  }

  /** Jumps to the key closest to a point, or else to the time there. */
  #jump(x) {
    const times = (this.keys ?? []).flatMap((line) => line.times);
    const key = times.reduce((best, time) => (Math.abs(this.#x(time) - x) < Math.abs(this.#x(best) - x) ? time : best), Infinity);
    const time = Math.abs(this.#x(key) - x) <= NEAR ? key : this.#time(x);
    this.player.playing = false;
    this.player.seek(Math.min(this.player.clip?.duration ?? 0, Math.max(0, time)));
  }

  #listen() {
    const { canvas } = this;
    let pressed = 0;
    canvas.addEventListener("pointerdown", (event) => { pressed = event.clientX; });
    canvas.addEventListener("click", (event) => {
      // A drag moves the view instead.
      if (Math.abs(event.clientX - pressed) <= NEAR) {
        this.#jump(event.offsetX);
      }
    });
    const zoom = (at, factor) => {
      const time = this.#time(at);
      [this.#from, this.#to] = [time - (time - this.#from) * factor, time + (this.#to - time) * factor];
      this.#paint();
    };
    canvas.addEventListener("wheel", (event) => {
      event.preventDefault();
      zoom(event.offsetX, Math.exp(event.deltaY * 0.002));
    }, { passive: false });
    canvas.addEventListener("pointermove", (event) => {
      this.#pointer = event.offsetX;
      if (event.buttons === 1) {
        const moved = (event.movementX / Math.max(1, canvas.clientWidth)) * (this.#to - this.#from);
        [this.#from, this.#to] = [this.#from - moved, this.#to - moved];
      }
      this.#paint();
    });
    canvas.addEventListener("pointerleave", () => {
      this.#pointer = null;
      this.#paint();
    });
    canvas.addEventListener("dblclick", () => {
      [this.#from, this.#to] = [0, this.player.clip?.duration || 1];
      this.#paint();
    });
    canvas.addEventListener("keydown", (event) => {
      const factor = { "+": 0.8, "-": 1.25 }[event.key];
      if (factor) {
        event.stopPropagation();
        zoom(this.#x(this.player.time), factor);
      }
    });
  }
}
