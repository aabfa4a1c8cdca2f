// What went wrong, over the picture, which stays.

import { Unreachable } from "../live.js";

/** The list of problems: those of the last build, and of the page itself. */
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

  /** The diagnostics of the last build, all that there are. */
  setBuilt(problems) {
    this.#built = problems;
    this.#render();
  }

  /** Something that this page could not do; `about` names it, so that it can be taken back. */
  add(about, message) {
    this.#own = [...this.#own.filter((it) => it.about !== about), { about, level: "error", message }];
    this.#render();
  }

  /** Like `add`, unless there is no connection: the page says that by itself. */
  fail(about, error, asset = "") {
    if (!(error instanceof Unreachable)) {
      this.add(about, `${asset && `${asset}: `}${error.message}`);
    }
  }

  /** It works now. */
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
