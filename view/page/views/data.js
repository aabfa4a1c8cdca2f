// Game data: a tree of typed values, with search.

import { readData } from "../format/data.js";
import { make, short } from "../panel/dom.js";

/** The number of levels that are initially open. */
const OPEN = 2;
/** The maximum number of search results. */
const MOST = 2000;

/** Shows game data. */
export class DataView {
  types = ["Data"];
  #root = null;

  /** @param parts the page's `content`, and `open`, which shows an asset */
  constructor({ content, open }) {
    Object.assign(this, { content, open });
    this.search = make("input", { type: "search", placeholder: "Search names and values", on: { input: () => this.#render() }, aria: { label: "Search names and values" } });
    this.found = make("span", { className: "dim", role: "status" });
    this.tree = make("div", { className: "tree" });
    this.element = make("div", { className: "sheet", role: "region", ariaLabel: "Game data", hidden: true, tabIndex: 0 }, make("div", { className: "bar" }, this.search, this.found), this.tree);
  }

  async load(name) {
    const root = readData(await this.content.bytes(name));
    const count = (node) => 1 + (node.children ?? []).reduce((sum, child) => sum + count(child), 0);
    return { root, facts: `${root.type || root.kind}, ${count(root).toLocaleString("en")} values` };
  }

  show(_name, { root }) {
    this.#root = root;
    this.#render();
  }

  #render() {
    const word = this.search.value.trim().toLowerCase();
    const hits = { count: 0 };
    const tree = this.#node(this.#root, "", 0, word, hits);
    this.found.textContent = word ? `${hits.count}${hits.count > MOST ? " or more" : ""} found` : "";
    this.tree.replaceChildren(tree ?? make("p", { className: "dim" }, "No name or value contains this text."));
  }

  /** Creates the element of a value; null if a search matches neither the value nor anything in it. */
  #node(node, key, depth, word, hits) {
    const text = shown(node);
    const isHit = word && `${key} ${node.type} ${text}`.toLowerCase().includes(word);
    hits.count += isHit ? 1 : 0;
    const title = [make("span", { className: "key" }, key), key ? ": " : ""];
    if (!node.children) {
      const value = node.kind === "reference" && this.content.typeOf(node.value) ? make("button", { className: "link", on: { click: () => this.open(node.value) } }, text) : make(isHit ? "mark" : "span", {}, text);
      return word && !isHit ? null : make("div", { className: "leaf" }, ...title, value, ...swatch(node), make("span", { className: "type" }, node.kind));
    }
    const inside = () => children(node).map(([name, child]) => (hits.count > MOST ? null : this.#node(child, name, depth + 1, isHit ? "" : word, hits))).filter(Boolean);
    const below = word ? inside() : null;
    if (word && !isHit && below.length === 0) {
      return null;
    }
    const summary = make("summary", {}, ...title, make(isHit ? "mark" : "span", {}, text), make("span", { className: "type" }, [node.type, node.kind].filter(Boolean).join(" · ")));
    const details = make("details", { open: Boolean(word) || depth < OPEN }, summary);
    // Closed levels are created when they are opened, because data can be large.
    const fill = () => details.childElementCount === 1 && details.append(...(below ?? inside()));
    details.addEventListener("toggle", fill);
    if (details.open) {
      fill();
    }
    return details;
  }
}

/** Returns the children of a value with their names. */
function children({ kind, children: own }) {
  if (kind === "map") {
    return own.flatMap((key, index) => (index % 2 === 0 ? [[key.children ? "key" : shown(key), own[index + 1]]] : []));
  }
  return own.map((child, index) => [kind === "record" ? child.name : kind === "enum" ? "value" : String(index), child]);
}

/** Formats a value on one line. */
function shown({ kind, value, children: own }) {
  switch (kind) {
    case "null": return "null";
    case "text": case "char": return `“${value}”`;
    case "enum": return own[0] ? String(own[0].value) : "";
    case "list": return `${own.length} item${own.length === 1 ? "" : "s"}`;
    case "map": return `${own.length / 2} entr${own.length === 2 ? "y" : "ies"}`;
    case "record": return `${own.length} field${own.length === 1 ? "" : "s"}`;
    case "bytes": return `${value.length} bytes`;
    default: return Array.isArray(value) ? value.map(short).join(", ") : typeof value === "number" ? short(value) : String(value);
  }
}

/** Creates a sample of a colour. */
function swatch({ kind, value }) {
  if (kind !== "color") {
    return [];
  }
  const patch = make("span", { ariaHidden: "true" }, "  ■");
  patch.style.color = `rgb(${value.slice(0, 3).join(" ")})`;
  return [patch];
}
