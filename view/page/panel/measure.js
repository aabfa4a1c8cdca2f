// The page "Measure": distances, speeds, paths and poses of bones over the whole clip.

import { multiply, transform } from "../draw/matrix.js";
import { lengthOf, nearest, slidingOf, speedsOf } from "../measure.js";
import { pointAt, pointsOf } from "../motion.js";
import { choice, make, section, slider, tick } from "./dom.js";
import { Plot } from "./plot.js";
import { PATH, onionSkin, traced } from "./traces.js";

/** The maximum number of chosen bones. */
const MOST = 6;

/** Colours of the chosen bones in the graph. */
const COLOURS = ["#f0756a", "#7bc96f", "#6cb6f5", "#e9c25f", "#c792ea", "#4fd1c5"];

/** The number for the origin, among those of bones. */
const ORIGIN = -1;

const speedText = (speed) => `${speed.toFixed(2)} m/s`;

/** Measurements of the bones of what plays. */
export class Measure {
  /** Called with lines in space, as vertices of a batch. */
  ontraces = () => {};
  /** Called with the two points whose distance is measured and its text, or null. */
  ondistance = () => {};
  element = make("div");
  #bones = [];
  #ends = [ORIGIN, 0];
  /** The end that the next clicked bone replaces. */
  #next = 0;
  /** The bones whose speeds are shown. */
  #chosen = [];
  #shows = { trails: false, root: false, skins: 0 };
  #step = 0.1;
  #within = 0.03;
  #pose = null;
  /** For each chosen bone, its path and its speeds. */
  #found = [];
  #isDrawn = false;

  /** @param {Sampler} sampler @param {Posing} posing @param {Player} player @param {() => object} placing `{ turned, travels }` */
  constructor(sampler, posing, player, placing) {
    Object.assign(this, { sampler, posing, player, placing });
    this.ends = make("div");
    this.distance = make("p", { role: "status" });
    this.rows = make("div");
    this.plot = new Plot("Speeds over the ground");
    this.plot.onseek = (time) => {
      player.playing = false;
      player.seek(time);
    };
    this.root = make("p");
    const change = (settings) => {
      Object.assign(this.#shows, settings);
      this.#trace();
    };
    const within = slider("Contact", { min: 0.5, max: 20, step: 0.5, value: 100 * this.#within, told: (value) => `${value} cm` }, (value) => {
      this.#within = value / 100;
      this.take();
    });
    const skins = slider("Poses", { min: 0, max: 5, step: 1, value: 0 }, (count) => change({ skins: count }));
    const step = slider("Apart", { min: 0.02, max: 0.5, step: 0.01, value: this.#step, told: (value) => `${value} s` }, (value) => {
      this.#step = value;
      this.#trace();
    });
    this.element.append(
      section("Distance", this.ends, this.distance),
      section("Speed and sliding", this.rows, within, this.plot.element, tick("Trails of these bones", false, (trails) => change({ trails }))),
      section("Root", tick("Path of the root", false, (root) => change({ root })), this.root),
      section("Poses before and after", skins, step),
    );
    new MutationObserver(() => this.#trace()).observe(this.element, { attributeFilter: ["hidden"] });
  }

  /** Sets the bones of the skeleton. Feet are chosen at first. */
  offer(bones) {
    const names = (list) => list.map(({ name }) => name).join("\n");
    if (names(bones) !== names(this.#bones)) {
      const feet = [...bones.keys()].filter((bone) => /(foot|ankle)(?!step)/i.test(bones[bone].name)).slice(0, 2);
      this.#chosen = feet.length > 0 ? feet : bones.length > 0 ? [0] : [];
      this.#ends = [ORIGIN, Math.min(1, bones.length - 1)];
    }
    this.#bones = bones;
    this.#render();
    this.take();
  }

  /** Measures from or to a bone that was clicked, while the page is visible. */
  pick(name) {
    const bone = this.#bones.findIndex((it) => it.name === name);
    if (!this.element.hidden && bone >= 0) {
      this.#ends[this.#next] = bone;
      this.#next = 1 - this.#next;
      this.#render();
      this.#measure();
    }
  }

  /** Called when the movement of the bones is known, or a setting has changed. */
  take() {
    const { motions: [motion], times } = this.sampler;
    this.#found = motion ? this.#chosen.map((bone) => this.#foundOf(bone, motion, times)) : [];
    this.#tell(motion, times);
    this.#trace();
    this.draw();
  }

  /** Called with the poses that are drawn. */
  pose(pose) {
    this.#pose = { place: pose.place, points: pointsOf(pose.bones) };
    this.#measure();
    if (this.#shows.skins > 0) {
      this.#trace();
    }
  }

  /** Draws if the page is visible. */
  draw() {
    if (this.element.hidden || !this.element.isConnected) {
      return;
    }
    this.sampler.refresh();
    const lines = this.#found.map(({ speeds, contacts }, index) => ({ values: speeds, colour: COLOURS[index], strong: contacts }));
    this.plot.draw(this.sampler.times, lines, speedText, this.player.time);
    this.#sayNow();
  }

  /** Returns the path of a bone in metres, moved by root motion or not. */
  #path(motion, bone, travels = true) {
    const { turned } = this.placing();
    return motion.points.map((points, time) => this.#world(pointAt(points, bone), travels ? multiply(turned, motion.places[time]) : turned));
  }

  #world(point, matrix) {
    return transform(point, matrix).slice(0, 3);
  }

  #foundOf(bone, motion, times) {
    const path = this.#path(motion, bone);
    return { ...slidingOf(path, times, this.#within), all: speedsOf(path, times), drawn: this.#path(motion, bone, this.placing().travels) };
  }

  #render() {
    const options = [[ORIGIN, "the origin"], ...this.#bones.map(({ name }, bone) => [bone, name])];
    const end = (text, index) => choice(text, options, this.#ends[index], (bone) => {
      this.#ends[index] = Number(bone);
      this.#measure();
    });
    this.ends.replaceChildren(end("From", 0), end("To", 1), make("p", { className: "dim" }, "Or click two bones in the picture."));
    this.values = this.#chosen.map(() => make("td"));
    const rows = this.#chosen.map((bone, index) => this.#row(bone, index));
    const others = [...this.#bones.keys()].filter((bone) => !this.#chosen.includes(bone)).map((bone) => [bone, this.#bones[bone].name]);
    const add = choice("Add", [["", "a bone"], ...others], "", (bone) => this.#choose([...this.#chosen, Number(bone)]));
    add.hidden = this.#chosen.length >= MOST;
    this.rows.replaceChildren(make("table", { className: "bones" }, make("tbody", {}, ...rows)), add);
  }

  #row(bone, index) {
    const { name } = this.#bones[bone];
    const remove = make("button", { className: "link", title: `Remove ${name}`, aria: { label: `Remove ${name}` }, on: { click: () => this.#choose(this.#chosen.filter((it) => it !== bone)) } }, "✕");
    const mark = make("span", { aria: { hidden: "true" } }, "■ ");
    mark.style.color = COLOURS[index];
    return make("tr", {}, make("td", {}, mark, name), this.values[index], make("td", {}, remove));
  }

  #choose(bones) {
    this.#chosen = bones;
    this.#render();
    this.take();
  }

  /** Shows the speeds at the current time. */
  #sayNow() {
    const at = nearest(this.sampler.times, this.player.time);
    this.#found.forEach(({ all, mean, most, part }, index) => {
      const sliding = `slides ${speedText(mean)} on average, at most ${speedText(most)}, in contact ${Math.round(100 * part)} %`;
      this.values[index].textContent = `${speedText(all[at])}; ${sliding}`;
    });
    document.documentElement.dataset.speeds = this.#found.map(({ all, speeds }) => `${all[at].toFixed(4)} ${speeds[at].toFixed(4)}`).join();
    document.documentElement.dataset.sliding = this.#found.map(({ mean, most, part }) => [mean, most, part].map((it) => it.toFixed(4)).join(" ")).join();
  }

  /** Shows the length of the root's path, and its mean speed. */
  #tell(motion, times) {
    const path = motion ? this.#path(motion, 0) : [];
    const [size, duration] = [lengthOf(path), times.at(-1) || 1];
    const name = this.#bones[0]?.name ?? "";
    this.root.textContent = path.length > 0 ? `${name} goes ${size.toFixed(3)} m, on average at ${speedText(size / duration)}.` : this.sampler.failure;
    document.documentElement.dataset.path = size.toFixed(4);
  }

  /** Shows the distance between both ends in the current pose. */
  #measure() {
    const points = this.#pose && this.#ends.map((bone) => (bone === ORIGIN ? [0, 0, 0] : this.#placed(bone)));
    if (this.element.hidden || !points || this.#ends.some((bone) => bone >= this.#bones.length)) {
      this.ondistance(null);
      return;
    }
    const parts = [0, 1, 2].map((axis) => points[1][axis] - points[0][axis]);
    const distance = Math.hypot(...parts);
    document.documentElement.dataset.distance = distance.toFixed(6);
    this.distance.textContent = `${distance.toFixed(4)} m (x ${parts[0].toFixed(4)}, y ${parts[1].toFixed(4)}, z ${parts[2].toFixed(4)})`;
    this.ondistance({ points, text: `${distance.toFixed(3)} m` });
  }

