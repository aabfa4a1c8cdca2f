// The side panel: pages about what is shown, of which one is open.

/** A group of pages with a tab each. */
export class Side {
  /** Called when a page was opened. */
  onopen = () => {};
  /** Whether the user has opened a page. */
  isChosen = false;
  #tabs = [];
  /** The title of the page to show, as soon as it has a subject. */
  #wanted = null;

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
    tab.addEventListener("click", () => this.#choose(title));
    this.list.append(tab);
    this.element.append(page);
    this.#tabs.push({ title, tab, page });
    this.open(this.#tabs[0].title);
  }

  /** The title of the wanted page; null if it is the first page. */
  get opened() {
    return this.#wanted === this.#tabs[0]?.title ? null : this.#wanted;
  }

  /** Opens the page with this title, or else the first page. */
  open(wanted) {
    this.#wanted = (this.#tabs.find((it) => it.title === wanted) ?? this.#tabs[0]).title;
    this.#show();
    this.onopen();
  }

  /** Hides or shows pages. @param {Record<string, boolean>} subjects whether each page has something to show, by its title */
  suit(subjects) {
    for (const { title, tab } of this.#tabs) {
      tab.hidden = title in subjects ? !subjects[title] : tab.hidden;
    }
    this.#show();
  }

  #choose(title) {
    this.isChosen = true;
    this.open(title);
  }

  #show() {
    const shown = this.#tabs.find(({ title, tab }) => title === this.#wanted && !tab.hidden) ?? this.#tabs[0];
    for (const it of this.#tabs) {
      it.page.hidden = it !== shown;
      it.tab.setAttribute("aria-selected", it === shown);
      it.tab.tabIndex = it === shown ? 0 : -1;
    }
  }

  /** Handles keys: arrows switch between tabs. */
  #key(event) {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step) {
      event.preventDefault();
      event.stopPropagation();
      const tabs = this.#tabs.filter(({ tab }) => !tab.hidden);
      const now = tabs.findIndex(({ page }) => !page.hidden);
      const next = tabs.at((now + step) % tabs.length);
      this.#choose(next.title);
      next.tab.focus();
    }
  }
}
