// The content that the server shows: which assets there are, and their bytes.

/** The list of assets, and their files. */
export class Content {
  /** What the server lists, in order of their names. */
  assets = [];
  #types = new Map();

  /** Reads the list again. */
  async refresh() {
    this.assets = await (await fetch("assets")).json();
    this.#types = new Map(this.assets.map(({ name, type }) => [name, type]));
  }

  /** The content type of an asset; undefined if there is no such asset. */
  typeOf(name) {
    return this.#types.get(name);
  }

  /** The file of an asset. */
  async bytes(name) {
    const answer = await fetch(`content/${name.split("/").map(encodeURIComponent).join("/")}`);
    if (!answer.ok) {
      throw new Error((await answer.text()).trim());
    }
    return answer.arrayBuffer();
  }
}
