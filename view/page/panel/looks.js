// The controls that determine how models are drawn in the 3D view.

import { inverse, multiply, origin } from "../draw/matrix.js";
import { BY_DISTANCE } from "../draw/levels.js";
import { LOOKS } from "../draw/shade.js";
import { UPS } from "../draw/up.js";
import { choice, counted, facts, make, renderWithFocus, section, short, tick } from "./dom.js";
import { Morphs } from "./morphs.js";

const SWITCHES = [
  ["edges", "Edges of triangles"], ["normals", "Normals"], ["tangents", "Tangents"], ["nodes", "Nodes that are no bones"], ["names", "Names of bones"], ["boxes", "Boxes"],
  ["spheres", "Spheres"], ["layout", "Layout of texture coordinates"],
];
const SIDES = ["¾", "front", "left", "back", "right", "top"];
const MOST = 400;

/** The controls. Their owner handles the changes. */
export class Looks {
  /** Called when an option of `shows` was switched. */
  onswitch = (_name, _on) => {};
  /** Called with one of `LOOKS`. */
  onlook = () => {};
  /** Called with the index of the button of a side to look from. */
  onside = () => {};
  /** Called with the up axis, such as `z` or `-z`, or with an empty text to guess it. */
  onup = () => {};
  /** Called with the name of a collision mesh, or an empty string. */
  oncollision = () => {};
  /** Called with a level of detail: a number, or `BY_DISTANCE`. */
  onlevel = () => {};
  /** Called with the number of models that stand in rows. */
  oncrowd = () => {};
  /** Called with the index of a bone, or -1. */
  onbone = () => {};
  /** Called with the index of a mesh, and whether it is drawn. */
  onmesh = () => {};
  #look = "shaded";

