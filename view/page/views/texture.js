// Shows textures and cube maps: levels, channels, exposure, and the pixel under the pointer.

import { CHANNELS, ImageStage } from "../draw/image.js";
import { FACES, readTexture, readTextureCube } from "../format/texture.js";
import { nextFrame } from "../frame.js";
import { Difference } from "../panel/difference.js";
import { choice, facts, make, section, slider, tick } from "../panel/dom.js";

const SIGNED = ["RGBA8S", "RG8S"];
const WIDE = ["BC6H", "RGBA16F"];
const TWO = ["BC5", "RG8S"];
/** The positions of a cube map's faces when it is unfolded: columns and rows, in the order of `FACES`. */
const UNFOLDED = [[2, 1], [0, 1], [1, 0], [1, 2], [1, 1], [3, 1]];

/** Shows images, either flat or as a surrounding sky. */
export class TextureView {
  types = ["Texture", "TextureCube"];
  #look = { level: 0, channel: CHANNELS[0], exposure: 0, smoothly: false, light: false, isSigned: false, rebuilds: false, sky: false, turn: [0, 0], angle: 1, corner: [0, 0], zoom: 1 };
  #shown = null;
  #pointers = new Map();
  /** The last position of the pointer on the canvas; null if it was not over this texture. */
  #pointed = null;
  /** Draws in the next frame. */
  redraw = nextFrame(() => this.#draw());

  /** @param parts the page's `content` and `theme` */
  constructor({ content, theme }) {
    Object.assign(this, { content, theme });
    this.canvas = make("canvas", { tabIndex: 0, aria: { label: "The texture: arrows move it, + and - zoom" } });
    this.under = make("p", { className: "under", role: "status" });
    this.element = make("div", { className: "picture", role: "region", ariaLabel: "Texture", hidden: true }, this.canvas, this.under);
    this.controls = make("div", { hidden: true });
    this.difference = new Difference(content);
    this.difference.onchange = (drawn) => this.#replace(drawn);
    const { canvas } = this;
    canvas.addEventListener("pointerdown", (event) => {
      canvas.setPointerCapture(event.pointerId);
      this.#pointers.set(event.pointerId, [event.clientX, event.clientY]);
    });
    canvas.addEventListener("pointermove", (event) => this.#move(event));
    ["pointerup", "pointercancel"].forEach((end) => canvas.addEventListener(end, (event) => this.#pointers.delete(event.pointerId)));
    canvas.addEventListener("wheel", (event) => {
      event.preventDefault();
      this.#zoom(Math.exp(-event.deltaY * 0.0015), this.#point(event));
    }, { passive: false });
    canvas.addEventListener("keydown", (event) => this.#key(event));
    new ResizeObserver(this.redraw).observe(canvas);
  }

  async load(name) {
    const bytes = await this.content.bytes(name);
    const isCube = this.content.typeOf(name) === "TextureCube";
    const texture = isCube ? readTextureCube(bytes) : readTexture(bytes);
    const { format, srgb } = texture;
    const [width, height, levels] = isCube ? [texture.size, texture.size, texture.faces[0].length] : [texture.width, texture.height, texture.levels.length];
    const line = `${width} × ${height}${isCube ? ", six faces" : ""}, ${format}, ${srgb ? "sRGB" : "linear"}, ${levels} level${levels === 1 ? "" : "s"}`;
    return { facts: line, texture, isCube, width, height, levels, bytes: bytes.byteLength };
  }

  show(name, loaded, isNew) {
    this.stage ??= new ImageStage(this.canvas);
    const { texture, isCube, width } = loaded;
    this.#shown = { ...loaded, drawn: texture };
    const { format, srgb } = texture;
    const faces = isCube ? texture.faces.map((levels, face) => ({ texture: { ...texture, levels }, x: width * UNFOLDED[face][0], y: width * UNFOLDED[face][1] })) : [{ texture, x: 0, y: 0 }];
    if (!this.stage.set(faces, isCube ? texture : null)) {
      throw new Error(`this browser or its graphics card cannot show ${format}`);
    }
    if (isNew) {
      this.#pointed = null;
      const isWide = WIDE.includes(format);
      Object.assign(this.#look, { level: 0, exposure: 0, light: srgb || isWide, isSigned: SIGNED.includes(format), rebuilds: TWO.includes(format), sky: isCube, turn: [0, 0], angle: 1 });
      this.#look.channel = CHANNELS[0];
      this.frame();
      this.#build();
    }
    this.difference.set(name, isCube ? null : texture, isNew);
    this.redraw();
  }

  /** Draws a texture instead of the one that is shown, such as its differences. */
  #replace(drawn) {
    this.#shown.drawn = drawn;
    this.stage.set([{ texture: drawn, x: 0, y: 0 }]);
    this.redraw();
  }

  /** Shows the whole image, centered. Small images get whole-number pixel sizes. */
  frame() {
    const { clientWidth, clientHeight } = this.canvas;
    const [width, height] = this.#extent();
    const fit = Math.min((clientWidth - 48) / width, (clientHeight - 130) / height);
    this.#look.zoom = fit >= 1 ? Math.max(1, Math.min(16, Math.floor(fit))) : Math.max(fit, 1e-3);
    this.#look.corner = [(clientWidth - width * this.#look.zoom) / 2, Math.max(66, (clientHeight - height * this.#look.zoom) / 2)];
    Object.assign(this.#look, { turn: [0, 0], angle: 1 });
    this.redraw();
  }

  #extent() {
    const { isCube, width, height } = this.#shown;
    return isCube ? [4 * width, 3 * height] : [width, height];
  }

  #build() {
    const { texture, isCube, width, height, levels, bytes } = this.#shown;
    const look = this.#look;
    const set = (name) => (value) => {
      look[name] = value;
      this.redraw();
    };
    const names = Array.from({ length: levels }, (_, level) => [level, `${level}: ${Math.max(1, width >> level)} × ${Math.max(1, height >> level)}`]);
    const colours = [["stored", "as stored"], ["light", "as linear light"]];
    const image = section("Image",
      isCube ? choice("As", [["sky", "the sky around"], ["faces", `six faces: ${FACES.join(" ")}`]], "sky", (as) => set("sky")(as === "sky")) : null,
      choice("Level", names, 0, (level) => {
        set("level")(Number(level));
        this.difference.setLevel(Number(level));
      }),
      choice("Channels", CHANNELS, look.channel, set("channel")),
      // sRGB textures are converted to linear when they are read, and converted back for the screen.
      texture.srgb ? null : choice("Colours", colours, look.light ? "light" : "stored", (as) => set("light")(as === "light")),
      slider("Exposure", { min: -8, max: 8, step: 0.25, value: 0 }, set("exposure")),
      tick("Smooth pixels", look.smoothly, set("smoothly")),
      make("div", { className: "buttons" }, make("button", { on: { click: () => this.frame() } }, "Fit"), make("button", { on: { click: () => this.#zoom(1 / look.zoom, [this.canvas.clientWidth / 2, this.canvas.clientHeight / 2]) } }, "1 : 1")));
    const pixels = isCube ? 6 * width * height : width * height;
    const stored = texture.levels ?? texture.faces.flat();
    const size = stored.reduce((sum, level) => sum + level.bytes.length, 0);
    const about = section("Storage", facts([["format", texture.format], ["colours", texture.srgb ? "sRGB" : "linear"], ["pixels", pixels.toLocaleString("en")], ["on the card", `${size.toLocaleString("en")} bytes`], ["file", `${bytes.toLocaleString("en")} bytes`]]));
    this.difference.setLevel(0);
    this.controls.replaceChildren(image, this.difference.element, about);
  }

  #draw() {
    if (!this.#shown) {
      return;
    }
    const sharpness = window.devicePixelRatio || 1;
    const { canvas } = this;
    const [width, height] = [canvas.clientWidth, canvas.clientHeight].map((size) => Math.max(1, Math.round(size * sharpness)));
    if (canvas.width !== width || canvas.height !== height) {
      [canvas.width, canvas.height] = [width, height];
    }
    const look = this.#look;
    this.stage.draw({ ...look, ...this.#numbers(), zoom: look.zoom * sharpness, corner: look.corner.map((it) => Math.round(it * sharpness)) }, this.theme.colours.bottom);
    this.#tell();
  }

  /** Returns what the numbers of pixels mean. Differences are plain numbers, including those of alpha. */
  #numbers() {
    const [withAlpha, colours] = CHANNELS;
    const { channel } = this.#look;
    const isDifference = this.#shown.drawn !== this.#shown.texture;
    return isDifference ? { light: false, isSigned: false, rebuilds: false, channel: channel === withAlpha ? colours : channel } : {};
  }

  #point(event) {
    const { left, top } = this.canvas.getBoundingClientRect();
    return [event.clientX - left, event.clientY - top];
  }

  #move(event) {
    const last = this.#pointers.get(event.pointerId);
    const point = [event.clientX, event.clientY];
    if (last) {
      const [x, y] = [point[0] - last[0], point[1] - last[1]];
      const other = [...this.#pointers].find(([id]) => id !== event.pointerId)?.[1];
      if (other) {
        const apart = (from) => Math.hypot(from[0] - other[0], from[1] - other[1]);
        this.#zoom(apart(point) / Math.max(1, apart(last)), this.#point(event));
      }
      this.#pan(x, y);
      this.#pointers.set(event.pointerId, point);
    } else {
      this.#pointed = this.#point(event);
      this.#tell();
    }
  }

  #pan(x, y) {
    const look = this.#look;
    if (look.sky) {
      const radians = (2 * look.angle) / Math.max(1, this.canvas.clientHeight);
      look.turn = [look.turn[0] - x * radians, Math.min(1.57, Math.max(-1.57, look.turn[1] + y * radians))];
    } else {
      look.corner = [look.corner[0] + x, look.corner[1] + y];
    }
    this.redraw();
  }

  /** Zooms so that the image under a point of the canvas stays there. */
  #zoom(factor, [x, y]) {
    const look = this.#look;
    if (look.sky) {
      look.angle = Math.min(3, Math.max(0.05, look.angle / factor));
    } else {
      const zoom = Math.min(256, Math.max(1e-3, look.zoom * factor));
      const by = zoom / look.zoom;
      look.corner = [x - (x - look.corner[0]) * by, y - (y - look.corner[1]) * by];
      look.zoom = zoom;
    }
    this.redraw();
  }

  /** Shows the numbers of the pixel under the pointer. */
  #tell() {
    const look = this.#look;
    const place = this.#pointed?.map((at, axis) => (at - look.corner[axis]) / look.zoom);
    const found = place && this.#shown && !look.sky ? this.stage.read(...place, look.level) : null;
    this.under.textContent = found ? `${found.x}, ${found.y}   ${told(found.numbers, this.#shown.drawn)}` : "";
  }

  #key(event) {
    const ways = { ArrowLeft: [40, 0], ArrowRight: [-40, 0], ArrowUp: [0, 40], ArrowDown: [0, -40] };
    const center = [this.canvas.clientWidth / 2, this.canvas.clientHeight / 2];
    if (ways[event.key]) {
      this.#pan(...ways[event.key]);
    } else if (event.key === "+" || event.key === "-") {
      this.#zoom(event.key === "+" ? 1.25 : 0.8, center);
    } else {
      return;
    }
    event.preventDefault();
  }
}

/** Formats the numbers of a pixel: the bytes as stored, and the values that a shader reads. */
function told(numbers, { format, srgb }) {
  const linear = numbers.map((number) => +number.toPrecision(4)).join(" ");
  if (WIDE.includes(format) || SIGNED.includes(format)) {
    return `r g b a  ${linear}`;
  }
  const byte = (number, channel) => Math.round(255 * (srgb && channel < 3 ? encoded(number) : number));
  return `r g b a  ${numbers.map(byte).join(" ")}   ${srgb ? "linear " : ""}${linear}`;
}

/** Converts a linear number to sRGB (IEC 61966-2-1). */
export function encoded(linear) {
  return linear <= 0.0031308 ? 12.92 * linear : 1.055 * linear ** (1 / 2.4) - 0.055;
}
