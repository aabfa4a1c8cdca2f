// What went wrong, over the picture, which stays.

/** The list of problems: those of the last build, and of the page itself. */
export class Problems {
  #built = [];
  #own = [];

  constructor(element) {
    this.element = element;
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

  /** It works now. */
  remove(about) {
    this.#own = this.#own.filter((it) => it.about !== about);
    this.#render();
  }

  #render() {
    const errors = [...this.#own, ...this.#built.filter(({ level }) => level === "error")];
    this.element.hidden = errors.length === 0;
    this.element.replaceChildren(...errors.map(paragraph));
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
