// Shows problems over the picture, which stays visible.

import { Unreachable } from "../live.js";

/** The list of problems of the last build and of the page itself. */
export class Problems {
  #built = [];
  #own = [];
  #isOpen = true;

  constructor(element) {
    this.element = element;
    this.button = document.createElement("button");
    this.button.addEventListener("click", () => {
      this.#isOpen = !this.#isOpen;
      this.#render();
    });
    this.list = document.createElement("div");
    element.append(this.button, this.list);
  }

  /** Sets all current diagnostics of the last build. */
  setBuilt(problems) {
    this.#built = problems;
    this.#render();
  }

  /** Adds a problem of the page. `about` identifies it, so that it can be removed. */
  add(about, message) {
    this.#own = [...this.#own.filter((it) => it.about !== about), { about, level: "error", message }];
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
    const errors = [...this.#own, ...this.#built.filter(({ level }) => level === "error")];
    this.element.hidden = errors.length === 0;
    this.button.textContent = errors.length > 0 ? `${this.#isOpen ? "▾" : "▸"} ${errors.length} problem${errors.length === 1 ? "" : "s"}` : "";
    this.button.ariaExpanded = this.#isOpen;
    this.list.hidden = !this.#isOpen;
    this.list.replaceChildren(...errors.map(paragraph));
  }
}

function paragraph({ level, code, place, message, help }) {
  const made = document.createElement("p");
  const add = (name, text) => {
    const span = document.createElement("span");
    [span.className, span.textContent] = [name, text];
    made.append(span);
  };
  add(level, code ? `${level}[${code}] ` : `${level}: `);
  add("message", message);
  if (place) {
    add("place", `\n${place}`);
  }
  if (help) {
    add("help", `\nhelp: ${help}`);
  }
  return made;
}
