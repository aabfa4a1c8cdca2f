// A small graph of values over time. A click jumps to its time.

import { make, pageColour } from "./dom.js";

const HEIGHT = 110;

/** A graph below the time line's clock. */
export class Plot {
  /** Called with the time of a click, in seconds. */
  onseek = () => {};
  #times = [];

  /** @param {string} label for screen readers */
  constructor(label) {
    this.element = make("canvas", { className: "graph", aria: { label }, on: { click: (event) => this.#click(event) } });
    this.element.role = "img";
    this.element.style.height = `${HEIGHT}px`;
  }

  /**
   * Draws lines.
   * @param {number[]} times
   * @param {{values: number[], colour: string, strong?: boolean[]}[]} lines `strong` marks values that are drawn thickly
   * @param {(value: number) => string} text of the largest value
   * @param {number} now the time of the cursor, in seconds
   */
  draw(times, lines, text, now) {
    this.#times = times;
    const { element } = this;
    const [sharpness, width] = [window.devicePixelRatio || 1, element.clientWidth || 280];
    [element.width, element.height] = [width * sharpness, HEIGHT * sharpness];
    const pen = element.getContext("2d");
    pen.scale(sharpness, sharpness);
    const most = lines.flatMap(({ values }) => values).reduce((a, b) => Math.max(a, b), 0);
    const end = times.at(-1) || 1;
    const at = (time, value) => [(time / end) * width, HEIGHT - 3 - (most > 0 ? (value / most) * (HEIGHT - 18) : 0)];
    lines.forEach((line) => drawLine(pen, times, line, at));
    pen.fillStyle = pageColour("accent");
    pen.fillRect(at(now, 0)[0] - 0.5, 0, 1, HEIGHT);
    pen.fillStyle = pageColour("dim");
    pen.font = "10px system-ui, sans-serif";
    pen.fillText(lines.length > 0 ? `at most ${text(most)}` : "", 2, 10);
  }

  #click({ offsetX }) {
    if (this.#times.length > 0) {
      this.onseek((Math.min(1, Math.max(0, offsetX / Math.max(1, this.element.clientWidth)))) * this.#times.at(-1));
    }
  }
}

function drawLine(pen, times, { values, colour, strong = [] }, at) {
  pen.strokeStyle = colour;
  for (let time = 1; time < values.length; time++) {
    pen.lineWidth = strong[time] && strong[time - 1] ? 3.5 : 1.3;
    pen.beginPath();
    pen.moveTo(...at(times[time - 1], values[time - 1]));
    pen.lineTo(...at(times[time], values[time]));
    pen.stroke();
  }
}
