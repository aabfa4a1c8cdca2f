// Shows problems: errors of the shown asset over the picture, its warnings below the picture, and errors of other assets in a list
// that is closed at first.

import { Unreachable } from "../live.js";
import { counted, make } from "./dom.js";

/** The problems of the last build and of the page itself. */
export class Problems {
  /** Called with the name of an asset of the project, when the user wants to see it. */
  onopen = () => {};
  #built = [];
  #own = [];
  #isOpen = true;
  /** The assets of the project that the picture depends on. */
  #shown = new Set();

  /**
   * @param {HTMLElement} element for errors of the shown asset
   * @param {HTMLDetailsElement} others for errors of other assets
   * @param {HTMLDetailsElement} warnings for warnings of the shown asset
   */
  constructor(element, others, warnings) {
    Object.assign(this, { element, others, warnings });
    this.button = make("button", { on: { click: () => {
      this.#isOpen = !this.#isOpen;
      this.#render();
    } } });
    this.list = make("div");
    element.append(this.button, this.list);
    [others, warnings].forEach((it) => it.append(make("summary"), make("div")));
  }

  /** Sets all current diagnostics of the last build. */
  setBuilt(problems) {
    this.#built = problems;
    this.#render();
  }

  /** Sets the assets of the project that the picture depends on. @param {string[]} assets */
  setShown(assets) {
    if (assets.length !== this.#shown.size || assets.some((asset) => !this.#shown.has(asset))) {
      this.#shown = new Set(assets);
      this.#render();
    }
  }

  /** Adds a problem of the page. `about` identifies it, so that it can be removed. */
  add(about, message, level = "error") {
    this.#own = [...this.#own.filter((it) => it.about !== about), { about, level, message, asset: "" }];
    this.#render();
  }

  /** Like `add`, but ignores lost connections, which the page shows elsewhere. */
  fail(about, error, asset = "") {
    if (!(error instanceof Unreachable)) {
      this.add(about, `${asset && `${asset}: `}${error.message}`);
    }
  }

  /** Removes a problem. */
  remove(about) {
    this.#own = this.#own.filter((it) => it.about !== about);
    this.#render();
  }

  #render() {
    const all = [...this.#own, ...this.#built];
    // A problem without an asset concerns the whole project.
    const isShown = ({ asset }) => !asset || this.#shown.has(asset);
    const errors = all.filter(({ level }) => level === "error");
    const [shown, others] = [errors.filter(isShown), errors.filter((it) => !isShown(it))];
    this.element.hidden = shown.length === 0;
    this.button.textContent = shown.length > 0 ? `${this.#isOpen ? "▾" : "▸"} ${counted(shown.length, "problem")}` : "";
    this.button.ariaExpanded = this.#isOpen;
    this.list.hidden = !this.#isOpen;
    this.list.replaceChildren(...shown.map((it) => this.#paragraph(it)));
    this.#fill(this.others, others, `${counted(others.length, "error")} in other assets`);
    const warnings = all.filter((it) => it.level === "warning" && isShown(it) && (it.asset || it.about));
    this.#fill(this.warnings, warnings, `⚠ ${counted(warnings.length, "warning")}: ${warnings[0]?.message ?? ""}`);
  }

  #fill(details, problems, title) {
    details.hidden = problems.length === 0;
    details.firstChild.textContent = problems.length > 0 ? title : "";
    details.lastChild.replaceChildren(...problems.map((it) => this.#paragraph(it)));
  }

  #paragraph({ level, code, place, message, help, asset }) {
    const text = (className, content) => (content ? make("span", { className }, content) : null);
    const isElsewhere = asset && !this.#shown.has(asset);
    const open = isElsewhere ? make("button", { className: "link", on: { click: () => this.onopen(asset) } }, asset) : null;
    return make("p", {}, text(level, code ? `${level}[${code}] ` : `${level}: `), open, open && " ", text("message", message), text("place", place && `\n${place}`), text("help", help && `\nhelp: ${help}`));
  }
}

/** Returns the number of errors and warnings of each asset of the project. @returns {Map<string, {errors: number, warnings: number}>} */
export function countsOf(problems) {
  const counts = new Map();
  for (const { asset, level } of problems) {
    const count = counts.get(asset) ?? { errors: 0, warnings: 0 };
    count.errors += level === "error" ? 1 : 0;
    count.warnings += level === "warning" ? 1 : 0;
    counts.set(asset, count);
  }
  return counts;
}
