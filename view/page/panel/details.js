// Shows how the current asset is made: its last build, its stages, its dependencies, and its dependents.

import { sizeText, stateOf } from "./rows.js";

/** The pause in milliseconds before the server is asked, so that the picture comes first. */
const PAUSE = 250;

/** The maximum number of names in a list that get elements. */
const NAMES = 200;

/** The page at the side. */
export class Details {
  /** Called with the name of the chosen asset. */
  onchoose = () => {};
  element = document.createElement("section");
  #name = null;
  #problems = [];
  #timer = 0;
  #asked = 0;

  constructor(content) {
    this.content = content;
    this.element.id = "details";
    // Nothing is requested while a different page is open.
    new MutationObserver(() => this.#later(0)).observe(this.element, { attributeFilter: ["hidden"] });
  }

  /** Shows an asset, or shows it again after a build. */
  show(name) {
    this.#later(name === this.#name ? PAUSE : PAUSE / 2);
    this.#name = name;
  }

  /** Sets all current diagnostics of the last build. */
  setProblems(problems) {
    this.#problems = problems;
  }

  #later(pause) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#load(), pause);
  }

  async #load() {
    if (this.element.hidden || !this.#name) {
      return;
    }
    this.#asked += 1;
    const [name, asked] = [this.#name, this.#asked];
    try {
      const answer = await this.content.explain(name);
      if (asked === this.#asked) {
        this.#render(answer);
      }
    } catch (error) {
      this.element.replaceChildren(paragraph(error.message));
    }
  }

  #render({ name, asset, build, made, unknown }) {
    const row = this.content.get(name);
    const state = (row && stateOf(row, this.content.number)) || made?.state;
    const parts = [
      heading(name),
      facts([
        ["State", state],
        ["Type", row?.type],
        ["Size", row?.type && `${sizeText(row.bytes)} (${row.bytes.toLocaleString("en")} bytes)`],
        ["Asset", asset !== name && asset],
        ["Source", made?.source ?? build?.source],
        ["Files from", made?.origin],
        ...(made?.stages ?? []).map(({ kind, name: stage }) => [capital(kind), stage]),
      ]),
    ];
    parts.push(...this.#diagnostics(build?.source ?? made?.source));
    if (build && (build.why.length > 0 || build.ran.length > 0)) {
      const stages = build.ran.length > 0 ? build.ran.join(", ") : "none: all results were already known";
      const times = `${build.ms.toFixed(1)} ms, ${build.stage_ms.toFixed(1)} ms of them in its stages`;
      parts.push(title("Last build"), facts([["Why", build.why.join("\n")], ["Stages that ran", stages], ["Time", times]]));
    }
    if (made?.why.length > 0) {
      parts.push(title("Not up to date"), list(made.why.map((why) => paragraph(why))));
    }
    if (made) {
      parts.push(title(`Depends on (${made.dependencies.length})`), list(made.dependencies.map((it) => this.#dependency(it))));
      parts.push(title(`Needed by (${made.dependents.length})`), list(made.dependents.map((it) => this.#link(it))));
    }
    const params = (made?.stages ?? []).flatMap((stage) => stage.params.map(([key, value]) => [key, value]));
    if (params.length > 0) {
      parts.push(title("Parameters"), facts(params));
    }
    if (unknown) {
      parts.push(paragraph(unknown));
    }
    this.element.dataset.name = name;
    this.element.replaceChildren(...parts);
  }

  #diagnostics(source) {
    const own = this.#problems.filter((problem) => source && problem.source === source);
    return own.map(({ level, code, place, message, help }) => {
      const element = paragraph(`${level}[${code}] ${message}\n${place}${help ? `\nhelp: ${help}` : ""}`);
      element.className = level;
      return element;
    });
  }

  #dependency({ kind, name, asset, changed }) {
    const element = asset ? this.#link(asset, name) : paragraph(name);
    const note = document.createElement("span");
    note.className = changed ? "kind changed" : "kind";
    note.textContent = ` ${kind}${changed ? ", changed" : ""}`;
    element.append(note);
    return element;
  }

  #link(asset, text = asset) {
    const element = document.createElement("button");
    element.className = "link";
    element.textContent = text;
    element.addEventListener("click", () => this.onchoose(asset));
    return element;
  }
}

const capital = (text) => text[0].toUpperCase() + text.slice(1);

function heading(text) {
  const element = document.createElement("h2");
  element.textContent = text;
  return element;
}

function title(text) {
  const element = document.createElement("h3");
  element.textContent = text;
  return element;
}

function paragraph(text) {
  const element = document.createElement("p");
  element.textContent = text;
  return element;
}

/** Creates a list of names with their values. Names without a value are left out. */
function facts(pairs) {
  const element = document.createElement("dl");
  for (const [name, value] of pairs.filter(([, it]) => it)) {
    const [term, text] = ["dt", "dd"].map((kind) => document.createElement(kind));
    [term.textContent, text.textContent] = [name, value];
    element.append(term, text);
  }
  return element;
}

function list(elements) {
  const made = document.createElement("ul");
  const items = elements.slice(0, NAMES);
  if (elements.length > NAMES) {
    items.push(paragraph(`and ${elements.length - NAMES} more`));
  }
  made.append(...items.map((element) => {
    const item = document.createElement("li");
    item.append(element);
    return item;
  }));
  return made;
}
