// The rows of the list: the results of a search, grouped by type.

import { NOT, bestFirst, matchOf, wordsOf } from "../search.js";

/** The types that can be shown come first, in this order. */
export const SHOWN = ["Model", "Skeleton"];

/** The types that play on what is shown. */
export const PLAYED = ["AnimationSequence", "CompressedClip", "UniformClip", "SampledClip", "CurveClip"];

/** The title of the group of assets that failed before they had content. */
const NOTHING = "No content yet";

const ORDER = [NOTHING, ...SHOWN, ...PLAYED];

/** Returns the text that is searched. */
export const keyOf = ({ name, type, state }) => `${name} ${type} ${state ?? ""}`;

/** Returns the assets whose keys contain all words of a search. Those that match at the beginnings of words come first. */
export function matching(entries, search) {
  const words = wordsOf(search);
  const found = entries.map((entry) => ({ ...entry, match: matchOf(entry.key, words) })).filter(({ match }) => match !== NOT);
  return bestFirst(found);
}

/**
 * Returns the assets whose keys contain all words of a search, below a title for each type. If there are none, returns a title
 * that says so.
 * @param {{asset: object, key: string}[]} entries sorted by name
 * @returns {({title: string} | {asset: object})[]}
 */
export function rowsOf(entries, search) {
  const groups = new Map();
  for (const { asset } of matching(entries, search)) {
    const title = asset.type || NOTHING;
    groups.set(title, groups.get(title) ?? []);
    groups.get(title).push({ asset });
  }
  if (groups.size === 0 && search.trim()) {
    return [{ title: nothingMatches(search) }];
  }
  const titles = [...groups.keys()].sort((a, b) => rank(a) - rank(b) || a.localeCompare(b));
  return titles.flatMap((title) => [{ title }, ...groups.get(title)]);
}

/** Says that a search finds nothing. */
export const nothingMatches = (search) => `Nothing matches “${search.trim()}”`;

/** Returns the range of visible rows, with some above and below: the first, and the one after the last. */
export function inSight(rows, rowHeight, top, height) {
  const spare = 8;
  const first = Math.max(0, Math.floor(top / rowHeight) - spare);
  return [first, Math.min(rows, Math.ceil((top + height) / rowHeight) + spare)];
}

/** Returns the state to show. An asset that an earlier build made is now fresh. */
export function stateOf({ state, since }, number) {
  return (state === "built" || state === "cached") && since !== number ? "fresh" : state ?? "";
}

/** Formats a size in bytes. */
export function sizeText(bytes) {
  const units = ["B", "kB", "MB", "GB"];
  const power = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  const value = bytes / 1000 ** power;
  return `${power > 0 && value < 10 ? value.toFixed(1) : Math.round(value)} ${units[power]}`;
}

function rank(title) {
  const place = ORDER.indexOf(title);
  return place < 0 ? ORDER.length : place;
}
