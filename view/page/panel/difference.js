// The control that shows the changes to a texture caused by block compression.

import { areComparable, differenceOf, noiseOf } from "../blocks/difference.js";
import { isOfBytes } from "../blocks/decode.js";
import { readTexture } from "../format/texture.js";
import { choice, facts, make, section } from "./dom.js";

const FACTORS = [[0, "off"], [1, "× 1"], [4, "× 4"], [16, "× 16"]];

/** Compares a texture with its uncompressed pixels. */
export class Difference {
  /** Called with the texture to draw: the differences, or the texture itself. */
  onchange = () => {};
  #shown = null;
  /** The uncompressed pixels, once they have been requested. */
  #source = null;
  #factor = 0;
  #level = 0;

  /** @param {Content} content */
  constructor(content) {
    this.content = content;
    this.found = make("div", { aria: { live: "polite" } });
    this.choice = make("div");
    this.element = section("Difference", this.choice, this.found);
  }

  /** Sets the texture to compare. @param {object | null} texture from `readTexture`; null for none */
  set(name, texture, isNew) {
    this.#shown = { name, texture };
    this.#source = null;
    this.#factor = isNew ? 0 : this.#factor;
    this.element.hidden = !texture || !isOfBytes(texture.format);
    this.choice.replaceChildren(choice("Times", FACTORS, this.#factor, (factor) => this.#choose(Number(factor))));
    this.found.replaceChildren();
    if (this.#factor > 0 && !this.element.hidden) {
      this.#choose(this.#factor);
    }
  }

  /** Shows how much a level differs. */
  setLevel(level) {
    this.#level = level;
    this.#tell();
  }

  async #choose(factor) {
    this.#factor = factor;
    const shown = this.#shown;
    try {
      this.#source ??= factor > 0 ? await this.#load(shown) : null;
      // In the meantime, a different asset or factor may have been chosen.
      if (shown === this.#shown && factor === this.#factor) {
        this.onchange(factor > 0 ? differenceOf(shown.texture, this.#source, factor) : shown.texture);
        this.#tell();
      }
    } catch (error) {
      if (shown === this.#shown) {
        this.found.replaceChildren(make("p", {}, error.message));
      }
    }
  }

  async #load({ name, texture }) {
    const source = readTexture(await this.content.source(name));
    if (!areComparable(texture, source)) {
      throw new Error("the texture is out of date: build the project again");
    }
    return source;
  }

  #tell() {
    if (this.#factor === 0 || !this.#source) {
      this.found.replaceChildren();
      return;
    }
    const { colours, channels } = noiseOf(this.#shown.texture, this.#source, this.#level);
    const decibels = (ratio) => (ratio === Infinity ? "the same" : `${ratio.toFixed(2)} dB`);
    this.found.replaceChildren(facts([["PSNR", decibels(colours)], ...channels.map(([name, ratio]) => [name, decibels(ratio)])]));
    document.documentElement.dataset.psnr = colours;
  }
}
