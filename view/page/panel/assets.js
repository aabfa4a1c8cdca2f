// The list of assets by type, with search. Only visible rows have elements.

import { whenResized } from "../frame.js";
import { counted } from "./dom.js";
import { SHOWN, inSight, keyOf, rowsOf, sizeText, stateOf } from "./rows.js";

/** The height of a row in pixels. Must match style.css. */
const ROW = 23;

/** The keys that choose another asset, with the number of assets to go on. */
const STEPS = { ArrowDown: 1, ArrowUp: -1, PageDown: 20, PageUp: -20 };

/** The icons of types, which are next to the names. */
const ICONS = {
  Model: "◆", Skeleton: "⋔", Texture: "▦", TextureCube: "❒", Font: "A", Sound: "♪", CollisionMesh: "⬡", Data: "≡", ActionSet: "⚑",
  ClipEvents: "⚐", "": "!",
};

/** The icon of clips, which have several types. */
const CLIP = "▸";

/** The types for which the server draws thumbnails. */
const PICTURED = ["Model", "Skeleton", "Texture", "CollisionMesh"];

/** The time in milliseconds for which a row must be visible before its thumbnail is requested. */
const SETTLED = 150;

/** The maximum number of thumbnails that are kept. */
const MAX_PICTURES = 1000;

/** The list, its search field and its keyboard control. */
export class AssetList {
  /** Called with the name of the chosen asset. */
  onchoose = () => {};
  /** Called with the text that is searched for. */
  onsearch = () => {};
  #entries = [];
  #rows = [];
  #number = 0;
  #counts = new Map();
  #chosen = null;
  /** Thumbnails by name, each with the number of the build that it shows. */
  #pictures = new Map();
  #height = document.createElement("div");
  #sight = document.createElement("div");

