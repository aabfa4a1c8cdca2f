// Shows fonts: a text that the user types, the sheet of glyphs, and the measurements of a glyph.

import { canvasOf } from "../draw/pixels.js";
import { layout, readFont } from "../format/font.js";
import { facts, make, section, short, slider, tick } from "../panel/dom.js";

const SAMPLE = "The quick brown fox jumps over the lazy dog.\nAVATAR Tomorrow 0123456789 (!?)";
const [BOUNDS, CELL] = ["#e9a23b", "#5cc8ff88"];

/** Shows a font. */
export class FontView {
  types = ["Font"];
  #font = null;
  #sheet = null;
  #scale = 2;
  #boxes = false;

  /** @param parts the page's `content` */
  constructor({ content }) {
    this.content = content;
    this.input = make("textarea", { rows: 2, value: SAMPLE, spellcheck: false, on: { input: () => this.#write() }, aria: { label: "A text in this font" } });
    this.said = make("p", { className: "dim", role: "status" });
    this.line = make("canvas", { role: "img", ariaLabel: "The text in this font" });
    this.sheet = make("canvas", { role: "img", ariaLabel: "The sheet of glyphs", on: { pointermove: (event) => this.#point(event) } });
    this.glyph = make("div", { aria: { live: "polite" } });
    this.controls = make("div", { hidden: true }, section("Font",
      slider("Size", { min: 1, max: 8, step: 1, value: 2 }, (scale) => {
        this.#scale = scale;
        this.#write();
      }),
      tick("Boxes of glyphs", false, (on) => {
        this.#boxes = on;
        this.#write();
        this.#draw(null);
      })), section("Glyph", make("p", { className: "dim" }, "Point at a glyph on the sheet."), this.glyph));
    this.element = make("div", { className: "sheet", role: "region", ariaLabel: "Font", hidden: true, tabIndex: 0 },
      make("h2", {}, "Text"), this.input, this.said, this.line, make("h2", {}, "Sheet"), this.sheet);
  }

  async load(name) {
    const font = readFont(await this.content.bytes(name));
    const { texture, glyphs, lineSpacing, spacing, fallback } = font;
    const other = fallback === null ? "no default character" : `default “${String.fromCodePoint(fallback)}”`;
    return { font, sheet: canvasOf(texture), facts: `${glyphs.size} characters, ${texture.width} × ${texture.height} ${texture.format}, line ${lineSpacing} px, spacing ${short(spacing)} px, ${other}` };
  }

  show(_name, { font, sheet }) {
    [this.#font, this.#sheet] = [font, sheet];
    this.glyph.replaceChildren();
    if (this.input.value === SAMPLE && !font.glyphs.has("q".codePointAt(0))) {
      this.input.value = SAMPLE.toUpperCase();
    }
    this.#write();
    this.#draw(null);
  }

  /** Lays out the text and draws it. */
  #write() {
    const scale = this.#scale;
    try {
      const placed = layout(this.#font, this.input.value);
      const lines = this.input.value.split("\n").length;
      const right = Math.max(1, ...placed.map(({ glyph, x }) => x + glyph.bounds[2]));
      const context = sized(this.line, Math.ceil(right + 8) * scale, (lines * this.#font.lineSpacing + 8) * scale);
      context.setTransform(scale, 0, 0, scale, 4 * scale, 4 * scale);
      for (const { glyph, x, y } of placed) {
        const [left, top, width, height] = glyph.bounds;
        if (width > 0 && height > 0) {
          context.drawImage(this.#sheet, left, top, width, height, x, y, width, height);
        }
        this.#outline(context, CELL, [x - glyph.cropping[0], y - glyph.cropping[1], glyph.cropping[2], glyph.cropping[3]]);
        this.#outline(context, BOUNDS, [x, y, width, height]);
      }
      this.said.textContent = `${placed.length} characters, ${short(right)} px wide`;
    } catch (error) {
      this.said.textContent = error.message;
    }
  }

  /** Draws the sheet. The glyph under the pointer always has a box. */
  #draw(chosen) {
    const context = sized(this.sheet, this.#sheet.width, this.#sheet.height);
    context.drawImage(this.#sheet, 0, 0);
    for (const glyph of this.#font.glyphs.values()) {
      this.#outline(context, BOUNDS, glyph.bounds, glyph === chosen);
    }
  }

  #outline(context, colour, [x, y, width, height], always = false) {
    if (this.#boxes || always) {
      context.strokeStyle = colour;
      context.lineWidth = 1 / context.getTransform().a;
      context.strokeRect(x, y, width, height);
    }
  }

  #point(event) {
    const { left, top, width } = this.sheet.getBoundingClientRect();
    const size = this.sheet.width / width;
    const [x, y] = [(event.clientX - left) * size, (event.clientY - top) * size];
    const found = [...this.#font.glyphs.values()].find(({ bounds: [l, t, w, h] }) => x >= l && y >= t && x < l + w && y < t + h);
    this.#draw(found);
    if (found) {
      const code = `U+${found.code.toString(16).toUpperCase().padStart(4, "0")}`;
      this.glyph.replaceChildren(facts([["character", `${String.fromCodePoint(found.code)}  ${code}`], ["bounds", found.bounds.join(", ")], ["cropping", found.cropping.join(", ")], ["kerning", found.kerning.map(short).join(", ")]]));
    }
  }
}

/** Sets a canvas to this size and returns its context. */
function sized(canvas, width, height) {
  Object.assign(canvas, { width: Math.max(1, Math.min(8192, width)), height: Math.max(1, Math.min(8192, height)) });
  const context = canvas.getContext("2d");
  context.imageSmoothingEnabled = false;
  return context;
}
