// The list from which a clip is chosen, with search. Only visible rows have elements.

import { make } from "./dom.js";
import { BIND_POSE, clipRowsOf, entriesOf } from "./cliprows.js";
import { inSight } from "./rows.js";

/** The height of a row in pixels. Must match style.css. */
const ROW = 24;

/** The keys that choose another clip, with the number of clips to go on. */
const STEPS = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10 };

/** A button that shows the name of the chosen clip, and a list that opens above it. */
export class ClipPicker {
  /** Called with the name of the chosen clip; empty for the bind pose. */
  onchoose = () => {};
  #entries = [];
  #rows = [];
  #value = "";

  /** @param {HTMLElement} element that gets the button and the list */
  constructor(element) {
    this.button = make("button", { id: "clip-button", title: "Choose a clip", aria: { haspopup: "listbox", expanded: "false" }, on: { click: () => this.#toggle(), keydown: (event) => this.#step(event) } });
    this.search = make("input", {
      type: "search", placeholder: "Search clips", autocomplete: "off", spellcheck: false, role: "combobox",
      aria: { label: "Search clips", controls: "clip-list", expanded: "true" }, on: { input: () => this.#find(), keydown: (event) => this.#key(event) },
    });
    this.height = make("div", { className: "height", role: "presentation" });
    this.sight = make("div", { className: "sight", role: "presentation" });
    // The search keeps the focus, so that the arrow keys continue to work.
    const stay = (event) => event.preventDefault();
    this.list = make("div", { id: "clip-list", role: "listbox", aria: { label: "Clips" }, on: { scroll: () => this.#draw(), mousedown: stay } }, this.height, this.sight);
    this.popup = make("div", { id: "clips", hidden: true, on: { focusout: (event) => this.#leave(event) } }, this.search, this.list);
    element.append(this.button, this.popup);
    this.value = "";
  }

  /** Sets the clips. @param {(name: string) => string} kinshipTo how each is related to what is shown */
  set(clips, kinshipTo) {
    this.#entries = entriesOf(clips, kinshipTo);
    this.#find();
  }

  /** Shows a name that is chosen without choosing it. */
  set value(name) {
    this.#value = name;
    const group = name && this.#entries.find(({ clip }) => clip.name === name);
    this.button.textContent = group ? group.label : name.slice(name.lastIndexOf("/") + 1) || BIND_POSE;
    this.button.setAttribute("aria-label", `Clip: ${name || BIND_POSE}`);
    this.#draw();
  }

  get value() {
    return this.#value;
  }

  #toggle() {
    this.popup.hidden = !this.popup.hidden;
    this.button.setAttribute("aria-expanded", !this.popup.hidden);
    if (!this.popup.hidden) {
      this.search.value = "";
      this.search.focus();
      this.#find();
      this.#scroll();
    }
  }

  #close() {
    this.popup.hidden = true;
    this.button.setAttribute("aria-expanded", "false");
    // The arrow keys step through all clips again.
    this.#find();
  }

  #leave({ relatedTarget }) {
    if (!this.popup.contains(relatedTarget) && relatedTarget !== this.button) {
      this.#close();
    }
  }

  #find() {
    this.#rows = clipRowsOf(this.#entries, this.popup.hidden ? "" : this.search.value);
    this.height.style.height = `${this.#rows.length * ROW}px`;
    this.#draw();
  }

  #key(event) {
    if (event.key === "Enter" || event.key === "Escape") {
      const first = this.#rows.find((row) => !row.title);
      if (event.key === "Enter" && first && !this.#rows.some((row) => this.#isChosen(row))) {
        this.#choose(first);
      }
      event.preventDefault();
      this.#close();
      this.button.focus();
    } else {
      this.#step(event);
    }
  }

  /** Chooses the next or previous clip of the list. */
  #step(event) {
    const step = STEPS[event.key];
    const rows = this.#rows.filter((row) => !row.title);
    if (step && rows.length > 0) {
      event.preventDefault();
      event.stopPropagation();
      const now = rows.findIndex((row) => this.#isChosen(row));
      this.#choose(rows[Math.min(rows.length - 1, Math.max(0, now + step))]);
    }
  }

  #choose({ clip }) {
    this.value = clip?.name ?? "";
    this.#scroll();
    this.onchoose(this.value);
  }

  /** Makes the chosen row visible. */
  #scroll() {
    const at = this.#rows.findIndex((row) => this.#isChosen(row));
    const [top, height] = [this.list.scrollTop, this.list.clientHeight];
    if (at >= 0 && (at * ROW < top || (at + 1) * ROW > top + height)) {
      this.list.scrollTop = Math.max(0, (at + 0.5) * ROW - height / 2);
    }
    this.#draw();
  }

  #isChosen({ title, clip }) {
    return !title && (clip?.name ?? "") === this.#value;
  }

  #draw() {
    if (this.popup.hidden) {
      return;
    }
    const [first, end] = inSight(this.#rows.length, ROW, this.list.scrollTop, this.list.clientHeight);
    this.sight.style.transform = `translateY(${first * ROW}px)`;
    this.sight.replaceChildren(...this.#rows.slice(first, end).map((row, at) => (row.title ? make("div", { className: "group", role: "presentation" }, row.title) : this.#row(row, first + at))));
    this.search.setAttribute("aria-activedescendant", this.sight.querySelector("[aria-selected=true]")?.id ?? "");
  }

  #row(row, at) {
    const { clip, label } = row;
    const isChosen = this.#isChosen(row);
    const duration = clip ? make("span", { className: "size" }, `${clip.duration.toFixed(2)} s`) : null;
    const title = clip ? `${clip.name}\nmoves ${clip.moves} bones${clip.rate ? `, ${clip.rate} frames a second` : ""}` : "";
    const choose = () => {
      this.#choose(row);
      this.#close();
      this.button.focus();
    };
    return make("div", { className: "clip", role: "option", id: `clip-${at}`, title, data: { clip: clip?.name ?? "" }, aria: { selected: String(isChosen) }, on: { click: choose } }, make("span", { className: "title" }, label), duration);
  }
}
