// The time line: which clip plays, its time, and its speed.

import { MODES, timeIn } from "../time.js";
import { ClipPicker } from "./clips.js";

/** The time step for clips whose keys have no rate, in seconds. */
const STEP = 1 / 30;

/** Keeps the time of a clip. Other classes draw what is shown at that time. */
export class Player {
  /** Called when the clip or its time has changed. */
  onchange = () => {};
  clip = null;
  /** The time in the clip, in seconds. */
  time = 0;
  /** The time in the current pass, in seconds. On the way back, it is greater than the duration. */
  phase = 0;
  /** The time that has been played in seconds, including loops, since a time was last chosen. */
  clock = 0;
  playing = true;
  #clips = [];
  #last = null;
  /** Whether the user chose the bind pose. */
  #isAtRest = false;
  /** The name of the clip that played before a script. */
  #before;

  constructor(parts) {
    this.parts = parts;
    this.picker = new ClipPicker(parts.clip);
    this.picker.onchoose = (name) => this.choose(name);
    parts.play.addEventListener("click", () => this.toggle());
    parts.back.addEventListener("click", () => this.step(-1));
    parts.forth.addEventListener("click", () => this.step(1));
    parts.loop.addEventListener("change", () => this.seek(this.time));
    parts.scrub.addEventListener("input", () => {
      this.playing = false;
      this.seek(Number(parts.scrub.value));
    });
  }

  /** What the clip does at its end: one of `MODES`. */
  get mode() {
    return this.parts.loop.value;
  }

  /** Switches to the next mode. */
  nextMode() {
    this.parts.loop.value = MODES[(MODES.indexOf(this.mode) + 1) % MODES.length];
    this.seek(this.time);
  }

  /**
   * Sets the clips for what is shown. If the current clip is among them, it continues to play; otherwise, the clip called `first`
   * plays, or else the bind pose is shown.
   * @param {(name: string) => string} kinshipTo how each clip is related to what is shown
   */
  set(clips, first = "", kinshipTo = () => "other") {
    const before = this.clip?.name;
    this.#isAtRest &&= clips.length > 0;
    this.#clips = clips;
    this.picker.set(clips, kinshipTo);
    this.parts.player.hidden = clips.length === 0;
    if (this.clip?.isScript && clips.length > 0) {
      this.picker.value = this.clip.name;
      this.seek(this.time);
      return;
    }
    const again = clips.find(({ name }) => name === before);
    if (again) {
      this.#take(again);
      this.seek(Math.min(this.time, again.duration));
    } else {
      this.#take(clips.find(({ name }) => name === first && !this.#isAtRest) ?? null);
      this.seek(0);
    }
  }

  /**
   * Plays something that is not a clip in the list, such as the script of a panel. @param {object} clip in the form of those of
   * `set`
   */
  play(clip) {
    this.#before = this.clip?.isScript ? this.#before : this.clip?.name;
    this.#take(clip);
    this.parts.player.hidden = false;
    this.playing = true;
    this.seek(0);
  }

  /** Plays the clip again that played before a script, or else the first clip. */
  leaveScript() {
    if (this.clip?.isScript) {
      this.choose(this.has(this.#before) ? this.#before : this.#clips[0]?.name);
    }
  }

  /** Sets the events of the clip that plays: `{ time, name }` each. */
  setEvents(events) {
    this.#events(events);
  }

  /** The available clips. */
  get clips() {
    return this.#clips;
  }

  /** Whether there is a clip with this name. */
  has(name) {
    return this.#clips.some((clip) => clip.name === name);
  }

  /** Plays the clip with this name from its start. Without such a clip, shows the bind pose. */
  choose(name) {
    this.#take(this.#clips.find((clip) => clip.name === name) ?? null);
    this.#isAtRest = !this.clip;
    this.seek(0);
  }

  seek(time) {
    [this.time, this.phase, this.clock] = [time, time, time];
    this.show();
    this.onchange();
  }

  toggle() {
    this.playing = !this.playing;
    if (this.playing && this.clip && this.mode === "once" && this.time >= this.clip.duration) {
      this.seek(0);
    }
    this.show();
  }

  /** Moves by a number of frames and pauses. */
  step(frames) {
    if (this.clip) {
      this.playing = false;
      const frame = this.clip.rate ? 1 / this.clip.rate : STEP;
      const at = Math.round(this.time / frame) + frames;
      this.seek(Math.min(this.clip.duration, Math.max(0, at * frame)));
    }
  }

  /** Advances to this time of the page's clock, in milliseconds. While paused, the clip stays where it is. */
  advance(now, isPaused = false) {
    const passed = this.#last === null ? 0 : (now - this.#last) / 1000;
    this.#last = now;
    if (!this.playing || !this.clip || isPaused) {
      return;
    }
    const { duration } = this.clip;
    const step = passed * Number(this.parts.speed.value);
    this.clock += step;
    Object.assign(this, timeIn(this.mode, this.phase + step, duration));
    this.playing &&= this.mode !== "once" || this.time < duration;
    this.show();
  }

  show() {
    const { play, back, forth, scrub, time } = this.parts;
    [play.textContent, play.ariaLabel] = this.playing ? ["❚❚", "Pause"] : ["▶", "Play"];
    scrub.value = this.time;
    [play, back, forth, scrub].forEach((it) => { it.disabled = !this.clip; });
    time.textContent = this.clip ? `${this.time.toFixed(3)} / ${this.clip.duration.toFixed(3)} s` : "";
  }

  #take(clip) {
    this.clip = clip;
    this.picker.value = clip?.name ?? "";
    if (clip) {
      this.parts.scrub.max = clip.duration;
    }
    this.#events([]);
  }

  #events(events) {
    const marks = events.map(({ time, name }) => {
      const mark = document.createElement("button");
      mark.textContent = name;
      mark.title = `${name} at ${time.toFixed(3)} s`;
      mark.addEventListener("click", () => {
        this.playing = false;
        this.seek(time);
      });
      // The thumb's center is half its width away from the ends of the slider.
      mark.style.left = `calc(8px + (100% - 16px) * ${time / (this.clip.duration || 1)})`;
      return mark;
    });
    this.parts.events.replaceChildren(...marks);
  }
}
