// The content that the server shows: which assets there are, and their bytes.

import { Unreachable } from "./live.js";

/** Of several contents of an asset, the one that is shown for it. */
const FIRST = ["Model", "Skeleton"];

/** The list of assets, and their files. */
export class Content {
  /** What the server lists, in order of their names: `{ name, type, bytes, asset, state, since }`. */
  assets = [];
  /** The number of the build that made them so. */
  number = 0;
  #byName = new Map();

  /** Reads the list again. */
  async refresh() {
    const { number, assets } = await (await get("assets")).json();
    this.number = number;
    this.assets = assets;
    this.#byName = new Map(assets.map((asset) => [asset.name, asset]));
  }

  /**
   * Takes what a build changed. Without `assets` that is not known.
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

  /** What is listed under a name; undefined for nothing. */
  get(name) {
    return this.#byName.get(name);
  }

  /** The content type of an asset; undefined if there is no such asset. */
  typeOf(name) {
    return this.#byName.get(name)?.type;
  }

  /** The name of what shows an asset of the project, which may be named by its source; undefined if there is nothing. */
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

  /** The file of an asset. */
  async bytes(name) {
    return (await get(`content/${path(name)}`)).arrayBuffer();
  }

  /** A texture as it was before block compression, as a content file. */
  async source(name) {
    return (await get(`source/${path(name)}`)).arrayBuffer();
  }

  /** How an asset is made: `{ name, asset, build, made, unknown }`. */
  async explain(name) {
    return (await get(`explain/${path(name)}`)).json();
  }

  /** The build graph: `{ nodes, edges }`. */
  async graph() {
    return (await get("graph")).json();
  }
}

const path = (name) => name.split("/").map(encodeURIComponent).join("/");

/** Without the last extension; empty without one. */
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
