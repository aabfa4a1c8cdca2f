// The build graph, shown over the picture. Only visible nodes are drawn, so large graphs are not a problem.

import { nextFrame } from "../frame.js";
import { pageColour } from "./dom.js";
import { around, layOut, neighbours } from "./layers.js";

/** The size of a node and the distances between nodes, in pixels at scale 1. */
const [WIDTH, HEIGHT, ACROSS, DOWN] = [210, 20, 290, 26];

/** The radius of an asset's neighbourhood in steps, and its maximum number of nodes. */
const [STEPS, MOST] = [3, 2000];

/** The minimum scale at which texts are drawn. */
const READABLE = 0.45;

/** The maximum number of edges that are drawn. If there are more, only those of the chosen node are drawn. */
const MAX_EDGES = 30000;

/** A panel with a canvas. */
export class GraphPanel {
  /** Called with the name of an asset to show. */
  onshow = () => {};
  /** Called with the name of the chosen asset. */
  onchoose = () => {};
  #graph = { nodes: [], edges: [] };
  #links = neighbours(0, []);
  #plan = { layers: [], at: new Map() };
  #chosen = -1;
  /** What stays chosen when the graph is loaded again. */
  #wanted = { name: "", kind: "asset" };
  #outdated = true;
  #view = { x: 0, y: 0, scale: 1 };
  #redraw = nextFrame(() => this.#draw());

  /** @param {HTMLElement} element the panel @param {HTMLElement} parent of the panel */
  constructor(content, parent) {
    this.content = content;
    this.element = build("section", { id: "graph", hidden: true, ariaLabel: "Build graph" });
    this.search = build("input", { type: "search", placeholder: "Find a node", ariaLabel: "Find a node" });
    this.all = build("button", { textContent: "All", title: "The whole graph (a)" });
    this.status = build("output", { className: "status" });
    this.canvas = build("canvas", { tabIndex: 0, ariaLabel: "Build graph: arrow keys follow an edge, Enter shows an asset" });
    this.canvas.setAttribute("role", "application");
    const close = build("button", { textContent: "Close", title: "Close (Escape)" });
    const bar = build("header", {});
    bar.append(this.search, this.all, this.status, close);
    this.element.append(bar, this.canvas);
    parent.append(this.element);
    this.all.setAttribute("aria-pressed", "false");
    this.all.addEventListener("click", () => this.#toggleAll());
    close.addEventListener("click", () => this.close());
    this.search.addEventListener("change", () => this.#find());
    this.element.addEventListener("keydown", (event) => this.#key(event));
    this.#listenToPointer();
    new ResizeObserver(this.#redraw).observe(this.canvas);
  }

  get open() {
    return !this.element.hidden;
  }

  /** Opens the graph at the node of an asset, or closes it. */
  async toggle(name) {
    if (this.open) {
      this.close();
      return;
    }
    this.element.hidden = false;
    this.canvas.focus();
    this.#wanted = { name: this.content.get(name)?.asset ?? name, kind: "asset" };
    await this.#load();
    this.#choose(this.#wantedNode());
    this.#arrange();
  }

  close() {
    this.element.hidden = true;
  }

  /** Called when a build has changed something. */
  async refresh() {
    this.#outdated = true;
    if (this.open) {
      await this.#load();
      this.#chosen = this.#wantedNode();
      this.#arrange();
    }
  }

  async #load() {
    if (!this.#outdated) {
      return;
    }
    this.status.textContent = "Looking at the project…";
    // Builds that end while the graph is loaded set it again.
    this.#outdated = false;
    try {
      this.#graph = await this.content.graph();
      this.status.textContent = "";
    } catch (error) {
      this.#outdated = true;
      this.#graph = { nodes: [], edges: [] };
      this.status.textContent = error.message;
    }
    this.#links = neighbours(this.#graph.nodes.length, this.#graph.edges);
  }

  #wantedNode() {
    const { name, kind } = this.#wanted;
    return this.#graph.nodes.findIndex((node) => node.kind === kind && node.name === name);
  }

  #toggleAll() {
    const all = this.all.getAttribute("aria-pressed") !== "true";
    this.all.setAttribute("aria-pressed", all);
    this.#arrange();
  }

  /** Lays out the nodes again: all of them, or those around the chosen one. */
  #arrange() {
    const { nodes } = this.#graph;
    const all = this.all.getAttribute("aria-pressed") === "true" || this.#chosen < 0;
    this.#plan = layOut(all ? nodes.keys() : around(this.#chosen, this.#links, STEPS, MOST), this.#links);
    this.element.dataset.nodes = this.#plan.at.size;
    if (!this.#center(this.#chosen)) {
      this.#view = { x: 20, y: 20, scale: 1 };
    }
    this.#redraw();
  }