  /** The keys of the list also work while nothing has the focus. */
  constructor({ list, search, count }) {
    Object.assign(this, { list, search, count });
    list.replaceChildren(this.#height, this.#sight);
    this.#height.className = "height";
    this.#sight.className = "sight";
    this.#height.role = this.#sight.role = "presentation";
    search.addEventListener("input", () => this.#find());
    list.addEventListener("scroll", () => this.#draw());
    whenResized(list, () => this.#draw());
    for (const element of [search, list]) {
      element.addEventListener("keydown", (event) => this.#key(event));
    }
    addEventListener("keydown", (event) => {
      const isFree = event.target === document.body && !event.ctrlKey && !event.metaKey && !event.altKey;
      if (isFree && STEPS[event.key]) {
        this.#key(event);
      }
    });
  }

  /**
   * @param {{name: string, type: string, bytes: number, state?: string, since: number}[]} assets
   * @param {number} number of the last build
   */
  set(assets, number) {
    const known = new Map(this.#entries.map((entry) => [entry.asset, entry]));
    this.#entries = assets.map((asset) => known.get(asset) ?? { asset, key: keyOf(asset) });
    this.#number = number;
    this.#search();
  }

  /** Sets the number of problems of each asset of the project. @param {ReturnType<import("./problems.js").countsOf>} counts */
  setCounts(counts) {
    this.#counts = counts;
    this.#draw();
  }

  /** Marks an asset as the one that is shown. */
  mark(name) {
    this.#chosen = name;
    this.#draw();
  }

  /** The name of the marked asset. */
  get chosen() {
    return this.#chosen;
  }

  /** Returns the asset to show first. */
  first() {
    const of = (type) => this.#entries.find(({ asset }) => asset.type === type)?.asset.name;
    return SHOWN.map(of).find((name) => name) ?? null;
  }

  #find() {
    this.#search();
    this.onsearch(this.search.value);
  }

  #search() {
    this.#rows = rowsOf(this.#entries, this.search.value);
    const found = this.#rows.filter(({ asset }) => asset).length;
    const failed = this.#entries.filter(({ asset }) => asset.state === "failed").length;
    const all = this.#entries.length;
    this.count.textContent = `${found < all ? `${found} of ` : ""}${all} assets${failed ? `, ${failed} failed` : ""}`;
    this.#height.style.height = `${this.#rows.length * ROW}px`;
    this.#draw();
  }

  /** Creates the elements of the visible rows. */
  #draw() {
    const [first, end] = inSight(this.#rows.length, ROW, this.list.scrollTop, this.list.clientHeight);
    this.#sight.style.transform = `translateY(${first * ROW}px)`;
    const rows = this.#rows.slice(first, end);
    this.#sight.replaceChildren(...rows.map((row, at) => (row.asset ? this.#row(row.asset, first + at) : heading(row.title))));
    const chosen = this.#sight.querySelector("[aria-selected=true]");
    for (const element of [this.search, this.list]) {
      element.setAttribute("aria-activedescendant", chosen?.id ?? "");
    }
  }

  #row(asset, at) {
    const { name, type, bytes } = asset;
    const state = stateOf(asset, this.#number);
    const row = document.createElement("div");
    const cut = name.lastIndexOf("/") + 1;
    const add = (kind, text) => {
      const span = document.createElement("span");
      [span.className, span.textContent] = [kind, text];
      row.append(span);
      return span;
    };
    const icon = add("icon", ICONS[type] ?? (type.includes("Clip") || type === "AnimationSequence" ? CLIP : "·"));
    icon.ariaHidden = "true";
    this.#picture(asset, icon);
    add("title", name.slice(cut));
    add("folder", name.slice(0, Math.max(0, cut - 1)));
    if (state && state !== "fresh") {
      add(`state ${state}`, state);
    }
    const { errors, warnings } = this.#counts.get(asset.asset ?? name) ?? {};
    if (errors > 0) {
      add("count errors", `✖ ${errors}`).title = counted(errors, "error");
    }
    if (warnings > 0) {
      add("count", `⚠ ${warnings}`).title = counted(warnings, "warning");
    }
    add("size", type ? sizeText(bytes) : "");
    Object.assign(row, { className: "asset", role: "option", id: `asset-${at}`, title: `${name}\n${type || "no content"}` });
    row.dataset.name = name;
    row.setAttribute("aria-selected", name === this.#chosen);
    row.setAttribute("aria-posinset", at + 1);
    row.setAttribute("aria-setsize", this.#rows.length);
    row.addEventListener("click", () => this.onchoose(name));
    return row;
  }

  /** Replaces an icon with a thumbnail when it has loaded. */
  #picture({ name, type, since }, icon) {
    if (!PICTURED.includes(type)) {
      return;
    }
    const known = this.#pictures.get(name);
    if (known?.since === since && known.image.naturalWidth > 0) {
      icon.replaceChildren(known.image);
      return;
    }
    setTimeout(() => {
      if (icon.isConnected && this.#pictures.get(name)?.since !== since) {
        const image = new Image();
        if (this.#pictures.size >= MAX_PICTURES) {
          this.#pictures.clear();
        }
        this.#pictures.set(name, { since, image });
        image.onload = () => this.#draw();
        image.src = `thumbnail/${name.split("/").map(encodeURIComponent).join("/")}`;
      }
    }, SETTLED);
  }

  /** Handles keys: arrows choose the next asset, and Enter moves the focus from the search to the picture. */
  #key(event) {
    const step = STEPS[event.key];
    const assets = this.#rows.flatMap(({ asset }, at) => (asset ? [{ name: asset.name, at }] : []));
    const now = assets.findIndex(({ name }) => name === this.#chosen);
    if (step && assets.length > 0) {
      event.preventDefault();
      this.#choose(assets[Math.min(assets.length - 1, Math.max(0, now + step))]);
    } else if (event.key === "Enter" && assets.length > 0) {
      if (now < 0) {
        this.#choose(assets[0]);
      }
      event.target.blur();
    } else if (event.key === "Escape") {
      this.search.value = "";
      this.#find();
      event.target.blur();
    }
  }

  /** Scrolls to a row and chooses it. */
  #choose({ name, at }) {
    const [top, height] = [this.list.scrollTop, this.list.clientHeight];
    if (at * ROW < top || (at + 1) * ROW > top + height) {
      this.list.scrollTop = Math.max(0, (at + 0.5) * ROW - height / 2);
    }
    this.onchoose(name);
  }
}

function heading(title) {
  const element = document.createElement("div");
  element.className = "group";
  element.textContent = title;
  element.role = "presentation";
  return element;
}