  /** Returns where a bone is drawn. */
  #placed(bone) {
    const { turned, travels } = this.placing();
    return this.#world(pointAt(this.#pose.points, bone), travels ? multiply(turned, this.#pose.place) : turned);
  }

  /** Draws trails, the root's path and the poses before and after. */
  #trace() {
    const { motions: [motion], times } = this.sampler;
    const isSeen = !this.element.hidden && motion;
    const lines = isSeen ? [...this.#trails(), ...this.#rootPath(motion), ...this.#skins(motion, times)] : [];
    if (lines.length > 0 || this.#isDrawn) {
      this.#isDrawn = lines.length > 0;
      this.ontraces(lines);
    }
    if (this.element.hidden) {
      this.ondistance(null);
    }
  }

  #trails() {
    return this.#shows.trails ? this.#found.flatMap(({ drawn, speeds, contacts }) => traced(drawn, speeds, contacts)) : [];
  }

  #rootPath(motion) {
    return this.#shows.root ? traced(this.#path(motion, 0), [], [], PATH) : [];
  }

  #skins(motion, times) {
    const parents = this.#bones.map(({ parent }) => parent ?? -1);
    const { turned, travels } = this.placing();
    const at = (time) => nearest(times, time);
    const matrix = (index) => (travels ? multiply(turned, motion.places[index]) : turned);
    return Array.from({ length: this.#shows.skins }, (_, number) => number + 1).flatMap((number) => [-1, 1].flatMap((way) => {
      const time = this.player.time + way * number * this.#step;
      const isInside = time >= 0 && time <= times.at(-1);
      return isInside ? onionSkin(parents, motion.points[at(time)], matrix(at(time)), way, number / (this.#shows.skins + 1)) : [];
    }));
  }
}
