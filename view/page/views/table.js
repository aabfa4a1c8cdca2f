// Shows content without a picture as tables.

import {
  readAnimationSequence, readClipEvents, readClipWeights, readCompressedClip, readCurveClip, readMotion, readSampledClip, readUniformClip,
} from "../format/clips.js";
import { readActionSet, readBreath, readSpringBones } from "../format/layers.js";
import { facts, make, short } from "../panel/dom.js";
import { PLAYED } from "../panel/rows.js";

const READERS = {
  ActionSet: readActionSet,
  AnimationSequence: readAnimationSequence,
  Breath: readBreath,
  ClipEvents: readClipEvents,
  ClipWeights: readClipWeights,
  CompressedClip: readCompressedClip,
  CurveClip: readCurveClip,
  Motion: readMotion,
  SampledClip: readSampledClip,
  SpringBones: readSpringBones,
  UniformClip: readUniformClip,
};

/** The maximum number of rows of a table that are shown. */
const MOST = 2000;

/** Shows the fields of content, and its lists as tables. */
export class TableView {
  types = Object.keys(READERS);

  /** @param parts the page's `content`, and `open`, which shows an asset */
  constructor({ content, open }) {
    Object.assign(this, { content, open });
    this.element = make("div", { className: "sheet", role: "region", ariaLabel: "What is in the asset", hidden: true, tabIndex: 0 });
  }

  async load(name) {
    const type = this.content.typeOf(name);
    const read = READERS[type](await this.content.bytes(name));
    const lists = Object.entries(read).filter(([, value]) => isTable(value));
    return { read, facts: [type, ...lists.map(([list, rows]) => `${rows.length} ${words(list)}`)].join(", ") };
  }

  show(name, { read }) {
    const entries = Object.entries(read);
    const single = entries.filter(([, value]) => !isTable(value)).map(([name, value]) => [words(name), this.#value(value)]);
    const tables = entries.filter(([, value]) => isTable(value) && value.length > 0);
    const isClip = PLAYED.includes(this.content.typeOf(name));
    const note = isClip ? [make("p", { className: "dim" }, "A clip needs a model or skeleton to be drawn. Choose a model or skeleton with the clip's bones, and then choose the clip.")] : [];
    this.element.replaceChildren(...note, facts(single), ...tables.flatMap(([name, rows]) => [make("h2", {}, words(name)), this.#table(rows)]));
    this.element.scrollTop = 0;
  }

  #table(rows) {
    const columns = Object.keys(rows[0]);
    const head = make("tr", {}, ...columns.map((column) => make("th", { scope: "col" }, words(column))));
    const body = rows.slice(0, MOST).map((row) => make("tr", {}, ...columns.map((column) => make("td", { className: typeof row[column] === "number" ? "number" : "" }, this.#value(row[column])))));
    const more = rows.length > MOST ? make("caption", {}, `the first ${MOST} of ${rows.length}`) : null;
    return make("table", {}, more, make("thead", {}, head), make("tbody", {}, ...body));
  }

  /** Formats a value. The name of another asset becomes a link to it. */
  #value(value) {
    if (typeof value === "string" && this.content.typeOf(value)) {
      return make("button", { className: "link", on: { click: () => this.open(value) } }, value);
    }
    return told(value);
  }
}

const isTable = (value) => Array.isArray(value) && (value.length === 0 || typeof value[0] === "object");

function told(value) {
  switch (typeof value) {
    case "number": return short(value);
    case "boolean": return value ? "yes" : "no";
    case "undefined": return "";
    case "object": return Array.isArray(value) ? value.map(told).join(", ") : Object.entries(value).map(([name, it]) => `${name}: ${told(it)}`).join(", ");
    default: return String(value);
  }
}

/** Converts a field name to words: `blendTime` becomes "blend time". */
function words(name) {
  return name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}
