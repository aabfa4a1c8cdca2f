// A slider for the weight of each morph target.

import { rangeOf } from "../draw/morph.js";
import { make, rounded, section, slider } from "./dom.js";

/** The sliders. A clip moves them, except for those that the user has moved. */
export class Morphs {
  /** Called when the user has changed weights. */
  onchange = () => {};
  #targets = [];
  /** The weights that the user has set, by the key of their target. */
  #held = new Map();
  /** The weights of the model, or of the clip that plays. */
  #given = [];

  constructor() {
    this.rows = make("div");
    this.release = make("button", { disabled: true, on: { click: () => this.#release() } }, "As the clip has them");
    this.element = section("Morph targets", this.rows, make("div", { className: "buttons" }, this.release));
    this.element.hidden = true;
  }

  /**
   * Sets the targets of a model's meshes. Weights that the user has set stay if the targets have the same names, unless the
   * model `isNew`.
   */
  set(meshes, isNew) {
    this.#targets = meshes.flatMap(({ name, targets }) => targets.map((target) => ({ ...target, key: `${name}/${target.name}` })));
    if (isNew) {
      this.#held.clear();
    }
    this.#given = this.#targets.map(({ weight }) => weight);
    this.element.hidden = this.#targets.length === 0;
    this.sliders = this.#targets.map((target) => this.#slider(target));
    const groups = meshes.filter(({ targets }) => targets.length > 0);
    let first = 0;
    this.rows.replaceChildren(...groups.flatMap(({ name, targets }) => {
      const own = this.sliders.slice(first, (first += targets.length)).map(({ row }) => row);
      return groups.length > 1 ? [make("h4", {}, name), ...own] : own;
    }));
    this.#show();
  }

  /** Sets the weights of a clip, one for each target of all meshes; null for the weights of the model. */
  give(weights) {
    this.#given = weights?.length === this.#targets.length ? [...weights] : this.#targets.map(({ weight }) => weight);
    this.#show();
  }

  /** The weight of each target, mesh by mesh. */
  get weights() {
    return this.#given.map((weight, number) => this.#held.get(this.#targets[number].key) ?? weight);
  }

  #slider(target) {
    const [min, max] = rangeOf(target);
    const row = slider(target.name, { min, max, step: (max - min) / 100 || 0.01, value: target.weight }, (weight) => {
      this.#held.set(target.key, weight);
      this.#show();
      this.onchange();
    });
    return { row, value: row.querySelector("output"), input: row.querySelector("input") };
  }

  #show() {
    this.weights.forEach((weight, number) => {
      const { input, value } = this.sliders[number];
      if (Number(input.value) !== weight) {
        input.value = weight;
      }
      value.textContent = rounded(weight);
    });
    this.release.disabled = this.#held.size === 0;
  }

  #release() {
    this.#held.clear();
    this.#show();
    this.onchange();
  }
}
