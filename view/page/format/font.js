// Fonts: docs/format.md, "Font".

import { Container } from "./container.js";
import { record, records } from "./record.js";
import { readTexture } from "./texture.js";

const HEADER = { lineSpacing: "i32", spacing: "f32", fallback: "u32" };
const GLYPH = { code: "u32", bounds: "rectangle", cropping: "rectangle", kerning: "vector3" };
const NONE = 0xffffffff;

/** Reads a font: its glyphs by character code, and its texture. `fallback` is a character code or null. */
export function readFont(buffer) {
  const file = new Container(buffer, 16, [1]);
  const header = record(file, "FONT", HEADER);
  const sheet = file.records("TEXR");
  return {
    ...header,
    fallback: header.fallback === NONE ? null : header.fallback,
    glyphs: new Map(records(file, "GLYF", GLYPH).map((glyph) => [glyph.code, glyph])),
    texture: readTexture(sheet),
  };
}

/**
 * Returns the positions of a text's visible characters: `{ glyph, x, y }` in pixels from the text's top left corner, with y
 * down. The result is the same as that of `Font::layout` in the runtime.
 * @throws if a character has no glyph and the font has no fallback
 */
export function layout(font, text) {
  const placed = [];
  let [x, y, isFirst] = [0, 0, true];
  for (const character of text.replaceAll("\r", "")) {
    if (character === "\n") {
      [x, y, isFirst] = [0, y + font.lineSpacing, true];
      continue;
    }
    const glyph = font.glyphs.get(character.codePointAt(0)) ?? font.glyphs.get(font.fallback);
    if (!glyph) {
      throw new Error(`the font has no “${character}”, and no default character`);
    }
    const [left, width, right] = glyph.kerning;
    // A line does not begin to the left of the text's corner.
    const start = isFirst ? Math.max(0, left) : x + font.spacing + left;
    placed.push({ glyph, x: start + glyph.cropping[0], y: y + glyph.cropping[1] });
    [x, isFirst] = [start + width + right, false];
  }
  return placed;
}
