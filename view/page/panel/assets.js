// The list of assets by type, with search.

/** Types that can be shown come first, in this order. */
const SHOWN = ["Model", "Skeleton"];

/** Types that play on what is shown. */
const PLAYED = ["AnimationSequence", "CompressedClip", "UniformClip", "SampledClip", "CurveClip"];

const ORDER = [...SHOWN, ...PLAYED];

/** The list, its search field and its keys. */
export class AssetList {
  /** Called with the name of an asset that was chosen. */
  onchoose = () => {};
  #assets = [];
  #chosen = null;

  constructor({ list, search, count }) {
    Object.assign(this, { list, search, count });
    search.addEventListener("input", () => this.#render());
    for (const element of [search, list]) {
      element.addEventListener("keydown", (event) => this.#key(event));
    }
  }

  /** @param {{name: string, type: string, bytes: number}[]} assets */
  set(assets) {
    this.#assets = assets;
    this.#render();
  }

  /** Marks an asset as the one that is shown. */
  mark(name) {
    this.#chosen = name;
    for (const row of this.#rows()) {
      row.setAttribute("aria-selected", row.dataset.name === name);
    }
  }

  /** The asset to begin with. */
  first() {
    const of = (type) => this.#assets.find((asset) => asset.type === type)?.name;
    return SHOWN.map(of).find((name) => name) ?? null;
  }

  has(name) {
    return this.#assets.some((asset) => asset.name === name);
  }

  #rows() {
    return [...this.list.querySelectorAll(".asset")];
  }

  #render() {
    const words = this.search.value.toLowerCase().split(/\s+/).filter(Boolean);
    const found = this.#assets.filter(({ name, type }) => words.every((word) => `${name} ${type}`.toLowerCase().includes(word)));
    const types = [...new Set(found.map(({ type }) => type))].sort((a, b) => rank(a) - rank(b) || a.localeCompare(b));
    this.list.replaceChildren(...types.flatMap((type) => this.#group(type, found.filter((asset) => asset.type === type))));
    this.count.textContent = words.length ? `${found.length} of ${this.#assets.length} assets` : `${found.length} assets`;
    this.mark(this.#chosen);
  }

  #group(type, assets) {
    const title = document.createElement("h2");
    title.textContent = type;
    return [title, ...assets.map((asset) => this.#row(asset))];
  }

  #row({ name, type, bytes }) {
    const row = document.createElement("div");
    const folder = document.createElement("span");
    const cut = name.lastIndexOf("/") + 1;
    folder.className = "folder";
    folder.textContent = name.slice(0, Math.max(0, cut - 1));
    row.append(`${name.slice(cut)} `, folder);
    row.className = "asset";
    row.role = "option";
    row.dataset.name = name;
    row.title = `${name}\n${type}, ${bytes} bytes`;
    row.addEventListener("click", () => this.onchoose(name));
    return row;
  }

  /** Arrows choose the next asset; Enter leaves the search for the picture. */
  #key(event) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const rows = this.#rows();
    if (step && rows.length > 0) {
      event.preventDefault();
      const now = rows.findIndex((row) => row.dataset.name === this.#chosen);
      const next = rows[Math.min(rows.length - 1, Math.max(0, now + step))];
      next.scrollIntoView({ block: "nearest" });
      this.onchoose(next.dataset.name);
    } else if (event.key === "Enter" && rows.length > 0) {
      if (!rows.some((row) => row.dataset.name === this.#chosen)) {
        this.onchoose(rows[0].dataset.name);
      }
      event.target.blur();
    } else if (event.key === "Escape") {
      this.search.value = "";
      this.#render();
      event.target.blur();
    }
  }
}

function rank(type) {
  const place = ORDER.indexOf(type);
  return place < 0 ? ORDER.length : place;
}