  #choose(node) {
    this.#chosen = node;
    const { name, kind, state } = this.#graph.nodes[node] ?? {};
    if (name) {
      this.#wanted = { name, kind };
      const [needs, needed] = [this.#links.from[node].length, this.#links.to[node].length];
      this.status.textContent = `${name}: ${kind}, ${state}; depends on ${needs}, needed by ${needed}`;
      if (kind === "asset") {
        this.onchoose(name);
      }
    }
    this.element.dataset.chosen = name ?? "";
    this.#redraw();
  }

  #center(node) {
    const place = this.#plan.at.get(node);
    if (place) {
      const { scale } = this.#view;
      this.#view.x = this.canvas.clientWidth / 2 - (place.layer * ACROSS + WIDTH / 2) * scale;
      this.#view.y = this.canvas.clientHeight / 2 - (place.row * DOWN + HEIGHT / 2) * scale;
    }
    return Boolean(place);
  }

  #find() {
    const words = this.search.value.toLowerCase().split(/\s+/).filter(Boolean);
    const fits = ({ name, kind }) => words.every((word) => `${name} ${kind}`.toLowerCase().includes(word));
    const { nodes } = this.#graph;
    const found = words.length > 0 ? nodes.findIndex(fits) : -1;
    if (found < 0) {
      this.status.textContent = words.length > 0 ? "nothing has all of these words" : "";
      return;
    }
    this.#choose(found);
    this.#arrange();
    this.canvas.focus();
  }

  // ---- keys and pointer ----

  #key(event) {
    if (event.target === this.search && event.key !== "Escape") {
      event.stopPropagation();
      return;
    }
    const step = (nodes) => {
      const next = nodes.find((node) => this.#plan.at.has(node));
      return next === undefined || this.#go(next);
    };
    const beside = (by) => {
      const place = this.#plan.at.get(this.#chosen);
      return step([this.#plan.layers[place?.layer ?? 0]?.[(place?.row ?? -1) + by]]);
    };
    const actions = {
      ArrowLeft: () => step(this.#links.from[this.#chosen] ?? []),
      ArrowRight: () => step(this.#links.to[this.#chosen] ?? []),
      ArrowUp: () => beside(-1),
      ArrowDown: () => beside(1),
      "+": () => this.#zoom(1.25),
      "-": () => this.#zoom(0.8),
      a: () => this.#toggleAll(),
      "/": () => this.search.focus(),
      Enter: () => this.#show(),
      Escape: () => this.close(),
    };
    const onButton = event.target.matches("button") && event.key === "Enter";
    if (actions[event.key] && !onButton && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault();
      event.stopPropagation();
      actions[event.key]();
    }
  }

  #go(node) {
    this.#choose(node);
    this.#center(node);
  }

  /** Shows the chosen asset and its neighbourhood. */
  #show() {
    const { name, kind } = this.#graph.nodes[this.#chosen] ?? {};
    if (kind === "asset") {
      this.onshow(name);
    }
    this.#arrange();
  }

  #zoom(factor, x = this.canvas.clientWidth / 2, y = this.canvas.clientHeight / 2) {
    const view = this.#view;
    const scale = Math.min(3, Math.max(0.005, view.scale * factor));
    view.x = x - ((x - view.x) * scale) / view.scale;
    view.y = y - ((y - view.y) * scale) / view.scale;
    view.scale = scale;
    this.#redraw();
  }

  #listenToPointer() {
    const { canvas } = this;
    let last = null;
    let moved = 0;
    canvas.addEventListener("pointerdown", (event) => {
      [last, moved] = [event, 0];
      canvas.setPointerCapture(event.pointerId);
    });
    canvas.addEventListener("pointermove", (event) => {
      if (last) {
        moved += Math.abs(event.clientX - last.clientX) + Math.abs(event.clientY - last.clientY);
        this.#view.x += event.clientX - last.clientX;
        this.#view.y += event.clientY - last.clientY;
        last = event;
        this.#redraw();
      }
    });
    canvas.addEventListener("pointerup", (event) => {
      const node = moved < 5 ? this.#under(event.offsetX, event.offsetY) : undefined;
      last = null;
      if (node !== undefined) {
        this.#choose(node);
      }
    });
    canvas.addEventListener("dblclick", () => this.#show());
    canvas.addEventListener("wheel", (event) => {
      event.preventDefault();
      this.#zoom(Math.exp(-event.deltaY / 400), event.offsetX, event.offsetY);
    }, { passive: false });
  }

  #under(x, y) {
    const { x: left, y: top, scale } = this.#view;
    const [across, down] = [(x - left) / scale, (y - top) / scale];
    const [layer, row] = [Math.floor(across / ACROSS), Math.floor(down / DOWN)];
    const inside = across - layer * ACROSS < WIDTH && down - row * DOWN < HEIGHT;
    return inside ? this.#plan.layers[layer]?.[row] : undefined;
  }

  // ---- drawing ----

  #draw() {
    if (!this.open) {
      return;
    }
    const { canvas } = this;
    const [width, height] = [canvas.clientWidth, canvas.clientHeight];
    const ratio = devicePixelRatio;
    [canvas.width, canvas.height] = [width * ratio, height * ratio];
    const pen = canvas.getContext("2d");
    const names = { edge: "edge", text: "text", dim: "dim", accent: "accent", panel: "panel", failed: "error", stale: "warning", new: "accent" };
    const colours = Object.fromEntries(Object.entries(names).map(([use, name]) => [use, pageColour(name)]));
    const { x, y, scale } = this.#view;
    pen.setTransform(ratio * scale, 0, 0, ratio * scale, ratio * x, ratio * y);
    const sight = { left: -x / scale, top: -y / scale, right: (width - x) / scale, bottom: (height - y) / scale };
    this.#drawEdges(pen, sight, colours);
    this.#drawNodes(pen, sight, colours);
  }

  #drawEdges(pen, sight, colours) {
    const { at } = this.#plan;
    const few = this.#graph.edges.length <= MAX_EDGES || at.size <= MOST;
    const own = (edge) => edge.includes(this.#chosen);
    const place = ({ layer, row }) => [layer * ACROSS, row * DOWN + HEIGHT / 2];
    const line = (edge) => {
      const [a, b] = edge.map((node) => at.get(node));
      if (!a || !b) {
        return;
      }
      const [[left, top], [right, bottom]] = [place(a), place(b)];
      const begin = left + WIDTH;
      if (right < sight.left || begin > sight.right || Math.max(top, bottom) < sight.top || Math.min(top, bottom) > sight.bottom) {
        return;
      }
      pen.moveTo(begin, top);
      pen.bezierCurveTo(begin + 50, top, right - 50, bottom, right, bottom);
    };
    const stroke = (edges, colour, thickness) => {
      pen.beginPath();
      edges.forEach(line);
      [pen.strokeStyle, pen.lineWidth] = [colour, thickness / this.#view.scale];
      pen.stroke();
    };
    if (few) {
      stroke(this.#graph.edges.filter((edge) => !own(edge)), colours.edge, 1);
    }
    stroke(this.#graph.edges.filter(own), colours.accent, 1.5);
  }

  #drawNodes(pen, sight, colours) {
    const first = (from, size) => Math.max(0, Math.floor(from / size));
    const readable = this.#view.scale >= READABLE;
    pen.font = "12px system-ui, sans-serif";
    pen.textBaseline = "middle";
    for (let layer = first(sight.left, ACROSS); layer < this.#plan.layers.length && layer * ACROSS < sight.right; layer += 1) {
      const nodes = this.#plan.layers[layer];
      // If rows are smaller than a pixel, some are skipped.
      const step = Math.max(1, Math.floor(1 / (DOWN * this.#view.scale)));
      for (let row = first(sight.top, DOWN); row < nodes.length && row * DOWN < sight.bottom; row += step) {
        this.#drawNode(pen, nodes[row], [layer * ACROSS, row * DOWN], colours, readable);
      }
    }
  }

  #drawNode(pen, index, [left, top], colours, readable) {
    const { name, kind, state } = this.#graph.nodes[index];
    const chosen = index === this.#chosen;
    pen.fillStyle = chosen ? colours.accent : colours.panel;
    pen.fillRect(left, top, WIDTH, HEIGHT);
    pen.fillStyle = colours[state] ?? colours.edge;
    pen.fillRect(left, top, 4, HEIGHT);
    if (readable) {
      pen.fillStyle = chosen ? colours.panel : kind === "asset" ? colours.text : colours.dim;
      pen.fillText(shortened(kind === "asset" ? name : `${kind} ${name}`), left + 9, top + HEIGHT / 2, WIDTH - 12);
    }
  }
}

/** Shortens a long name at its beginning, because its end says more. */
const shortened = (name) => (name.length > 30 ? `…${name.slice(-29)}` : name);

function build(kind, properties) {
  return Object.assign(document.createElement(kind), properties);
}
