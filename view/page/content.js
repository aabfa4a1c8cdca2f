// The content that the server provides: the list of assets, and their bytes.

import { Unreachable } from "./live.js";

/** The types that are preferred if an asset has several contents. */
const FIRST = ["Model", "Skeleton"];

/** The list of assets, and their files. */
export class Content {
  /** The list from the server, sorted by name: `{ name, type, bytes, asset, state, since }`. */
  assets = [];
  /** The number of the last build that the list includes. */
  number = 0;
  /** The axis that the user chose to point up in an earlier run; empty for none. */
  up = "";
  #byName = new Map();

  /** Loads the list again. */
  async refresh() {
    const { number, assets, up } = await (await get("assets")).json();
    this.number = number;
    this.up = up ?? "";
    this.assets = assets;
    this.#byName = new Map(assets.map((asset) => [asset.name, asset]));
  }

  /**
   * Applies the changes of a build. If `assets` is missing, the changes are unknown and the whole list is loaded.
   * @returns {Promise<(asset: object) => boolean>} whether an asset may have changed
   */
  async update({ number, assets, gone }) {
    if (!assets) {
      await this.refresh();
      return () => true;
    }
    this.number = number;
    const changed = new Map(assets.map((asset) => [asset.name, asset]));
    const isNew = assets.some(({ name }) => !this.#byName.has(name));
    assets.forEach((asset) => this.#byName.set(asset.name, asset));
    gone.forEach((name) => this.#byName.delete(name));
    if (isNew || gone.length > 0) {
      this.assets = [...this.#byName.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
    } else if (changed.size > 0) {
      this.assets = this.assets.map((asset) => changed.get(asset.name) ?? asset);
    }
    return ({ name }) => changed.has(name);
  }

  /** Returns the entry with a name, or undefined. */
  get(name) {
    return this.#byName.get(name);
  }

  /** Returns the content type of an asset; undefined if the asset does not exist. */
  typeOf(name) {
    return this.#byName.get(name)?.type;
  }

  /**
   * Returns the name of the content that shows an asset of the project, which may be given by its source. Returns undefined if
   * there is none.
   */
  find(wanted) {
    for (let name = wanted; name; name = withoutExtension(name)) {
      if (this.#byName.has(name)) {
        return name;
      }
      const made = this.assets.filter(({ asset, type }) => asset === name && type);
      if (made.length > 0) {
        return (FIRST.map((type) => made.find((it) => it.type === type)).find(Boolean) ?? made[0]).name;
      }
    }
    return undefined;
  }

  /** Fetches the file of an asset. */
  async bytes(name) {
    return (await get(`content/${path(name)}`)).arrayBuffer();
  }

  /** Fetches a texture without block compression, as a content file. */
  async source(name) {
    return (await get(`source/${path(name)}`)).arrayBuffer();
  }

  /** Fetches how an asset is made: `{ name, asset, build, made, unknown }`. */
  async explain(name) {
    return (await get(`explain/${path(name)}`)).json();
  }

  /** Fetches the names of the clips that change a pose, and of the models and skeletons that they move. */
  async moving() {
    return (await get("moving")).json();
  }

  /** Fetches the build graph: `{ nodes, edges }`. */
  async graph() {
    return (await get("graph")).json();
  }
}

const path = (name) => name.split("/").map(encodeURIComponent).join("/");

/** Returns a name without its last extension; empty if it has none. */
function withoutExtension(name) {
  const dot = name.lastIndexOf(".");
  return dot > name.lastIndexOf("/") + 1 ? name.slice(0, dot) : "";
}

async function get(address) {
  const answer = await fetch(address).catch(() => {
    throw new Unreachable();
  });
  if (!answer.ok) {
    throw new Error((await answer.text()).trim());
  }
  return answer;
}
