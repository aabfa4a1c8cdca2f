// The side panel: pages about what is shown, of which one is open.

/** A group of pages with a tab each. */
export class Side {
  /** Called when a page was opened. */
  onopen = () => {};
  #tabs = [];

  /** @param {HTMLElement} element an element with a `tablist` */
  constructor(element) {
    this.element = element;
    this.list = element.querySelector("[role=tablist]");
    this.list.addEventListener("keydown", (event) => this.#key(event));
  }

  /** Adds a page. @param {string} title @param {HTMLElement} page */
  add(title, page) {
    const tab = document.createElement("button");
    tab.textContent = title;
    tab.role = "tab";
    page.role = "tabpanel";
    page.setAttribute("aria-label", title);
    tab.addEventListener("click", () => this.open(title));
    this.list.append(tab);
    this.element.append(page);
    this.#tabs.push({ title, tab, page });
    this.open(this.#tabs[0].title);
  }

  /** The title of the open page; null if it is the first page. */
  get opened() {
    const tab = this.#tabs.find(({ page }) => !page.hidden);
    return tab && tab !== this.#tabs[0] ? tab.title : null;
  }

  /** Opens the page with this title, or else the first page. */
  open(wanted) {
    const { title } = this.#tabs.find((it) => it.title === wanted) ?? this.#tabs[0];
    for (const it of this.#tabs) {
      it.page.hidden = it.title !== title;
      it.tab.setAttribute("aria-selected", it.title === title);
      it.tab.tabIndex = it.title === title ? 0 : -1;
    }
    this.onopen();
  }

  /** Handles keys: arrows switch between tabs. */
  #key(event) {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step) {
      event.preventDefault();
      event.stopPropagation();
      const now = this.#tabs.findIndex(({ page }) => !page.hidden);
      const next = this.#tabs.at((now + step) % this.#tabs.length);
      this.open(next.title);
      next.tab.focus();
    }
  }
}