  constructor(shows) {
    const sides = SIDES.map((side, index) => make("button", { on: { click: () => this.onside(index) }, aria: { label: `Look from: ${side === "¾" ? "three quarters" : side}` } }, side));
    this.surface = choice("Surface", LOOKS, "shaded", (look) => {
      this.#look = look;
      this.onlook(look);
    });
    const up = choice("Up", [["", "guessed"], ...UPS], "", (up) => this.onup(up));
    this.up = up.querySelector("select");
    this.up.title = "The axis of the asset that points up in this page; built files stay the same. It is remembered for the project";
    const ticks = SWITCHES.map(([name, text]) => tick(text, shows[name], (on) => this.onswitch(name, on)));
    this.crowd = make("input", { type: "number", min: 1, max: MOST, value: 1, on: { change: () => this.#crowd() } });
    this.rate = make("output", { className: "dim", aria: { live: "off" } });
    this.collision = make("div");
    this.level = make("div");
    this.levels = make("output", { className: "dim", aria: { live: "off" } });
    this.bone = make("div", { aria: { live: "polite" } });
    this.bones = make("div");
    this.meshes = make("div", { className: "rows" });
    this.morphs = new Morphs();
    this.parts = { meshes: section("Meshes", this.meshes), bones: section("Bone", this.bones, this.bone) };
    this.element = make("div", {},
      section("Look", make("div", { className: "buttons", role: "group" }, ...sides), up, this.surface, this.level, ...ticks, this.collision),
      section("Crowd", make("label", { className: "field" }, make("span", {}, "Models"), this.crowd), this.rate),
      this.morphs.element, this.parts.bones, this.parts.meshes);
  }

  get look() {
    return this.#look;
  }

  /**
   * Sets the choices for the asset, and what is chosen.
   * @param {string[]} collisions names of collision meshes
   * @param {{hidden: Set<number>, bone: number, collision: string, level: number | string}} chosen `hidden` are meshes
   */
  set({ meshes, bones, collisions, levels }, chosen) {
    renderWithFocus(this.element, () => this.#render({ meshes, bones, collisions, levels }, chosen));
  }

  #render({ meshes, bones, collisions, levels }, chosen) {
    const numbers = Array.from({ length: levels }, (_, level) => level);
    const level = choice("Level", [BY_DISTANCE, ...numbers], chosen.level, (it) => this.onlevel(it === BY_DISTANCE ? it : Number(it)));
    this.level.replaceChildren(...(levels > 0 ? [level, this.levels] : []));
    this.parts.meshes.hidden = meshes.length === 0;
    this.parts.bones.hidden = bones.length === 0;
    this.meshes.replaceChildren(...meshes.map((mesh, index) => this.#row(mesh, index, !chosen.hidden.has(index))));
    const options = [[-1, "none: click a bone in the picture"], ...bones.map(({ name }, bone) => [bone, name])];
    this.bones.replaceChildren(choice("Bone", options, chosen.bone, (bone) => this.onbone(Number(bone))));
    const names = [["", "none"], ...collisions.map((name) => [name, name])];
    this.collision.replaceChildren(...(collisions.length > 0 ? [choice("Collision", names, chosen.collision, (name) => this.oncollision(name))] : []));
  }

  /** Shows the up axis that the user chose, or an empty text, and the guessed axis. */
  showUp(chosen, guessed) {
    this.up.options[0].textContent = `guessed: ${guessed}`;
    this.up.value = chosen;
  }

  /** Shows information about a bone. @param {Float32Array[]} absolute matrices in model space */
  showBone(bones, bone, absolute, isNode) {
    const select = this.bones.querySelector("select");
    if (select && select.value !== String(bone)) {
      select.value = String(bone);
    }
    const it = bones[bone];
    if (!it || !absolute[bone]) {
      this.bone.replaceChildren();
      return;
    }
    const parent = bones[it.parent];
    const local = parent ? multiply(absolute[bone], inverse(absolute[it.parent])) : absolute[bone];
    this.bone.replaceChildren(
      facts([
        ["number", bone],
        ["kind", isNode ? "a node: not in the skeleton" : "bone of the skeleton"],
        ["parent", parent ? make("button", { className: "link", on: { click: () => this.onbone(it.parent) } }, parent.name) : "none"],
        ["children", bones.filter((other) => other.parent === bone).length],
        ["at", `${origin(absolute[bone]).map((number) => number.toFixed(3)).join(", ")} m`],
      ]),
      make("h4", {}, "relative to its parent"), grid(local),
      make("h4", {}, "relative to the model"), grid(absolute[bone]),
    );
  }

  /** Shows the current level of each group. */
  showLevels(groups, shown) {
    const level = (number) => (number < 0 ? "hidden" : number);
    this.levels.textContent = groups.map(({ name }, group) => `${name || "levels"}: ${level(shown[group])}`).join(", ");
  }

  /** Shows the number of pictures per second; null shows nothing. */
  showRate(text) {
    this.rate.textContent = text ?? "";
  }

  setCrowd(count) {
    this.crowd.value = count;
    this.#crowd();
  }

  #crowd() {
    const count = Math.min(MOST, Math.max(1, Math.round(Number(this.crowd.value) || 1)));
    this.crowd.value = count;
    this.oncrowd(count);
  }

  #row({ name, indices, vertexCount }, index, isDrawn) {
    const box = tick(name || `mesh ${index}`, isDrawn, (on) => this.onmesh(index, on));
    const sizes = `${counted(indices.length / 3, "triangle")}, ${counted(vertexCount, "vertex", "vertices")}`;
    return make("div", { className: "row" }, box, make("span", { className: "dim" }, sizes));
  }
}

/** Creates a table from a matrix. Its rows are the axes, followed by the position. */
function grid(matrix) {
  const rows = ["x", "y", "z", "at"].map((title, row) => make("tr", {}, make("th", { scope: "row" }, title), ...[0, 1, 2].map((column) => make("td", {}, short(+matrix[4 * row + column].toFixed(4))))));
  return make("table", { className: "matrix" }, ...rows);
}
