// The overview: a picture of each model and clip of the project, with filters.

import { counted, make } from "../panel/dom.js";
import { keyOf, matching, nothingMatches, sizeText } from "../panel/rows.js";
import { FILTERS, LISTED, mediansOf, usedIn } from "./filters.js";
import { Pictures } from "./pictures.js";

/** The number of cards that are added when the end of the list comes near. */
const PAGE = 200;

/** The keys that move the focus to another card: the number of cards to go on, and of rows. */
const STEPS = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] };

/** The user's setting for movement on the screen. */
const STILL = matchMedia("(prefers-reduced-motion: reduce)");

/** The overview, which is shown instead of the picture. */
export class Home {
  /** Called with the name of the chosen asset. */
  onopen = () => {};
  /** Called when the overview was opened or closed. */
  onchange = () => {};
  /** Called when the user leaves the overview without choosing an asset. */
  onleave = () => {};
  #assets = [];
  #search = "";
  #on = new Set();
  /** What the filters know: the names that move, the assets that are used, and median sizes. */
  #facts = { moving: null, used: null, medians: new Map() };
  #missing = new Map();
  #cards = new Map();
  #found = [];
  #shown = 0;

  /** @param {Content} content @param {HTMLElement} parent */
  constructor(content, parent) {
    this.content = content;
    this.buttons = Object.entries(FILTERS).map(([id, { title, rule }]) => make("button", { title: rule, data: { filter: id }, aria: { pressed: "false" }, on: { click: () => this.#toggle(id) } }, title));
    this.status = make("p", { className: "dim", role: "status" });
    this.grid = make("div", { className: "cards", on: { keydown: (event) => this.#key(event) } });
    this.more = make("div");
    const bar = make("div", { className: "buttons", role: "group", aria: { label: "Filters" } }, ...this.buttons);
    this.element = make("section", { id: "home", hidden: true, tabIndex: -1, aria: { label: "All models and clips" }, on: { keydown: (event) => this.#leave(event) } }, make("h1", {}, "All models and clips"), bar, this.status, this.grid, this.more);
    parent.append(this.element);
    this.pictures = new Pictures(this.element);
    this.ends = new IntersectionObserver((entries) => entries.some(({ isIntersecting }) => isIntersecting) && this.#extend(), { root: this.element, rootMargin: "600px" });
    STILL.addEventListener("change", () => {
      this.#cards.clear();
      this.#render();
    });
  }

  get isOpen() {
    return !this.element.hidden;
  }

  /** Opens or closes the overview. */
  set isOpen(isOpen) {
    if (isOpen !== this.isOpen) {
      this.element.hidden = !isOpen;
      document.documentElement.toggleAttribute("data-home", isOpen);
      this.#render();
      this.onchange(isOpen);
    }
  }

  /** Sets all assets, after a build or at first. */
  set(assets) {
    this.#assets = assets.filter(({ type, state }) => LISTED.includes(type) && (type || state === "failed"));
    this.#facts = { moving: null, used: null, medians: mediansOf(this.#assets) };
    this.#render();
  }

  /** Sets the text that is searched for. */
  set search(search) {
    this.#search = search;
    this.#render();
  }

  #toggle(id) {
    this.#on[this.#on.has(id) ? "delete" : "add"](id);
    this.#render();
  }

  /** Asks the server for what the filters need. Returns whether everything is known. */
  #knows() {
    const needed = [...this.#on].map((id) => FILTERS[id].needs);
    const { content } = this;
    const asks = {
      moving: async (facts) => { facts.moving = new Set(await content.moving()); },
      graph: async (facts) => { facts.used = usedIn(await content.graph()); },
    };
    const isKnown = { moving: this.#facts.moving, graph: this.#facts.used };
    const open = needed.filter((need) => need && !isKnown[need]);
    open.forEach((need) => this.#ask(need, asks[need]));
    return open.length === 0;
  }

  async #ask(need, ask) {
    const facts = this.#facts;
    if (this.#missing.get(need) === facts) {
      return;
    }
    this.#missing.set(need, facts);
    try {
      await ask(facts);
      if (facts === this.#facts) {
        this.#render();
      }
    } catch (error) {
      this.status.textContent = error.message;
    }
  }

  #render() {
    for (const button of this.buttons) {
      button.setAttribute("aria-pressed", this.#on.has(button.dataset.filter));
    }
    if (!this.isOpen) {
      return;
    }
    if (!this.#knows()) {
      this.status.textContent = "Looking at the project…";
      return;
    }
    const passing = this.#assets.filter((asset) => [...this.#on].every((id) => FILTERS[id].isIn(asset, this.#facts)));
    const entries = passing.map((asset) => ({ asset, key: keyOf(asset) }));
    const isClip = ({ asset: { type } }) => type !== "" && type !== "Model";
    this.#found = matching(entries, this.#search).sort((a, b) => isClip(a) - isClip(b)).map(({ asset }) => asset);
    this.#tell();
    const names = new Set(this.#found.map(({ name }) => name));
    this.#cards.forEach((_, name) => names.has(name) || this.#cards.delete(name));
    this.pictures.clear();
    const focused = document.activeElement?.closest?.("#home .card")?.dataset.name;
    this.grid.replaceChildren();
    this.#shown = 0;
    this.#extend();
    this.#cards.get(focused)?.element.focus();
    this.ends.disconnect();
    this.ends.observe(this.more);
  }

  #tell() {
    const rules = [...this.#on].map((id) => FILTERS[id].rule);
    const [found, all] = [this.#found.length, this.#assets.length];
    const none = this.#search.trim() && found === 0 ? `${nothingMatches(this.#search)}. ` : "";
    this.status.textContent = `${none}${found < all ? `${found.toLocaleString("en")} of ` : ""}${counted(all, "asset")}${rules.length > 0 ? `: ${rules.join("; and ")}` : ""}`;
    document.documentElement.dataset.found = found;
  }

  /** Adds the next cards. */
  #extend() {
    const next = this.#found.slice(this.#shown, this.#shown + PAGE);
    this.#shown += next.length;
    this.grid.append(...next.map((asset) => this.#card(asset)));
  }

  /** Returns the card of an asset. A card whose asset has not changed keeps its picture. */
  #card(asset) {
    const known = this.#cards.get(asset.name);
    const card = known?.since === asset.since && known.state === asset.state ? known : this.#made(asset);
    this.#cards.set(asset.name, card);
    if (asset.type && !card.image.src) {
      this.pictures.want(card.element, card.image, pictureOf(asset));
    }
    return card.element;
  }

  #made({ name, type, bytes, since, state }) {
    const cut = name.lastIndexOf("/") + 1;
    const image = make("img", { alt: "", decoding: "async" });
    const size = type ? sizeText(bytes) : "no content";
    const text = (className, content) => make("span", { className }, content);
    const failed = state === "failed" ? text("state failed", "failed") : null;
    const element = make("button", { className: "card", title: name, data: { name, type }, on: { click: () => this.onopen(name) } }, make("span", { className: "frame" }, image), text("title", name.slice(cut)), text("dim", name.slice(0, Math.max(0, cut - 1)) || "Project folder"), make("span", { className: "dim" }, `${type === "Model" ? "Model" : type && "Clip"} ${size} `, failed));
    return { element, image, since, state };
  }

  #leave(event) {
    if (event.key === "Escape") {
      this.isOpen = false;
      this.onleave();
    }
  }

  /** Moves the focus to another card. */
  #key(event) {
    const [across, down] = STEPS[event.key] ?? [0, 0];
    const cards = [...this.grid.children];
    const at = cards.indexOf(event.target);
    if (at >= 0 && (across || down)) {
      event.preventDefault();
      event.stopPropagation();
      const columns = cards.filter(({ offsetTop }) => offsetTop === cards[0].offsetTop).length;
      cards[at + across + down * columns]?.focus();
    }
  }
}

/** Returns the address of a picture: an animation for a clip, unless the user prefers less movement. */
function pictureOf({ name, type }) {
  const folder = type === "Model" || STILL.matches ? "thumbnail" : "film";
  return `${folder}/${name.split("/").map(encodeURIComponent).join("/")}`;
}
